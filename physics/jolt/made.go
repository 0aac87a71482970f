package jolt

import (
	"errors"
	"fmt"

	"tertius.dev/core/contract"
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/physics"
	"tertius.dev/physics/internal/shim"
)

// made.go makes frames and bodies.

// mostFriction is the friction from which on nothing slides any more: beyond it the product of two frictions, or of one
// and an impulse, could leave the floats.
const mostFriction = 1e6

// mostDamping, in 1/s, is far above what stops a body within one step: beyond it the velocity half a step before could leave the
// floats.
const mostDamping = 1e6

// densityOfWater, in kg/m³, gives bodies without a mass of their own one.
const densityOfWater = 1000

func (b *Backend) makeFrame(h handle.Frame) error {
	if h.IsNone() {
		return errors.New("physics: a frame to make has no handle")
	}
	for int(h.Index) >= len(b.frames) {
		b.frames = append(b.frames, frameRow{})
	}
	frame := &b.frames[h.Index]
	if !frame.frame.IsNone() {
		return fmt.Errorf("physics: frame %v to make meets frame %v in its slot", h, frame.frame)
	}
	*frame = frameRow{frame: h}
	return nil
}

// stageMade checks a body and puts it into its frame's batch, and its interior into that of the frame that it owns.
func (b *Backend) stageMade(n *physics.NewBody) error {
	if err := b.newBodyProblem(n); err != nil {
		return fmt.Errorf("physics: entity %v: %w", n.Entity, err)
	}
	shape, inside, err := b.acquireShapes(n)
	if err != nil {
		return fmt.Errorf("physics: entity %v: %w", n.Entity, err)
	}
	for int(n.Entity.Index) >= len(b.bodies) {
		b.bodies, b.at = append(b.bodies, bodyRow{}), append(b.at, bodyAt{})
	}
	b.bodies[n.Entity.Index] = bodyRow{
		entity: n.Entity, frame: n.Frame, owns: n.Owns,
		native: shim.NoBody, interior: shim.NoBody, ghosts: noGhost,
		motion: n.Desc.Motion, collision: n.Desc.Collision, damping: min(float64(n.Desc.LinearDampingPerSecond), mostDamping),
		angularDamping: min(float64(n.Desc.AngularDampingPerSecond), mostDamping),
		own:            shape, shape: shape, inside: inside, radius: shape.radius, given: n.Desc.MassKilograms, mass: n.Desc.MassKilograms,
		friction: min(float64(n.Desc.Friction), mostFriction), restitution: float64(n.Desc.Restitution),
	}
	if row := &b.bodies[n.Entity.Index]; row.mass == 0 {
		row.mass = shape.mass
	}
	b.at[n.Entity.Index] = bodyAt{
		pose: n.Pose, velocity: n.Velocity, angularVelocity: n.AngularVelocity.Double(), stirredAt: b.step + 1,
		awake: n.Desc.Motion != physics.Static,
	}
	if !n.Frame.IsNone() {
		frame := b.frame(n.Frame)
		frame.made = append(frame.made, nativeBody(n, shape))
	}
	if !n.Owns.IsNone() {
		owned := b.frame(n.Owns)
		owned.made = append(owned.made, nativeInterior(n, inside))
		owned.owner, owned.hull = n.Entity, hullRow{place: n.Pose}
		if n.Frame.IsNone() {
			b.bodies[n.Entity.Index].motion = physics.Static
		}
	}
	return nil
}

// acquireShapes returns the native shapes of a body and of its interior. A plain body has no interior.
func (b *Backend) acquireShapes(n *physics.NewBody) (shape, inside *nativeShape, err error) {
	if shape, err = b.shapes.acquire(n.Desc.Shape); err != nil || n.Owns.IsNone() {
		return shape, nil, err
	}
	desc := n.Desc.InteriorShape
	if desc == nil {
		desc = n.Desc.Shape
	}
	if inside, err = b.shapes.acquire(desc); err != nil {
		b.shapes.release(shape)
		return nil, nil, err
	}
	return shape, inside, nil
}

// newBodyProblem says why a body cannot be made, or gives nil.
func (b *Backend) newBodyProblem(n *physics.NewBody) error {
	switch {
	case n.Entity.IsNone():
		return errors.New("a body to make has no entity")
	case n.Frame.IsNone() && n.Owns.IsNone():
		return errors.New("a body to make is in no frame")
	case !n.Frame.IsNone() && b.frame(n.Frame) == nil:
		return fmt.Errorf("frame %v is not there", n.Frame)
	case !n.Owns.IsNone() && b.frame(n.Owns) == nil:
		return fmt.Errorf("frame %v, which it owns, is not there", n.Owns)
	case n.Frame == n.Owns:
		return fmt.Errorf("it owns frame %v and is in it", n.Owns)
	case !n.Owns.IsNone() && !b.frame(n.Owns).owner.IsNone():
		return fmt.Errorf("frame %v has the owner %v", n.Owns, b.frame(n.Owns).owner)
	case int(n.Entity.Index) < len(b.bodies) && !b.bodies[n.Entity.Index].entity.IsNone():
		return fmt.Errorf("entity %v has a body in the same slot", b.bodies[n.Entity.Index].entity)
	case n.Desc == nil:
		return errors.New("the description is missing")
	}
	if err := n.Desc.Problem(); err != nil {
		return err
	}
	if problem := placeProblem(&n.Pose); problem != "" && !n.Frame.IsNone() {
		return fmt.Errorf("pose: %s", problem)
	}
	if !n.Velocity.Finite() || !n.AngularVelocity.Finite() {
		return errors.New("a velocity is not finite")
	}
	return nil
}

