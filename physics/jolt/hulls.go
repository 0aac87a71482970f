package jolt

import (
	"fmt"

	"tertius.dev/core/frame"
	"tertius.dev/core/geom"
	"tertius.dev/core/physics"
	"tertius.dev/physics/internal/shim"
)

// hulls.go makes the hulls and interiors of frames follow the tree and the motions that their owners gave them.
//
// The order where a step starts: each hull goes where the tree says, then every hull takes its motion of the step, then the
// contacts end that the new motions cannot make. So the order of the owners does not matter.

// followTree brings the hulls to where the tree has their frames and gives them their motions of the step.
func (b *Backend) followTree(in *physics.StepInput) {
	b.errors = b.followParents(in.Tree, b.errors)
	changed := false
	for i := range in.Frames {
		frame := b.frame(in.Frames[i].Frame)
		if frame == nil {
			continue // reported where its gravity was taken
		}
		row := b.row(frame.owner)
		if row == nil || !row.isHull() || in.Tree == nil || !in.Tree.Live(frame.frame) {
			continue
		}
		frame.hull.changed = false
		if row.motion == physics.Static {
			b.followPlace(in, frame, row)
		}
		if row.motion != in.Frames[i].HullMotion {
			changed = b.changeMotion(in, frame, row, in.Frames[i].HullMotion) || changed
		}
		frame.hull.input = uint32(i)
	}
	if changed {
		b.judgePairs(in)
	}
}

// followParents puts each hull into the system of the parent that its frame has in the tree. One that changes systems goes on
// from the state that the tree has of its frame.
func (b *Backend) followParents(tree *frame.Tree, errs []error) []error {
	if tree == nil {
		return errs
	}
	for i := range b.frames {
		owned := &b.frames[i]
		row := b.row(owned.owner)
		if row == nil || !row.isHull() || !tree.Live(owned.frame) {
			continue
		}
		parent := tree.Home(owned.frame)
		if parent == row.frame || b.frame(parent) == nil {
			continue
		}
		local := tree.Local(owned.frame)
		if err := b.transferAs(row, parent, &local); err != nil {
			errs = append(errs, fmt.Errorf("physics: the hull of frame %v: %w", owned.frame, err))
		}
	}
	return errs
}

// followPlace puts a static hull where the tree has its frame, when someone else put it there.
func (b *Backend) followPlace(in *physics.StepInput, frame *frameRow, row *bodyRow) {
	pose := in.Tree.LocalAt(in.Tree.Row(frame.frame)).Pose
	if pose == frame.hull.place {
		return
	}
	if problem := placeProblem(&pose); problem != "" {
		b.report(fmt.Errorf("physics: the hull of frame %v: %s", frame.frame, problem))
		return
	}
	home := b.frame(row.frame)
	home.commands = append(home.commands, poseCommand(shim.Teleport, row.native, &pose))
	frame.hull.place = pose
}

// changeMotion gives a hull and its interior the motion that the hull has in the step. The hull takes the pose and the
// velocities of its frame: one that becomes dynamic coasts on with those of its last record. It is false when the hull keeps
// its motion.
func (b *Backend) changeMotion(in *physics.StepInput, frame *frameRow, row *bodyRow, to physics.BodyMotion) bool {
	if to > physics.Dynamic || (to == physics.Dynamic && row.massless) {
		b.report(fmt.Errorf("physics: the hull of frame %v cannot take the motion %v", frame.frame, to))
		return false
	}
	home := b.frame(row.frame)
	local := in.Tree.Local(frame.frame)
	c := poseCommand(shim.SetMotion, row.native, &local.Pose)
	c.Word = uint32(motionOf(to))
	home.commands = append(home.commands, c)
	if to == physics.Dynamic {
		home.commands = append(home.commands, velocitiesCommand(row.native, local.Velocity, local.AngularVelocity))
	}
	if was, is := interiorMotion(row.motion), interiorMotion(to); was != is {
		c := poseCommand(shim.SetMotion, row.interior, &geom.IdentityPose)
		c.Word = uint32(is) | shim.MotionQuiet
		frame.commands = append(frame.commands, c)
	}
	row.motion = to
	b.at[row.entity.Index].stirredAt = b.step
	frame.hull = hullRow{place: local.Pose, changed: true}
	return true
}

// judgePairs ends the contacts of the hulls that changed their motions, and of their interiors, that no body of the new
// motion can make.
func (b *Backend) judgePairs(in *physics.StepInput) {
	for i := range in.Frames {
		frame := b.frame(in.Frames[i].Frame)
		if frame == nil || !frame.hull.changed {
			continue
		}
		row := b.row(frame.owner)
		home := b.frame(row.frame)
		home.commands = append(home.commands, shim.Command{Kind: shim.EndPairs, Body: row.native})
		frame.commands = append(frame.commands, shim.Command{Kind: shim.EndPairs, Body: row.interior})
	}
}

// velocitiesCommand gives a body the velocities that it has where the step starts.
func velocitiesCommand(body uint32, velocity, angularVelocity geom.Vec3) shim.Command {
	v, w := velocityComponents(velocity), velocityComponents(angularVelocity)
	return shim.Command{Kind: shim.SetVelocities, Body: body, Word: shim.VelocitiesGiven, V: [7]float64{v[0], v[1], v[2], w[0], w[1], w[2]}}
}
