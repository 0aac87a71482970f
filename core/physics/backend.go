package physics

import (
	"tertius.dev/core/clock"
	"tertius.dev/core/field"
	"tertius.dev/core/frame"
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/motion"
)

// Backend steps the bodies of a world's frames.
//
// A step is three calls. Prepare takes what gameplay wants, Work steps one frame's system, and Finish merges the results in
// the order of the frames. Between steps, Apply makes and removes frames and bodies, and Ask answers questions about them.
//
// Threads: Apply, Prepare, Finish, Ask and Close are called on one goroutine at a time. Work is called for different items
// at the same time between Prepare and Finish. ShapeProblem and CenterOfMass may be called from anywhere at any time.
type Backend interface {
	// ShapeProblem says why the library cannot build the shape, or gives nil. It repeats the shape's own Problem.
	ShapeProblem(s Shape) error

	// CenterOfMass returns the center of mass of a shape that has no problem, in meters in the body's axes, the body's
	// origin at zero. The same shape gives the same bits.
	CenterOfMass(s Shape) geom.Vec3

	// Apply removes and makes bodies and frames, in the order of the fields of Changes. It does all that it can, and
	// returns an error for each change that it could not apply: bugs, and a library that ran out of room.
	Apply(c *Changes) []error

	// Prepare takes the intents of a step and returns the number of its work items: one for each frame that has something
	// to simulate. The input is read until Finish.
	Prepare(in *StepInput) int

	// Work runs one work item of the step that Prepare began, from 0 to the number that it returned, less one.
	Work(item int)

	// WorkFrame returns the frame that a work item steps, for who reports a panic in it. Valid: as Work.
	WorkFrame(item int) handle.Frame

	// Finish ends the step and fills the output, whose slices it reuses.
	Finish(out *StepOutput)

	// Ask answers questions about the bodies as they are between two steps, with every change that Apply took. It fills the
	// answers, whose slices it reuses, with one entry in Ends for each question.
	Ask(in *Questions, out *Answers)

	// Close frees everything that the library holds. It may be called after a panic in any other method, and twice.
	Close() error
}

// Checker is a Backend that can check itself. A world asks it where it checks its own invariants.
type Checker interface {
	// Check says which invariant of the backend is broken between two calls, or gives nil. Only a bug breaks one.
	//
	// Threads: as Backend.Apply. Cost: it may visit everything.
	Check() error
}

// Rememberer is a Backend that can tell what it remembers from one step to the next beside what the bodies of its library are: what
// decides steps to come.
type Rememberer interface {
	// Memory returns it as plain values, to be read only, for hashes that walk them by reflection. No result depends on its form.
	//
	// Threads: as Backend.Apply. Valid: until the next call. Cost: it may visit everything, and allocates.
	Memory() any
}

// Changes is a batch of frames and bodies that come, go and change frames between two steps. It is applied in the order of
// its fields. Who ends a frame applies the batch before a new frame can take its slot.
//
// Hulls follow the tree and nothing else: each batch, also an empty one, ends with every hull in the system of the parent
// that its frame has in Tree. One that changes systems goes on from the pose and the velocity that its frame has there.
type Changes struct {
	Tree        *frame.Tree     // as it stands after the batch; nil says that no frame is in another
	BodiesGone  []handle.Entity // each has a body
	BodiesMoved []BodyMove      // plain bodies, into frames that live
	FramesGone  []handle.Frame  // each has no body left but its owner's interior
	FramesMade  []handle.Frame
	BodiesMade  []NewBody // in frames that live
	// HullsReshaped are hulls with a new shape. A hull may be here more than once: the last shape counts, and every motion that
	// its parts brought along.
	HullsReshaped []HullReshape
}

// HullReshape gives the hull of a frame the shape and the mass of what has docked at the frame beside its own, or takes them off
// again. The hull keeps its place, its velocities, its settings and its contacts. A dynamic one wakes, and so does whatever sleeps
// at the parts that came or went.
type HullReshape struct {
	Entity  handle.Entity // the owner of the frame
	Shape   *Assembly     // about the hull's origin, with the masses of its parts; nil gives the hull what its description says
	Changed []HullPart    // the parts that came or went
}

