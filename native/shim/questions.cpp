// questions.cpp answers questions about the bodies between two steps: rays, shapes that move, shapes that stand.
//
// Jolt casts in floats. Its broad phase only gathers here, with a box that is wider than what floats round away, and each
// body that it finds is cast at from close by: the line is cut, in doubles, to the part that passes the body's bounding
// sphere. So a hit is as exact as the body is small, however far the line has come and wherever the frame's origin is.
//
// A body's hit depends on nothing but the question and the body, and all hits are sorted, so the answer does not depend on
// the shape of Jolt's tree.
#include "convert.h"
#include "system.h"

#include <Jolt/Physics/Collision/BroadPhase/BroadPhaseQuery.h>
#include <Jolt/Physics/Collision/AABoxCast.h>
#include <Jolt/Physics/Collision/CastResult.h>
#include <Jolt/Physics/Collision/CollideShape.h>
#include <Jolt/Physics/Collision/CollisionCollectorImpl.h>
#include <Jolt/Physics/Collision/RayCast.h>
#include <Jolt/Physics/Collision/Shape/BoxShape.h>
#include <Jolt/Physics/Collision/Shape/CapsuleShape.h>
#include <Jolt/Physics/Collision/Shape/SphereShape.h>
#include <Jolt/Physics/Collision/ShapeCast.h>
#include <Jolt/Physics/Collision/TransformedShape.h>

#include <algorithm>
#include <cfloat>

JPH_SUPPRESS_WARNINGS

using namespace JPH;

namespace tertius {
namespace {

// What a few roundings of a float leave of a number, as a share of it.
constexpr double cFloatSlack = 8.0 / (1 << 24);

// Jolt's default, 0.1 mm, would show in the distance of a cast.
constexpr float cCastTolerance = 1.0e-5f;

// GroupFilter lets through the bodies in one of the groups.
class GroupFilter final : public ObjectLayerFilter {
public:
	explicit GroupFilter(uint32_t groups) : mGroups(groups) {}
	bool ShouldCollide(ObjectLayer layer) const override {
		return mGroups == 0 || (ObjectLayerPairFilterMask::sGetGroup(layer) & mGroups) != 0;
	}

private:
	uint32_t mGroups;
};

// Line is the way of a question, in doubles.
struct Line {
	double origin[3], direction[3], length;

	explicit Line(const tj_question &q) : length(q.length) {
		std::copy_n(q.position, 3, origin);
		std::copy_n(q.direction, 3, direction);
	}
	void At(double distance, double *out) const {
		for (int i = 0; i < 3; ++i)
			out[i] = origin[i] + direction[i] * distance;
	}
	// Slack is how far the floats of the broad phase may be off.
	double Slack() const {
		double largest = length;
		for (double x : origin)
			largest = std::max(largest, std::abs(x));
		return cFloatSlack * largest;
	}
};

// Part is a part of a line, in m along it.
struct Part {
	double from, length;
};

// Cut finds the part of the line in which something of the reach may meet the body; false when there is none. It does not
// end where the line does, so that the hits of a longer line are the same.
bool Cut(const Line &line, const Body &body, double reach, Part &part) {
	AABox bounds = body.GetWorldSpaceBounds();
	double along = 0, across = 0, size = 0;
	double to[3];
	for (int i = 0; i < 3; ++i) {
		double low = bounds.mMin[i], high = bounds.mMax[i];
		to[i] = 0.5 * (low + high) - line.origin[i];
		size += (high - low) * (high - low);
		along += to[i] * line.direction[i];
	}
	double radius = 1.01 * (0.5 * std::sqrt(size) + reach);
	for (int i = 0; i < 3; ++i) {
		double off = to[i] - along * line.direction[i];
		across += off * off;
	}
	if (across > radius * radius || along + radius <= 0 || along - radius > line.length)
		return false;
	part.from = std::max(0.0, along - radius);
	part.length = along + radius - part.from;
	return true;
}

bool Before(const tj_hit &a, const tj_hit &b) {
	return a.distance != b.distance ? a.distance < b.distance : a.user < b.user;
}

// Gather is a broad-phase collector that keeps hits: all of them, or the first.
template <class Collector>
class Gather : public Collector {
public:
	Gather(const tj_question &question, const std::vector<Slot> &slots, std::vector<tj_hit> &hits)
		: mQuestion(question), mSlots(slots), mHits(hits), mFirst(hits.size()) {}

protected:
	// Asked returns the body of an id, or null for a ghost and for the one that counts as absent.
	const Body *Asked(BodyID id) const {
		const Slot &slot = mSlots[id.GetIndex()];
		return !slot.ghost && slot.body->GetUserData() != mQuestion.except ? slot.body : nullptr;
	}
	bool NearestOnly() const { return (mQuestion.flags & TJ_NEAREST_ONLY) != 0; }

