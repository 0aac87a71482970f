// touches.cpp hands out the contacts of a system, holds them on and ends them.
#include "system.h"

JPH_SUPPRESS_WARNINGS

using namespace JPH;

namespace tertius {
namespace {

// CanTouch is the pair test: whether Jolt can make a contact of two bodies of one system. Their layers meet, and one is
// dynamic. A dynamic body also meets by its own motion whatever a ghost stands for, so the motion of the ghost's body need
// not be asked before there are sensors.
bool CanTouch(const Body &a, const Body &b) {
	return (a.IsDynamic() || b.IsDynamic()) &&
		   ObjectLayerPairFilterMask().ShouldCollide(a.GetObjectLayer(), b.GetObjectLayer());
}

} // namespace

int32_t System::ReadContacts(tj_contacts_block &block) {
	DropReadContacts();
	const std::vector<tj_contact> &contacts = mContacts.Sorted();
	block.contacts = contacts.data();
	block.count = uint32_t(contacts.size());
	mContactsRead = true;
	return TJ_OK;
}

// DropReadContacts forgets what the last step handed out, before anything new starts or ends.
void System::DropReadContacts() {
	if (mContactsRead)
		mContacts.Clear();
	mContactsRead = false;
}

int32_t System::Hold(tj_hold_block &block, Call &call) {
	const Body *body1 = Find(block.body1), *body2 = Find(block.body2);
	if (body1 == nullptr || body2 == nullptr)
		return call.Fail(TJ_BAD_REQUEST, "a contact to hold names the bodies %u and %u, of which one is not in the system",
						 block.body1, block.body2);
	block.held = CanTouch(*body1, *body2) && mContacts.Hold(*body1, *body2);
	return call.Code();
}

// EndPairs ends the contacts of a body whose motion or layer changed that the two bodies cannot make any more.
void System::EndPairs(const Body &body) {
	DropReadContacts();
	mContacts.EndPairsOf(body.GetID().GetIndexAndSequenceNumber(), [this](uint32_t body1, uint32_t body2) {
		const Body *a = Find(body1), *b = Find(body2);
		return a != nullptr && b != nullptr && CanTouch(*a, *b);
	});
}

} // namespace tertius