// HullPart is a part of a hull that came or went. One that comes brings its motion along: in the next step, if the hull is dynamic
// in it, the momentum that the part has beside the hull acts on the hull, as an impulse at the part's center of mass and an
// angular impulse. One that goes before that step takes its momentum along.
type HullPart struct {
	AssemblyPart                  // in the hull's axes
	Owner           handle.Entity // whose hull it is as long as it is no part
	Velocity        geom.Vec3     // of the part's origin as the hull sees it, in m/s in the hull's axes; 0 of a part that went
	AngularVelocity geom.Vec3     // in rad/s
}

// BodyMove puts a plain body that stays into another frame. It keeps its entity, its settings, whether it sleeps, and its
// contacts with what is there.
type BodyMove struct {
	Entity   handle.Entity
	Frame    handle.Frame // that it is in from now on
	Relation motion.State // of the frame that it leaves, in Frame: physics converts what the library knows of the body
}

// Reset empties the batch and keeps its room.
func (c *Changes) Reset() {
	c.BodiesGone, c.FramesGone = c.BodiesGone[:0], c.FramesGone[:0]
	c.FramesMade, c.BodiesMade, c.BodiesMoved = c.FramesMade[:0], c.BodiesMade[:0], c.BodiesMoved[:0]
	c.HullsReshaped = c.HullsReshaped[:0]
}

// Empty reports whether the batch changes nothing.
func (c *Changes) Empty() bool {
	return len(c.BodiesGone)+len(c.FramesGone)+len(c.FramesMade)+len(c.BodiesMade)+len(c.BodiesMoved)+len(c.HullsReshaped) == 0
}

// NewBody is a body to make. One whose entity owns a frame is two in the library: the hull, in Frame, and the interior, at
// the origin of the owned frame, which does not move there. The owner of a root frame has the interior only.
type NewBody struct {
	Entity          handle.Entity
	Frame           handle.Frame // that the entity is in; none for the owner of a root frame
	Owns            handle.Frame // the frame that the entity is; none for a plain body
	Desc            *BodyDesc    // read during the call only
	Pose            geom.Pose    // in the frame
	Velocity        geom.Vec3    // of the origin, in m/s, as an instant has it; a static body has none
	AngularVelocity geom.Vec3f   // in rad/s
}

// StepInput is what a step needs to know. Everything in it is fixed until Finish.
type StepInput struct {
	Tick        clock.Ticks // that the step belongs to
	StepSeconds float32     // what the library takes as the length: forces, aims and measured accelerations
	TickSeconds float64     // the length of the tick: records, chords and all that must agree with the tree to the last bit
	Tree        *frame.Tree // as it is where the step starts; nil says that no frame is in another
	Frames      []FrameInput
	Writers     []handle.Entity // the entities with a body that wrote an intent, in the order in which they are applied
	Intents     *Intents        // of the writers, by their slots
}

// FrameInput is what a step needs to know of a frame. Every live frame has one, in the order of the frames' indices.
type FrameInput struct {
	Frame   handle.Frame
	Gravity field.Gravity // the frame's own field
	// ProperAcceleration is what the frame's accelerometer reads, in m/s² in the frame's axes: at the center of mass of a hull that
	// physics moves, and else at the origin. The frame's awake dynamic bodies feel the field less this, at every place, without the
	// terms of a frame that turns. A change of it wakes sleepers only past a threshold.
	ProperAcceleration geom.Vec3
	// HullMotion is the motion of the owner's hull in this step. It means nothing for a frame whose owner has no hull.
	HullMotion BodyMotion
	// Record is the frame's motion over this step in its parent, when Moves says that its owner's intent gives one: for a
	// kinematic hull and for an owner without a hull. Made by the function by which the tree takes it after the step.
	Record motion.Sample
	Moves  bool
}

