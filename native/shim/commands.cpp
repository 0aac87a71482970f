// commands.cpp applies what the engine writes before a step.
#include "convert.h"
#include "system.h"

#include <cfloat>
#include <cstring>

JPH_SUPPRESS_WARNINGS

using namespace JPH;

namespace tertius {
namespace {

// CanApply is nullptr when a body of this motion takes the command, else why not.
const char *CanApply(const tj_command &command, const Body &body) {
	switch (command.kind) {
	case TJ_FORCE:
	case TJ_TORQUE:
	case TJ_IMPULSE:
	case TJ_ANGULAR_IMPULSE:
	case TJ_SET_VELOCITY:
	case TJ_SET_ANGULAR_VELOCITY:
	case TJ_SET_VELOCITIES:
		return body.IsDynamic() ? nullptr : "only a dynamic body takes forces and velocities";
	case TJ_STEER:
		return body.IsDynamic() ? nullptr : "only a dynamic body takes forces and velocities";
	case TJ_MOVE:
		return body.IsKinematic() ? nullptr : "only a kinematic body takes an end pose";
	case TJ_SET_MOTION:
		return body.CanBeKinematicOrDynamic() ? nullptr : "the body was made without a motion that may change";
	case TJ_STOP:
		return body.IsStatic() ? "a static body has no velocity to take off" : nullptr;
	case TJ_TELEPORT:
	case TJ_SET_LAYER:
	case TJ_WAKE:
	case TJ_SLEEP:
	case TJ_END_PAIRS:
		return nullptr;
	}
	return "the command is unknown";
}

// Bounded reports whether the square of a vector is a finite float: Jolt clamps speeds by it, and would turn a larger
// one into NaN.
bool Bounded(Vec3Arg v) { return v.LengthSq() <= FLT_MAX; }

// CanPush is nullptr when the push leaves the body velocities that Jolt can clamp, else why not.
const char *CanPush(const tj_command &command, const Body &body, float step_seconds) {
	Vec3 v = ToVec3(command.v);
	bool bounded = true;
	switch (command.kind) {
	case TJ_FORCE:
		bounded = Bounded(step_seconds * (body.GetMotionProperties()->GetInverseMass() * v));
		break;
	case TJ_TORQUE:
		bounded = Bounded(step_seconds * body.GetInverseInertia().Multiply3x3(v));
		break;
	case TJ_IMPULSE:
		bounded = Bounded(body.GetMotionProperties()->GetInverseMass() * v);
		break;
	case TJ_ANGULAR_IMPULSE:
		bounded = Bounded(body.GetInverseInertia().Multiply3x3(v));
		break;
	case TJ_SET_VELOCITY:
	case TJ_SET_ANGULAR_VELOCITY:
		bounded = Bounded(v);
		break;
	case TJ_SET_VELOCITIES:
		bounded = Bounded(v) && Bounded(ToVec3(command.v + 3));
		break;
	default:
		break; // moves nothing by a velocity
	}
	return bounded ? nullptr : "it is too strong: the speed would be no finite number";
}

} // namespace

int32_t System::Apply(tj_apply_block &block, Call &call) {
	uint64_t begin = Nanoseconds();
	float step_seconds = float(block.step_seconds);
	block.failed = block.count;
	for (uint32_t i = 0; i < block.count; ++i)
		if (!ApplyOne(block.commands[i], step_seconds, call) && block.failed == block.count)
			block.failed = i;
	block.nanoseconds = Nanoseconds() - begin;
	return call.Code();
}

bool System::ApplyOne(const tj_command &command, float step_seconds, Call &call) {
	if (command.kind == TJ_WAKE_ALL) {
		WakeAll();
		return true;
	}
	Body *found = Find(command.body);
	if (found == nullptr) {
		call.Fail(TJ_BAD_REQUEST, "command %u names body %u, which is not in the system", command.kind, command.body);
		return false;
	}
	Body &body = *found;
	const char *problem = CanApply(command, body);
	if (problem == nullptr)
		problem = CanPush(command, body, step_seconds);
	if (problem != nullptr) {
		call.Fail(TJ_BAD_REQUEST, "command %u on body %u: %s", command.kind, command.body, problem);
		return false;
	}
	BodyID id = body.GetID();
	Vec3 v = ToVec3(command.v);
	double spin[3];
	switch (command.kind) {
	case TJ_FORCE:
		Bodies().AddForce(id, v);
		break;
	case TJ_TORQUE:
		Bodies().AddTorque(id, v);
		break;
	case TJ_IMPULSE:
		Bodies().AddImpulse(id, v);
		break;
	case TJ_ANGULAR_IMPULSE:
		Bodies().AddAngularImpulse(id, v);
		break;
	case TJ_SET_VELOCITY:
		FromVec3(body.GetAngularVelocity(), spin);
		SetVelocities(body, command.v, spin);
		MarkInstant(body, cLinear);
		break;
	case TJ_SET_ANGULAR_VELOCITY:
		SetJoltVelocities(body, body.GetLinearVelocity(), v);
		MarkInstant(body, cAngular);
		break;
	case TJ_SET_VELOCITIES:
		SetVelocities(body, command.v, command.v + 3);
		MarkInstant(body, cLinear | cAngular);
		break;
	case TJ_STOP:
		Stop(body);
		break;
	case TJ_STEER:
		Steer(body, command.v, step_seconds);
		break;
	case TJ_SET_MOTION:
		return SetMotion(body, command, call);
	case TJ_END_PAIRS:
		EndPairs(body);
		break;
	case TJ_TELEPORT:
		Teleport(body, command.v);
		break;
	case TJ_MOVE:
		Move(body, command.v, step_seconds);
		if ((command.word & TJ_MOVE_REPORT) != 0)
			MarkDirty(body);
		break;
	case TJ_SET_LAYER:
		SetLayer(body, command.word);
		break;
	case TJ_WAKE:
		Bodies().ActivateBody(id);
		break;
	case TJ_SLEEP:
		Bodies().DeactivateBody(id);
		break;
	}
	return true;
}

// SetVelocities gives the body the velocity of its origin; Jolt wants that of its center of mass.
void System::SetVelocities(Body &body, const double *origin_velocity, const double *angular_velocity) {
	double rotation[4], local[3], arm[3], turn[3], center[3];
	FromQuat(body.GetRotation(), rotation);
	FromVec3(body.GetShape()->GetCenterOfMass(), local);
	Rotate(rotation, local, arm);
	Cross(angular_velocity, arm, turn);
	for (int i = 0; i < 3; ++i)
		center[i] = origin_velocity[i] + turn[i];
	SetJoltVelocities(body, ToVec3(center), ToVec3(angular_velocity));
}

// SetJoltVelocities wakes a sleeper for any velocity but zero: Jolt leaves one that it calls near zero asleep, with a
// velocity that no sleeper may have.
void System::SetJoltVelocities(Body &body, Vec3Arg center_velocity, Vec3Arg angular_velocity) {
	bool moves = center_velocity != Vec3::sZero() || angular_velocity != Vec3::sZero();
	if (!body.IsActive() && body.IsInBroadPhase() && moves)
		Bodies().ActivateBody(body.GetID());
	Bodies().SetLinearAndAngularVelocity(body.GetID(), center_velocity, angular_velocity);
}

// Teleport moves the body at once. What lay around it wakes, and, if Jolt does not simulate the body at its new place
// either, what lies there.
void System::Teleport(Body &body, const double *pose) {
	WakeAround(body);
	Bodies().SetPositionAndRotation(body.GetID(), ToRVec3(pose), ToQuat(pose + 3), EActivation::Activate);
	Slot &slot = mSlots[body.GetID().GetIndex()];
	if (!body.IsDynamic()) {
		WakeAround(body);
		slot.exact = true;
		std::memcpy(slot.pose, pose, sizeof slot.pose);
	} else {
		SetJoltVelocities(body, Vec3::sZero(), Vec3::sZero());
		MarkInstant(body, cLinear | cAngular);
	}
	MarkDirty(body);
}

// Move gives a kinematic body the velocities that bring it to the pose in the step.
void System::Move(Body &body, const double *pose, float step_seconds) {
	uint32_t index = body.GetID().GetIndex();
	Slot &slot = mSlots[index];
	bool rests = slot.exact && !slot.moving && std::memcmp(slot.pose, pose, sizeof slot.pose) == 0;
	if (rests)
		return;
	std::memcpy(slot.pose, pose, sizeof slot.pose);
	slot.exact = false;
	slot.moved = mStep + 1;
	if (!slot.moving) {
		slot.moving = true;
		mMoving.push_back(index);
	}
	body.MoveKinematic(ToRVec3(pose), ToQuat(pose + 3), step_seconds);
	if (!body.IsActive())
		Bodies().ActivateBody(body.GetID());
}

// SetLayer changes whom the body meets, so it and everything that meets it before or after wakes.
void System::SetLayer(Body &body, uint32_t layer) {
	if (body.GetObjectLayer() == layer)
		return;
	WakeAround(body);
	Bodies().SetObjectLayer(body.GetID(), layer);
	NoteAdded();
	WakeAround(body);
	if (!body.IsStatic())
		Bodies().ActivateBody(body.GetID());
}

// SetMotion changes how a body moves. Unless it is dynamic then, it rests exactly at the pose of the command; else it keeps
// its place and its velocities.
bool System::SetMotion(Body &body, const tj_command &command, Call &call) {
	EMotionType motion = MotionOf(command.word & ~TJ_MOTION_QUIET);
	Slot &slot = mSlots[body.GetID().GetIndex()];
	if (motion == EMotionType::Dynamic && slot.massless) {
		call.Fail(TJ_SHAPE, "body %u has no mass and inertia that a float can hold, so it cannot become dynamic",
				  command.body);
		return false;
	}
	slot.moving = slot.exact = false;
	slot.instant = 0;
	if (motion != EMotionType::Dynamic) {
		Stop(body);
		StandAt(body, command.v, command.v + 3);
	}
	bool quiet = (command.word & TJ_MOTION_QUIET) != 0;
	Bodies().SetMotionType(body.GetID(), motion, quiet ? EActivation::DontActivate : EActivation::Activate);
	return true;
}

// EndPairs ends the contacts of a body whose motion or layer changed that the two bodies cannot make any more.
void System::EndPairs(const Body &body) {
	DropReadContacts();
	mContacts.EndPairsOf(body.GetID().GetIndexAndSequenceNumber(), [this](uint32_t body1, uint32_t body2) {
		const Body *a = Find(body1), *b = Find(body2);
		return a != nullptr && b != nullptr && (a->IsDynamic() || b->IsDynamic()) &&
			   ObjectLayerPairFilterMask().ShouldCollide(a->GetObjectLayer(), b->GetObjectLayer());
	});
}

void System::Stop(Body &body) {
	if (body.IsStatic())
		return;
	body.SetLinearVelocity(Vec3::sZero());
	body.SetAngularVelocity(Vec3::sZero());
}

// Steer gives a dynamic body the velocities that would bring its center of mass, and its rotation, to the pose in the step.
void System::Steer(Body &body, const double *pose, float step_seconds) {
	if (!body.IsActive())
		Bodies().ActivateBody(body.GetID());
	body.MoveKinematic(ToRVec3(pose), ToQuat(pose + 3), step_seconds);
	body.SetLinearVelocityClamped(body.GetLinearVelocity());
	body.SetAngularVelocityClamped(body.GetAngularVelocity());
	mSlots[body.GetID().GetIndex()].instant = 0;
}

// MarkInstant says that the next step turns these velocities of an awake body into those that Jolt needs. One that is not in
// the broad phase yet is about to wake there.
void System::MarkInstant(const Body &body, uint8_t velocities) {
	if (!body.IsActive() && body.IsInBroadPhase())
		return;
	uint32_t index = body.GetID().GetIndex();
	if (mSlots[index].instant == 0)
		mInstant.push_back(index);
	mSlots[index].instant |= velocities;
}

void System::WakeAll() {
	for (const Slot &slot : mSlots)
		if (slot.body != nullptr && slot.body->IsDynamic() && !slot.body->IsActive())
			Bodies().ActivateBody(slot.body->GetID());
}

void System::MarkDirty(const Body &body) {
	uint32_t index = body.GetID().GetIndex();
	if (mSlots[index].dirty)
		return;
	mSlots[index].dirty = true;
	mDirty.push_back(index);
}

} // namespace tertius
