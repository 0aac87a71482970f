// Package shim is the raw binding of our C functions over Jolt (native/shim/tj.h), with the names of C and no policy.
//
// Invariants:
//  1. Every block that C reads or writes is a field of a heap object that outlives the call, or native memory; never a
//     local, whose stack could move while only a uintptr names it.
//  2. A warm call allocates nothing.
//  3. The layouts here equal those of the loaded library: Load compares every size and refuses another.
//
// Threads: a System belongs to one goroutine at a time; different Systems, and shapes, may be used side by side.
package shim

import (
	"structs"
	"unsafe"
)

// ABIVersion is the version of tj.h that this package mirrors.
const ABIVersion = 7

const textSize = 256

// text is where C writes why a call failed.
type text [textSize]byte

func (t *text) String() string {
	for i, c := range t {
		if c == 0 {
			return string(t[:i])
		}
	}
	return string(t[:])
}

// ABI is what a library says of itself, tj_abi_block.
type ABI struct {
	_               structs.HostLayout
	Size            uint32
	ABIVersion      uint32
	DoublePrecision uint32 // 1 when positions are doubles
	Asserts         uint32 // 1 when Jolt's asserts are compiled in
	JoltVersion     uint32 // major << 16 | minor << 8 | patch
	LayerBits       uint32
	Deterministic   uint32
	Sizes           [23]uint32 // of the blocks and records, in the order of ownSizes
}

// ownSizes are the sizes of the mirrored structs, in the order of tj_abi_block.
var ownSizes = [23]uint32{
	uint32(unsafe.Sizeof(shapeBlock{})),
	uint32(unsafe.Sizeof(Part{})),
	uint32(unsafe.Sizeof(systemBlock{})),
	uint32(unsafe.Sizeof(createBlock{})),
	uint32(unsafe.Sizeof(Body{})),
	uint32(unsafe.Sizeof(destroyBlock{})),
	uint32(unsafe.Sizeof(applyBlock{})),
	uint32(unsafe.Sizeof(Command{})),
	uint32(unsafe.Sizeof(awakeBlock{})),
	uint32(unsafe.Sizeof(Awake{})),
	uint32(unsafe.Sizeof(stepBlock{})),
	uint32(unsafe.Sizeof(State{})),
	uint32(unsafe.Sizeof(Contact{})),
	uint32(unsafe.Sizeof(readBlock{})),
	uint32(unsafe.Sizeof(askBlock{})),
	uint32(unsafe.Sizeof(Question{})),
	uint32(unsafe.Sizeof(Hit{})),
	uint32(unsafe.Sizeof(contactsBlock{})),
	uint32(unsafe.Sizeof(holdBlock{})),
	uint32(unsafe.Sizeof(Start{})),
	uint32(unsafe.Sizeof(transferBlock{})),
	uint32(unsafe.Sizeof(placeBlock{})),
	uint32(unsafe.Sizeof(Placement{})),
}

// Code is what a call answers, tj_code.
type Code int32

// The codes.
const (
	OK         Code = 0
	BadRequest Code = 1
	BadShape   Code = 2
	Full       Code = 3
	Assert     Code = 4
	BadState   Code = 5
)

// Error is a call that failed.
type Error struct {
	Code Code
	Text string // one line from the library
}

func (e *Error) Error() string { return e.Text }

// ShapeKind is the kind of a shape, tj_shape_kind.
type ShapeKind uint32

// The kinds of shapes.
const (
	Box      ShapeKind = 1 // A holds the half extents, Radius the convex radius
	Sphere   ShapeKind = 2 // Radius
	Capsule  ShapeKind = 3 // A[0] is half the height of the cylinder, Radius
	Hull     ShapeKind = 4 // Points, Radius is the largest convex radius
	Compound ShapeKind = 5 // Parts
)

// ShapeDesc is what a shape is made of.
type ShapeDesc struct {
	Kind   ShapeKind
	A      [3]float64
	Radius float64
	Points []float64 // three for each point
	Parts  []Part
}

// Part is a child of a compound, tj_part.
type Part struct {
	_        structs.HostLayout
	Shape    uintptr // native
	Position [3]float64
	Rotation [4]float64
}

// Shape is a native shape, with one reference that Release drops.
type Shape struct {
	Native       uintptr
	CenterOfMass [3]float64 // from the body's origin, in meters
	Volume       float64    // in m³
}

type shapeBlock struct {
	_            structs.HostLayout
	kind         ShapeKind
	count        uint32
	a            [3]float64
	radius       float64
	points       *float64
	parts        *Part
	shape        uintptr
	centerOfMass [3]float64
	boundsMin    [3]float64
	boundsMax    [3]float64
	volume       float64
	text         text
}

type systemBlock struct {
	_         structs.HostLayout
	maxBodies uint32
	threads   uint32
	system    uintptr
	text      text
}

// Motion is how a body moves, tj_motion.
type Motion uint32

// The motions.
const (
	Static    Motion = 0
	Kinematic Motion = 1
	Dynamic   Motion = 2
)

