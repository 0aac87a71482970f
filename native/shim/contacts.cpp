#include "contacts.h"

#include "convert.h"

#include <Jolt/Physics/Body/Body.h>

#include <algorithm>

JPH_SUPPRESS_WARNINGS

using namespace JPH;

namespace tertius {
namespace {

// A pair touches at this gap, in m.
constexpr float cTouchGap = 1.0e-3f;

// The slowest bounce that remains rises this high, in m: twice Jolt's speculative contact distance, so that whether a
// landing bounces does not depend on where its step began.
constexpr float cLeastReboundHeight = 0.04f;

// Jolt gives no rebound below this closing speed, in m/s (PhysicsSettings::mMinVelocityForRestitution).
constexpr float cJoltReboundSpeed = 1.0f;

// Closing is the speed at which the bodies approach each other at a point, along the normal from 1 to 2. In Jolt's
// callbacks the velocities hold the forces of the step already.
float Closing(const Body &body1, const Body &body2, RVec3Arg point, Vec3Arg normal) {
	return (body1.GetPointVelocity(point) - body2.GetPointVelocity(point)).Dot(normal);
}

float InverseMass(const Body &body) { return body.IsDynamic() ? body.GetMotionProperties()->GetInverseMass() : 0.0f; }

Vec3 ForcedAcceleration(const Body &body) {
	return body.IsDynamic() ? InverseMass(body) * body.GetAccumulatedForce() : Vec3::sZero();
}

// Touch is the deepest point of a manifold that touches now or within the step.
struct Touch {
	bool found = false;
	RVec3 point;
	float gap;
	float closing;
};

Touch FindTouch(const Body &body1, const Body &body2, const ContactManifold &manifold, float step_seconds) {
	Touch touch;
	Vec3 normal = manifold.mWorldSpaceNormal;
	for (uint i = 0; i < manifold.mRelativeContactPointsOn1.size(); ++i) {
		Vec3 on1 = manifold.mRelativeContactPointsOn1[i], on2 = manifold.mRelativeContactPointsOn2[i];
		float gap = (on2 - on1).Dot(normal);
		if (touch.found && gap >= touch.gap)
			continue;
		RVec3 point = manifold.mBaseOffset + 0.5f * (on1 + on2);
		float closing = Closing(body1, body2, point, normal);
		if (gap <= cTouchGap || closing * step_seconds >= gap) {
			touch.found = true;
			touch.point = point;
			touch.gap = gap;
			touch.closing = closing;
		}
	}
	return touch;
}

// ApplyLeastRebound takes the restitution off a contact whose bounce would rise less than cLeastReboundHeight.
//
// Jolt has added the step's forces to the velocities already, so the rebound is the restitution times the closing speed
// less the speed that the pull toward the surface adds in a step. Under that pull the bounce rises the square of the
// rebound over twice the pull; without a pull it never comes back, so it stays. Jolt sets one restitution for a whole
// manifold and decides by point, so the point that closes fastest decides.
void ApplyLeastRebound(const Body &body1, const Body &body2, const ContactManifold &manifold, float step_seconds,
					   ContactSettings &settings) {
	float closing = 0;
	Vec3 normal = manifold.mWorldSpaceNormal;
	for (uint i = 0; i < manifold.mRelativeContactPointsOn1.size(); ++i) {
		RVec3 point =
			manifold.mBaseOffset + 0.5f * (manifold.mRelativeContactPointsOn1[i] + manifold.mRelativeContactPointsOn2[i]);
		closing = std::max(closing, Closing(body1, body2, point, normal));
	}
	if (closing <= cJoltReboundSpeed)
		return;
	float pull = (ForcedAcceleration(body1) - ForcedAcceleration(body2)).Dot(normal);
	if (pull <= 0)
		return;
	float rebound = settings.mCombinedRestitution * closing - pull * step_seconds;
	if (rebound <= 0 || rebound * rebound < 2 * pull * cLeastReboundHeight)
		settings.mCombinedRestitution = 0;
}

// InOrder sorts by the users; of one pair the end comes before a new start.
bool InOrder(const tj_contact &a, const tj_contact &b) {
	if (a.user1 != b.user1)
		return a.user1 < b.user1;
	if (a.user2 != b.user2)
		return a.user2 < b.user2;
	return a.kind > b.kind;
}

// EventOf names the bodies of a pair, the one with the lower user first. Swapped is true when that is Jolt's second.
tj_contact EventOf(const PairTable::Pair &pair, uint32_t kind, bool &swapped) {
	tj_contact event{};
	event.kind = kind;
	event.body1 = PairTable::Body1(pair);
	event.body2 = PairTable::Body2(pair);
	event.user1 = pair.user1;
	event.user2 = pair.user2;
	swapped = pair.user2 < pair.user1;
	if (swapped) {
		std::swap(event.body1, event.body2);
		std::swap(event.user1, event.user2);
	}
	return event;
}

} // namespace

void Contacts::OnContactAdded(const Body &body1, const Body &body2, const ContactManifold &manifold,
							  ContactSettings &settings) {
	auto guard = Guard();
	uint64_t key =
		PairTable::KeyOf(body1.GetID().GetIndexAndSequenceNumber(), body2.GetID().GetIndexAndSequenceNumber());
	uint32_t pair = mTable.Find(key);
	if (pair == cNoPair) {
		pair = mTable.Add(key);
		mTable.At(pair).user1 = body1.GetUserData();
		mTable.At(pair).user2 = body2.GetUserData();
		++mWaiting;
	}
	PairTable::Pair &p = mTable.At(pair);
	++p.manifolds;
	if (p.held)
		Unhold(pair);
	if (!p.started)
		StartIfTouching(pair, body1, body2, manifold);
	if (settings.mCombinedRestitution > 0)
		ApplyLeastRebound(body1, body2, manifold, mStepSeconds, settings);
}

// OnContactPersisted runs for every contact of every step, so it leaves at once unless a pair waits for its touch.
void Contacts::OnContactPersisted(const Body &body1, const Body &body2, const ContactManifold &manifold,
								  ContactSettings &settings) {
	auto guard = Guard();
	if (mWaiting != 0) {
		uint32_t pair = mTable.Find(
			PairTable::KeyOf(body1.GetID().GetIndexAndSequenceNumber(), body2.GetID().GetIndexAndSequenceNumber()));
		if (pair != cNoPair && !mTable.At(pair).started)
			StartIfTouching(pair, body1, body2, manifold);
	}
	if (settings.mCombinedRestitution > 0)
		ApplyLeastRebound(body1, body2, manifold, mStepSeconds, settings);
}

// OnContactRemoved only counts: whether the pair ends is known after the step.
void Contacts::OnContactRemoved(const SubShapeIDPair &key) {
	auto guard = Guard();
	uint32_t pair = mTable.Find(PairTable::KeyOf(key.GetBody1ID().GetIndexAndSequenceNumber(),
												 key.GetBody2ID().GetIndexAndSequenceNumber()));
	if (pair == cNoPair)
		return; // a body of the pair has left the system, and its contacts ended then
	PairTable::Pair &p = mTable.At(pair);
	if (p.manifolds > 0)
		--p.manifolds;
	if (p.manifolds == 0 && !p.dropped) {
		p.dropped = true;
		mDropped.push_back(pair);
	}
}

void Contacts::BeginStep(uint32_t step, float step_seconds) {
	mStep = step;
	mStepSeconds = step_seconds;
}

void Contacts::EndStep(const std::vector<uint32_t> &stamps) {
	auto simulated = [&](const PairTable::Pair &p) {
		return stamps[BodyID(PairTable::Body1(p)).GetIndex()] == mStep ||
			   stamps[BodyID(PairTable::Body2(p)).GetIndex()] == mStep;
	};
	for (uint32_t pair : mDropped) {
		PairTable::Pair &p = mTable.At(pair);
		p.dropped = false;
		if (p.manifolds != 0)
			continue; // Jolt's linear cast found it again
		if (!p.started)
			Erase(pair);
		else if (simulated(p))
			End(pair);
		else
			PutOnHold(pair);
	}
	mDropped.clear();
	for (uint32_t i = 0; i < mHeld.size();) {
		uint32_t pair = mHeld[i];
		if (simulated(mTable.At(pair)))
			End(pair); // takes the pair out of mHeld and puts the last one here
		else
			++i;
	}
}

void Contacts::ForgetBody(uint32_t body, bool loosen) {
	uint32_t index = BodyID(body).GetIndex();
	for (uint32_t pair = mTable.FirstOf(index); pair != cNoPair; pair = mTable.FirstOf(index)) {
		if (mTable.At(pair).started)
			Tell(pair, loosen ? TJ_CONTACT_LOOSENED : TJ_CONTACT_ENDED);
		Erase(pair);
	}
}

bool Contacts::Hold(const Body &body1, const Body &body2) {
	bool in_order = body1.GetID() < body2.GetID(); // as Jolt names the bodies of a contact
	const Body &first = in_order ? body1 : body2, &second = in_order ? body2 : body1;
	uint64_t key = PairTable::KeyOf(first.GetID().GetIndexAndSequenceNumber(), second.GetID().GetIndexAndSequenceNumber());
	uint32_t pair = mTable.Find(key);
	if (pair == cNoPair) {
		pair = mTable.Add(key);
		mTable.At(pair).user1 = first.GetUserData();
		mTable.At(pair).user2 = second.GetUserData();
	} else if (mTable.At(pair).started) {
		return false;
	} else {
		--mWaiting;
	}
	mTable.At(pair).started = true;
	if (mTable.At(pair).manifolds == 0)
		PutOnHold(pair);
	return true;
}

const std::vector<tj_contact> &Contacts::Sorted() {
	std::sort(mEvents.begin(), mEvents.end(), InOrder);
	return mEvents;
}

void Contacts::StartIfTouching(uint32_t pair, const Body &body1, const Body &body2, const ContactManifold &manifold) {
	Touch touch = FindTouch(body1, body2, manifold, mStepSeconds);
	if (!touch.found)
		return;
	PairTable::Pair &p = mTable.At(pair);
	p.started = true;
	--mWaiting;
	bool swapped;
	tj_contact event = EventOf(p, TJ_CONTACT_STARTED, swapped);
	event.point[0] = touch.point.GetX();
	event.point[1] = touch.point.GetY();
	event.point[2] = touch.point.GetZ();
	FromVec3(swapped ? -manifold.mWorldSpaceNormal : manifold.mWorldSpaceNormal, event.normal);
	event.gap = touch.gap;
	event.approach = touch.closing;
	double inverse_mass = double(InverseMass(body1)) + double(InverseMass(body2));
	event.reduced_mass = inverse_mass > 0 ? 1 / inverse_mass : 0;
	mEvents.push_back(event);
}

void Contacts::End(uint32_t pair) {
	Tell(pair, TJ_CONTACT_ENDED);
	Erase(pair);
}

void Contacts::Tell(uint32_t pair, uint32_t kind) {
	bool swapped;
	mEvents.push_back(EventOf(mTable.At(pair), kind, swapped));
}

// EndTouch ends a contact whose bodies cannot touch any more. Jolt may hold the pair until a step no longer finds it; it
// waits then, and starts again when the bodies can touch again and do.
void Contacts::EndTouch(uint32_t pair) {
	PairTable::Pair &p = mTable.At(pair);
	if (p.held || p.manifolds == 0) {
		End(pair);
		return;
	}
	Tell(pair, TJ_CONTACT_ENDED);
	p.started = false;
	++mWaiting;
}

void Contacts::PutOnHold(uint32_t pair) {
	PairTable::Pair &p = mTable.At(pair);
	p.held = true;
	p.held_place = uint32_t(mHeld.size());
	mHeld.push_back(pair);
}

void Contacts::Unhold(uint32_t pair) {
	PairTable::Pair &p = mTable.At(pair);
	uint32_t last = mHeld.back();
	mHeld[p.held_place] = last;
	mTable.At(last).held_place = p.held_place;
	mHeld.pop_back();
	p.held = false;
}

void Contacts::Erase(uint32_t pair) {
	PairTable::Pair &p = mTable.At(pair);
	if (p.held)
		Unhold(pair);
	if (!p.started)
		--mWaiting;
	mTable.Remove(pair);
}

} // namespace tertius
