// reshape.cpp gives a body another shape and another mass between two steps.
#include "convert.h"
#include "mass.h"
#include "system.h"

#include <algorithm>

JPH_SUPPRESS_WARNINGS

using namespace JPH;

namespace tertius {

// Reshape keeps the place of the body's origin to the last bit of Jolt's doubles, and its velocity. Contacts go on: the next step
// finds them on the new shape, and those that it does not find end.
int32_t System::Reshape(tj_reshape_block &block, Call &call) {
	Body *found = Find(block.body);
	if (found == nullptr)
		return call.Fail(TJ_BAD_REQUEST, "body %u to reshape is not in the system", block.body);
	Body &body = *found;
	Slot &slot = mSlots[body.GetID().GetIndex()];
	const Shape &shape = *static_cast<const Shape *>(block.shape);
	bool massless = slot.silent;
	Weight weight;
	if (!slot.silent)
		weight = WeightOf(shape, block.mass);
	if (!CanBeDynamic(weight)) {
		if (body.IsDynamic())
			return call.Fail(TJ_SHAPE, "a dynamic body of this size and mass has no inertia that a float can hold");
		massless = true;
		weight = Weight();
	}
	for (uint32_t i = 0; i < block.changed_count; ++i)
		WakeAt(body, block.changed[i]);

	tj_state before;
	FillState(body, before);
	BodyID id = body.GetID();
	Bodies().SetShape(id, &shape, false, EActivation::DontActivate);
	body.SetEnhancedInternalEdgeRemoval((block.flags & TJ_BODY_EDGE_REMOVAL) != 0);
	if (body.CanBeKinematicOrDynamic())
		Weigh(body, weight);
	slot.massless = massless;
	block.flags = massless ? TJ_BODY_MASSLESS : 0;
	KeepOrigin(body, before);
	if (body.IsDynamic())
		Bodies().ActivateBody(id);
	return call.Code();
}

// KeepOrigin puts the origin of a body whose center of mass changed back to where it was, and gives it back its velocity.
void System::KeepOrigin(Body &body, const tj_state &before) {
	if (mSlots[body.GetID().GetIndex()].exact) {
		StandAt(body, before.position, before.rotation);
	} else {
		// Jolt adds the arm in floats, so what it adds is taken off the place that the doubles give.
		double local[3], arm[3];
		FromVec3(body.GetShape()->GetCenterOfMass(), local);
		Rotate(before.rotation, local, arm);
		RVec3 center(before.position[0] + arm[0], before.position[1] + arm[1], before.position[2] + arm[2]);
		RVec3 added = RVec3::sZero() + body.GetRotation() * body.GetShape()->GetCenterOfMass();
		Bodies().SetPositionAndRotation(body.GetID(), center - added, body.GetRotation(), EActivation::DontActivate);
	}
	if (!body.IsStatic())
		SetVelocities(body, before.velocity, before.angular_velocity);
}

// WakeAt wakes the sleeping bodies that may touch a part of a body.
void System::WakeAt(const Body &body, const tj_part &part) {
	RMat44 at = body.GetWorldTransform() * RMat44::sRotationTranslation(ToQuat(part.rotation), ToRVec3(part.position));
	const Shape &shape = *static_cast<const Shape *>(part.shape);
	WakeIn(shape.GetWorldSpaceBounds(at.PreTranslated(shape.GetCenterOfMass()), Vec3::sOne()), body.GetObjectLayer());
}

} // namespace tertius

extern "C" int32_t tj_reshape(tj_reshape_block *block) {
	tertius::Call call(block->text);
	return static_cast<tertius::System *>(block->system)->Reshape(*block, call);
}
