package physics

import (
	"fmt"
	"math"

	"tertius.dev/core/contract"
	"tertius.dev/core/motion"
)

// BodyMotion says how a body moves. The zero value is static.
type BodyMotion = motion.BodyMotion

// The motions of bodies.
const (
	Static    = motion.Static
	Kinematic = motion.Kinematic
	Dynamic   = motion.Dynamic
)

// BodyDesc describes a body. Body makes one with the engine's defaults. It does not change after the spawn.
type BodyDesc struct {
	Shape                   Shape
	InteriorShape           Shape // of what the contents of the frame that the entity owns meet, about its origin; nil takes Shape
	Motion                  BodyMotion
	MassKilograms           float64 // of a dynamic body, at most 1e31; 0 takes the shape's volume at 1,000 kg/m³, or what an assembly weighs
	Friction                float32 // Coulomb coefficient, 0 or more; a pair takes the geometric mean
	Restitution             float32 // share of the approach speed that a bounce returns, 0 to 1; a pair takes the larger
	LinearDampingPerSecond  float32 // share of the velocity in its frame lost per second, 0 or more
	AngularDampingPerSecond float32 // share of the angular velocity lost per second, 0 or more
	Collision               Collision
	NeverSleeps             bool // keeps a dynamic body awake, for measurements and for what must report every step
}

// The defaults of Body.
const (
	DefaultFriction = 0.2
	DefaultDamping  = 0.05
)

// smallestMassKilograms is the least mass whose reciprocal is a finite float.
const smallestMassKilograms = 1.2e-38

// Body returns a description with the engine's defaults: the mass of water, a friction of 0.2, no bounce, a damping of
// 0.05 per second, solid.
//
// Damping brakes the velocity that the body has in its frame, also that of an orbit: give 0 to what moves in space.
func Body(shape Shape, m BodyMotion) BodyDesc {
	return BodyDesc{
		Shape: shape, Motion: m,
		Friction: DefaultFriction, LinearDampingPerSecond: DefaultDamping, AngularDampingPerSecond: DefaultDamping,
		Collision: SolidCollision,
	}
}

// Problem says why no library could make the body, or gives nil. The error names the field.
func (d *BodyDesc) Problem() error {
	if d.Shape == nil {
		return fmt.Errorf("body: Shape is missing")
	}
	if err := d.Shape.Problem(); err != nil {
		return fmt.Errorf("body: Shape: %w", err)
	}
	if d.InteriorShape != nil {
		if err := d.InteriorShape.Problem(); err != nil {
			return fmt.Errorf("body: InteriorShape: %w", err)
		}
	}
	if d.Motion > Dynamic {
		return fmt.Errorf("body: Motion is %v, which is none", d.Motion)
	}
	if err := massProblem(d.MassKilograms); err != nil {
		return fmt.Errorf("body: %w", err)
	}
	if extra := (d.Collision.Groups | d.Collision.Mask) &^ ContentGroups; extra != 0 {
		return fmt.Errorf("body: Collision uses the bits %#x, which the engine keeps for itself", uint16(extra))
	}
	return d.materialProblem()
}

func massProblem(kilograms float64) error {
	if kilograms != 0 && !(kilograms >= smallestMassKilograms && kilograms <= HeaviestBodyKilograms) {
		return fmt.Errorf("MassKilograms is %v; it must be 0, for the shape's own, or from %v to %v",
			kilograms, smallestMassKilograms, HeaviestBodyKilograms)
	}
	return nil
}

func (d *BodyDesc) materialProblem() error {
	for _, f := range [...]struct {
		name  string
		value float32
		most  float32
	}{
		{"Friction", d.Friction, math.MaxFloat32},
		{"Restitution", d.Restitution, 1},
		{"LinearDampingPerSecond", d.LinearDampingPerSecond, math.MaxFloat32},
		{"AngularDampingPerSecond", d.AngularDampingPerSecond, math.MaxFloat32},
	} {
		if !(f.value >= 0 && f.value <= f.most) {
			return fmt.Errorf("body: %s is %v; it must be from 0 to %v", f.name, f.value, f.most)
		}
	}
	return nil
}

// HullProblem says why no frame can have the body for its hull, or gives nil. A dynamic hull always has a mass: its own, or
// that of its shape.
func (d *BodyDesc) HullProblem() error { return d.HullMotionProblem(d.Motion) }

// HullMotionProblem says why the body, as a hull, cannot have a motion, or gives nil.
func (d *BodyDesc) HullMotionProblem(m BodyMotion) error {
	if m > Dynamic {
		return fmt.Errorf("the motion is %v, which is none", m)
	}
	return nil
}

// InteriorProblem says why the body cannot be that of the owner of a root frame, or gives nil. Such a body is only the
// interior of its frame, which nothing moves.
func (d *BodyDesc) InteriorProblem() error {
	if d.Motion != Static {
		return fmt.Errorf("the motion is %v, but the body of the owner of a root frame is static: the frame has no parent to move in", d.Motion)
	}
	return nil
}

// CheckParts says why a body of this motion cannot take requests, or gives nil. What a motion intent asks has rules of its
// own: motion.Mover. Only a hull takes a new motion, whatever the one that it has.
func CheckParts(m BodyMotion, parts Parts) error {
	if refused := RefusedParts(m, parts); refused != 0 {
		return fmt.Errorf("a %v body takes no %v", m, refused)
	}
	return nil
}

// RefusedParts returns those of the requests that a body of this motion cannot take.
func RefusedParts(m BodyMotion, parts Parts) Parts {
	var takes Parts
	switch m {
	case Static:
		takes = HasTeleport | HasCollision | HasMotion
	case Kinematic:
		takes = HasTeleport | HasMove | HasCollision | HasMotion
	case Dynamic:
		takes = HasForce | HasTorque | HasImpulse | HasAngularImpulse | HasVelocity | HasAngularVelocity |
			HasTeleport | HasMove | HasCollision | HasMotion
	default:
		panic(contract.Unreachable(m))
	}
	return parts &^ takes
}

// String lists the requests.
func (p Parts) String() string {
	names := [...]string{
		"force", "torque", "impulse", "angular impulse", "velocity", "angular velocity", "teleport", "move", "collision",
		"motion",
	}
	text := ""
	for i, name := range names {
		if p>>i&1 != 0 {
			if text != "" {
				text += ", "
			}
			text += name
		}
	}
	return text
}
