// system.h is one physics system: Jolt's system of a frame with the slots of its bodies.
#pragma once

#include "call.h"
#include "contacts.h"
#include "layers.h"

#include <Jolt/Core/JobSystem.h>
#include <Jolt/Core/TempAllocator.h>
#include <Jolt/Physics/Body/Body.h>
#include <Jolt/Physics/PhysicsSystem.h>

#include <memory>
#include <vector>

namespace tertius {

// Limits are the sizes that Jolt wants up front.
struct Limits {
	uint32_t bodies, pairs, constraints;
};

// Shadow is the velocity of a tracked body in doubles, of which Jolt has the float (shadow.cpp). It holds while Jolt has that float.
struct Shadow {
	JPH::Float3 rounded{0, 0, 0};
	double exact[3] = {};  // of the center of mass
	double before[3] = {}; // as the commands of step `noted` found it
	uint32_t noted = 0;
	bool noted_instant = false; // `before` is of an instant
	bool set = false;           // one of the commands set a velocity, rather than add to it
};

// Slot is a place for a body. The index of the body's id is the index of the slot, and the sequence in the id counts the
// bodies that the slot has held, so that the id of a dead body is not taken for a live one.
struct Slot {
	JPH::Body *body = nullptr; // null when free
	uint8_t sequence = 0;
	bool dirty = false;  // changed outside the step: report it after the next one
	bool exact = false;  // a kinematic body that stands at `pose` to the last bit
	bool moving = false; // a kinematic body with a velocity, in mMoving
	bool silent = false;   // reported in no state
	bool ghost = false;    // answers no question
	bool massless = false; // has no mass or inertia that a float can hold, so it never becomes dynamic
	uint8_t instant = 0;   // which velocities are those of an instant: cLinear, cAngular; then the slot is in mInstant
	uint32_t moved = 0;  // the step whose end pose `pose` is
	double pose[7] = {}; // position and unit rotation, in doubles
	std::unique_ptr<Shadow> shadow; // of a tracked body, which is reported in the starts while dynamic
};

constexpr uint8_t cLinear = 1, cAngular = 2;

// Reported is a body whose state comes back, with its user to sort by.
struct Reported {
	uint64_t user;
	const JPH::Body *body;
};

// Nanoseconds reads the wall clock for profiles; no state depends on it.
uint64_t Nanoseconds();

class System {
public:
	System(uint32_t max_bodies, uint32_t threads);
	~System();

	int32_t Create(tj_create_block &block, Call &call);
	int32_t Destroy(const tj_destroy_block &block, Call &call);
	int32_t Apply(tj_apply_block &block, Call &call);
	int32_t AwakeBodies(tj_awake_block &block);
	int32_t Step(tj_step_block &block, Call &call);
	int32_t ReadContacts(tj_contacts_block &block);
	int32_t Hold(tj_hold_block &block, Call &call);
	int32_t Read(const tj_read_block &block, Call &call);
	int32_t Ask(tj_ask_block &block, Call &call);
	int32_t TransferTo(System &to, tj_transfer_block &block, Call &call);
	int32_t Place(tj_place_block &block, Call &call);
	int32_t Reshape(tj_reshape_block &block, Call &call);

private:
	// limits and growth (system.cpp)
	void Open(const Limits &limits);
	bool Double(bool bodies_too, Call &call);
	bool Grow(const Limits &limits, Call &call);
	JPH::Body *Find(uint32_t body) const;
	JPH::BodyInterface &Bodies() { return mPhysics->GetBodyInterfaceNoLock(); }

	// bodies (bodies.cpp)
	JPH::BodyID TakeSlot();
	bool CreateOne(tj_body &desc, Call &call);
	bool MakeRoom(uint32_t count, uint32_t &room, Call &call);
	void WakeAround(const JPH::Body &body);
	void WakeIn(JPH::AABox box, JPH::ObjectLayer layer);
	void WakeAll();
	void NoteAdded();

	// commands (commands.cpp)
	bool ApplyOne(const tj_command &command, float step_seconds, Call &call);

