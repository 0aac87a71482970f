package jolt

import (
	"errors"
	"fmt"

	"tertius.dev/core/contract"
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/motion"
	"tertius.dev/core/physics"
	"tertius.dev/physics/internal/shim"
)

// takeIntent turns an intent into commands of its frame. What the body cannot take is left out and reported: it comes
// only from a bug.
//
// The order is that of the seam: what changes the body where the step starts, then what acts during the step, then where
// the step ends.
func (b *Backend) takeIntent(e handle.Entity, in *physics.Intent) {
	row := b.row(e)
	if row == nil {
		b.report(fmt.Errorf("physics: entity %v has an intent and no body", e))
		return
	}
	if in.Frame != row.frame {
		b.report(fmt.Errorf("physics: entity %v: its intent is in frame %v, its body in %v", e, in.Frame, row.frame))
		return
	}
	if err := intentRefusal(row, in); err != nil {
		b.report(fmt.Errorf("physics: entity %v: %w", e, err))
		return
	}
	if problem := intentProblem(in); problem != "" {
		b.report(fmt.Errorf("physics: entity %v: %s", e, problem))
		return
	}
	frame := &b.frames[row.frame.Index]
	frame.commands = appendIntent(frame.commands, row, in)
}

// intentRefusal says why a body of the row's motion takes no such intent, or gives nil.
func intentRefusal(row *bodyRow, in *physics.Intent) error {
	if err := physics.CheckParts(row.motion, in.Parts); err != nil {
		return err
	}
	if in.Parts&physics.HasMove == 0 {
		return nil
	}
	mover := motion.Mover{HasBody: true, Motion: row.motion}
	if refusal := mover.RefusalOf(&in.Move); refusal != motion.Taken {
		return errors.New(refusal.String())
	}
	return nil
}

// intentProblem says which value of an intent must not reach Jolt, or gives an empty string.
func intentProblem(in *physics.Intent) string {
	for _, part := range [...]struct {
		has   physics.Parts
		value geom.Vec3f
	}{
		{physics.HasForce, in.Force},
		{physics.HasTorque, in.Torque},
		{physics.HasImpulse, in.Impulse},
		{physics.HasAngularImpulse, in.AngularImpulse},
		{physics.HasVelocity, in.Velocity},
		{physics.HasAngularVelocity, in.AngularVelocity},
	} {
		if in.Parts&part.has != 0 && !part.value.Finite() {
			return fmt.Sprintf("the %v of its intent is not finite", part.has)
		}
	}
	if in.Parts&physics.HasTeleport != 0 {
		if problem := placeProblem(&in.Teleport); problem != "" {
			return "teleport: " + problem
		}
	}
	if in.Parts&physics.HasCollision != 0 && (in.Collision.Groups|in.Collision.Mask)&^physics.ContentGroups != 0 {
		return "collision: it uses bits that the engine keeps for itself"
	}
	if in.Parts&physics.HasMove != 0 {
		return moveProblem(&in.Move)
	}
	return ""
}

func moveProblem(m *motion.Intent) string {
	if problem := m.Problem(); problem != "" {
		return fmt.Sprintf("%v: %s", m.Kind(), problem)
	}
	if place := m.Place(); place.Largest() > physics.FarthestBodyMeters {
		return fmt.Sprintf("%v: the position %v lies beyond %g m", m.Kind(), place, physics.FarthestBodyMeters)
	}
	return ""
}

func appendIntent(to []shim.Command, row *bodyRow, in *physics.Intent) []shim.Command {
	body, parts := row.native, in.Parts
	if parts&physics.HasCollision != 0 {
		to = append(to, shim.Command{Kind: shim.SetLayer, Body: body, Word: layerOf(row.motion, in.Collision)})
	}
	if parts&physics.HasTeleport != 0 {
		to = append(to, poseCommand(shim.Teleport, body, &in.Teleport))
	}
	switch parts & (physics.HasVelocity | physics.HasAngularVelocity) {
	case physics.HasVelocity | physics.HasAngularVelocity:
		c := vectorCommand(shim.SetVelocities, body, in.Velocity)
		w := in.AngularVelocity
		c.V[3], c.V[4], c.V[5] = float64(w.X), float64(w.Y), float64(w.Z)
		to = append(to, c)
	case physics.HasVelocity:
		to = append(to, vectorCommand(shim.SetVelocity, body, in.Velocity))
	case physics.HasAngularVelocity:
		to = append(to, vectorCommand(shim.SetAngularVelocity, body, in.AngularVelocity))
	default: // neither is asked for
	}
	if parts&physics.HasImpulse != 0 {
		to = append(to, vectorCommand(shim.Impulse, body, in.Impulse))
	}
	if parts&physics.HasAngularImpulse != 0 {
		to = append(to, vectorCommand(shim.AngularImpulse, body, in.AngularImpulse))
	}
	if parts&physics.HasForce != 0 {
		to = append(to, vectorCommand(shim.Force, body, in.Force))
	}
	if parts&physics.HasTorque != 0 {
		to = append(to, vectorCommand(shim.Torque, body, in.Torque))
	}
	if parts&physics.HasMove != 0 {
		to = appendMove(to, body, &in.Move)
	}
	return to
}

// appendMove translates where the step ends.
func appendMove(to []shim.Command, body uint32, m *motion.Intent) []shim.Command {
	switch m.Kind() {
	case motion.IntentNone:
		return to
	case motion.IntentEndPose:
		end, _ := m.AsEndPose()
		return append(to, poseCommand(shim.Move, body, &end.Pose))
	case motion.IntentSample:
		sample, _ := m.AsSample()
		return append(to, poseCommand(shim.Move, body, &sample.Pose))
	case motion.IntentSteerTarget:
		return to // of a dynamic body, whose motion physics makes
	}
	panic(contract.Unreachable(m.Kind()))
}

func vectorCommand(kind shim.CommandKind, body uint32, v geom.Vec3f) shim.Command {
	return shim.Command{Kind: kind, Body: body, V: [7]float64{float64(v.X), float64(v.Y), float64(v.Z)}}
}

func poseCommand(kind shim.CommandKind, body uint32, p *geom.Pose) shim.Command {
	at, turn := poseComponents(p)
	return shim.Command{Kind: kind, Body: body, V: [7]float64{at[0], at[1], at[2], turn[0], turn[1], turn[2], turn[3]}}
}

// report keeps an error for the output of the step in flight.
func (b *Backend) report(err error) { b.errors = append(b.errors, err) }