// The flags of a body.
const (
	BodyAsleep      uint32 = 1
	BodyEdgeRemoval uint32 = 2
	BodyNeverSleeps uint32 = 4
	BodySilent      uint32 = 8   // comes back in no state
	BodyChanges     uint32 = 16  // its motion may change
	BodyGhost       uint32 = 64  // answers no question
	BodyTracked     uint32 = 32  // while dynamic and awake, it comes back in the starts of a step
	BodyMassless    uint32 = 128 // out: no float can hold its mass and inertia, so it cannot become dynamic
)

// NoBody is the id of no body.
const NoBody uint32 = 0xffffffff

// Body is a body to make, tj_body.
type Body struct {
	_               structs.HostLayout
	Shape           uintptr
	User            uint64
	Motion          Motion
	Layer           uint32 // groups | mask << 16
	Flags           uint32
	Body            uint32     // out: its id, NoBody when it was not made
	Position        [3]float64 // m
	Rotation        [4]float64 // of unit length
	Velocity        [3]float64 // of the origin, m/s, as an instant has it
	AngularVelocity [3]float64 // rad/s
	Mass            float64    // kg; 0 takes the shape's own
	Friction        float64
	Restitution     float64
	LinearDamping   float64 // 1/s
	AngularDamping  float64 // 1/s
}

type createBlock struct {
	_      structs.HostLayout
	system uintptr
	bodies *Body
	count  uint32
	grown  uint32
	text   text
}

type destroyBlock struct {
	_      structs.HostLayout
	system uintptr
	bodies *uint32
	count  uint32
	flags  uint32
	text   text
}

// loosen is the flag of bodies whose contacts come loose.
const loosen uint32 = 1

// CommandKind is what a command does, tj_command_kind.
type CommandKind uint32

// The commands.
const (
	Force              CommandKind = 1  // N at the center of mass
	Torque             CommandKind = 2  // N m
	Impulse            CommandKind = 3  // N s at the center of mass
	AngularImpulse     CommandKind = 4  // N m s
	SetVelocity        CommandKind = 5  // of the origin, m/s
	SetAngularVelocity CommandKind = 6  // rad/s
	SetVelocities      CommandKind = 7  // both: V[0..2] and V[3..5]
	Teleport           CommandKind = 8  // V[0..2] position, V[3..6] rotation of unit length; the body rests there
	Move               CommandKind = 9  // the pose at the end of the step, as Teleport; Word may hold MoveReport
	SetLayer           CommandKind = 10 // Word
	Wake               CommandKind = 11
	WakeAll            CommandKind = 12 // names no body
	SetMotion          CommandKind = 13 // Word holds a Motion and MotionQuiet; unless dynamic, the body rests at V as Teleport
	EndPairs           CommandKind = 14 // ends the contacts that its motion and layer allow no more
	Stop               CommandKind = 15 // takes the velocities off
	Steer              CommandKind = 16 // gives a dynamic body the velocities that carry it to V over the step
	Sleep              CommandKind = 17 // puts a body to sleep, at rest
)

// The flags in the Word of commands.
const (
	MoveReport  uint32 = 1   // the body comes back in a state even if it is there already
	MotionQuiet uint32 = 256 // a body that can move from now on is not woken
)

// Command is one change before a step, tj_command.
type Command struct {
	_        structs.HostLayout
	Kind     CommandKind
	Body     uint32
	Word     uint32
	Reserved uint32
	V        [7]float64
}

type applyBlock struct {
	_           structs.HostLayout
	system      uintptr
	commands    *Command
	count       uint32
	failed      uint32
	stepSeconds float64
	nanoseconds uint64
	text        text
}

// Awake is an awake dynamic body before a step, tj_awake.
type Awake struct {
	_            structs.HostLayout
	User         uint64
	Body         uint32
	Reserved     uint32
	CenterOfMass [3]float64 // in the frame, m
}

type awakeBlock struct {
	_        structs.HostLayout
	system   uintptr
	awake    *Awake // native
	count    uint32
	reserved uint32
	text     text
}

// The flags of a state.
const (
	StateAwake   uint32 = 1
	StateInstant uint32 = 2 // the velocity is still that of an instant, which the next step turns into one for Jolt
)

// State is a body after a step, tj_state.
type State struct {
	_               structs.HostLayout
	User            uint64
	Body            uint32
	Flags           uint32
	Position        [3]float64
	Rotation        [4]float64 // normalized in double precision
	Velocity        [3]float64 // of the origin
	AngularVelocity [3]float64
}

// Start is a tracked dynamic body that is awake where a step starts, after all commands and gravity, tj_start.
type Start struct {
	_               structs.HostLayout
	User            uint64
	Position        [3]float64
	Velocity        [3]float64 // of the center of mass, as Jolt keeps it
	AngularVelocity [3]float64
	Acceleration    [3]float64 // of all forces, gravity among them
	Gravity         [3]float64 // of gravity alone
}

