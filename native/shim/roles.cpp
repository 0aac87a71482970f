// roles.cpp changes how a body moves and whom it meets.
#include "convert.h"
#include "system.h"

JPH_SUPPRESS_WARNINGS

using namespace JPH;

namespace tertius {

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

} // namespace tertius
