// Package snapshot makes the picture of a world: what the frames of the camera's tree show, placed near a render origin.
//
// Everything is computed in doubles relative to the camera's place and only then narrowed, so a scene far from its frame's
// origin looks like one at it. Entities in other trees are not drawn: nothing relates two roots.
package snapshot

import (
	"tertius.dev/core/clock"
	"tertius.dev/core/frame"
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/parallel"
	"tertius.dev/core/render"
	"tertius.dev/simulation/internal/table"
)

// Input is what a picture is made of.
type Input struct {
	Entities   *table.Entities
	Tick       clock.Ticks   // done at the picture
	Camera     handle.Entity // live, in Frame or its owner
	Frames     *frame.Tree   // arranged
	Frame      handle.Frame  // of the camera
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
// Threads: one goroutine, beside the workers that it is lent. Cost: O(drawn entities) beside one bit per slot; allocates only
// while tables and pictures grow.
type Builder struct {
	builds uint64 // so far
	camera handle.Entity
	frame  handle.Frame
	last   []memory // by slot

	in        *Input
	origin    geom.Vec3 // the camera's place in its frame
	between   bool      // this build follows one of the same camera in the same frame
	placings  []placing // by row of the frames
	cameraRow int       // of the camera's frame

	sharing sharing
}

// Build fills s, whose slices it reuses. With many entities to show, the workers of the pool place them, if there is one: every
// bit is what one worker gives. It returns the panic of a work item, or nil.
//
// It interpolates only between two consecutive builds of the same camera in the same frame, and only what it saw in both.
// Everything else has its present pose as the previous one. What it remembers is where it saw each entity in the camera's
// frame: so a frame that moves carries its contents along, and an entity that changes frame is not seen to jump.
func (b *Builder) Build(in *Input, s *render.Snapshot, pool *parallel.Pool) *parallel.Caught {
	s.Clear()
	b.in = in
	b.between = b.builds > 0 && b.camera == in.Camera && b.frame == in.Frame
	b.camera, b.frame = in.Camera, in.Frame
	b.builds++
	if n := in.Entities.Cap(); n > len(b.last) {
		b.last = append(b.last, make([]memory, max(n, 2*len(b.last))-len(b.last))...)
	}
	b.placeFrames(in.Frames, in.Frame)
	b.placeCamera(s)
	caught := b.placeEntities(s, pool)
	b.in = nil
	return caught
}

// Skip makes the builder forget that its last build was the last one: there is no camera now.
func (b *Builder) Skip(s *render.Snapshot) {
	s.Clear()
	b.camera = handle.Entity{}
}

func (b *Builder) placeCamera(s *render.Snapshot) {
	now, previous := b.poses(b.in.Camera, b.placingOf(int(b.in.Camera.Index)))
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

// placingOf returns the placing of the frame that the entity at slot i is in, or that it owns when it is in none.
func (b *Builder) placingOf(i int) *placing {
	home := b.in.Entities.Front[i].Frame
	if home == b.in.Frame {
		return &b.placings[b.cameraRow]
	}
	if home.IsNone() {
		home = b.in.Entities.Owned[i]
	}
	return &b.placings[b.in.Frames.Row(home)]
}

// placeEntity adds what the entity at slot i shows, if it is in the camera's tree.
func (b *Builder) placeEntity(i int, p *piece) {
	in := b.placingOf(i)
	if !in.inTree {
		return
	}
	t := b.in.Entities
	e, _ := t.Slots.At(i)
	now, previous := b.poses(e, in)
	v := &t.FrontVisual[i]
	if v.Mesh != 0 {
		p.instances = append(p.instances, render.Instance{
			Position: b.near(now.Position), Previous: b.near(previous.Position),
			Rotation: now.Rotation.Single(), PreviousRotation: previous.Rotation.Single(),
			Scale: v.Scale, BoundingRadiusMeters: v.BoundingRadiusMeters, Mesh: v.Mesh, Material: v.Material,
			Entity: e.Index, Up: b.upAt(in, now.Position),
		})
	}
	if !v.Light.IsNone() {
		p.lights = append(p.lights, b.placeLight(e, &v.Light, now, previous))
	}
}

func (b *Builder) placeLight(e handle.Entity, l *render.Light, now, previous *geom.Pose) render.LightInstance {
	if p, ok := l.AsPointLight(); ok {
		return render.LightInstanceOfPointInstance(render.PointInstance{
			Entity:   e.Index,
			Position: b.near(now.ToParent(p.Offset.Double())), Previous: b.near(previous.ToParent(p.Offset.Double())),
			Color: p.Color, PowerWatts: p.PowerWatts, RadiusMeters: p.RadiusMeters,
		})
	}
	p, _ := l.AsSpotLight()
	return render.LightInstanceOfSpotInstance(render.SpotInstance{
		Entity:   e.Index,
		Position: b.near(now.ToParent(p.Offset.Double())), Previous: b.near(previous.ToParent(p.Offset.Double())),
		Axis: axisOf(now), PreviousAxis: axisOf(previous),
		Color: p.Color, PowerWatts: p.PowerWatts, RadiusMeters: p.RadiusMeters, InnerConeRadians: p.InnerConeRadians, OuterConeRadians: p.OuterConeRadians,
	})
}

// axisOf returns the direction of a spot light's center.
func axisOf(p *geom.Pose) geom.Vec3f { return p.Rotation.Rotate(geom.Forward).Single() }

// poses returns where the entity is and where the last build saw it, both in the camera's frame, and remembers it.
func (b *Builder) poses(e handle.Entity, in *placing) (now, previous *geom.Pose) {
	m := &b.last[e.Index]
	if m.build == b.builds && m.generation == e.Generation {
		return &m.pose, &m.previous
	}
	pose := in.toCamera(&b.in.Entities.Front[e.Index].Pose)
	before := pose
	if b.between && m.build == b.builds-1 && m.generation == e.Generation && m.frame == b.in.Frame {
		before = m.pose
	}
	*m = memory{b.builds, e.Generation, b.in.Frame, pose, before}
	return &m.pose, &m.previous
}

// near takes a place in the camera's frame to the render origin.
func (b *Builder) near(p geom.Vec3) geom.Vec3f { return p.Sub(b.origin).Single() }
