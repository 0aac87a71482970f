// instant.cpp keeps which velocities are those of an instant, until the step that turns them into those that Jolt
// needs, and notes what a step starts with.
#include "convert.h"
#include "system.h"

#include <algorithm>

JPH_SUPPRESS_WARNINGS

using namespace JPH;

namespace tertius {

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

} // namespace tertius
