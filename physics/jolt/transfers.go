package jolt

import (
	"errors"
	"fmt"

	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/motion"
	"tertius.dev/core/physics"
	"tertius.dev/physics/internal/shim"
)

// transfers.go takes native bodies from the system of one frame into that of another.

// movingBody is a plain body that goes into another frame.
type movingBody struct {
	row    *bodyRow
	to     handle.Frame
	after  motion.State // of the instant, in the new frame
	sleeps bool         // before the move and after it
}

// moveBodies puts plain bodies into other frames, where they go on as they did. What moves together leaves each other asleep:
// a body that slept and rests in its new frame sleeps on, although what it lay on left and came.
func (b *Backend) moveBodies(moves []physics.BodyMove, errs []error) []error {
	b.moving = b.moving[:0]
	for i := range moves {
		m := &moves[i]
		row := b.row(m.Entity)
		if row == nil || row.isHull() || row.native == shim.NoBody {
			errs = append(errs, fmt.Errorf("physics: entity %v to move has no plain body", m.Entity))
			continue
		}
		if row.frame == m.Frame {
			continue // it never left
		}
		before, awake, err := b.instantOf(row)
		if err != nil {
			errs = append(errs, fmt.Errorf("physics: entity %v to move: %w", m.Entity, err))
			continue
		}
		after := m.Relation.ToParent(&before).Unit()
		b.moving = append(b.moving, movingBody{row, m.Frame, after, !awake && !after.Moves()})
	}
	for i := range b.moving {
		m := &b.moving[i]
		if err := b.transferAs(m.row, m.to, &m.after); err != nil {
			errs = append(errs, fmt.Errorf("physics: entity %v: %w", m.row.entity, err))
			m.sleeps = false
			continue
		}
		at := &b.at[m.row.entity.Index]
		at.pose, at.velocity, at.angularVelocity, at.stirredAt = m.after.Pose, m.after.Velocity, m.after.AngularVelocity, b.step+1
	}
	for i := range b.moving {
		if m := &b.moving[i]; m.sleeps && m.row.motion != physics.Static {
			home := b.frame(m.row.frame)
			home.commands = append(home.commands, shim.Command{Kind: shim.Sleep, Body: m.row.native})
		}
	}
	return errs
}

// instantOf returns the state of a body between two steps, with the velocities of the instant, and whether it is awake. Jolt's
// velocity is that of half a step before for what gravity and damping gave an awake body.
func (b *Backend) instantOf(row *bodyRow) (state motion.State, awake bool, err error) {
	frame := b.frame(row.frame)
	b.readIDs[0] = row.native
	if err := frame.system.ReadBodies(b.readIDs[:], b.readStates[:]); err != nil {
		return motion.State{}, false, err
	}
	s := &b.readStates[0]
	awake = s.Flags&shim.StateAwake != 0
	state = motion.State{Pose: poseOf(s), Velocity: vec3(s.Velocity), AngularVelocity: vec3(s.AngularVelocity)}
	if row.motion == physics.Dynamic && awake && s.Flags&shim.StateInstant == 0 {
		arm := state.Pose.Rotation.Rotate(row.shape.centerOfMass)
		center := state.Velocity.Add(state.AngularVelocity.Cross(arm))
		center = b.instantOfChord(row, center, frame.gravityAt(state.Pose.Position.Add(arm)))
		state.AngularVelocity = state.AngularVelocity.Scale(1 / (1 + float64(0.5*b.seconds*row.angularDamping)))
		state.Velocity = center.Sub(state.AngularVelocity.Cross(arm))
	}
	return state, awake, nil
}

// instantOfChord returns the velocity at the end of a step of a body that has a velocity over it, and chordOfInstant undoes
// that, as the shim does where a step starts. Gravity, in m/s², is that at the body.
func (b *Backend) instantOfChord(row *bodyRow, chord, gravity geom.Vec3) geom.Vec3 {
	half := 0.5 * b.seconds
	return chord.AddScaled(gravity, half).Scale(1 / (1 + float64(half*row.damping)))
}

func (b *Backend) chordOfInstant(row *bodyRow, instant, gravity geom.Vec3) geom.Vec3 {
	half := 0.5 * b.seconds
	return instant.Scale(1+float64(half*row.damping)).AddScaled(gravity, -half)
}

// transferAs moves the body of a row into another frame, with a state of an instant there.
func (b *Backend) transferAs(row *bodyRow, to handle.Frame, state *motion.State) error {
	if problem := placeProblem(&state.Pose); problem != "" {
		return errors.New(problem)
	}
	if !state.Velocity.Finite() || !state.AngularVelocity.Finite() {
		return errors.New("a velocity is not finite")
	}
	t := shim.Transfer{Flags: shim.TransferInstant | shim.TransferLoosen}
	t.Position, t.Rotation = poseComponents(&state.Pose)
	t.Velocity, t.AngularVelocity = velocityComponents(state.Velocity), velocityComponents(state.AngularVelocity)
	if row.isHull() {
		b.frame(row.owns).hull = hullRow{place: state.Pose}
	}
	return b.transfer(row, to, &t)
}

// transfer moves the body of a row into the system of another frame. It keeps its settings and, but that a velocity wakes
// it, its sleep. Its contacts come loose. Of its ghosts the one in the new frame goes; the others stay where they are.
func (b *Backend) transfer(row *bodyRow, to handle.Frame, t *shim.Transfer) error {
	target, source := b.frame(to), b.frame(row.frame)
	if target == nil {
		return fmt.Errorf("frame %v to move into is not there", to)
	}
	system, err := b.systemOf(target)
	if err != nil {
		return err
	}
	b.dropGhostIn(row, to)
	source.dropCommands(row.native)
	t.Body = row.native
	moved, room, err := source.system.Transfer(system, t)
	b.noteRoom(target, room)
	if err != nil {
		return fmt.Errorf("moving from frame %v into %v: %w", row.frame, to, err)
	}
	source.leave(row.entity.Index)
	target.join(row.entity.Index)
	b.at[row.entity.Index].stirredAt = b.step
	row.frame, row.native = to, moved
	b.land(row)
	source.bodies--
	target.bodies++
	source.stirred, target.stirred, source.loosened = true, true, true
	return nil
}
