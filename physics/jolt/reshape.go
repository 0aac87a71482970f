package jolt

import (
	"fmt"
	"slices"

	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/physics"
	"tertius.dev/physics/internal/shim"
)

// reshape.go gives the hulls of frames the shapes and masses of what docks at their frames, and takes them off again.

// bump is the momentum that a part of a hull brings along, in the axes of the hull.
type bump struct {
	entity  handle.Entity // the owner of the hull
	part    handle.Entity // that of the part
	impulse geom.Vec3     // in N s
	at      geom.Vec3     // the part's center of mass
	spin    geom.Vec3     // in N m s, about it
}

// reshapeHulls gives hulls their new shapes.
func (b *Backend) reshapeHulls(changes []physics.HullReshape, errs []error) []error {
	for i := range changes {
		if err := b.reshapeHull(&changes[i]); err != nil {
			errs = append(errs, fmt.Errorf("physics: the hull of entity %v to reshape: %w", changes[i].Entity, err))
		}
	}
	return errs
}

func (b *Backend) reshapeHull(c *physics.HullReshape) error {
	row := b.row(c.Entity)
	if row == nil || !row.isHull() {
		return fmt.Errorf("it is not there")
	}
	shape, mass := row.own, row.given
	if c.Shape != nil {
		var err error
		if shape, err = b.shapes.acquire(c.Shape); err != nil {
			return err
		}
		mass = 0 // the shape's own
	}
	parts, err := b.acquireParts(c.Changed)
	if err == nil {
		err = b.giveShape(row, shape, mass)
	}
	if err == nil {
		b.takeBumps(c, parts)
	} else if c.Shape != nil {
		b.shapes.discard(shape)
	}
	for _, part := range parts {
		b.shapes.release(part)
	}
	return err
}

// acquireParts returns the native shapes of parts, and lists the parts for the library.
func (b *Backend) acquireParts(changed []physics.HullPart) ([]*nativeShape, error) {
	b.changedParts = b.changedParts[:0]
	var shapes []*nativeShape
	for i := range changed {
		p := &changed[i]
		shape, err := b.shapes.acquire(p.Shape)
		if err != nil {
			return shapes, fmt.Errorf("part %d: %w", i, err)
		}
		shapes = append(shapes, shape)
		position, rotation := poseComponents(&p.Pose)
		b.changedParts = append(b.changedParts, shim.Part{Shape: shape.native.Native, Position: position, Rotation: rotation})
	}
	return shapes, nil
}

// giveShape gives a hull and its ghosts another shape, and the hull the mass of one that was made with it.
func (b *Backend) giveShape(row *bodyRow, shape *nativeShape, mass float64) error {
	home := b.frame(row.frame)
	r := shim.Reshape{Shape: shape.native, Changed: b.changedParts, Body: row.native, Sharp: shape.sharp, Mass: mass}
	massless, err := home.system.Reshape(&r)
	if err != nil {
		return err
	}
	for i := row.ghosts; i != noGhost; i = b.ghosts.all[i].next {
		if g := &b.ghosts.all[i]; !g.inside {
			r.Body = g.native
			if _, err := b.frame(g.frame).system.Reshape(&r); err != nil {
				b.report(fmt.Errorf("physics: a ghost of entity %v: %w", row.entity, err))
			}
			b.frame(g.frame).stirred = true
		}
	}
	if row.shape != row.own {
		b.shapes.discard(row.shape)
	}
	row.shape, row.radius, row.massless = shape, shape.radius, massless
	if row.mass = mass; mass == 0 {
		row.mass = shape.mass
	}
	b.at[row.entity.Index].stirredAt = b.step + 1
	home.stirred = true
	return nil
}

// takeBumps keeps what parts that came bring along until the next step, and gives those that went what they brought.
func (b *Backend) takeBumps(c *physics.HullReshape, shapes []*nativeShape) {
	for i := range c.Changed {
		p, shape := &c.Changed[i], shapes[i]
		b.bumps = slices.DeleteFunc(b.bumps, func(have bump) bool { return have.entity == c.Entity && have.part == p.Owner })
		if p.Velocity == (geom.Vec3{}) && p.AngularVelocity == (geom.Vec3{}) {
			continue
		}
		mass, arm := massOf(&p.AssemblyPart, shape), p.Pose.Rotation.Rotate(shape.centerOfMass)
		turn := p.Pose.Rotation.Conj().Rotate(p.AngularVelocity)
		b.bumps = append(b.bumps, bump{
			entity:  c.Entity,
			part:    p.Owner,
			impulse: p.Velocity.Add(p.AngularVelocity.Cross(arm)).Scale(mass),
			at:      p.Pose.Position.Add(arm),
			spin:    p.Pose.Rotation.Rotate(shape.spin(mass, turn)),
		})
	}
}

// dropBumps forgets what came to a hull that ends.
func (b *Backend) dropBumps(hull handle.Entity) {
	if len(b.bumps) > 0 {
		b.bumps = slices.DeleteFunc(b.bumps, func(have bump) bool { return have.entity == hull })
	}
}

// bumpHulls lets the hulls that are dynamic in the step take what came to them.
func (b *Backend) bumpHulls(in *physics.StepInput) {
	for i := range b.bumps {
		p := &b.bumps[i]
		row := b.row(p.entity)
		if row == nil || !row.isHull() || row.motion != physics.Dynamic || in.Tree == nil || !in.Tree.Live(row.owns) {
			continue
		}
		local, ok := in.Tree.Relate(row.owns, row.frame) // it may have left its parent early
		if !ok {
			continue
		}
		turn := local.Pose.Rotation
		spin := p.spin.Add(p.at.Sub(row.shape.centerOfMass).Cross(p.impulse))
		home := b.frame(row.frame)
		home.commands = append(home.commands,
			vectorCommand(shim.Impulse, row.native, turn.Rotate(p.impulse).Single()),
			vectorCommand(shim.AngularImpulse, row.native, turn.Rotate(spin).Single()))
	}
	b.bumps = b.bumps[:0]
}
