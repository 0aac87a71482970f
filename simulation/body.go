package simulation

import (
	"fmt"

	"tertius.dev/core/geom"
	"tertius.dev/core/motion"
	"tertius.dev/core/physics"
)

// Body is what a component asks of its entity's body for the next step. Everything is in the axes of Self.Frame, but for what has
// Local in its name, which is in the entity's own, as Self.Pose has them.
//
// Forces and impulses add up over a tick; of the other requests the last one counts. A body that is dynamic in the next step takes
// all of them, a kinematic and a static one only Teleport and SetCollision. A hull takes SetMotion whatever its motion is.
//
// A part, an entity without a body that is attached to a chain whose root has one, takes what adds up: AddForce, AddTorque,
// AddImpulse, AddAngularImpulse and their local forms. They act on the body of the root, at the part's place. The root does not see them, and
// a root that is not dynamic does not heed them.
//
// Valid: as the Self that it came from. Errors: a request panics when the entity has no body, when the body's motion does
// not take it, and when a number is not finite.
type Body struct{ self *Self }

// Body returns the entity's body. Asking for it is no error when there is none.
func (s *Self) Body() Body { s.check(); return Body{s} }

// Exists reports whether the entity has a body.
func (b Body) Exists() bool {
	b.self.check()
	return b.self.world.entities.HasBody.Has(int(b.self.entity.Index))
}

// CanPush reports whether the entity takes AddForce, AddTorque, AddImpulse and AddAngularImpulse: because its own body is
// dynamic, or because it is a part. It is false for a part of a ship that has docked, since nobody heeds it there.
func (b Body) CanPush() bool {
	i := int(b.self.entity.Index)
	rows := &b.self.world.entities
	if b.Exists() {
		return b.NextStepMotion() == physics.Dynamic
	}
	root, ok := b.self.world.parts.Root(i)
	return ok && rows.HasBody.Has(int(root.Index)) && !b.self.world.hasDocked(root)
}

// isPart reports whether the entity is attached to a chain whose root has a body.
func (b Body) isPart() bool {
	root, ok := b.self.world.parts.Root(int(b.self.entity.Index))
	return ok && b.self.world.entities.HasBody.Has(int(root.Index))
}

// AddForce adds a force in N at the center of mass, over the whole step. A part pushes at its own place.
func (b Body) AddForce(f geom.Vec3f) { b.push("AddForce", physics.HasForce, f) }

// AddTorque adds a torque in N m, over the whole step.
func (b Body) AddTorque(t geom.Vec3f) { b.push("AddTorque", physics.HasTorque, t) }

// AddImpulse adds an impulse in N s at the center of mass, where the step starts. A part pushes at its own place.
func (b Body) AddImpulse(j geom.Vec3f) { b.push("AddImpulse", physics.HasImpulse, j) }

// AddAngularImpulse adds an angular impulse in N m s, where the step starts.
func (b Body) AddAngularImpulse(l geom.Vec3f) {
	b.push("AddAngularImpulse", physics.HasAngularImpulse, l)
}

// AddLocalForce is AddForce in the entity's own axes: what pushes ahead pushes along geom.Forward, its -Z. They are those of the last
// sync point, and do not turn on with the body over the step.
func (b Body) AddLocalForce(f geom.Vec3f) { b.push("AddLocalForce", physics.HasForce, b.inFrame(f)) }

// AddLocalTorque is AddTorque in the entity's own axes.
func (b Body) AddLocalTorque(t geom.Vec3f) {
	b.push("AddLocalTorque", physics.HasTorque, b.inFrame(t))
}

// AddLocalImpulse is AddImpulse in the entity's own axes.
func (b Body) AddLocalImpulse(j geom.Vec3f) {
	b.push("AddLocalImpulse", physics.HasImpulse, b.inFrame(j))
}

// AddLocalAngularImpulse is AddAngularImpulse in the entity's own axes.
func (b Body) AddLocalAngularImpulse(l geom.Vec3f) {
	b.push("AddLocalAngularImpulse", physics.HasAngularImpulse, b.inFrame(l))
}

