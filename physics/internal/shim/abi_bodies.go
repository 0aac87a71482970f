package shim

import "structs"

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
	room   uint32
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
	room            uint32
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

// Reshape gives a body another shape, a part of tj_reshape_block.
type Reshape struct {
	Shape   Shape
	Changed []Part // what came or went, in the body's axes: what sleeps there wakes
	Body    uint32
	Sharp   bool    // made of sharp pieces, as BodyEdgeRemoval
	Mass    float64 // in kg; 0 takes that of the shape
}

type reshapeBlock struct {
	_            structs.HostLayout
	system       uintptr
	shape        uintptr
	changed      *Part
	changedCount uint32
	body         uint32
	flags        uint32
	reserved     uint32
	mass         float64
	text         text
}