	// velocities (velocities.cpp)
	void SetVelocities(JPH::Body &body, const double *origin_velocity, const double *angular_velocity);
	void SetJoltVelocities(JPH::Body &body, JPH::Vec3Arg center_velocity, JPH::Vec3Arg angular_velocity);
	void Steer(JPH::Body &body, const double *pose, float step_seconds);
	void Stop(JPH::Body &body);

	// velocities of an instant (instant.cpp)
	void MarkInstant(const JPH::Body &body, uint8_t velocities);
	void TakeChordBehind(JPH::Body &body, const double *gravity, float step_seconds);

	// what floats leave out (shadow.cpp)
	void VelocityOf(const JPH::Body &body, double *out) const;
	void KeepExact(const JPH::Body &body, JPH::Vec3Arg jolts, const double *exact);
	void NoteBefore(const JPH::Body &body, bool sets);
	void ForgetBefore(const JPH::Body &body);
	void Kick(JPH::Body &body, JPH::Vec3Arg impulse);
	void Carry(JPH::Body &body, const double *gravity, float step_seconds);
	tj_start NoteStart(const JPH::Body &body, const double *gravity) const;
	void NoteEnds();

	// kinematic bodies (kinematic.cpp)
	void Move(JPH::Body &body, const double *pose, float step_seconds);
	void StopKinematics();
	void LandKinematics();

	// motions and layers (roles.cpp)
	bool SetMotion(JPH::Body &body, const tj_command &command, Call &call);
	void SetLayer(JPH::Body &body, uint32_t layer);

	// moves (moves.cpp)
	void Teleport(JPH::Body &body, const double *pose);
	void Evict(JPH::Body &body, bool loosen);
	void Settle(JPH::Body &body, const tj_transfer_block &block, bool awake);
	bool PlaceOne(const tj_placement &placement, Call &call);
	void StandAt(JPH::Body &body, const double *position, const double *rotation);

	// shapes (reshape.cpp)
	void KeepOrigin(JPH::Body &body, const tj_state &before);
	void WakeAt(const JPH::Body &body, const tj_part &part);

	// the step (step.cpp)
	void StampAwake();
	bool ApplyGravity(const tj_step_block &block, Call &call);
	void SetSleepThreshold(float weakest_gravity_squared);

	// contacts (touches.cpp)
	void DropReadContacts();
	void EndPairs(const JPH::Body &body);

	// states (states.cpp)
	void MarkDirty(const JPH::Body &body);
	void ReadStates();
	void Report(const JPH::Body &body);
	void FillState(const JPH::Body &body, tj_state &out) const;

	// questions (questions.cpp)
	bool AskOne(const tj_question &question, Call &call);
	void CastRay(const tj_question &question);
	void CastShape(const tj_question &question, const JPH::Shape &shape);
	void FindOverlaps(const tj_question &question, const JPH::Shape &shape);

	std::unique_ptr<JPH::PhysicsSystem> mPhysics;
	std::unique_ptr<JPH::TempAllocator> mScratch;
	std::shared_ptr<JPH::JobSystem> mJobs;
	Contacts mContacts;
	Limits mLimits{};

	std::vector<Slot> mSlots;
	std::vector<uint32_t> mFreeSlots; // the last one freed is the first one taken
	std::vector<uint32_t> mStamps;    // by slot: the last step that simulated the body
	std::vector<uint32_t> mLastReport; // by slot: the last step that reported the body
	std::vector<uint32_t> mDirty;     // slots
	std::vector<uint32_t> mMoving;    // slots of kinematic bodies with a velocity
	std::vector<JPH::BodyID> mSimulated; // awake at the start of the step
	std::vector<JPH::BodyID> mFound;     // scratch of a broad-phase query
	std::vector<tj_awake> mAwake;
	std::vector<uint32_t> mInstant; // slots of bodies with velocities of an instant
	std::vector<tj_start> mStarts;
	std::vector<Reported> mReports;
	std::vector<tj_state> mStates;
	std::vector<tj_hit> mHits;
	std::vector<uint32_t> mEnds;
	uint32_t mStep = 0;
	uint32_t mBodyCount = 0;
	uint32_t mAdded = 0; // into the broad phase since its trees were built
	bool mContactsRead = false; // the last step handed its contacts out
};

} // namespace tertius
