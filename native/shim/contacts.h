// contacts.h holds the engine's rule of contacts inside Jolt's step.
//
// A contact of two bodies starts at the first real touch and ends once. Jolt finds a pair earlier, within its speculative
// distance, and drops it when neither body is simulated. So a pair is in one of three states:
//   waiting  Jolt holds it, and it has not touched yet
//   started  Jolt holds it, and it has touched
//   held     it has touched, and Jolt dropped it because both bodies rest; it goes on when Jolt finds it again, and ends
//            at the first step that simulates one of its bodies without finding it
#pragma once

#include "tj.h"

#include <Jolt/Jolt.h>

#include <Jolt/Physics/Body/BodyID.h>
#include <Jolt/Physics/Collision/ContactListener.h>

#include <mutex>
#include <vector>

namespace tertius {

constexpr uint32_t cNoPair = 0xffffffff;

// PairTable finds pairs by their two bodies and lists the pairs of each body. Open addressing with Fibonacci hashing:
// Jolt's neighbors have consecutive ids, which a hash that mixes less would pile up.
class PairTable {
public:
	struct Pair {
		uint64_t key;
		uint64_t user1, user2;
		uint32_t manifolds; // of Jolt's contact cache
		bool started;
		bool held;
		bool dropped; // in the list of this step's drops
		uint32_t held_place;
		uint32_t next[2], previous[2]; // in the lists of body 1 and body 2
	};

	static uint64_t KeyOf(uint32_t body1, uint32_t body2) { return uint64_t(body1) << 32 | body2; }
	static uint32_t Body1(const Pair &pair) { return uint32_t(pair.key >> 32); }
	static uint32_t Body2(const Pair &pair) { return uint32_t(pair.key); }

	uint32_t Find(uint64_t key) const;
	uint32_t Add(uint64_t key);
	void Remove(uint32_t pair);
	// FirstOf is the first pair of the body with this index, cNoPair when none.
	uint32_t FirstOf(uint32_t body_index) const { return body_index < mFirst.size() ? mFirst[body_index] : cNoPair; }
	uint32_t NextOf(uint32_t pair, uint32_t body_index) const;
	Pair &At(uint32_t pair) { return mPairs[pair]; }

private:
	struct Entry {
		uint64_t key;
		uint32_t pair;
	};

	static uint32_t Index(uint32_t body) { return JPH::BodyID(body).GetIndex(); }
	uint32_t HomeOf(uint64_t key) const { return uint32_t((key * 0x9e3779b97f4a7c15ull) >> mShift); }
	void Grow();
	void Link(uint32_t pair, int side);
	void Unlink(uint32_t pair, int side);

	std::vector<Pair> mPairs;
	std::vector<uint32_t> mFree;
	std::vector<Entry> mEntries;
	std::vector<uint32_t> mFirst;
	uint32_t mCount = 0;
	uint32_t mMask = 0;
	uint32_t mShift = 64;
};

// Contacts hears Jolt's contacts of one system and keeps what started and ended.
//
// Threads: Jolt calls it from all that step the system, so when those are several each call takes a lock. What it keeps does
// not depend on their order: pairs are told apart by their bodies, and one thread finds all contacts of a pair.
class Contacts final : public JPH::ContactListener {
public:
	explicit Contacts(bool several_threads) : mSeveralThreads(several_threads) {}

	void OnContactAdded(const JPH::Body &body1, const JPH::Body &body2, const JPH::ContactManifold &manifold,
						JPH::ContactSettings &settings) override;
	void OnContactPersisted(const JPH::Body &body1, const JPH::Body &body2, const JPH::ContactManifold &manifold,
							JPH::ContactSettings &settings) override;
	void OnContactRemoved(const JPH::SubShapeIDPair &key) override;

	// BeginStep names the step; the stamps say for each body index the last step that simulated it.
	void BeginStep(uint32_t step, float step_seconds);
	// EndStep settles dropped and held pairs.
	void EndStep(const std::vector<uint32_t> &stamps);
	// EndPairsOf ends the started contacts of a body whose two bodies the question refuses.
	template <class CanTouch>
	void EndPairsOf(uint32_t body, CanTouch can_touch) {
		uint32_t index = JPH::BodyID(body).GetIndex();
		for (uint32_t pair = mTable.FirstOf(index), next; pair != cNoPair; pair = next) {
			next = mTable.NextOf(pair, index);
			const PairTable::Pair &p = mTable.At(pair);
			if (p.started && !can_touch(PairTable::Body1(p), PairTable::Body2(p)))
				EndTouch(pair);
		}
	}
	// ForgetBody forgets the pairs of a body that leaves the system. The contacts that started end, or come loose.
	void ForgetBody(uint32_t body, bool loosen);
	// Hold makes a contact started and held whatever Jolt knows of it, and is false when it had started already.
	bool Hold(const JPH::Body &body1, const JPH::Body &body2);
	// Meets reports whether Jolt holds a pair of the body with this index, touching or near.
	bool Meets(uint32_t body_index) const { return mTable.FirstOf(body_index) != cNoPair; }
	// Sorted is what started, ended and came loose since the last Clear, in the order of the users.
	const std::vector<tj_contact> &Sorted();
	void Clear() { mEvents.clear(); }

private:
	// Guard holds the lock where it is needed: for one thread a lock for each contact of a step would cost for nothing.
	std::unique_lock<std::mutex> Guard() {
		return mSeveralThreads ? std::unique_lock<std::mutex>(mLock) : std::unique_lock<std::mutex>();
	}
	void StartIfTouching(uint32_t pair, const JPH::Body &body1, const JPH::Body &body2,
						 const JPH::ContactManifold &manifold);
	void End(uint32_t pair);
	void Tell(uint32_t pair, uint32_t kind);
	void PutOnHold(uint32_t pair);
	void EndTouch(uint32_t pair);
	void Unhold(uint32_t pair);
	void Erase(uint32_t pair);

	bool mSeveralThreads;
	std::mutex mLock;
	PairTable mTable;
	std::vector<uint32_t> mHeld;
	std::vector<uint32_t> mDropped;
	std::vector<tj_contact> mEvents;
	uint32_t mWaiting = 0;
	uint32_t mStep = 0;
	float mStepSeconds = 0;
};

} // namespace tertius
