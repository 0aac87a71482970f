package physics

import (
	"tertius.dev/core/clock"
	"tertius.dev/core/field"
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
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

// Changes is a batch of frames and bodies that come and go between two steps.
type Changes struct {
	BodiesGone []handle.Entity // each has a body
	FramesGone []handle.Frame  // each has no body left
	FramesMade []handle.Frame
	BodiesMade []NewBody // in frames that live
}

// Reset empties the batch and keeps its room.
func (c *Changes) Reset() {
	c.BodiesGone, c.FramesGone = c.BodiesGone[:0], c.FramesGone[:0]
	c.FramesMade, c.BodiesMade = c.FramesMade[:0], c.BodiesMade[:0]
}

// Empty reports whether the batch changes nothing.
func (c *Changes) Empty() bool {
	return len(c.BodiesGone)+len(c.FramesGone)+len(c.FramesMade)+len(c.BodiesMade) == 0
}

// NewBody is a body to make.
type NewBody struct {
	Entity          handle.Entity
	Frame           handle.Frame
	Desc            *BodyDesc  // read during the call only
	Pose            geom.Pose  // in the frame
	Velocity        geom.Vec3f // of the origin, in m/s; zero unless dynamic
	AngularVelocity geom.Vec3f // in rad/s; zero unless dynamic
}

// StepInput is what a step needs to know. Everything in it is fixed until Finish.
type StepInput struct {
	Tick        clock.Ticks // that the step belongs to
	StepSeconds float32     // the length of the step: the float nearest the tick
	Frames      []FrameInput
	Writers     []handle.Entity // the entities with a body that wrote an intent, in the order in which they are applied
	Intents     []Intent        // indexed by the entity's slot: Intents[Writers[i].Index]
}

// FrameInput is what a step needs to know of a frame. Every live frame has one, in the order of the frames' indices.
type FrameInput struct {
	Frame   handle.Frame
	Gravity field.Gravity // felt by the frame's awake dynamic bodies, without waking any
}

// StepOutput is what a step did. Its slices are reused by the next step.
type StepOutput struct {
	Bodies  []BodyState  // the bodies that moved, fell asleep or woke, in the order of the frames and then of the slots
	Started []Contact    // the contacts that started, in the order of the frames and then of the pairs
	Ended   []ContactEnd // the contacts that ended, in the same order
	Errors  []error      // what only a bug produces, and the library's own errors, such as a full system
	Profile StepProfile
}

// Reset empties the output and keeps its room.
func (o *StepOutput) Reset() {
	o.Bodies, o.Started, o.Ended, o.Errors = o.Bodies[:0], o.Started[:0], o.Ended[:0], o.Errors[:0]
	o.Profile = StepProfile{}
}

// BodyState is where a body is at the end of a step.
type BodyState struct {
	Entity          handle.Entity
	Frame           handle.Frame
	Pose            geom.Pose  // in the frame, the rotation of unit length in double precision
	Velocity        geom.Vec3f // of the origin, in m/s in the frame
	AngularVelocity geom.Vec3f // in rad/s in the frame's axes
	Awake           bool
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