	void Keep(const tj_hit &hit) {
		if (!NearestOnly() || mHits.size() == mFirst)
			mHits.push_back(hit);
		else if (Before(hit, mHits.back()))
			mHits.back() = hit;
	}

	const tj_question &mQuestion;

private:
	const std::vector<Slot> &mSlots;
	std::vector<tj_hit> &mHits;
	size_t mFirst;
};

// GatherCast gathers along a line.
class GatherCast : public Gather<CastShapeBodyCollector> {
public:
	GatherCast(const tj_question &question, const std::vector<Slot> &slots, std::vector<tj_hit> &hits, double reach)
		: Gather(question, slots, hits), mLine(question), mReach(reach) {}

	void AddHit(const BroadPhaseCastResult &found) final {
		const Body *body = Asked(found.mBodyID);
		Part part;
		if (body == nullptr || !Cut(mLine, *body, mReach, part))
			return;
		tj_hit hit = {};
		hit.user = body->GetUserData();
		if (!Meet(*body, part, hit) || hit.distance > mLine.length)
			return;
		Keep(hit);
		if (NearestOnly())
			this->UpdateEarlyOutFraction(Reached(hit.distance));
	}

protected:
	// Meet casts along a part of the line at a body, and fills the distance, the point and the normal.
	virtual bool Meet(const Body &body, const Part &part, tj_hit &hit) const = 0;

	const Line mLine;

private:
	// Reached is the fraction up to which bodies may still be nearer, or as near.
	float Reached(double distance) const {
		double fraction = (distance + mLine.Slack()) / mLine.length * (1 + cFloatSlack);
		return float(std::min(fraction, double(this->GetEarlyOutFraction())));
	}

	double mReach;
};

class GatherRay final : public GatherCast {
public:
	using GatherCast::GatherCast;

private:
	bool Meet(const Body &body, const Part &part, tj_hit &hit) const override {
		double from[3];
		mLine.At(part.from, from);
		RRayCast ray(ToRVec3(from), ToVec3(mLine.direction) * float(part.length));
		RayCastResult result;
		TransformedShape shape = body.GetTransformedShape();
		if (!shape.CastRay(ray, result))
			return false;
		hit.distance = part.from + double(result.mFraction) * part.length;
		mLine.At(hit.distance, hit.point);
		if (hit.distance == 0) {
			for (int i = 0; i < 3; ++i)
				hit.normal[i] = -mLine.direction[i];
			return true;
		}
		FromVec3(shape.GetWorldSpaceSurfaceNormal(result.mSubShapeID2, ToRVec3(hit.point)), hit.normal);
		return true;
	}
};

class GatherMeeting final : public GatherCast {
public:
	GatherMeeting(const tj_question &question, const std::vector<Slot> &slots, std::vector<tj_hit> &hits,
				  const Shape &shape, double reach)
		: GatherCast(question, slots, hits, reach), mShape(shape), mTurn(ToQuat(question.rotation)) {
		mSettings.SetBackFaceMode(EBackFaceMode::CollideWithBackFaces); // a cast that starts in touch is a hit
		mSettings.mReturnDeepestPoint = true;
		mSettings.mCollisionTolerance = cCastTolerance;
	}

private:
	bool Meet(const Body &body, const Part &part, tj_hit &hit) const override {
		double from[3];
		mLine.At(part.from, from);
		RVec3 base = ToRVec3(from);
		RShapeCast cast(&mShape, Vec3::sOne(), RMat44::sRotationTranslation(mTurn, base),
						ToVec3(mLine.direction) * float(part.length));
		ClosestHitCollisionCollector<CastShapeCollector> nearest;
		body.GetTransformedShape().CastShape(cast, mSettings, base, nearest);
		if (!nearest.HadHit())
			return false;
		hit.distance = part.from + double(nearest.mHit.mFraction) * part.length;
		FromVec3(nearest.mHit.mContactPointOn2, hit.point);
		for (int i = 0; i < 3; ++i)
			hit.point[i] += from[i];
		FromVec3(-nearest.mHit.mPenetrationAxis.NormalizedOr(ToVec3(mLine.direction)), hit.normal);
		return true;
	}

	const Shape &mShape;
	Quat mTurn;
	ShapeCastSettings mSettings;
};

class GatherOverlaps final : public Gather<CollideShapeBodyCollector> {
public:
	GatherOverlaps(const tj_question &question, const std::vector<Slot> &slots, std::vector<tj_hit> &hits,
				   const Shape &shape)
		: Gather(question, slots, hits), mShape(shape),
		  mPlace(RMat44::sRotationTranslation(ToQuat(question.rotation), ToRVec3(question.position))) {}