// StepOutput is what a step did. Its slices are reused by the next step.
type StepOutput struct {
	Bodies   []BodyState  // the bodies that moved, fell asleep or woke, in the order of the frames and then of the slots
	Frames   []FrameState // the frames whose hull moved, in the order of the frames that the hulls are in and of their slots
	HandOffs []HandOff    // who crossed into another frame, in the order of the frames that they leave and of their slots
	Started  []Contact    // the contacts that started, in the order of the frames and then of the pairs
	Ended    []ContactEnd // the contacts that ended, in the same order
	// Unstepped are the frames that the library could not step, for one of the Errors. Who is in them stays as the step found it,
	// and so does a frame whose hull is in one and that has no state.
	Unstepped []handle.Frame
	Grown     []Growth // the frames that ran out of room for bodies since the output before, in the order in which they did
	Errors    []error  // what only a bug produces, and the library's own errors, such as a full system
	Profile   StepProfile
}

// Reset empties the output and keeps its room.
func (o *StepOutput) Reset() {
	o.Bodies, o.Frames, o.HandOffs = o.Bodies[:0], o.Frames[:0], o.HandOffs[:0]
	o.Started, o.Ended = o.Started[:0], o.Ended[:0]
	o.Unstepped, o.Grown, o.Errors = o.Unstepped[:0], o.Grown[:0], o.Errors[:0]
	o.Profile = StepProfile{}
}

// Growth tells of a frame whose bodies no longer fitted into its system, so that they moved into a new one with twice the room, or
// more. They go on to the last bit, but the move takes time: some for each body.
type Growth struct {
	Frame  handle.Frame // it may have ended since
	Bodies int          // that moved: those of the library, hulls, interiors and ghosts among them
	Room   int          // for how many bodies there is room now
}

// BodyState is where a plain body is at the end of a step. A hull has a FrameState instead.
type BodyState struct {
	Entity          handle.Entity
	Frame           handle.Frame // the one that it is in: after a hand-off, the new one
	Pose            geom.Pose    // in the frame, the rotation of unit length in double precision
	Velocity        geom.Vec3    // in m/s in the frame: the chord of the center of mass, carried to the origin
	AngularVelocity geom.Vec3f   // in rad/s in the frame's axes
	Awake           bool
}

// FrameState is what a step did to a frame by its hull.
type FrameState struct {
	Frame  handle.Frame
	Parent handle.Frame  // that the record is relative to: the frame's parent, or the one that a hand-off takes it to
	Record motion.Sample // of the frame in Parent
	// ProperAcceleration is what an accelerometer at the center of mass of a dynamic hull read over the step, in m/s² in the frame's
	// axes, as physics measured it: without the rotation terms of an origin that is off the center of mass. Measured says that it
	// did; else the tree's rule derives it from the record, at the origin.
	ProperAcceleration geom.Vec3
	Measured           bool
	Awake              bool
}

// HandOff proposes that an entity, and the frame that it may own, go into another frame. The tree decides: who is not taken
// there goes back before the next step, the hull of a frame with the tree and a plain body by a BodyMove. There is one for an
// entity in a step, however many bubbles it crossed.
type HandOff struct {
	Entity   handle.Entity
	From, To handle.Frame // of one root; of a frame, To is the parent's parent or a sibling
	State    motion.State // in To, at the end of the step, with instant velocities
}

// Contact is a touch of two bodies that began in a step: the first step in which they are at most 1 mm apart, or approach
// fast enough to close their gap within the step.
type Contact struct {
	A, B                    handle.Entity // A has the lower slot
	Frame                   handle.Frame  // in whose system they touch
	Point                   geom.Vec3     // in meters in the frame
	Normal                  geom.Vec3f    // of unit length, from A to B, in the frame's axes
	GapMeters               float32       // below 0 when the bodies overlap
	ApproachMetersPerSecond float32       // along the normal before the solver ran; below 0 when they part
	ImpulseNewtonSeconds    float32       // an estimate: the approach speed times the reduced mass, 0 when they part
}

// ContactEnd is the end of a contact that was reported as started.
type ContactEnd struct {
	A, B  handle.Entity // A has the lower slot; one of them may be gone
	Frame handle.Frame  // in whose system the contact ended
}

// StepProfile says where the wall time of a step went, in nanoseconds, summed over the frames. A backend fills it only when
// its options ask for it; it reaches no state.
type StepProfile struct {
	WriteNanos    int64 // intents, gravity and wakes before the library's step
	StepNanos     int64 // the library's own step
	ContactsNanos int64 // sorting and settling of contacts
	ReadNanos     int64 // poses and velocities out of the library
}
