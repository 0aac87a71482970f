// step.cpp steps a system: gravity as a force, Jolt's step, the contacts, the states that come back.
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

// DropReadContacts forgets what the last step handed out, before anything new starts or ends.
void System::DropReadContacts() {
	if (mContactsRead)
		mContacts.Clear();
	mContactsRead = false;
}

// StopKinematics takes the velocity off every kinematic body that got no end pose for this step.
void System::StopKinematics() {
	uint32_t kept = 0;
	for (uint32_t index : mMoving) {
		Slot &slot = mSlots[index];
		if (slot.body == nullptr || !slot.moving)
			continue;
		if (slot.moved == mStep) {
			mMoving[kept++] = index;
			continue;
		}
		slot.moving = false;
		slot.body->SetLinearVelocity(Vec3::sZero());
		slot.body->SetAngularVelocity(Vec3::sZero());
		MarkDirty(*slot.body);
	}
	mMoving.resize(kept);
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
	Vec3 acceleration = ToVec3(block.gravity);
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
			acceleration = ToVec3(own + 3 * used++);
		}
		weakest = std::min(weakest, acceleration.LengthSq());
		if (slot.instant != 0)
			TakeChordBehind(body, acceleration, float(block.step_seconds));
		body.AddForce(acceleration / body.GetMotionProperties()->GetInverseMass());
		if (!(body.GetAccumulatedForce().Abs().ReduceMax() <= FLT_MAX)) {
			body.ResetForce();
			call.Fail(TJ_BAD_REQUEST, "the weight of body %u is no finite float", id.GetIndexAndSequenceNumber());
		}
		if (slot.tracked)
			NoteStart(body, acceleration);
	}
	for (uint32_t index : mInstant)
		mSlots[index].instant = 0;
	mInstant.clear();
	std::sort(mStarts.begin(), mStarts.end(), [](const tj_start &a, const tj_start &b) { return a.user < b.user; });
	if (weakest != FLT_MAX)
		SetSleepThreshold(weakest);
	return true;
}

// TakeChordBehind turns the velocities of an instant into those that Jolt needs. Jolt adds the acceleration of the whole
// step before it moves the body, so it moves it as the instant says when the step starts half a step of the acceleration
// before. The acceleration is that of gravity and of Jolt's damping; what else pushes the body changes both alike.
void System::TakeChordBehind(Body &body, Vec3Arg gravity, float step_seconds) {
	const MotionProperties &motion = *body.GetMotionProperties();
	uint8_t instant = mSlots[body.GetID().GetIndex()].instant;
	double half = 0.5 * double(step_seconds);
	double v[3], g[3];
	if ((instant & cLinear) != 0) {
		FromVec3(body.GetLinearVelocity(), v);
		FromVec3(gravity, g);
		for (int i = 0; i < 3; ++i)
			v[i] -= half * (g[i] - double(motion.GetLinearDamping()) * v[i]);
		body.SetLinearVelocityClamped(ToVec3(v));
	}
	if ((instant & cAngular) != 0) {
		FromVec3(body.GetAngularVelocity(), v);
		for (double &w : v)
			w += half * double(motion.GetAngularDamping()) * w;
		body.SetAngularVelocityClamped(ToVec3(v));
	}
}

