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
