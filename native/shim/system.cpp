#include "system.h"

#include <Jolt/Core/JobSystemSingleThreaded.h>
#include <Jolt/Core/JobSystemThreadPool.h>
#include <Jolt/Physics/StateRecorderImpl.h>

#include <algorithm>
#include <map>
#include <mutex>

JPH_SUPPRESS_WARNINGS

using namespace JPH;

namespace tertius {
namespace {

const RoleLayers role_layers;
const RoleFilter role_filter;
const ObjectLayerPairFilterMask pair_filter;

// A body of a packed heap meets up to 26 neighbors, each pair counted once, so 16 pairs for each body leave room.
constexpr uint32_t cPairsPerBody = 16;
// Jolt's own limits of one step, as many as a system of a few bodies needs.
constexpr uint32_t cLeastPairs = 1024;
// Scratch of one step: Jolt takes about this for each contact constraint, and a fixed part for its pairs in flight. The
// pages that a step does not reach are never touched, and what does not fit falls back to the heap.
constexpr uint32_t cScratchPerConstraint = 640;
constexpr uint32_t cScratchBase = 1 << 20;
constexpr size_t cMostScratch = 256 << 20;

Limits LimitsFor(uint32_t bodies) {
	uint64_t pairs = std::max(uint64_t(cLeastPairs), uint64_t(bodies) * cPairsPerBody);
	return Limits{bodies, uint32_t(std::min(pairs, uint64_t(PhysicsSystem::cMaxBodyPairsLimit))),
				  uint32_t(std::min(pairs, uint64_t(PhysicsSystem::cMaxContactConstraintsLimit)))};
}

// Twice doubles a limit up to Jolt's own.
uint32_t Twice(uint32_t limit, uint32_t most) { return limit > most / 2 ? most : limit * 2; }

// How many systems may step at the same time on the threads that they share.
constexpr uint cMostSharing = 256;

// JobsFor are the threads that step a system: the caller and so many less one of its own, which live as long as a system uses
// them.
std::shared_ptr<JobSystem> JobsFor(uint32_t threads) {
	if (threads <= 1)
		return std::make_shared<JobSystemSingleThreaded>(cMaxPhysicsJobs);
	static std::mutex lock;
	static std::map<uint32_t, std::weak_ptr<JobSystem>> shared;
	std::lock_guard<std::mutex> guard(lock);
	std::shared_ptr<JobSystem> jobs = shared[threads].lock();
	if (jobs == nullptr) {
		jobs = std::make_shared<JobSystemThreadPool>(16 * cMaxPhysicsJobs, cMostSharing, int(threads) - 1);
		shared[threads] = jobs;
	}
	return jobs;
}

// Settings are the engine's departures from Jolt's defaults.
PhysicsSettings Settings() {
	PhysicsSettings settings;
	settings.mPenetrationSlop = 0.005f; // Jolt's 2 cm shows on small props
	return settings;
}

} // namespace

System::System(uint32_t max_bodies, uint32_t threads) : mJobs(JobsFor(threads)), mContacts(threads > 1) {
	Open(LimitsFor(max_bodies));
	mPhysics->SetPhysicsSettings(Settings());
}

System::~System() {
	BodyInterface &bodies = Bodies();
	for (Slot &slot : mSlots) {
		if (slot.body == nullptr)
			continue;
		BodyID id = slot.body->GetID();
		bodies.RemoveBody(id);
		bodies.DestroyBody(id);
	}
	CountObject(-int64_t(mBodyCount));
}

// Open makes an empty Jolt system of these limits.
void System::Open(const Limits &limits) {
	mLimits = limits;
	mAdded = 0;
	mPhysics = std::make_unique<PhysicsSystem>();
	mPhysics->Init(limits.bodies, 1, limits.pairs, limits.constraints, role_layers, role_filter, pair_filter);
	mPhysics->SetGravity(Vec3::sZero()); // gravity enters as a force
	mPhysics->SetContactListener(&mContacts);
	mScratch = std::make_unique<TempAllocatorImplWithMallocFallback>(
		std::min(cMostScratch, cScratchBase + size_t(limits.constraints) * cScratchPerConstraint));
}

// Double grows the system to twice its contacts, and to twice its bodies when asked. It returns false when nothing can
// grow or the bodies could not be moved.
bool System::Double(bool bodies_too, Call &call) {
	Limits limits = mLimits;
	if (bodies_too)
		limits.bodies = Twice(limits.bodies, PhysicsSystem::cMaxBodiesLimit);
	limits.pairs = Twice(limits.pairs, PhysicsSystem::cMaxBodyPairsLimit);
	limits.constraints = Twice(limits.constraints, PhysicsSystem::cMaxContactConstraintsLimit);
	bool same = limits.bodies == mLimits.bodies && limits.pairs == mLimits.pairs &&
				limits.constraints == mLimits.constraints;
	return !same && Grow(limits, call);
}

// Grow moves every body into a new Jolt system of these limits. The bodies themselves move, with ids, masses and
// inertias; Jolt's recorder carries the rest: velocities, sleep timers, and the contacts with the impulses of the last
// step. So the next step continues to the last bit.
bool System::Grow(const Limits &limits, Call &call) {
	StateRecorderImpl state;
	mPhysics->SaveState(state);
	PhysicsSettings settings = mPhysics->GetPhysicsSettings();

	std::vector<BodyID> ids;
	std::vector<Body *> bodies;
	for (Slot &slot : mSlots)
		if (slot.body != nullptr)
			ids.push_back(slot.body->GetID());
	bodies.resize(ids.size());
	std::vector<BodyID> order = ids; // Jolt shuffles the ids that it removes
	Bodies().RemoveBodies(order.data(), int(order.size()));
	Bodies().UnassignBodyIDs(ids.data(), int(ids.size()), bodies.data());

	Open(limits);
	mPhysics->SetPhysicsSettings(settings);
	for (size_t i = 0; i < ids.size(); ++i)
		if (!Bodies().AssignBodyID(bodies[i], ids[i])) {
			call.Fail(TJ_STATE, "body %u did not fit into the grown system", ids[i].GetIndex());
			return false;
		}
	order = ids;
	if (!order.empty()) {
		BodyInterface::AddState add = Bodies().AddBodiesPrepare(order.data(), int(order.size()));
		Bodies().AddBodiesFinalize(order.data(), int(order.size()), add, EActivation::DontActivate);
	}
	state.Rewind();
	if (!mPhysics->RestoreState(state)) {
		call.Fail(TJ_STATE, "the state of %u bodies did not fit into the grown system", uint32_t(ids.size()));
		return false;
	}
	return true;
}

Body *System::Find(uint32_t body) const {
	BodyID id(body);
	if (id.IsInvalid() || id.GetIndex() >= mSlots.size())
		return nullptr;
	Body *found = mSlots[id.GetIndex()].body;
	return found != nullptr && found->GetID() == id ? found : nullptr;
}

} // namespace tertius

