package worldtest

import (
	"math"
	"slices"

	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/simulation"
)

// Motion is where a thing is and how it moves, bit for bit, so that -0 differs from 0 and a NaN equals itself.
type Motion [13]uint64

// Bits returns the bits of the pose and the velocities.
func Bits(t *simulation.Transform) Motion {
	p, q := t.Pose.Position, t.Pose.Rotation
	m := Motion{
		math.Float64bits(p.X), math.Float64bits(p.Y), math.Float64bits(p.Z),
		math.Float64bits(q.X), math.Float64bits(q.Y), math.Float64bits(q.Z), math.Float64bits(q.W),
	}
	for i, v := range [...]geom.Vec3{t.Velocity, t.AngularVelocity.Double()} {
		for j, x := range [...]float64{v.X, v.Y, v.Z} {
			m[7+3*i+j] = math.Float64bits(x)
		}
	}
	return m
}

// MotionsIn returns the motions of everything in the frame, sorted, so that two frames compare whatever their handles are.
func MotionsIn(w *simulation.World, f handle.Frame) []Motion {
	var all []Motion
	for e := range w.Entities() {
		if t, _ := w.Snapshot().Transform(e); t.Frame == f {
			all = append(all, Bits(&t))
		}
	}
	slices.SortFunc(all, func(a, b Motion) int { return slices.Compare(a[:], b[:]) })
	return all
}