	RMat44Arg Place() const { return mPlace; }

	void AddHit(const BodyID &id) override {
		const Body *body = Asked(id);
		if (body == nullptr)
			return;
		AnyHitCollisionCollector<CollideShapeCollector> any;
		body->GetTransformedShape().CollideShape(&mShape, Vec3::sOne(), mPlace, CollideShapeSettings(),
												 mPlace.GetTranslation(), any);
		if (!any.HadHit())
			return;
		tj_hit hit = {};
		hit.user = body->GetUserData();
		Keep(hit);
	}

private:
	const Shape &mShape;
	RMat44 mPlace;
};

// With calls use with the shape that a question describes, which lives as long as the call. False when there is none.
template <class Use>
bool With(const tj_question &q, Use use) {
	switch (q.shape) {
	case TJ_SPHERE: {
		SphereShape shape(float(q.radius));
		shape.SetEmbedded();
		use(shape);
		return true;
	}
	case TJ_BOX: {
		BoxShape shape(ToVec3(q.a), 0.0f);
		shape.SetEmbedded();
		use(shape);
		return true;
	}
	case TJ_CAPSULE: {
		if (q.a[0] == 0) { // Jolt wants a cylinder between the halves
			SphereShape shape(float(q.radius));
			shape.SetEmbedded();
			use(shape);
			return true;
		}
		CapsuleShape shape(float(q.a[0]), float(q.radius));
		shape.SetEmbedded();
		use(shape);
		return true;
	}
	}
	return false;
}

// Wide is the box of the line's start that no rounding of the broad phase leaves.
AABox Wide(AABox box, const Line &line) {
	box.ExpandBy(Vec3::sReplicate(float(line.Slack())));
	return box;
}

} // namespace

int32_t System::Ask(tj_ask_block &block, Call &call) {
	mHits.clear();
	mEnds.clear();
	block.failed = block.count;
	for (uint32_t i = 0; i < block.count; ++i) {
		size_t first = mHits.size();
		if (!AskOne(block.questions[i], call)) {
			mHits.resize(first);
			block.failed = std::min(block.failed, i);
		}
		std::sort(mHits.begin() + ptrdiff_t(first), mHits.end(), Before);
		mEnds.push_back(uint32_t(mHits.size()));
	}
	block.hits = mHits.data();
	block.ends = mEnds.data();
	return call.Code();
}

bool System::AskOne(const tj_question &question, Call &call) {
	switch (question.kind) {
	case TJ_RAY:
		CastRay(question);
		return true;
	case TJ_CAST:
		if (With(question, [&](const Shape &shape) { CastShape(question, shape); }))
			return true;
		break;
	case TJ_OVERLAP:
		if (With(question, [&](const Shape &shape) { FindOverlaps(question, shape); }))
			return true;
		break;
	default:
		call.Fail(TJ_BAD_REQUEST, "question %u is unknown", question.kind);
		return false;
	}
	call.Fail(TJ_BAD_REQUEST, "nothing is asked with shape %u", question.shape);
	return false;
}

void System::CastRay(const tj_question &question) {
	GatherRay gather(question, mSlots, mHits, 0);
	Line line(question);
	Vec3 at = ToVec3(line.origin);
	AABoxCast cast{Wide(AABox(at, at), line), ToVec3(line.direction) * float(line.length)};
	mPhysics->GetBroadPhaseQuery().CastAABox(cast, gather, {}, GroupFilter(question.groups));
}

void System::CastShape(const tj_question &question, const Shape &shape) {
	GatherMeeting gather(question, mSlots, mHits, shape, shape.GetLocalBounds().GetExtent().Length());
	Line line(question);
	RMat44 start = RMat44::sRotationTranslation(ToQuat(question.rotation), ToRVec3(line.origin));
	AABoxCast cast{Wide(shape.GetWorldSpaceBounds(start, Vec3::sOne()), line),
				   ToVec3(line.direction) * float(line.length)};
	mPhysics->GetBroadPhaseQuery().CastAABox(cast, gather, {}, GroupFilter(question.groups));
}

void System::FindOverlaps(const tj_question &question, const Shape &shape) {
	GatherOverlaps gather(question, mSlots, mHits, shape);
	mPhysics->GetBroadPhaseQuery().CollideAABox(shape.GetWorldSpaceBounds(gather.Place(), Vec3::sOne()), gather, {},
												GroupFilter(question.groups));
}

} // namespace tertius
