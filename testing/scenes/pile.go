// Package scenes fills worlds with what tests, benchmarks and the demo share.
package scenes

import (
	"fmt"

	"tertius.dev/core/field"
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/physics"
	"tertius.dev/simulation"
)

// The numbers of the pile, in meters. The native benchmark program, native/bench/pile.cpp, builds the same scene.
const (
	pileFloorHalfSide = 60
	pileFloorHalfDeep = 0.5
	pileCrateHalfSide = 0.25
	pilePitch         = 0.51
	pileLift          = 0.01 // of the lowest crates above the floor
)

// StandardGravity is the pull at sea level, along −Y.
var StandardGravity = field.GravityOfUniform(field.Uniform{Acceleration: geom.Vec3{Y: -9.81}})

// Pile puts a floor and side³ crates that never sleep into a new root frame of the world, and returns the last crate, which
// is one of the topmost layer.
//
// Crate (i, j, k) starts at x = (i − (side−1)/2) p, y = 0.25 + 0.01 + j p, z = (k − (side−1)/2) p with the pitch p = 0.51 m.
func Pile(w *simulation.World, side int) (last handle.Entity, err error) {
	frame, err := rootFrame(w)
	if err != nil {
		return last, err
	}
	floor := physics.Body(physics.NewBox(pileFloorHalfSide, pileFloorHalfDeep, pileFloorHalfSide), physics.Static)
	if _, err = w.Spawn(&simulation.SpawnDesc{
		Frame: frame, Body: &floor, Pose: geom.At(geom.Vec3{Y: -pileFloorHalfDeep}),
	}); err != nil {
		return last, fmt.Errorf("the pile's floor: %w", err)
	}
	return heap(w, frame, side, side)
}

// Towers puts frames into a new root frame, and into each of them a tower of crates as Pile stands them, one above the other, on
// the floor of the frame's interior. The owners have static hulls, a kilometer apart, and bubbles of 50 m. It returns the
// topmost crate of the last tower.
func Towers(w *simulation.World, frames, layers int) (last handle.Entity, err error) {
	space, err := rootFrame(w)
	if err != nil {
		return last, err
	}
	hull := physics.Body(physics.NewSphere(1), physics.Static)
	hull.InteriorShape = physics.NewCompound(physics.Part{
		Shape: physics.NewBox(pileFloorHalfSide, pileFloorHalfDeep, pileFloorHalfSide), Pose: geom.At(geom.Vec3{Y: -pileFloorHalfDeep}),
	})
	for i := range frames {
		owner, err := w.Spawn(&simulation.SpawnDesc{
			Frame: space, Body: &hull, Pose: geom.At(geom.Vec3{X: 1000 * float64(i)}),
			Owns: &simulation.FrameSpec{Bounds: geom.Vec3{X: 50, Y: 50, Z: 50}},
		})
		if err != nil {
			return last, fmt.Errorf("the owner of frame %d of the towers: %w", i, err)
		}
		frame, _ := w.FrameOf(owner)
		if last, err = heap(w, frame, 1, layers); err != nil {
			return last, err
		}
	}
	return last, nil
}

// heap puts crates that never sleep onto the floor of a frame, and returns the last one.
func heap(w *simulation.World, frame handle.Frame, side, layers int) (last handle.Entity, err error) {
	crate := physics.Body(physics.NewBox(pileCrateHalfSide, pileCrateHalfSide, pileCrateHalfSide), physics.Dynamic)
	crate.NeverSleeps = true
	middle := float64(side-1) / 2
	for j := range layers {
		for i := range side {
			for k := range side {
				at := geom.Vec3{
					X: (float64(i) - middle) * pilePitch,
					Y: pileCrateHalfSide + pileLift + float64(j)*pilePitch,
					Z: (float64(k) - middle) * pilePitch,
				}
				if last, err = w.Spawn(&simulation.SpawnDesc{Frame: frame, Body: &crate, Pose: geom.At(at)}); err != nil {
					return last, fmt.Errorf("crate (%d, %d, %d) of the pile: %w", i, j, k, err)
				}
			}
		}
	}
	return last, nil
}

// rootFrame makes a root frame with standard gravity.
func rootFrame(w *simulation.World) (handle.Frame, error) {
	owner, err := w.Spawn(&simulation.SpawnDesc{
		Pose: geom.IdentityPose, Owns: &simulation.FrameSpec{Gravity: StandardGravity},
	})
	if err != nil {
		return handle.Frame{}, fmt.Errorf("a root frame: %w", err)
	}
	frame, _ := w.FrameOf(owner)
	return frame, nil
}
