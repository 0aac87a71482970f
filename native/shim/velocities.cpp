// velocities.cpp gives bodies velocities, in the words of Jolt, and takes them off.
#include "convert.h"
#include "system.h"

JPH_SUPPRESS_WARNINGS

using namespace JPH;

namespace tertius {

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
	if (body.IsDynamic())
		KeepExact(body, body.GetLinearVelocity(), center);
}

// SetJoltVelocities wakes a sleeper for any velocity but zero: Jolt leaves one that it calls near zero asleep, with a
// velocity that no sleeper may have.
void System::SetJoltVelocities(Body &body, Vec3Arg center_velocity, Vec3Arg angular_velocity) {
	bool moves = center_velocity != Vec3::sZero() || angular_velocity != Vec3::sZero();
	if (!body.IsActive() && body.IsInBroadPhase() && moves)
		Bodies().ActivateBody(body.GetID());
	Bodies().SetLinearAndAngularVelocity(body.GetID(), center_velocity, angular_velocity);
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

void System::Stop(Body &body) {
	if (body.IsStatic())
		return;
	body.SetLinearVelocity(Vec3::sZero());
	body.SetAngularVelocity(Vec3::sZero());
}

} // namespace tertius
