package shim

import "structs"

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
	SetVelocities      CommandKind = 7  // both: V[0..2] and V[3..5]; Word may hold VelocitiesGiven
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
	VelocitiesGiven uint32 = 1   // the body has these velocities where the step starts, so they push it not
	MoveReport      uint32 = 1   // the body comes back in a state even if it is there already
	MotionQuiet     uint32 = 256 // a body that can move from now on is not woken
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
	failures    uint32
	reserved    uint32
	text        text
}
