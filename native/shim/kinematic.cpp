// kinematic.cpp moves kinematic bodies to their end poses.
#include "convert.h"
#include "system.h"

#include <cstring>

JPH_SUPPRESS_WARNINGS

using namespace JPH;

namespace tertius {
namespace {

// What meets a kinematic body meets no faster one: the momentum of the heaviest body at this speed is still a float, and more would
// turn what it touches into NaN. Where the body lands does not depend on it.
constexpr double cFastestSweep = 1.0e7; // in m/s

// SweepEnd is where the body ends a step in which it moves toward a place, but no faster than that.
RVec3 SweepEnd(const Body &body, RVec3Arg place, float step_seconds) {
	RVec3 way = place - body.GetPosition();
	double farthest = cFastestSweep * step_seconds, length = way.Length();
	return length <= farthest ? place : body.GetPosition() + (farthest / length) * way;
}

} // namespace

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
	body.MoveKinematic(SweepEnd(body, ToRVec3(pose), step_seconds), ToQuat(pose + 3), step_seconds);
	if (!body.IsActive())
		Bodies().ActivateBody(body.GetID());
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
		Stop(*slot.body);
		MarkDirty(*slot.body);
	}
	mMoving.resize(kept);
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

} // namespace tertius