void System::NoteStart(const Body &body, Vec3Arg gravity) {
	tj_state state;
	FillState(body, state);
	tj_start start{};
	start.user = state.user;
	std::copy_n(state.position, 3, start.position);
	FromVec3(body.GetLinearVelocity(), start.velocity);
	FromVec3(body.GetAngularVelocity(), start.angular_velocity);
	FromVec3(body.GetMotionProperties()->GetInverseMass() * body.GetAccumulatedForce(), start.acceleration);
	FromVec3(gravity, start.gravity);
	mStarts.push_back(start);
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

// LandKinematics puts every moved kinematic body exactly where it was sent: its float velocity misses by a rounding.
void System::LandKinematics() {
	for (uint32_t index : mMoving) {
		Slot &slot = mSlots[index];
		Bodies().SetPositionAndRotation(slot.body->GetID(), ToRVec3(slot.pose), ToQuat(slot.pose + 3),
										EActivation::DontActivate);
		slot.exact = true;
		MarkDirty(*slot.body);
	}
}

// ReadStates writes the bodies that the step simulated or woke, and those that changed outside of it.
void System::ReadStates() {
	mReports.clear();
	for (BodyID id : mSimulated) {
		const Body &body = *mSlots[id.GetIndex()].body;
		if (body.IsDynamic() || !body.IsActive())
			Report(body);
	}
	const BodyID *ids = mPhysics->GetActiveBodiesUnsafe(EBodyType::RigidBody);
	uint32_t count = mPhysics->GetNumActiveBodies(EBodyType::RigidBody);
	for (uint32_t i = 0; i < count; ++i)
		if (mStamps[ids[i].GetIndex()] != mStep)
			Report(*mSlots[ids[i].GetIndex()].body);
	for (uint32_t index : mDirty) {
		Slot &slot = mSlots[index];
		slot.dirty = false;
		if (slot.body != nullptr)
			Report(*slot.body);
	}
	mDirty.clear();

	auto in_order = [](const Reported &a, const Reported &b) { return a.user < b.user; };
	if (!std::is_sorted(mReports.begin(), mReports.end(), in_order))
		std::sort(mReports.begin(), mReports.end(), in_order);
	mStates.resize(mReports.size());
	for (size_t i = 0; i < mReports.size(); ++i)
		FillState(*mReports[i].body, mStates[i]);
}

// Report lists a body once a step.
void System::Report(const Body &body) {
	if (mSlots[body.GetID().GetIndex()].silent)
		return;
	uint32_t &last = mLastReport[body.GetID().GetIndex()];
	if (last == mStep)
		return;
	last = mStep;
	mReports.push_back({body.GetUserData(), &body});
}

// FillState writes the pose and the velocity of the body's origin; Jolt keeps those of the center of mass.
void System::FillState(const Body &body, tj_state &out) const {
	const Slot &slot = mSlots[body.GetID().GetIndex()];
	out.user = body.GetUserData();
	out.body = body.GetID().GetIndexAndSequenceNumber();
	out.flags = (body.IsActive() ? TJ_STATE_AWAKE : 0) | ((slot.instant & cLinear) != 0 ? TJ_STATE_INSTANT : 0);
	double local[3], arm[3], turn[3];
	FromQuat(body.GetRotation(), out.rotation);
	FromVec3(body.GetShape()->GetCenterOfMass(), local);
	Rotate(out.rotation, local, arm);
	RVec3 center = body.GetCenterOfMassPosition();
	out.position[0] = center.GetX() - arm[0];
	out.position[1] = center.GetY() - arm[1];
	out.position[2] = center.GetZ() - arm[2];
	if (slot.exact) {
		std::copy_n(slot.pose, 3, out.position);
		std::copy_n(slot.pose + 3, 4, out.rotation);
	}
	if (body.IsStatic()) {
		std::fill_n(out.velocity, 3, 0.0);
		std::fill_n(out.angular_velocity, 3, 0.0);
		return;
	}
	FromVec3(body.GetLinearVelocity(), out.velocity);
	FromVec3(body.GetAngularVelocity(), out.angular_velocity);
	Cross(out.angular_velocity, arm, turn);
	for (int i = 0; i < 3; ++i)
		out.velocity[i] -= turn[i];
}

int32_t System::ReadContacts(tj_contacts_block &block) {
	DropReadContacts();
	const std::vector<tj_contact> &contacts = mContacts.Sorted();
	block.contacts = contacts.data();
	block.count = uint32_t(contacts.size());
	mContactsRead = true;
	return TJ_OK;
}

int32_t System::Hold(tj_hold_block &block, Call &call) {
	const Body *body1 = Find(block.body1), *body2 = Find(block.body2);
	if (body1 == nullptr || body2 == nullptr)
		return call.Fail(TJ_BAD_REQUEST, "a contact to hold names the bodies %u and %u, of which one is not in the system",
						 block.body1, block.body2);
	block.held = mContacts.Hold(*body1, *body2);
	return call.Code();
}

int32_t System::Read(const tj_read_block &block, Call &call) {
	for (uint32_t i = 0; i < block.count; ++i) {
		const Body *body = Find(block.bodies[i]);
		if (body == nullptr)
			return call.Fail(TJ_BAD_REQUEST, "body %u to read is not in the system", block.bodies[i]);
		FillState(*body, block.states[i]);
	}
	return call.Code();
}

} // namespace tertius
