// instant.cpp keeps which velocities are those of an instant, until the step that turns them into those that Jolt needs.
#include "convert.h"
#include "system.h"

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

namespace {

// PutBehind turns a velocity of an instant into that of half a step before.
void PutBehind(double *v, const double *gravity, double damping, double half) {
	for (int i = 0; i < 3; ++i)
		v[i] -= half * (gravity[i] - damping * v[i]);
}

} // namespace

// TakeChordBehind turns the velocities of an instant into those that Jolt needs. Jolt adds the acceleration of the whole
// step before it moves the body, so it moves it as the instant says when the step starts half a step of the acceleration
// before. The acceleration is that of gravity and of Jolt's damping; what else pushes the body changes both alike.
void System::TakeChordBehind(Body &body, const double *gravity, float step_seconds) {
	const MotionProperties &motion = *body.GetMotionProperties();
	Slot &slot = mSlots[body.GetID().GetIndex()];
	double half = 0.5 * double(step_seconds), damping = double(motion.GetLinearDamping());
	double v[3];
	if ((slot.instant & cLinear) != 0) {
		VelocityOf(body, v);
		PutBehind(v, gravity, damping, half);
		body.SetLinearVelocityClamped(ToVec3(v));
		KeepExact(body, body.GetLinearVelocity(), v);
	}
	if (slot.shadow != nullptr && slot.shadow->noted == mStep && slot.shadow->noted_instant)
		PutBehind(slot.shadow->before, gravity, damping, half);
	if ((slot.instant & cAngular) != 0) {
		FromVec3(body.GetAngularVelocity(), v);
		for (double &w : v)
			w += half * double(motion.GetAngularDamping()) * w;
		body.SetAngularVelocityClamped(ToVec3(v));
	}
}

} // namespace tertius
