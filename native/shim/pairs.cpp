#include "contacts.h"

namespace tertius {

uint32_t PairTable::Find(uint64_t key) const {
	if (mCount == 0)
		return cNoPair;
	for (uint32_t i = HomeOf(key);; i = (i + 1) & mMask) {
		const Entry &entry = mEntries[i];
		if (entry.pair == cNoPair)
			return cNoPair;
		if (entry.key == key)
			return entry.pair;
	}
}

uint32_t PairTable::Add(uint64_t key) {
	if (2 * (mCount + 1) > mEntries.size())
		Grow();
	uint32_t pair;
	if (mFree.empty()) {
		pair = uint32_t(mPairs.size());
		mPairs.emplace_back();
	} else {
		pair = mFree.back();
		mFree.pop_back();
	}
	mPairs[pair] = Pair{};
	mPairs[pair].key = key;
	uint32_t i = HomeOf(key);
	while (mEntries[i].pair != cNoPair)
		i = (i + 1) & mMask;
	mEntries[i] = {key, pair};
	++mCount;
	Link(pair, 0);
	Link(pair, 1);
	return pair;
}

// Remove closes the gap that the entry leaves, so that no probe stops early and no tombstones gather.
void PairTable::Remove(uint32_t pair) {
	Unlink(pair, 0);
	Unlink(pair, 1);
	uint32_t hole = HomeOf(mPairs[pair].key);
	while (mEntries[hole].pair != pair)
		hole = (hole + 1) & mMask;
	for (uint32_t i = (hole + 1) & mMask; mEntries[i].pair != cNoPair; i = (i + 1) & mMask) {
		uint32_t home = HomeOf(mEntries[i].key);
		if (((i - home) & mMask) >= ((i - hole) & mMask)) {
			mEntries[hole] = mEntries[i];
			hole = i;
		}
	}
	mEntries[hole].pair = cNoPair;
	--mCount;
	mFree.push_back(pair);
}

uint32_t PairTable::NextOf(uint32_t pair, uint32_t body_index) const {
	const Pair &p = mPairs[pair];
	return p.next[Index(Body1(p)) == body_index ? 0 : 1];
}

void PairTable::Grow() {
	std::vector<Entry> old;
	old.swap(mEntries);
	uint32_t size = old.empty() ? 64 : uint32_t(old.size()) * 2;
	mEntries.assign(size, Entry{0, cNoPair});
	mMask = size - 1;
	mShift = 64;
	for (uint32_t s = size; s > 1; s >>= 1)
		--mShift;
	for (const Entry &entry : old) {
		if (entry.pair == cNoPair)
			continue;
		uint32_t i = HomeOf(entry.key);
		while (mEntries[i].pair != cNoPair)
			i = (i + 1) & mMask;
		mEntries[i] = entry;
	}
}

void PairTable::Link(uint32_t pair, int side) {
	Pair &p = mPairs[pair];
	uint32_t body = Index(side == 0 ? Body1(p) : Body2(p));
	if (body >= mFirst.size())
		mFirst.resize(body + 1, cNoPair);
	p.previous[side] = cNoPair;
	p.next[side] = mFirst[body];
	if (p.next[side] != cNoPair) {
		Pair &next = mPairs[p.next[side]];
		next.previous[Index(Body1(next)) == body ? 0 : 1] = pair;
	}
	mFirst[body] = pair;
}

void PairTable::Unlink(uint32_t pair, int side) {
	Pair &p = mPairs[pair];
	uint32_t body = Index(side == 0 ? Body1(p) : Body2(p));
	uint32_t next = p.next[side], previous = p.previous[side];
	if (next != cNoPair) {
		Pair &n = mPairs[next];
		n.previous[Index(Body1(n)) == body ? 0 : 1] = previous;
	}
	if (previous == cNoPair) {
		mFirst[body] = next;
		return;
	}
	Pair &q = mPairs[previous];
	q.next[Index(Body1(q)) == body ? 0 : 1] = next;
}

} // namespace tertius
