package simulation

import (
	"fmt"

	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/physics"
	"tertius.dev/simulation/internal/table"
)

// AttachedTo returns the entity to which e is attached and e's offset in that one's axes, and false when e is not live or
// not attached.
func (w *World) AttachedTo(e handle.Entity) (parent handle.Entity, offset geom.Pose, attached bool) {
	if !w.entities.Slots.Live(e) || !w.parts.Attached(int(e.Index)) {
		return handle.Entity{}, geom.Pose{}, false
	}
	parent, _ = w.parts.Parent(int(e.Index))
	return parent, w.parts.Offset(int(e.Index)), true
}

// AttachedTo returns the entity to which this one is attached, and false when it is not. It never changes.
func (s *Self) AttachedTo() (parent handle.Entity, attached bool) {
	s.check()
	return s.world.parts.Parent(int(s.entity.Index))
}

// planAttached checks the parent and the offset of an attached entity. In a tick the parent may be one that this tick
// spawns; the sync point drops the spawn when it finds no live one.
func (w *World) planAttached(d *SpawnDesc, p *spawnPlan) error {
	switch {
	case d.Pose != geom.Pose{} && d.Pose != geom.IdentityPose:
		return fmt.Errorf("Pose is %v, but Offset places an attached entity", d.Pose)
	case d.Owns != nil:
		return fmt.Errorf("Owns is set, but an attached entity owns no frame")
	case d.Body != nil:
		return fmt.Errorf("Body is set, but an attached entity has none; it pushes the body of its chain's root")
	}
	if !w.ticking {
		if err := w.parentProblem(d.AttachTo); err != nil {
			return fmt.Errorf("AttachTo: %w", err)
		}
	}
	offset := d.Offset
	err := normalize("Offset", &offset)
	p.attachTo, p.offset = d.AttachTo, offset
	return err
}

// parentProblem says why nothing can be attached to an entity, or gives nil.
func (w *World) parentProblem(parent handle.Entity) error {
	switch {
	case !w.entities.Slots.Live(parent):
		return fmt.Errorf("the entity %v, to which it would be attached, is not live", parent)
	case w.ownsRoot(int(parent.Index)):
		return fmt.Errorf("the entity %v, to which it would be attached, owns a root frame and is nowhere", parent)
	}
	return nil
}

// attachNew attaches an entity that is about to live, and puts its place into the plan.
func (w *World) attachNew(e handle.Entity, p *spawnPlan) {
	w.parts.Attach(e, p.attachTo, &p.offset, &w.entities)
	root, _ := w.parts.Root(int(e.Index))
	w.parts.SetDynamic(int(root.Index), w.entities.HasBody.Has(int(root.Index)) && w.motionInStep(int(root.Index)) == physics.Dynamic)
	p.transform.Frame = w.entities.Back[root.Index].Frame
	above := w.entities.BackRow(int(root.Index))
	follow(&p.transform, &above, w.parts.InRoot(int(e.Index)))
}

// follow writes the pose and the velocities of an entity at a pose in the axes of another one, with which it moves, in the
// same frame.
func follow(row, root *table.Transform, inRoot *geom.Pose) {
	lever := root.Pose.Rotation.Rotate(inRoot.Position)
	row.Pose.Position = root.Pose.Position.Add(lever)
	row.Pose.Rotation, _ = root.Pose.Rotation.Mul(inRoot.Rotation).Unit()
	row.Velocity, row.AngularVelocity = root.Velocity, root.AngularVelocity
	if root.AngularVelocity != (geom.Vec3f{}) {
		row.Velocity = root.Velocity.Add(root.AngularVelocity.Double().Cross(lever))
	}
}
