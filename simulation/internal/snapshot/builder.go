// Package snapshot makes the picture of a world: what the camera's frame shows, placed near a render origin.
//
// Everything is computed in doubles relative to the camera's place and only then narrowed, so a scene far from its frame's
// origin looks like one at it. Entities in other root frames are not drawn: nothing relates two roots.
package snapshot

import (
	"tertius.dev/core/bitset"
	"tertius.dev/core/clock"
	"tertius.dev/core/field"
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/render"
	"tertius.dev/simulation/internal/table"
)

// Input is what a picture is made of.
type Input struct {
	Entities   *table.Entities
	Tick       clock.Ticks   // done at the picture
	Camera     handle.Entity // live, in Frame or its owner
	Frame      handle.Frame  // of the camera
	Gravity    field.Gravity // of Frame
	FovRadians float32
	Ambient    render.Ambient
}

// memory is where the newest build that showed an entity saw it.
type memory struct {
	build      uint64 // 0 for never
	generation uint32
	frame      handle.Frame // of the camera, in which the poses are
	pose       geom.Pose
	previous   geom.Pose // that this build gave it
}

// Builder makes pictures, and remembers where it saw each entity in the last one.
//
// Threads: one goroutine. Cost: O(drawn entities) beside one bit per slot; allocates only while tables grow.
type Builder struct {
	builds uint64 // so far
	camera handle.Entity
	frame  handle.Frame
	last   []memory // by slot

	in      *Input
	origin  geom.Vec3 // the camera's place in its frame
	between bool      // this build follows one of the same camera in the same frame
}

// Build fills s, whose slices it reuses.
//
// It interpolates only between two consecutive builds of the same camera in the same frame, and only what it saw in
// both in that frame. Everything else has its present pose as the previous one.
func (b *Builder) Build(in *Input, s *render.Snapshot) {
	s.Clear()
	b.in = in
	b.between = b.builds > 0 && b.camera == in.Camera && b.frame == in.Frame
	b.camera, b.frame = in.Camera, in.Frame
	b.builds++
	if n := in.Entities.Cap(); n > len(b.last) {
		b.last = append(b.last, make([]memory, max(n, 2*len(b.last))-len(b.last))...)
	}
	b.placeCamera(s)
	var drawn *bitset.Set = &in.Entities.Drawn // naming the type imports its package, without which the compiler cannot inline All
	for i := range drawn.All() {
		b.placeEntity(i, s)
	}
	b.in = nil
}

// Skip makes the builder forget that its last build was the last one: there is no camera now.
func (b *Builder) Skip(s *render.Snapshot) {
	s.Clear()
	b.camera = handle.Entity{}
}

func (b *Builder) placeCamera(s *render.Snapshot) {
	now, previous := b.poses(b.in.Camera)
	b.origin = now.Position
	s.Tick, s.Ambient = b.in.Tick, b.in.Ambient
	s.RefFrame, s.OriginInRefFrame = b.in.Frame, b.origin
	s.Camera = render.Camera{
		Present:  true,
		Previous: previous.Position.Sub(b.origin).Single(),
		Rotation: now.Rotation.Single(), PreviousRotation: previous.Rotation.Single(),
		FovRadians: b.in.FovRadians,
	}
}

// placeEntity adds what the entity at slot i shows, if it is in the camera's frame or owns it.
func (b *Builder) placeEntity(i int, s *render.Snapshot) {
	t := b.in.Entities
	if t.Front[i].Frame != b.in.Frame && t.Owned[i] != b.in.Frame {
		return
	}
	e, _ := t.Slots.At(i)
	now, previous := b.poses(e)
	v := &t.FrontVisual[i]
	if v.Mesh != 0 {
		s.Instances = append(s.Instances, render.Instance{
			Position: b.near(now.Position), Previous: b.near(previous.Position),
			Rotation: now.Rotation.Single(), PreviousRotation: previous.Rotation.Single(),
			Scale: v.Scale, BoundingRadius: v.BoundingRadius, Mesh: v.Mesh, Material: v.Material,
			Entity: e.Index, Up: upAt(b.in.Gravity, now.Position),
		})
	}
	if !v.Light.IsNone() {
		s.Lights = append(s.Lights, b.placeLight(e, &v.Light, now, previous))
	}
}

func (b *Builder) placeLight(e handle.Entity, l *render.Light, now, previous *geom.Pose) render.LightInstance {
	if p, ok := l.AsPointLight(); ok {
		return render.LightInstanceOfPointInstance(render.PointInstance{
			Entity:   e.Index,
			Position: b.near(now.ToParent(p.Offset.Double())), Previous: b.near(previous.ToParent(p.Offset.Double())),
			Color: p.Color, Power: p.Power, Radius: p.Radius,
		})
	}
	p, _ := l.AsSpotLight()
	return render.LightInstanceOfSpotInstance(render.SpotInstance{
		Entity:   e.Index,
		Position: b.near(now.ToParent(p.Offset.Double())), Previous: b.near(previous.ToParent(p.Offset.Double())),
		Axis: axisOf(now), PreviousAxis: axisOf(previous),
		Color: p.Color, Power: p.Power, Radius: p.Radius, InnerCone: p.InnerCone, OuterCone: p.OuterCone,
	})
}

// axisOf returns the direction of a spot light's center.
func axisOf(p *geom.Pose) geom.Vec3f { return p.Rotation.Rotate(geom.UnitZ.Neg()).Single() }

// poses returns where the entity is and where the last build saw it, both in the camera's frame, and remembers it.
func (b *Builder) poses(e handle.Entity) (now, previous *geom.Pose) {
	now = &b.in.Entities.Front[e.Index].Pose
	m := &b.last[e.Index]
	if m.build == b.builds && m.generation == e.Generation {
		return now, &m.previous
	}
	before := *now
	if b.between && m.build == b.builds-1 && m.generation == e.Generation && m.frame == b.in.Frame {
		before = m.pose
	}
	*m = memory{b.builds, e.Generation, b.in.Frame, *now, before}
	return now, &m.previous
}

// near takes a place in the camera's frame to the render origin.
func (b *Builder) near(p geom.Vec3) geom.Vec3f { return p.Sub(b.origin).Single() }

// upAt returns where the sky is for something at p in the camera's frame: against the gravity.
func upAt(g field.Gravity, p geom.Vec3) render.Up {
	if u, ok := g.AsUniform(); ok {
		up := u.Acceleration.Neg().Unit(geom.Vec3{})
		if up == (geom.Vec3{}) {
			return render.Up{}
		}
		return render.UpOfUpAlong(render.UpAlong{Direction: up.Single()})
	}
	if _, ok := g.AsPoint(); ok {
		return render.UpOfUpAwayFrom(render.UpAwayFrom{Center: p.Neg().Single()})
	}
	return render.Up{}
}
