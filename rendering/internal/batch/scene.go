package batch

import (
	"tertius.dev/core/geom"
	"tertius.dev/core/render"
)

// Scene is what one picture draws. Valid: until the Batcher's next Prepare.
type Scene struct {
	Eye       Eye
	Instances []Instance // in the order in which the commands draw them
	Commands  []Command  // far, middle, near; in each the regular run and then the mirrored one
	Runs      [NumRanges][NumRuns]Span
	Lights    []Light // those whose light reaches the view, in the snapshot's order
	Placed    int     // instances placed
}

// Span is a stretch of the commands.
type Span struct{ First, Count int }

// Target says for what a snapshot is prepared.
type Target struct {
	Width, Height int    // of the output, in pixels
	Meshes        []Mesh // by MeshID; a zero one draws nothing
	Materials     int    // slots of the material array; an id past it draws with slot 0
}

// Batcher prepares pictures and keeps its room between them.
type Batcher struct {
	cutoffIrradiance float64
	scene            Scene
	placed           []placement
	starts           []uint32 // per sort key: the count of its draws, and then where the next one goes
}

// placement is an instance at its place of this picture.
type placement struct {
	instance Instance
	mesh     uint32
	ranges   uint8
	run      Run
}

// New makes a batcher whose lights end at the cutoff irradiance, in W/m².
func New(cutoffIrradiance float64) *Batcher { return &Batcher{cutoffIrradiance: cutoffIrradiance} }

// Prepare turns a snapshot, alpha of the way from its previous poses to its present ones, into what is drawn.
//
// A snapshot without a camera gives a scene without instances and lights.
// Cost: O(instances + lights + meshes); allocates nothing once its room has grown.
func (b *Batcher) Prepare(s *render.Snapshot, alpha float32, t *Target) *Scene {
	share := float64(Alpha(alpha))
	out := &b.scene
	out.Eye = EyeOf(&s.Camera, share, t.Width, t.Height)
	out.Placed, b.placed, out.Lights = 0, b.placed[:0], out.Lights[:0]
	if s.Camera.Present {
		b.place(s, share, t)
		b.light(s, share)
	}
	b.sort(t.Meshes)
	return out
}

// place interpolates each instance once and keeps those that the view may show.
func (b *Batcher) place(s *render.Snapshot, alpha float64, t *Target) {
	f := b.scene.Eye.frustum()
	eye := b.scene.Eye.Position
	for i := range s.Instances {
		in := &s.Instances[i]
		if int(in.Mesh) >= len(t.Meshes) || t.Meshes[in.Mesh].IndexCount == 0 || !HasVolume(in.Scale) {
			continue
		}
		at := between(in.Previous, in.Position, alpha).Sub(eye)
		extent := float64(t.Meshes[in.Mesh].RadiusMeters) * largestAxis(in.Scale)
		radius := extent
		if in.BoundingRadiusMeters > 0 {
			radius = float64(in.BoundingRadiusMeters)
		}
		if !InPositionRange(at, max(radius, extent)) {
			continue
		}
		b.scene.Placed++
		depth := f.depth(at)
		if !f.touches(at, depth, radius) {
			continue
		}
		b.placed = append(b.placed, placement{})
		p := &b.placed[len(b.placed)-1]
		p.mesh, p.ranges, p.run = uint32(in.Mesh), rangesOf(depth-radius, depth+radius), runOf(in.Scale)
		p.instance = Instance{
			Position: at.Single(),
			Material: materialSlot(in.Material, t.Materials),
			Rotation: turnBetween(in.PreviousRotation, in.Rotation, float32(alpha)),
			Scale:    in.Scale,
			Mirror:   1 - 2*float32(p.run),
			Up:       upOf(&in.Up),
		}
	}
}

// light keeps the lights whose reach touches the view.
func (b *Batcher) light(s *render.Snapshot, alpha float64) {
	f := b.scene.Eye.frustum()
	for i := range s.Lights {
		l := &s.Lights[i]
		if !Shines(l) {
			continue
		}
		placed := lightAt(l, b.scene.Eye.Position, alpha, b.cutoffIrradiance)
		at := placed.Position.Double()
		if InPositionRange(at, 0) && f.touches(at, f.depth(at), float64(placed.ReachMeters)) {
			b.scene.Lights = append(b.scene.Lights, placed)
		}
	}
}

func runOf(scale geom.Vec3f) Run {
	if (scale.X < 0) != (scale.Y < 0) != (scale.Z < 0) {
		return Mirrored
	}
	return Regular
}

func largestAxis(s geom.Vec3f) float64 { return float64(max(s.X, -s.X, s.Y, -s.Y, s.Z, -s.Z)) }

func materialSlot(id render.MaterialID, slots int) uint32 {
	if int(id) >= slots {
		return 0
	}
	return uint32(id)
}