// placeProblem says why a body cannot be at a pose, or gives an empty string.
func placeProblem(p *geom.Pose) string {
	if problem := p.Problem(); problem != "" {
		return problem
	}
	if p.Position.Largest() > physics.FarthestBodyMeters {
		return fmt.Sprintf("the position %v lies beyond %g m", p.Position, physics.FarthestBodyMeters)
	}
	return ""
}

// nativeBody is the body of an entity in the frame that it is in: a plain one, or the hull of the frame that it owns.
func nativeBody(n *physics.NewBody, shape *nativeShape) shim.Body {
	body := nativeShell(n, shape)
	body.Motion, body.Layer = motionOf(n.Desc.Motion), layerOf(n.Desc.Motion, n.Desc.Collision)
	body.Velocity, body.AngularVelocity = velocityComponents(n.Velocity), velocityComponents(n.AngularVelocity.Double())
	body.Position, body.Rotation = poseComponents(&n.Pose)
	if n.Desc.NeverSleeps {
		body.Flags |= shim.BodyNeverSleeps
	}
	if !n.Owns.IsNone() {
		body.Layer = hullLayer
		body.Flags |= shim.BodyChanges | shim.BodyTracked
	}
	return body
}

// nativeInterior is the body of an entity in the frame that it owns. It rests at the origin, and it is static while the
// hull is, and else kinematic.
func nativeInterior(n *physics.NewBody, shape *nativeShape) shim.Body {
	body := nativeShell(n, shape)
	body.Layer = standingLayer(n.Desc.Collision)
	if !n.Frame.IsNone() {
		body.Motion = interiorMotion(n.Desc.Motion)
	}
	body.Position, body.Rotation = poseComponents(&geom.IdentityPose)
	body.Flags |= shim.BodySilent | shim.BodyChanges | shim.BodyAsleep
	return body
}

func interiorMotion(hull physics.BodyMotion) shim.Motion {
	if hull == physics.Static {
		return shim.Static
	}
	return shim.Kinematic
}

// nativeShell is what the bodies of an entity have in common.
func nativeShell(n *physics.NewBody, shape *nativeShape) shim.Body {
	d := n.Desc
	body := shim.Body{
		Shape: shape.native.Native, User: userOf(n.Entity),
		Mass: d.MassKilograms, Friction: min(float64(d.Friction), mostFriction), Restitution: float64(d.Restitution),
		LinearDamping: min(float64(d.LinearDampingPerSecond), mostDamping), AngularDamping: min(float64(d.AngularDampingPerSecond), mostDamping),
	}
	if shape.sharp {
		body.Flags |= shim.BodyEdgeRemoval
	}
	return body
}

func motionOf(m physics.BodyMotion) shim.Motion {
	switch m {
	case physics.Static:
		return shim.Static
	case physics.Kinematic:
		return shim.Kinematic
	case physics.Dynamic:
		return shim.Dynamic
	}
	panic(contract.Unreachable(m)) // refused before: Desc.Problem
}

// flushMade makes the staged bodies of each frame in one call, in the order of the frames. A body that Jolt did not make
// leaves nothing behind.
func (b *Backend) flushMade(errs []error) []error {
	b.unmade = b.unmade[:0]
	for i := range b.frames {
		frame := &b.frames[i]
		if len(frame.made) == 0 {
			continue
		}
		err := b.makeBodies(frame)
		missing := 0
		for k := range frame.made {
			if !b.takeNative(frame, &frame.made[k]) {
				missing++
				errs = append(errs, fmt.Errorf("physics: entity %v: Jolt cannot make its body: %w",
					entityOf(frame.made[k].User), err))
			}
		}
		if err != nil && missing == 0 {
			errs = append(errs, fmt.Errorf("physics: frame %v: making bodies: %w", frame.frame, err))
		}
		frame.made = frame.made[:0]
		frame.stirred = true
	}
	for _, e := range b.unmade {
		if b.row(e) != nil {
			_ = b.stageGone(e) // its other body, if it has one
		}
	}
	return b.flushGone(errs)
}

func (b *Backend) makeBodies(frame *frameRow) error {
	for k := range frame.made {
		frame.made[k].Body = shim.NoBody
	}
	system, err := b.systemOf(frame)
	if err != nil {
		return err
	}
	room, err := system.CreateBodies(frame.made)
	b.noteRoom(frame, room)
	return err
}

// takeNative gives a row the body that was made for it. It is false when there is none.
func (b *Backend) takeNative(frame *frameRow, made *shim.Body) bool {
	row := &b.bodies[entityOf(made.User).Index]
	if made.Body == shim.NoBody {
		b.unmade = append(b.unmade, row.entity)
		return false
	}
	frame.bodies++
	if made.Flags&shim.BodySilent != 0 {
		row.interior = made.Body
	} else {
		row.native, row.massless = made.Body, made.Flags&shim.BodyMassless != 0
		frame.join(row.entity.Index)
		b.spawned = append(b.spawned, row.entity.Index)
	}
	return true
}