extern "C" int32_t tj_system_create(tj_system_block *block) {
	tertius::Call call(block->text);
	block->system = nullptr;
	if (block->max_bodies == 0 || block->max_bodies > PhysicsSystem::cMaxBodiesLimit)
		return call.Fail(TJ_BAD_REQUEST, "a system of %u bodies", block->max_bodies);
	block->system = new tertius::System(block->max_bodies, block->threads);
	tertius::CountObject(1);
	return call.Code();
}

extern "C" int32_t tj_system_destroy(void *system) {
	tertius::Call call(nullptr);
	if (system == nullptr)
		return TJ_BAD_REQUEST;
	delete static_cast<tertius::System *>(system);
	tertius::CountObject(-1);
	return call.Code();
}

extern "C" int32_t tj_bodies_create(tj_create_block *block) {
	tertius::Call call(block->text);
	return static_cast<tertius::System *>(block->system)->Create(*block, call);
}

extern "C" int32_t tj_bodies_destroy(tj_destroy_block *block) {
	tertius::Call call(block->text);
	return static_cast<tertius::System *>(block->system)->Destroy(*block, call);
}

extern "C" int32_t tj_apply(tj_apply_block *block) {
	tertius::Call call(block->text);
	return static_cast<tertius::System *>(block->system)->Apply(*block, call);
}

extern "C" int32_t tj_awake_bodies(tj_awake_block *block) {
	tertius::Call call(block->text);
	return static_cast<tertius::System *>(block->system)->AwakeBodies(*block);
}

extern "C" int32_t tj_step(tj_step_block *block) {
	tertius::Call call(block->text);
	return static_cast<tertius::System *>(block->system)->Step(*block, call);
}

extern "C" int32_t tj_contacts(tj_contacts_block *block) {
	tertius::Call call(block->text);
	return static_cast<tertius::System *>(block->system)->ReadContacts(*block);
}

extern "C" int32_t tj_hold(tj_hold_block *block) {
	tertius::Call call(block->text);
	return static_cast<tertius::System *>(block->system)->Hold(*block, call);
}

extern "C" int32_t tj_read(tj_read_block *block) {
	tertius::Call call(block->text);
	return static_cast<tertius::System *>(block->system)->Read(*block, call);
}

extern "C" int32_t tj_transfer(tj_transfer_block *block) {
	tertius::Call call(block->text);
	auto *from = static_cast<tertius::System *>(block->from), *to = static_cast<tertius::System *>(block->to);
	return from->TransferTo(*to, *block, call);
}

extern "C" int32_t tj_place(tj_place_block *block) {
	tertius::Call call(block->text);
	return static_cast<tertius::System *>(block->system)->Place(*block, call);
}

extern "C" int32_t tj_ask(tj_ask_block *block) {
	tertius::Call call(block->text);
	return static_cast<tertius::System *>(block->system)->Ask(*block, call);
}