// inFrame turns a vector from the entity's axes into those of its frame. It is rounded once.
func (b Body) inFrame(v geom.Vec3f) geom.Vec3f {
	return b.self.front().Pose.Rotation.Rotate(v.Double()).Single()
}

// SetVelocity sets the velocity of the body's origin in m/s, where the step starts.
func (b Body) SetVelocity(v geom.Vec3f) { b.ask("SetVelocity", physics.HasVelocity, v).Velocity = v }

// SetAngularVelocity sets the angular velocity in rad/s, where the step starts.
func (b Body) SetAngularVelocity(v geom.Vec3f) {
	b.ask("SetAngularVelocity", physics.HasAngularVelocity, v).AngularVelocity = v
}

// Teleport puts the body at a pose where the step starts. A dynamic body rests there, before the velocities, the impulses and
// the forces of the same tick act on it.
//
// Errors: panics also for a pose that is not finite, lies beyond 9e14 m or has no rotation.
func (b Body) Teleport(p geom.Pose) {
	b.self.check()
	mustNormalize("Body.Teleport", &p)
	if err := bodyPlaceProblem("Body.Teleport", p.Position); err != nil {
		panic(err)
	}
	b.ask("Teleport", physics.HasTeleport, geom.Vec3f{}).Teleport = p
}

// SteerTo gives the body the velocities that would carry its center of mass, and turn it, so that its origin ends the next step at
// the pose. Gravity and contacts still act on it, and it stops in the step after its last SteerTo.
//
// Errors: panics for a body that is not dynamic in the next step, and for a pose that is not finite, lies beyond 9e14 m or has no
// rotation.
func (b Body) SteerTo(target geom.Pose) {
	b.self.check()
	mustNormalize("Body.SteerTo", &target)
	b.self.move("Body.SteerTo", motion.IntentOfSteerTarget(motion.SteerTarget{Target: target}))
}

// SetCollision changes whom the body can touch, from the next step on.
func (b Body) SetCollision(c physics.Collision) {
	b.self.check()
	if extra := (c.Groups | c.Mask) &^ physics.ContentGroups; extra != 0 {
		panic(fmt.Errorf("Body.SetCollision: the bits %#x are the engine's own", uint16(extra)))
	}
	b.ask("SetCollision", physics.HasCollision, geom.Vec3f{}).Collision = c
}

// push adds to a request that adds up: to that of the entity's own body, or, for a part, to what the sync point carries to
// the body of the root.
func (b Body) push(name string, part physics.Parts, v geom.Vec3f) {
	if b.Exists() {
		in := b.ask(name, part, v)
		in.AddPush(part, v)
		return
	}
	s := b.self
	if !b.isPart() {
		panic(fmt.Errorf("Body.%s: entity %v has no body, and is not attached to a chain whose root has one", name, s.entity))
	}
	if !v.Finite() {
		panic(fmt.Errorf("Body.%s: %v is not finite", name, v))
	}
	s.world.parts.Push(int(s.entity.Index), s.front().Frame).Add(part, v)
}

// ask marks a request in the intent and returns it, or panics when the body cannot take it. A number that is not finite
// would stay in the physics library for good, so v is checked here.
func (b Body) ask(name string, part physics.Parts, v geom.Vec3f) *physics.Intent {
	s := b.self
	if !b.Exists() {
		panic(fmt.Errorf("Body.%s: entity %v has no body", name, s.entity))
	}
	if part != physics.HasCollision && s.world.ownsRoot(int(s.entity.Index)) {
		panic(fmt.Errorf("Body.%s: entity %v owns a root frame, and its body is the interior of that, which nothing moves", name, s.entity))
	}
	if err := physics.CheckParts(b.NextStepMotion(), part); err != nil {
		panic(fmt.Errorf("Body.%s: %w%s", name, err, s.world.dockedWhere(s.entity)))
	}
	if !v.Finite() {
		panic(fmt.Errorf("Body.%s: %v is not finite", name, v))
	}
	return s.intent(part)
}
