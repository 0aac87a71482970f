// states.cpp writes what became of bodies.
#include "convert.h"
#include "system.h"

#include <algorithm>

JPH_SUPPRESS_WARNINGS

using namespace JPH;

namespace tertius {

void System::MarkDirty(const Body &body) {
	uint32_t index = body.GetID().GetIndex();
	if (mSlots[index].dirty)
		return;
	mSlots[index].dirty = true;
	mDirty.push_back(index);
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
	VelocityOf(body, out.velocity);
	FromVec3(body.GetAngularVelocity(), out.angular_velocity);
	Cross(out.angular_velocity, arm, turn);
	for (int i = 0; i < 3; ++i)
		out.velocity[i] -= turn[i];
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
