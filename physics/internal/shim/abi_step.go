package shim

import "structs"

type systemBlock struct {
	_         structs.HostLayout
	maxBodies uint32
	threads   uint32
	system    uintptr
	text      text
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

// The flags of a start.
const (
	StartFree uint32 = 1 // nothing touched the body: it gained what the forces gave it
	StartSet  uint32 = 2 // a command of the step set a velocity, to the next float
)

// Start is a tracked dynamic body that is awake where a step starts, after all commands, tj_start. The velocities are those of the
// center of mass, in m/s; the library keeps what Jolt's floats leave out of them, unless something touches the body.
type Start struct {
	_               structs.HostLayout
	User            uint64
	Body            uint32
	Flags           uint32
	Position        [3]float64
	Before          [3]float64 // before the commands of the step
	Velocity        [3]float64 // after them
	AngularVelocity [3]float64
	Push            [3]float64 // the acceleration of the commands' forces, in m/s²
	Gravity         [3]float64 // that of gravity
	Drag            [3]float64 // that of the damping
	End             [3]float64 // after the step
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

type readBlock struct {
	_        structs.HostLayout
	system   uintptr
	bodies   *uint32
	states   *State
	count    uint32
	reserved uint32
	text     text
}
