//go:build !js

// Package motion is a fixture: cases that share slots by type.
package motion

// Vec is a fixture's vector.
type Vec struct{ X, Y, Z float64 }

// Flags is a fixture's set of bits.
type Flags uint8

// EndPose has one value.
type EndPose struct{ End Vec }

// Sample has more values of a type, an unexported one, and small ones before large ones.
type Sample struct {
	Flags         Flags
	Pos, Vel      Vec
	weight, drift float32
	Fixed         bool
}

// Rest has no value.
type Rest struct{}

// Intent says how a body moves.
//
//union:cases EndPose Sample Rest
type Intent struct{ intentSlots }
