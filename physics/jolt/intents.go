package jolt

import (
	"fmt"

	"tertius.dev/core/contract"
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/motion"
	"tertius.dev/core/physics"
	"tertius.dev/physics/internal/shim"
)

// stopSteered stops the dynamic bodies that steered in the step before and do not any more.
func (b *Backend) stopSteered(in *physics.StepInput) {
	b.steers, b.steered = b.steered, b.steers[:0]
	for _, e := range b.steers {
		row := b.row(e)
		if row == nil || row.motion != physics.Dynamic || steers(in.Intents.Of(int(e.Index))) {
			continue
		}
		if row.isHull() && b.frame(row.owns).hull.changed {
			continue // its change of motion gave it velocities
		}
		frame := b.frame(row.frame)
		frame.commands = append(frame.commands, shim.Command{Kind: shim.Stop, Body: row.native})
	}
}

func steers(in *physics.Intent) bool {
	return in != nil && in.Parts&physics.HasMove != 0 && in.Move.Kind() == motion.IntentSteerTarget
}

// takeIntent turns an intent into commands of its frame. What the body cannot take is left out and reported: it comes
// only from a bug. A value that no body can take leaves the whole intent out.
//
// The order is that of the seam: what changes the body where the step starts, then what acts during the step, then where
// the step ends.
func (b *Backend) takeIntent(e handle.Entity, in *physics.Intent) {
	row := b.row(e)
	if row == nil {
		b.report(fmt.Errorf("physics: entity %v has an intent and no body", e))
		return
	}
	in = b.followed(row, in)
	if in.Frame != row.frame {
		b.report(fmt.Errorf("physics: entity %v: its intent is in frame %v, its body in %v", e, in.Frame, row.frame))
		return
	}
	if problem := intentProblem(in); problem != "" {
		b.report(fmt.Errorf("physics: entity %v: %s", e, problem))
		return
	}
	parts := b.takenParts(row, in)
	if parts&physics.HasCollision != 0 {
		b.setCollision(row, in.Collision)
	}
	if row.native == shim.NoBody {
		return // the interior of a root frame does not move
	}
	frame := b.frame(row.frame)
	frame.commands = appendIntent(frame.commands, row, in, parts)
	b.note(row, in, parts)
}

// takenParts returns the requests that a body of the row's motion heeds, and reports those that it should not have got.
//
// The owner of a frame may change its motion in the tick that wrote the requests of the old one, so a hull leaves out
// quietly what only acts on a dynamic body.
func (b *Backend) takenParts(row *bodyRow, in *physics.Intent) physics.Parts {
	parts := in.Parts &^ physics.HasMotion
	if !row.owns.IsNone() && row.motion != physics.Dynamic {
		parts &^= physics.Pushes | physics.HasVelocity | physics.HasAngularVelocity
	}
	if refused := physics.RefusedParts(row.motion, parts); refused != 0 && row.native != shim.NoBody {
		b.report(fmt.Errorf("physics: entity %v: %w", row.entity, physics.CheckParts(row.motion, parts)))
		parts &^= refused
	}
	if parts&physics.HasMove != 0 {
		mover := motion.Mover{HasBody: row.native != shim.NoBody, Motion: row.motion}
		if refusal := mover.RefusalOf(&in.Move); refusal != motion.Taken {
			b.report(fmt.Errorf("physics: entity %v: %s", row.entity, refusal))
			parts &^= physics.HasMove
		}
	}
	return parts
}

// setCollision gives a body and its ghosts new groups and a new mask. A hull has none: its interior takes them.
func (b *Backend) setCollision(row *bodyRow, c physics.Collision) {
	row.collision = c
	for i := row.ghosts; i != noGhost; i = b.ghosts.all[i].next {
		g := &b.ghosts.all[i]
		g.layer = withCollision(g.layer, c)
		frame := b.frame(g.frame)
		frame.commands = append(frame.commands, shim.Command{Kind: shim.SetLayer, Body: g.native, Word: g.layer})
	}
	if row.interior != shim.NoBody {
		owned := b.frame(row.owns)
		owned.commands = append(owned.commands, shim.Command{Kind: shim.SetLayer, Body: row.interior, Word: standingLayer(c)})
		return
	}
	frame := b.frame(row.frame)
	frame.commands = append(frame.commands, shim.Command{Kind: shim.SetLayer, Body: row.native, Word: layerOf(row.motion, c)})
}

// note keeps what the end of the step needs to know of an intent.
func (b *Backend) note(row *bodyRow, in *physics.Intent, parts physics.Parts) {
	if parts&physics.HasTeleport != 0 {
		row.thrownAt = b.step
		if row.isHull() {
			b.frame(row.owns).hull.place = in.Teleport
		}
	}
	switch {
	case parts&physics.HasMove == 0:
	case in.Move.Kind() == motion.IntentSteerTarget:
		b.steered = append(b.steered, row.entity)
	default:
		row.movedAt = b.step
	}
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

func appendIntent(to []shim.Command, row *bodyRow, in *physics.Intent, parts physics.Parts) []shim.Command {
	body := row.native
	if parts&physics.HasTeleport != 0 {
		to = append(to, poseCommand(shim.Teleport, body, &in.Teleport))
	}
	switch parts & (physics.HasVelocity | physics.HasAngularVelocity) {
	case physics.HasVelocity | physics.HasAngularVelocity:
		c := vectorCommand(shim.SetVelocities, body, in.Velocity)
		w := velocityComponents(in.AngularVelocity.Double()) // the center of mass gets it times its lever
		c.V[3], c.V[4], c.V[5] = w[0], w[1], w[2]
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
		to = appendMove(to, body, &in.Move, row.isHull())
	}
	return to
}

// appendMove translates where the step ends.
func appendMove(to []shim.Command, body uint32, m *motion.Intent, hull bool) []shim.Command {
	switch m.Kind() {
	case motion.IntentNone:
		return to
	case motion.IntentEndPose:
		end, _ := m.AsEndPose()
		c := poseCommand(shim.Move, body, &end.Pose)
		if hull {
			c.Word = shim.MoveReport // its frame has a record in every step
		}
		return append(to, c)
	case motion.IntentSample:
		sample, _ := m.AsSample()
		c := poseCommand(shim.Move, body, &sample.Pose)
		c.Word = shim.MoveReport // it may have velocities where it is already
		return append(to, c)
	case motion.IntentSteerTarget:
		steer, _ := m.AsSteerTarget()
		return append(to, poseCommand(shim.Steer, body, &steer.Target))
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
