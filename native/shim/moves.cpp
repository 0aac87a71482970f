// moves.cpp puts bodies elsewhere between two steps: at once, into other systems, and many together.
#include "convert.h"
#include "system.h"

#include <algorithm>
#include <cstring>

JPH_SUPPRESS_WARNINGS

using namespace JPH;

namespace tertius {

// TransferTo moves a body as Jolt has it, so its mass, its material and its limits stay to the last bit.
int32_t System::TransferTo(System &to, tj_transfer_block &block, Call &call) {
	block.moved = BodyID::cInvalidBodyID;
	block.room = to.mLimits.bodies;
	Body *body = Find(block.body);
	if (body == nullptr || this == &to)
		return call.Fail(TJ_BAD_REQUEST, "body %u to move is not in another system", block.body);
	if (!to.MakeRoom(1, block.room, call))
		return call.Code();
	BodyID left = body->GetID();
	Slot &kept = mSlots[left.GetIndex()];
	bool awake = body->IsActive();
	Evict(*body, (block.flags & TJ_TRANSFER_LOOSEN) != 0);
	Bodies().UnassignBodyID(left);

	BodyID id = to.TakeSlot();
	to.Bodies().AssignBodyID(body, id); // there is room
	Slot &slot = to.mSlots[id.GetIndex()];
	uint8_t sequence = slot.sequence;
	slot = Slot{};
	slot.sequence = sequence;
	slot.body = body;
	slot.silent = kept.silent;
	slot.ghost = kept.ghost;
	slot.shadow = std::move(kept.shadow);
	slot.massless = kept.massless;
	++to.mBodyCount;
	block.moved = id.GetIndexAndSequenceNumber();
	to.ForgetBefore(*body);
	to.Settle(*body, block, awake);
	return call.Code();
}

// Evict takes a body out of the system's lists and out of its broad phase. Its contacts end or come loose.
void System::Evict(Body &body, bool loosen) {
	DropReadContacts();
	BodyID id = body.GetID();
	WakeAround(body);
	mContacts.ForgetBody(id.GetIndexAndSequenceNumber(), loosen);
	Bodies().RemoveBody(id);
	Slot &slot = mSlots[id.GetIndex()];
	slot.body = nullptr;
	slot.dirty = slot.exact = slot.moving = false;
	slot.instant = 0;
	mFreeSlots.push_back(id.GetIndex());
	--mBodyCount;
}

// Settle gives a body that arrived its place and its velocities.
void System::Settle(Body &body, const tj_transfer_block &block, bool awake) {
	BodyID id = body.GetID();
	bool moves = false;
	if (body.IsDynamic()) {
		Bodies().SetPositionAndRotation(id, ToRVec3(block.position), ToQuat(block.rotation), EActivation::DontActivate);
		SetVelocities(body, block.velocity, block.angular_velocity);
		moves = body.GetLinearVelocity() != Vec3::sZero() || body.GetAngularVelocity() != Vec3::sZero();
	} else {
		Stop(body);
		StandAt(body, block.position, block.rotation);
	}
	Bodies().AddBody(id, awake || moves ? EActivation::Activate : EActivation::DontActivate);
	NoteAdded();
	if (body.IsDynamic() && (block.flags & TJ_TRANSFER_INSTANT) != 0)
		MarkInstant(body, cLinear | cAngular);
	if (!body.IsDynamic())
		WakeAround(body);
}

// StandAt puts a body that is not dynamic exactly at a pose, without a step.
void System::StandAt(Body &body, const double *position, const double *rotation) {
	Bodies().SetPositionAndRotation(body.GetID(), ToRVec3(position), ToQuat(rotation), EActivation::DontActivate);
	Slot &slot = mSlots[body.GetID().GetIndex()];
	slot.exact = true;
	std::copy_n(position, 3, slot.pose);
	std::copy_n(rotation, 4, slot.pose + 3);
}

int32_t System::Place(tj_place_block &block, Call &call) {
	block.failed = block.count;
	for (uint32_t i = 0; i < block.count; ++i)
		if (!PlaceOne(block.placements[i], call) && block.failed == block.count)
			block.failed = i;
	return call.Code();
}

bool System::PlaceOne(const tj_placement &placement, Call &call) {
	Body *found = Find(placement.body);
	if (found == nullptr || found->IsDynamic()) {
		call.Fail(TJ_BAD_REQUEST, "body %u to place is not in the system, or is dynamic", placement.body);
		return false;
	}
	Body &body = *found;
	const Slot &slot = mSlots[body.GetID().GetIndex()];
	auto zero = [](const double *v) { return v[0] == 0 && v[1] == 0 && v[2] == 0; };
	bool moves = !zero(placement.velocity) || !zero(placement.angular_velocity);
	if (moves && body.IsStatic()) {
		call.Fail(TJ_BAD_REQUEST, "body %u to place is static and has no velocity", placement.body);
		return false;
	}
	if (!moves && slot.exact && std::memcmp(slot.pose, placement.position, sizeof placement.position) == 0 &&
		std::memcmp(slot.pose + 3, placement.rotation, sizeof placement.rotation) == 0)
		return true; // it rests there
	bool wakes = (placement.flags & TJ_PLACE_WAKES) != 0;
	if (wakes)
		WakeAround(body);
	StandAt(body, placement.position, placement.rotation);
	mSlots[body.GetID().GetIndex()].exact = !moves;
	if (!body.IsStatic())
		SetVelocities(body, placement.velocity, placement.angular_velocity);
	if (wakes)
		WakeAround(body);
	return true;
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

} // namespace tertius
