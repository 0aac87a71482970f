// shadow.cpp keeps what floats leave out of the velocities of tracked bodies.
//
// At 7.6 km/s the next float is half a millimeter per second away: Jolt rounds each step's gain to that, and swallows a
// weak drive whole. The shadow of a body is its velocity in doubles. A step adds its gain to the shadow, and pushes the
// body by what brings Jolt's float nearest to that, so what one step left out the next ones give. A shadow holds only
// while Jolt has the float that it expects: what changes that, a contact above all, ends it, and the float counts.
//
// Source: the remainder of W. Kahan, 1965, "Further remarks on reducing truncation errors".
#include "convert.h"
#include "system.h"

#include <algorithm>
#include <cfloat>

JPH_SUPPRESS_WARNINGS

using namespace JPH;

namespace tertius {
namespace {

// A float farther than this from its double, in m/s for each m/s and one more, is no rounding of it: Jolt clamped it.
constexpr double cRounding = 1e-6;

bool IsRoundingOf(const float *rounded, const double *exact) {
	for (int i = 0; i < 3; ++i)
		if (!(std::abs(double(rounded[i]) - exact[i]) <= cRounding * (std::abs(exact[i]) + 1)))
			return false;
	return true;
}

} // namespace

// VelocityOf is the velocity of the center of mass: of a tracked body its shadow, while it holds.
void System::VelocityOf(const Body &body, double *out) const {
	const Shadow *shadow = mSlots[body.GetID().GetIndex()].shadow.get();
	if (shadow != nullptr && Vec3(shadow->rounded) == body.GetLinearVelocity())
		std::copy_n(shadow->exact, 3, out);
	else
		FromVec3(body.GetLinearVelocity(), out);
}

// KeepExact makes a velocity in doubles the shadow of a tracked body, of which Jolt has, or is to have, the float.
void System::KeepExact(const Body &body, Vec3Arg jolts, const double *exact) {
	Shadow *shadow = mSlots[body.GetID().GetIndex()].shadow.get();
	if (shadow == nullptr)
		return;
	jolts.StoreFloat3(&shadow->rounded);
	FromVec3(jolts, shadow->exact);
	if (IsRoundingOf(&shadow->rounded.x, exact))
		std::copy_n(exact, 3, shadow->exact);
}

// NoteBefore keeps the velocity that a tracked body has before the commands of the coming step change it.
void System::NoteBefore(const Body &body, bool sets) {
	const Slot &slot = mSlots[body.GetID().GetIndex()];
	Shadow *shadow = slot.shadow.get();
	if (shadow == nullptr || !body.IsDynamic())
		return;
	if (shadow->noted != mStep + 1) {
		shadow->noted = mStep + 1;
		shadow->noted_instant = (slot.instant & cLinear) != 0;
		shadow->set = false;
		VelocityOf(body, shadow->before);
	}
	shadow->set |= sets;
}

// ForgetBefore takes the velocity that the body has now for the one that it had before the commands.
void System::ForgetBefore(const Body &body) {
	if (Shadow *shadow = mSlots[body.GetID().GetIndex()].shadow.get())
		shadow->noted = 0;
}

// Kick gives a body an impulse at its center of mass.
void System::Kick(Body &body, Vec3Arg impulse) {
	if (mSlots[body.GetID().GetIndex()].shadow == nullptr) {
		Bodies().AddImpulse(body.GetID(), impulse);
		return;
	}
	NoteBefore(body, false);
	double v[3], j[3];
	VelocityOf(body, v);
	FromVec3(impulse, j);
	for (int i = 0; i < 3; ++i)
		v[i] += double(body.GetMotionProperties()->GetInverseMass()) * j[i];
	Bodies().AddImpulse(body.GetID(), impulse); // wakes it
	body.SetLinearVelocityClamped(ToVec3(v));
	KeepExact(body, body.GetLinearVelocity(), v);
}

// Carry gives a tracked body the force by which Jolt's step brings its float velocity nearest to the shadow, and notes what the
// step starts with. It gives none where no float holds it.
void System::Carry(Body &body, const double *gravity, float step_seconds) {
	const MotionProperties &motion = *body.GetMotionProperties();
	float inverse_mass = motion.GetInverseMass();
	tj_start start = NoteStart(body, gravity);
	double have[3], want[3], need[3];
	FromVec3(body.GetLinearVelocity(), have);
	for (int i = 0; i < 3; ++i) {
		want[i] = start.velocity[i] + double(step_seconds) * (gravity[i] + start.push[i]);
		need[i] = (want[i] - have[i]) / (double(step_seconds) * double(inverse_mass));
	}
	body.ResetForce();
	body.AddForce(ToVec3(need));
	// As Jolt's ApplyForceTorqueAndDragInternal does it, to the bit.
	float kept = std::max(0.0f, 1.0f - motion.GetLinearDamping() * step_seconds);
	Vec3 ends = (body.GetLinearVelocity() + step_seconds * (inverse_mass * body.GetAccumulatedForce())) * kept;
	for (int i = 0; i < 3; ++i) {
		start.drag[i] = (double(kept) - 1) * want[i] / double(step_seconds);
		want[i] *= double(kept);
	}
	KeepExact(body, ends, want);
	mStarts.push_back(start);
}

// NoteStart says how a tracked body starts the step, after the commands and before Jolt pushes it.
tj_start System::NoteStart(const Body &body, const double *gravity) const {
	tj_state state;
	FillState(body, state);
	tj_start start{};
	start.user = state.user;
	start.body = state.body;
	std::copy_n(state.position, 3, start.position);
	VelocityOf(body, start.velocity);
	FromVec3(body.GetAngularVelocity(), start.angular_velocity);
	std::copy_n(gravity, 3, start.gravity);
	FromVec3(body.GetAccumulatedForce(), start.push);
	for (double &push : start.push)
		push *= double(body.GetMotionProperties()->GetInverseMass());
	const Shadow &shadow = *mSlots[body.GetID().GetIndex()].shadow;
	bool noted = shadow.noted == mStep;
	std::copy_n(noted ? shadow.before : start.velocity, 3, start.before);
	if (noted && shadow.set)
		start.flags |= TJ_START_SET;
	return start;
}

// NoteEnds says with which velocities the step left the tracked bodies, and which of them nothing touched.
void System::NoteEnds() {
	for (tj_start &start : mStarts) {
		uint32_t index = BodyID(start.body).GetIndex();
		const Slot &slot = mSlots[index];
		VelocityOf(*slot.body, start.end);
		if (Vec3(slot.shadow->rounded) == slot.body->GetLinearVelocity() && !mContacts.Meets(index))
			start.flags |= TJ_START_FREE;
	}
}

} // namespace tertius
