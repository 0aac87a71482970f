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

// The roles of bodies, which Jolt keeps in the group bits above the content's.
const (
	roleStatic    physics.Groups = 1 << 12 // static bodies
	roleMoving    physics.Groups = 1 << 13 // bodies that can move
	roleFrameHull physics.Groups = 1 << 14 // the hulls of frames, which static bodies meet whatever their mask
)

// mostFriction is the friction from which on nothing slides any more: beyond it the product of two frictions, or of one
// and an impulse, could leave the floats.
const mostFriction = 1e6

// layerOf packs a body's groups and mask into Jolt's object layer.
func layerOf(m physics.BodyMotion, c physics.Collision) uint32 {
	groups, mask := c.Groups|roleMoving, c.Mask
	if m == physics.Static {
		groups, mask = c.Groups|roleStatic, c.Mask|roleFrameHull
	}
	return uint32(groups) | uint32(mask)<<16
}

// Apply removes and makes bodies and frames.
func (b *Backend) Apply(c *physics.Changes) []error {
	if b.closed {
		return []error{errClosed}
	}
	var errs []error
	for _, e := range c.BodiesGone {
		if err := b.stageGone(e); err != nil {
			errs = append(errs, err)
		}
	}
	errs = b.flushGone(errs)
	for _, h := range c.FramesGone {
		if err := b.removeFrame(h); err != nil {
			errs = append(errs, err)
		}
	}
	for _, h := range c.FramesMade {
		if err := b.makeFrame(h); err != nil {
			errs = append(errs, err)
		}
	}
	for i := range c.BodiesMade {
		if err := b.stageMade(&c.BodiesMade[i]); err != nil {
			errs = append(errs, err)
		}
	}
	errs = b.flushMade(errs)
	b.shapes.trim()
	return errs
}

func (b *Backend) stageGone(e handle.Entity) error {
	row := b.row(e)
	if row == nil {
		return fmt.Errorf("physics: entity %v to remove has no body", e)
	}
	frame := &b.frames[row.frame.Index]
	frame.gone = append(frame.gone, row.native)
	b.shapes.release(row.shape)
	*row = bodyRow{}
	return nil
}

// flushGone frees the staged bodies of each frame in one call, in the order of the frames.
func (b *Backend) flushGone(errs []error) []error {
	for i := range b.frames {
		frame := &b.frames[i]
		if len(frame.gone) == 0 {
			continue
		}
		if err := frame.system.DestroyBodies(frame.gone); err != nil {
			errs = append(errs, fmt.Errorf("physics: frame %v: removing bodies: %w", frame.frame, err))
		}
		frame.bodies -= len(frame.gone)
		frame.gone = frame.gone[:0]
		frame.stirred = true
	}
	return errs
}

func (b *Backend) removeFrame(h handle.Frame) error {
	frame := b.frame(h)
	if frame == nil {
		return fmt.Errorf("physics: frame %v to remove is not there", h)
	}
	if frame.bodies > 0 {
		return fmt.Errorf("physics: frame %v to remove still has %d bodies", h, frame.bodies)
	}
	b.contacts.closeFrame(frame)
	frame.system.Close()
	*frame = frameRow{}
	return nil
}

func (b *Backend) makeFrame(h handle.Frame) error {
	if h.IsNone() {
		return errors.New("physics: a frame to make has no handle")
	}
	for int(h.Index) >= len(b.frames) {
		b.frames = append(b.frames, frameRow{})
	}
	frame := &b.frames[h.Index]
	if frame.system != nil {
		return fmt.Errorf("physics: frame %v to make meets frame %v in its slot", h, frame.frame)
	}
	system, err := b.lib.NewSystem(uint32(b.options.MaxBodiesPerFrame))
	if err != nil {
		return fmt.Errorf("physics: frame %v: %w", h, err)
	}
	*frame = frameRow{frame: h, system: system}
	return nil
}

// stageMade checks a body and puts it into its frame's batch.
func (b *Backend) stageMade(n *physics.NewBody) error {
	if err := b.newBodyProblem(n); err != nil {
		return fmt.Errorf("physics: entity %v: %w", n.Entity, err)
	}
	shape, err := b.shapes.acquire(n.Desc.Shape)
	if err != nil {
		return fmt.Errorf("physics: entity %v: %w", n.Entity, err)
	}
	for int(n.Entity.Index) >= len(b.bodies) {
		b.bodies = append(b.bodies, bodyRow{})
	}
	b.bodies[n.Entity.Index] = bodyRow{
		entity: n.Entity, frame: n.Frame, native: shim.NoBody, motion: n.Desc.Motion, shape: shape,
	}
	frame := &b.frames[n.Frame.Index]
	frame.made = append(frame.made, nativeBody(n, shape))
	return nil
}

// newBodyProblem says why a body cannot be made, or gives nil.
func (b *Backend) newBodyProblem(n *physics.NewBody) error {
	switch {
	case n.Entity.IsNone():
		return errors.New("a body to make has no entity")
	case b.frame(n.Frame) == nil:
		return fmt.Errorf("frame %v is not there", n.Frame)
	case int(n.Entity.Index) < len(b.bodies) && !b.bodies[n.Entity.Index].entity.IsNone():
		return fmt.Errorf("entity %v has a body in the same slot", b.bodies[n.Entity.Index].entity)
	case n.Desc == nil:
		return errors.New("the description is missing")
	}
	if err := n.Desc.Problem(); err != nil {
		return err
	}
	if problem := placeProblem(&n.Pose); problem != "" {
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

func nativeBody(n *physics.NewBody, shape *nativeShape) shim.Body {
	d := n.Desc
	body := shim.Body{
		Shape: shape.native.Native, User: userOf(n.Entity), Motion: motionOf(d.Motion), Layer: layerOf(d.Motion, d.Collision),
		Velocity: components(n.Velocity), AngularVelocity: components(n.AngularVelocity.Double()),
		Mass: d.MassKilograms, Friction: min(float64(d.Friction), mostFriction), Restitution: float64(d.Restitution),
		LinearDamping: float64(d.LinearDamping), AngularDamping: float64(d.AngularDamping),
	}
	body.Position, body.Rotation = poseComponents(&n.Pose)
	if shape.sharp {
		body.Flags |= shim.BodyEdgeRemoval
	}
	if d.NeverSleeps {
		body.Flags |= shim.BodyNeverSleeps
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
	for i := range b.frames {
		frame := &b.frames[i]
		if len(frame.made) == 0 {
			continue
		}
		_, err := frame.system.CreateBodies(frame.made)
		missing := 0
		for k := range frame.made {
			row := &b.bodies[entityOf(frame.made[k].User).Index]
			if row.native = frame.made[k].Body; row.native != shim.NoBody {
				frame.bodies++
				continue
			}
			missing++
			errs = append(errs, fmt.Errorf("physics: entity %v: Jolt cannot make its body: %w", row.entity, err))
			b.shapes.release(row.shape)
			*row = bodyRow{}
		}
		if err != nil && missing == 0 {
			errs = append(errs, fmt.Errorf("physics: frame %v: making bodies: %w", frame.frame, err))
		}
		frame.made = frame.made[:0]
		frame.stirred = true
	}
	return errs
}
