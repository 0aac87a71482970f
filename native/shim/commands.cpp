// commands.cpp applies what the engine writes before a step: which bodies take a command, and who carries it out.
#include "convert.h"
#include "system.h"

#include <cfloat>

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
	block.failures = 0;
	for (uint32_t i = 0; i < block.count; ++i)
		if (!ApplyOne(block.commands[i], step_seconds, call) && ++block.failures == 1)
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
		Kick(body, v);
		break;
	case TJ_ANGULAR_IMPULSE:
		Bodies().AddAngularImpulse(id, v);
		break;
	case TJ_SET_VELOCITY:
		NoteBefore(body, true);
		FromVec3(body.GetAngularVelocity(), spin);
		SetVelocities(body, command.v, spin);
		MarkInstant(body, cLinear);
		break;
	case TJ_SET_ANGULAR_VELOCITY:
		SetJoltVelocities(body, body.GetLinearVelocity(), v);
		MarkInstant(body, cAngular);
		break;
	case TJ_SET_VELOCITIES:
		NoteBefore(body, true);
		SetVelocities(body, command.v, command.v + 3);
		MarkInstant(body, cLinear | cAngular);
		if ((command.word & TJ_VELOCITIES_GIVEN) != 0)
			ForgetBefore(body);
		break;
	case TJ_STOP:
		NoteBefore(body, true);
		Stop(body);
		break;
	case TJ_STEER:
		NoteBefore(body, true);
		Steer(body, command.v, step_seconds);
		break;
	case TJ_SET_MOTION:
		ForgetBefore(body);
		return SetMotion(body, command, call);
	case TJ_END_PAIRS:
		EndPairs(body);
		break;
	case TJ_TELEPORT:
		NoteBefore(body, true);
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

} // namespace tertius