// The kinds of contact records.
const (
	ContactStarted  uint32 = 1
	ContactEnded    uint32 = 2
	ContactLoosened uint32 = 3 // a body of it left the system by LeaveBodies
)

// Contact is a contact that started, ended or came loose, tj_contact.
type Contact struct {
	_            structs.HostLayout
	Kind         uint32
	Body1, Body2 uint32
	Reserved     uint32
	User1, User2 uint64 // the lower first
	Point        [3]float64
	Normal       [3]float64 // from body 1 to body 2
	Gap          float64    // m
	Approach     float64    // m/s
	ReducedMass  float64    // kg; 0 when neither is dynamic
}

// What an update could not hold.
const (
	ManifoldsFull   uint32 = 1
	PairsFull       uint32 = 2
	ConstraintsFull uint32 = 4
)

type stepBlock struct {
	_                 structs.HostLayout
	system            uintptr
	accelerations     *[3]float64
	accelerationCount uint32
	reserved          uint32
	stepSeconds       float64
	gravity           [3]float64
	states            *State   // native
	contacts          *Contact // native
	starts            *Start   // native
	stateCount        uint32
	contactCount      uint32
	startCount        uint32
	reserved2         uint32
	stats             StepStats
	text              text
}

// StepStats is what a step reports beside states and contacts, a part of tj_step_block.
type StepStats struct {
	_                  structs.HostLayout
	Awake              uint32 // bodies awake after the step
	UpdateErrors       uint32 // ManifoldsFull and so on
	Stepped            uint32 // 0 when nothing was awake
	Bodies             uint32
	GravityNanoseconds uint64
	UpdateNanoseconds  uint64
	ContactNanoseconds uint64
	ReadNanoseconds    uint64
}

type contactsBlock struct {
	_        structs.HostLayout
	system   uintptr
	contacts *Contact // native
	count    uint32
	reserved uint32
	text     text
}

type holdBlock struct {
	_            structs.HostLayout
	system       uintptr
	body1, body2 uint32
	held         uint32
	reserved     uint32
	text         text
}

type readBlock struct {
	_        structs.HostLayout
	system   uintptr
	bodies   *uint32
	states   *State
	count    uint32
	reserved uint32
	text     text
}

// TransferInstant is the flag of a transfer whose velocities are those of an instant. Without it they are those that Jolt's
// next step goes on with.
const TransferInstant uint32 = 1

// TransferLoosen is the flag of a transfer that ends no contact: they come back as loosened.
const TransferLoosen uint32 = 2

// Transfer is a body that moves into another system, a part of tj_transfer_block.
type Transfer struct {
	_               structs.HostLayout
	Body            uint32
	Flags           uint32
	moved           uint32
	reserved        uint32
	Position        [3]float64 // in the new system
	Rotation        [4]float64 // of unit length
	Velocity        [3]float64 // of the origin; ignored unless dynamic
	AngularVelocity [3]float64
}

type transferBlock struct {
	_    structs.HostLayout
	from uintptr
	to   uintptr
	Transfer
	text text
}

// PlaceWakes is the flag of a placement that wakes what lies at the old place and at the new one.
const PlaceWakes uint32 = 1

// Placement is where a body that is not dynamic stands from now on, and how it goes on until it is placed again,
// tj_placement. A static one has no velocity.
type Placement struct {
	_               structs.HostLayout
	Body            uint32
	Flags           uint32
	Position        [3]float64
	Rotation        [4]float64 // of unit length
	Velocity        [3]float64 // of the origin
	AngularVelocity [3]float64
}

type placeBlock struct {
	_          structs.HostLayout
	system     uintptr
	placements *Placement
	count      uint32
	failed     uint32
	text       text
}

// QuestionKind is what a question asks, tj_question_kind.
type QuestionKind uint32

// The kinds of questions.
const (
	AskRay     QuestionKind = 1
	AskCast    QuestionKind = 2 // a shape that moves without turning
	AskOverlap QuestionKind = 3 // a shape that stands
)

// NearestOnly is the flag of a question that the nearest hit answers.
const NearestOnly uint32 = 1

// Question is a question about the bodies of a system, tj_question.
type Question struct {
	_         structs.HostLayout
	Kind      QuestionKind
	Flags     uint32
	Groups    uint32    // 0 asks every body
	Shape     ShapeKind // Box, Sphere or Capsule
	Except    uint64    // the user whose body counts as absent
	A         [3]float64
	Radius    float64
	Position  [3]float64
	Rotation  [4]float64 // of unit length
	Direction [3]float64 // of unit length
	Length    float64    // m
}

// Hit is a body that answers a question, tj_hit.
type Hit struct {
	_        structs.HostLayout
	User     uint64
	Distance float64 // m
	Point    [3]float64
	Normal   [3]float64
}

type askBlock struct {
	_         structs.HostLayout
	system    uintptr
	questions *Question
	hits      *Hit    // native
	ends      *uint32 // native
	count     uint32
	failed    uint32
	text      text
}
