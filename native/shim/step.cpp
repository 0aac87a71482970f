// step.cpp steps a system, in its order: gravity as a force, Jolt's step, the contacts, the states that come back.
#include "convert.h"
#include "system.h"

#include <algorithm>
#include <chrono>
#include <cfloat>

JPH_SUPPRESS_WARNINGS

using namespace JPH;

namespace tertius {
namespace {

// The sleep threshold follows the weakest gravity on an awake body: Jolt's own at standard gravity and above, in
// proportion below, and no lower than at the least gravity. Speeds in m/s, gravities in m/s^2.
constexpr float cSleepSpeed = 0.03f;
constexpr float cStandardGravity = 9.81f;
constexpr float cLeastGravity = 0.001f;

} // namespace

uint64_t Nanoseconds() {
	return uint64_t(std::chrono::duration_cast<std::chrono::nanoseconds>(
						std::chrono::steady_clock::now().time_since_epoch())
						.count());
}

int32_t System::AwakeBodies(tj_awake_block &block) {
	const BodyID *ids = mPhysics->GetActiveBodiesUnsafe(EBodyType::RigidBody);
	uint32_t count = mPhysics->GetNumActiveBodies(EBodyType::RigidBody);
	mAwake.clear();
	for (uint32_t i = 0; i < count; ++i) {
		const Body &body = *mSlots[ids[i].GetIndex()].body;
		if (!body.IsDynamic())
			continue;
		RVec3 center = body.GetCenterOfMassPosition();
		mAwake.push_back({body.GetUserData(),
						  ids[i].GetIndexAndSequenceNumber(),
						  0,
						  {center.GetX(), center.GetY(), center.GetZ()}});
	}
	block.awake = mAwake.data();
	block.count = uint32_t(mAwake.size());
	return TJ_OK;
}

int32_t System::Step(tj_step_block &block, Call &call) {
	uint64_t begin = Nanoseconds();
	++mStep;
	block.state_count = block.contact_count = block.start_count = 0;
	DropReadContacts();
	StopKinematics();
	StampAwake();
	if (!ApplyGravity(block, call))
		return call.Code();
	uint64_t pulled = Nanoseconds();

	block.update_errors = 0;
	block.stepped = !mSimulated.empty();
	if (block.stepped) {
		mContacts.BeginStep(mStep, float(block.step_seconds));
		block.update_errors = uint32_t(mPhysics->Update(float(block.step_seconds), 1, mScratch.get(), mJobs.get()));
		mAdded -= (mAdded + RoleCount - 1) / RoleCount; // it built the tree of one role anew
	}
	uint64_t updated = Nanoseconds();

	if (block.stepped)
		mContacts.EndStep(mStamps);
	NoteEnds();
	const std::vector<tj_contact> &contacts = mContacts.Sorted();
	block.contacts = contacts.data();
	block.contact_count = uint32_t(contacts.size());
	mContactsRead = true;
	uint64_t heard = Nanoseconds();

	LandKinematics();
	ReadStates();
	block.starts = mStarts.data();
	block.start_count = uint32_t(mStarts.size());
	block.states = mStates.data();
	block.state_count = uint32_t(mStates.size());
	block.awake_count = mPhysics->GetNumActiveBodies(EBodyType::RigidBody);
	block.body_count = mBodyCount;
	if (block.update_errors != 0) // the step lost contacts: the next one has room for them
		Double(false, call);
	block.gravity_nanoseconds = pulled - begin;
	block.update_nanoseconds = updated - pulled;
	block.contact_nanoseconds = heard - updated;
	block.read_nanoseconds = Nanoseconds() - heard;
	return call.Code();
}

void System::StampAwake() {
	const BodyID *ids = mPhysics->GetActiveBodiesUnsafe(EBodyType::RigidBody);
	mSimulated.assign(ids, ids + mPhysics->GetNumActiveBodies(EBodyType::RigidBody));
	for (BodyID id : mSimulated)
		mStamps[id.GetIndex()] = mStep;
}

// ApplyGravity adds each awake dynamic body's weight to the body itself: Jolt's body interface would wake a sleeper and
// reset sleep timers.
bool System::ApplyGravity(const tj_step_block &block, Call &call) {
	const double *own = block.accelerations;
	const double *pull = block.gravity;
	float step_seconds = float(block.step_seconds);
	float weakest = FLT_MAX;
	uint32_t used = 0;
	mStarts.clear();
	for (BodyID id : mSimulated) {
		const Slot &slot = mSlots[id.GetIndex()];
		Body &body = *slot.body;
		if (!body.IsDynamic())
			continue;
		if (own != nullptr) {
			if (used == block.acceleration_count) {
				call.Fail(TJ_BAD_REQUEST, "%u accelerations are fewer than the awake bodies", used);
				return false;
			}
			pull = own + 3 * used++;
		}
		Vec3 acceleration = ToVec3(pull);
		weakest = std::min(weakest, acceleration.LengthSq());
		double rounded[3];
		FromVec3(acceleration, rounded);
		if (slot.instant != 0)
			TakeChordBehind(body, slot.shadow != nullptr ? pull : rounded, step_seconds);
		if (slot.shadow != nullptr)
			Carry(body, pull, step_seconds);
		else
			body.AddForce(acceleration / body.GetMotionProperties()->GetInverseMass());
		if (!(body.GetAccumulatedForce().Abs().ReduceMax() <= FLT_MAX)) {
			body.ResetForce();
			call.Fail(TJ_BAD_REQUEST, "the weight of body %u is no finite float", id.GetIndexAndSequenceNumber());
		}
	}
	for (uint32_t index : mInstant)
		mSlots[index].instant = 0;
	mInstant.clear();
	std::sort(mStarts.begin(), mStarts.end(), [](const tj_start &a, const tj_start &b) { return a.user < b.user; });
	if (weakest != FLT_MAX)
		SetSleepThreshold(weakest);
	return true;
}

void System::SetSleepThreshold(float weakest_gravity_squared) {
	float gravity = std::clamp(std::sqrt(weakest_gravity_squared), cLeastGravity, cStandardGravity);
	float threshold = gravity == cStandardGravity ? cSleepSpeed : cSleepSpeed * (gravity / cStandardGravity);
	if (mPhysics->GetPhysicsSettings().mPointVelocitySleepThreshold == threshold)
		return;
	PhysicsSettings settings = mPhysics->GetPhysicsSettings();
	settings.mPointVelocitySleepThreshold = threshold;
	mPhysics->SetPhysicsSettings(settings);
}

} // namespace tertius
