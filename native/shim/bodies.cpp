// bodies.cpp makes and frees bodies, and wakes what lies around one that goes, or all.
#include "convert.h"
#include "mass.h"
#include "system.h"

#include <Jolt/Physics/Body/BodyCreationSettings.h>
#include <Jolt/Physics/Collision/BroadPhase/BroadPhaseQuery.h>
#include <Jolt/Physics/Collision/CollisionCollectorImpl.h>

#include <algorithm>

JPH_SUPPRESS_WARNINGS

using namespace JPH;

namespace tertius {
namespace {

// Jolt clamps speeds, at 500 m/s by default. The engine's limit is 30 km/s; one meter per second more keeps a speed of
// exactly 30 km/s from losing its last bits when the length of its float vector rounds up.
constexpr float cMaxSpeed = 30001.0f;

// So many may be put into the broad phase one by one before its trees are built anew.
constexpr uint32_t cLeastAdded = 32;

// A body nearer than this to one that goes or jumps, in m, may rest on it.
constexpr float cWakeDistance = 0.05f;

BodyCreationSettings SettingsOf(const tj_body &desc) {
	BodyCreationSettings settings(static_cast<const Shape *>(desc.shape), ToRVec3(desc.position), ToQuat(desc.rotation),
								  MotionOf(desc.motion), desc.layer);
	settings.mUserData = desc.user;
	settings.mMotionQuality = EMotionQuality::LinearCast; // fast bodies must not pass through thin walls
	settings.mMaxLinearVelocity = cMaxSpeed;
	settings.mFriction = float(desc.friction);
	settings.mRestitution = float(desc.restitution);
	settings.mLinearDamping = float(desc.linear_damping);
	settings.mAngularDamping = float(desc.angular_damping);
	settings.mEnhancedInternalEdgeRemoval = (desc.flags & TJ_BODY_EDGE_REMOVAL) != 0;
	settings.mAllowSleeping = (desc.flags & TJ_BODY_NEVER_SLEEPS) == 0;
	settings.mAllowDynamicOrKinematic = (desc.flags & TJ_BODY_CHANGES) != 0;
	settings.mOverrideMassProperties = EOverrideMassProperties::MassAndInertiaProvided; // until Weigh gives it its own
	settings.mMassPropertiesOverride.mMass = 1;
	settings.mMassPropertiesOverride.mInertia = Mat44::sIdentity();
	return settings;
}

// Sleepers collects the sleeping dynamic bodies that a broad-phase query finds.
class Sleepers final : public CollideShapeBodyCollector {
public:
	Sleepers(const BodyLockInterface &bodies, std::vector<BodyID> &out) : mBodies(bodies), mOut(out) {}
	void AddHit(const BodyID &id) override {
		const Body *body = mBodies.TryGetBody(id);
		if (body != nullptr && body->IsDynamic() && !body->IsActive())
			mOut.push_back(id);
	}

private:
	const BodyLockInterface &mBodies;
	std::vector<BodyID> &mOut;
};

} // namespace

// MakeRoom grows the system until it can take this many more bodies, and tells for how many it has room then.
bool System::MakeRoom(uint32_t count, uint32_t &room, Call &call) {
	room = mLimits.bodies;
	while (uint64_t(mBodyCount) + count > mLimits.bodies) {
		if (mLimits.bodies == PhysicsSystem::cMaxBodiesLimit) {
			call.Fail(TJ_FULL, "the system is full: %u bodies and no room for %u more", mBodyCount, count);
			return false;
		}
		if (!Double(true, call))
			return false;
		room = mLimits.bodies;
	}
	return true;
}

int32_t System::Create(tj_create_block &block, Call &call) {
	for (uint32_t i = 0; i < block.count; ++i)
		block.bodies[i].body = BodyID::cInvalidBodyID;
	if (!MakeRoom(block.count, block.room, call))
		return call.Code();
	std::vector<BodyID> asleep, awake;
	for (uint32_t i = 0; i < block.count; ++i) {
		tj_body &desc = block.bodies[i];
		if (!CreateOne(desc, call))
			continue; // the others are made all the same
		bool wake = desc.motion != TJ_STATIC && (desc.flags & TJ_BODY_ASLEEP) == 0;
		(wake ? awake : asleep).push_back(BodyID(desc.body));
	}
	for (std::vector<BodyID> *list : {&asleep, &awake}) {
		if (list->empty())
			continue;
		std::vector<BodyID> order = *list; // Jolt shuffles the ids that it adds
		BodyInterface::AddState add = Bodies().AddBodiesPrepare(order.data(), int(order.size()));
		Bodies().AddBodiesFinalize(order.data(), int(order.size()), add, EActivation::DontActivate);
		NoteAdded();
		if (list == &awake)
			Bodies().ActivateBodies(list->data(), int(list->size()));
	}
	return call.Code();
}

// NoteAdded counts what was put into the broad phase one by one. Each costs a node of Jolt's trees until a tree is built
// anew, which a step does to one of them; a system that nobody steps would run out of nodes, and Jolt would abort.
void System::NoteAdded() {
	if (++mAdded < std::max(cLeastAdded, mLimits.bodies / 8))
		return;
	mPhysics->OptimizeBroadPhase();
	mAdded = 0;
}

BodyID System::TakeSlot() {
	uint32_t index;
	if (mFreeSlots.empty()) {
		index = uint32_t(mSlots.size());
		mSlots.emplace_back();
		mStamps.push_back(0);
		mLastReport.push_back(0);
	} else {
		index = mFreeSlots.back();
		mFreeSlots.pop_back();
	}
	return BodyID(index, ++mSlots[index].sequence);
}

bool System::CreateOne(tj_body &desc, Call &call) {
	bool silent = (desc.flags & TJ_BODY_SILENT) != 0, dynamic = desc.motion == TJ_DYNAMIC;
	bool moves = desc.motion != TJ_STATIC || (desc.flags & TJ_BODY_CHANGES) != 0;
	Weight weight; // of no shape: Jolt wants some for whatever may move, and reads it only of what is dynamic
	if (dynamic || (moves && !silent))
		weight = WeightOf(*static_cast<const Shape *>(desc.shape), desc.mass);
	bool holds = CanBeDynamic(weight);
	if (dynamic && !holds) {
		call.Fail(TJ_SHAPE, "a dynamic body of this size and mass has no inertia that a float can hold");
		return false;
	}
	bool massless = !dynamic && (silent || !holds);
	BodyCreationSettings settings = SettingsOf(desc);
	BodyID id = TakeSlot();
	Body *body = Bodies().CreateBodyWithID(id, settings);
	if (body == nullptr) {
		mFreeSlots.push_back(id.GetIndex());
		call.Fail(TJ_FULL, "Jolt has no room for body %u of %u", id.GetIndex(), mLimits.bodies);
		return false;
	}
	if (moves)
		Weigh(*body, holds ? weight : Weight());
	uint8_t sequence = mSlots[id.GetIndex()].sequence;
	Slot &slot = mSlots[id.GetIndex()];
	slot = Slot{};
	slot.sequence = sequence;
	slot.body = body;
	slot.silent = silent;
	slot.ghost = (desc.flags & TJ_BODY_GHOST) != 0;
	if ((desc.flags & TJ_BODY_TRACKED) != 0)
		slot.shadow = std::make_unique<Shadow>();
	slot.massless = massless;
	if (massless)
		desc.flags |= TJ_BODY_MASSLESS;
	desc.body = id.GetIndexAndSequenceNumber();
	++mBodyCount;
	CountObject(1);
	if (desc.motion == TJ_KINEMATIC) {
		slot.exact = true;
		std::copy_n(desc.position, 3, slot.pose);
		std::copy_n(desc.rotation, 4, slot.pose + 3);
	}
	if (desc.motion == TJ_DYNAMIC) {
		SetVelocities(*body, desc.velocity, desc.angular_velocity);
		MarkInstant(*body, cLinear | cAngular);
	}
	return true;
}

int32_t System::Destroy(const tj_destroy_block &block, Call &call) {
	for (uint32_t i = 0; i < block.count; ++i) {
		Body *body = Find(block.bodies[i]);
		if (body == nullptr) {
			call.Fail(TJ_BAD_REQUEST, "body %u to destroy is not in the system", block.bodies[i]);
			continue;
		}
		BodyID id = body->GetID();
		Evict(*body, (block.flags & TJ_LOOSEN) != 0);
		Bodies().DestroyBody(id);
		CountObject(-1);
	}
	return call.Code();
}

// WakeAround wakes the sleeping bodies that may touch this one. In the order of their ids, so that the order does not
// depend on the shape of Jolt's tree.
void System::WakeAround(const Body &body) { WakeIn(body.GetWorldSpaceBounds(), body.GetObjectLayer()); }

// WakeIn wakes the sleeping bodies in or near a box that a body of this layer can touch.
void System::WakeIn(AABox box, ObjectLayer layer) {
	mFound.clear();
	box.ExpandBy(Vec3::sReplicate(cWakeDistance));
	Sleepers sleepers(mPhysics->GetBodyLockInterfaceNoLock(), mFound);
	mPhysics->GetBroadPhaseQuery().CollideAABox(box, sleepers, mPhysics->GetDefaultBroadPhaseLayerFilter(layer),
												mPhysics->GetDefaultLayerFilter(layer));
	std::sort(mFound.begin(), mFound.end());
	Bodies().ActivateBodies(mFound.data(), int(mFound.size()));
}

void System::WakeAll() {
	for (const Slot &slot : mSlots)
		if (slot.body != nullptr && slot.body->IsDynamic() && !slot.body->IsActive())
			Bodies().ActivateBody(slot.body->GetID());
}

} // namespace tertius
