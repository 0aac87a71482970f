package batch_test

import (
	"math"
	"runtime"
	"testing"

	"tertius.dev/core/geom"
	"tertius.dev/core/render"
	"tertius.dev/rendering/internal/batch"
)

// unitMesh is a mesh of 36 indices with a radius of 1 m, at MeshID 1.
var unitMesh = []batch.Mesh{{}, {FirstIndex: 7, IndexCount: 36, VertexOffset: 5, RadiusMeters: 1}}

func target(meshes []batch.Mesh) *batch.Target {
	return &batch.Target{Width: 160, Height: 90, Meshes: meshes, Materials: 4}
}

// looking is a snapshot whose camera is at the render origin and looks along −Z.
func looking(instances ...render.Instance) *render.Snapshot {
	return &render.Snapshot{
		Camera: render.Camera{
			Present: true, Rotation: geom.IdentityQuatf, PreviousRotation: geom.IdentityQuatf, FovRadians: 1,
		},
		Instances: instances,
	}
}

// resting is an instance of mesh 1 that does not move.
func resting(x, y, z float32) render.Instance {
	at := geom.Vec3f{X: x, Y: y, Z: z}
	return render.Instance{
		Position: at, Previous: at, Rotation: geom.IdentityQuatf, PreviousRotation: geom.IdentityQuatf,
		Scale: geom.Vec3f{X: 1, Y: 1, Z: 1}, Mesh: 1,
	}
}

func prepare(s *render.Snapshot, alpha float32, meshes []batch.Mesh) *batch.Scene {
	return batch.New(batch.CutoffIrradiance(0)).Prepare(s, alpha, target(meshes))
}

// drawnIn gives the ranges in which some instance draws.
func drawnIn(s *batch.Scene) []batch.Range {
	var ranges []batch.Range
	for r := batch.Far; r < batch.NumRanges; r++ {
		for run := batch.Regular; run < batch.NumRuns; run++ {
			if s.Runs[r][run].Count > 0 {
				ranges = append(ranges, r)
			}
		}
	}
	return ranges
}

func TestInstanceIsPlacedBetweenItsPosesRelativeToTheEye(t *testing.T) {
	in := resting(4, 0, -20)
	in.Previous = geom.Vec3f{Z: -20}
	s := looking(in)
	s.Camera.Previous, s.Camera.Position = geom.Vec3f{Y: 1}, geom.Vec3f{Y: 3}
	got := prepare(s, 0.25, unitMesh).Instances[0].Position
	if want := (geom.Vec3f{X: 1, Y: -1.5, Z: -20}); got != want {
		t.Errorf("at %v, want %v: a quarter of the way, less the eye's place there", got, want)
	}
}

func TestRotationGoesTheShorterWayAlongTheArc(t *testing.T) {
	half := func(angle float64) geom.Quatf { return geom.AxisAngle(geom.Vec3{Y: 1}, angle).Single() }
	in := resting(0, 0, -20)
	in.PreviousRotation = half(0)
	end := half(2)
	in.Rotation = geom.Quatf{X: -end.X, Y: -end.Y, Z: -end.Z, W: -end.W} // the same turn by the longer way
	got, want := prepare(looking(in), 0.25, unitMesh).Instances[0].Rotation, half(0.5)
	if d := got.Double().Mul(want.Double().Conj()); math.Abs(d.W) < 1-1e-6 {
		t.Errorf("turned to %v, want %v: a quarter of 2 rad", got, want)
	}
}

func TestUnsetRotationTakesTheOtherPose(t *testing.T) {
	turned := geom.AxisAngle(geom.Vec3{Y: 1}, 1).Single()
	infinite := geom.Quatf{X: float32(math.Inf(1))}
	for _, c := range []struct {
		name                    string
		previous, present, want geom.Quatf
	}{
		{"previous", geom.Quatf{}, turned, turned},
		{"present", turned, infinite, turned},
		{"both", infinite, geom.Quatf{}, geom.IdentityQuatf},
	} {
		in := resting(0, 0, -20)
		in.PreviousRotation, in.Rotation = c.previous, c.present
		if got := prepare(looking(in), 0.5, unitMesh).Instances[0].Rotation; got != c.want {
			t.Errorf("%s unset: %v, want %v", c.name, got, c.want)
		}
	}
}

func TestSphereDrawsInEachSlabItOverlaps(t *testing.T) {
	for _, c := range []struct {
		name          string
		depth, radius float32
		want          []batch.Range
	}{
		{"near", 100, 1, []batch.Range{batch.Near}},
		{"at-the-eye", 0, 1, []batch.Range{batch.Near}},
		{"within-the-overlap", 2000, 10, []batch.Range{batch.Near}}, // to 2,010 m, and the near slab reaches 2,020
		{"across-2-km", 2000, 100, []batch.Range{batch.Middle, batch.Near}},
		{"middle", 1e4, 100, []batch.Range{batch.Middle}},
		{"across-2000-km", 2e6, 1e5, []batch.Range{batch.Far, batch.Middle}},
		{"far", 5e6, 1e5, []batch.Range{batch.Far}},
		{"all", 2e6, 1.9999e6, []batch.Range{batch.Far, batch.Middle, batch.Near}},
	} {
		in := resting(0, 0, -c.depth)
		in.BoundingRadiusMeters = c.radius
		if got := drawnIn(prepare(looking(in), 1, unitMesh)); !equal(got, c.want) {
			t.Errorf("%s: draws in %v, want %v", c.name, got, c.want)
		}
	}
}

func TestSlabsOverlapAndClearToTheirFarEnds(t *testing.T) {
	for r := batch.Middle; r < batch.NumRanges; r++ {
		farEnd := float64(r.NearPlaneMeters()) / float64(r.ClearDepth())
		if next := float64((r - 1).NearPlaneMeters()); farEnd < 1.015*next {
			t.Errorf("the %v range ends at %g m, and the next one starts at %g m: no overlap of 2 %%", r, farEnd, next)
		}
	}
	if d := batch.Far.ClearDepth(); d != 0 {
		t.Errorf("the far range is cleared to %v; it has no end, so want 0", d)
	}
}

func TestOnlyWhatTheViewMayShowIsDrawn(t *testing.T) {
	// Half of the vertical field of view of 1 rad has the slope tan 0.5, and 160 × 90 pixels widen it by 16 / 9.
	tanY := math.Tan(0.5)
	tanX := tanY * 16 / 9
	edge := func(tan, beyond float64) float32 { return float32(100*tan + beyond*math.Sqrt(1+tan*tan)) }
	for _, c := range []struct {
		name    string
		x, y, z float32
		drawn   bool
	}{
		{"ahead", 0, 0, -100, true},
		{"behind", 0, 0, 1.1, false},
		{"around-the-eye", 0, 0, 0.9, true},
		{"left-inside", -edge(tanX, 0.99), 0, -100, true},
		{"left-outside", -edge(tanX, 1.01), 0, -100, false},
		{"right-outside", edge(tanX, 1.01), 0, -100, false},
		{"up-inside", 0, edge(tanY, 0.99), -100, true},
		{"up-outside", 0, edge(tanY, 1.01), -100, false},
		{"down-outside", 0, -edge(tanY, 1.01), -100, false},
	} {
		if got := len(prepare(looking(resting(c.x, c.y, c.z)), 1, unitMesh).Instances) == 1; got != c.drawn {
			t.Errorf("%s: drawn is %v, want %v", c.name, got, c.drawn)
		}
	}
}

func TestCommandsAreOnePerStretchOfEqualRangeRunAndMesh(t *testing.T) {
	meshes := []batch.Mesh{{}, unitMesh[1], {FirstIndex: 43, IndexCount: 6, VertexOffset: 29, RadiusMeters: 1}}
	var instances []render.Instance
	for i := range 12 {
		in := resting(float32(i)-6, 0, -20)
		in.Mesh = render.MeshID(1 + i%2)
		in.Material = render.MaterialID(i % 4)
		if i >= 8 {
			in.Scale.X = -1
		}
		instances = append(instances, in)
	}
	s := prepare(looking(instances...), 1, meshes)
	want := []batch.Command{
		{IndexCount: 36, InstanceCount: 4, FirstIndex: 7, VertexOffset: 5, FirstInstance: 0},
		{IndexCount: 6, InstanceCount: 4, FirstIndex: 43, VertexOffset: 29, FirstInstance: 4},
		{IndexCount: 36, InstanceCount: 2, FirstIndex: 7, VertexOffset: 5, FirstInstance: 8},
		{IndexCount: 6, InstanceCount: 2, FirstIndex: 43, VertexOffset: 29, FirstInstance: 10},
	}
	if !equal(s.Commands, want) {
		t.Errorf("commands\n%+v, want\n%+v", s.Commands, want)
	}
	if got := s.Runs[batch.Near]; got != [batch.NumRuns]batch.Span{{First: 0, Count: 2}, {First: 2, Count: 2}} {
		t.Errorf("the near runs are %v", got)
	}
	for i, x := range []float32{-6, -4, -2, 0, -5, -3, -1, 1, 2, 4, 3, 5} {
		if got := s.Instances[i].Position.X; got != x {
			t.Errorf("instance %d is at x = %v, want %v: stretches keep the snapshot's order", i, got, x)
		}
	}
	if s.Instances[0].Mirror != 1 || s.Instances[11].Mirror != -1 {
		t.Errorf("mirror factors %v and %v, want 1 and -1", s.Instances[0].Mirror, s.Instances[11].Mirror)
	}
}

func TestInstancesThatCannotBeDrawnAreLeftOut(t *testing.T) {
	nan, infinity := float32(math.NaN()), float32(math.Inf(1))
	for _, c := range []struct {
		name   string
		change func(*render.Instance)
	}{
		{"no-mesh", func(in *render.Instance) { in.Mesh = 0 }},
		{"unknown-mesh", func(in *render.Instance) { in.Mesh = 9 }},
		{"place-nan", func(in *render.Instance) { in.Position.X = nan }},
		{"place-infinite", func(in *render.Instance) { in.Previous.Z = -infinity }},
		{"place-too-far", func(in *render.Instance) { in.Position.Z, in.Previous.Z = -5e18, -5e18 }},
		{"radius-infinite", func(in *render.Instance) { in.BoundingRadiusMeters = infinity }},
		{"scale-nan", func(in *render.Instance) { in.Scale.Y = nan }},
		{"scale-zero", func(in *render.Instance) { in.Scale.Y = 0 }},
		{"scale-tiny", func(in *render.Instance) { in.Scale.Z = 1e-19 }},
		{"scale-huge", func(in *render.Instance) { in.Scale.Z = 2e18 }},
		{"extent-too-far", func(in *render.Instance) { in.Scale.Z = 1e18; in.BoundingRadiusMeters = 1; in.Position.Z = -4e18 }},
	} {
		in := resting(0, 0, -20)
		c.change(&in)
		if s := prepare(looking(in, resting(1, 0, -20)), 1, unitMesh); len(s.Instances) != 1 {
			t.Errorf("%s: %d instances draw, want the other one only", c.name, len(s.Instances))
		}
	}
}

func TestNoCameraDrawsNothing(t *testing.T) {
	s := looking(resting(0, 0, -20))
	s.Lights = append(s.Lights, lampAt(0, 0, -10, 100))
	s.Camera.Present = false
	if got := prepare(s, 1, unitMesh); len(got.Instances)+len(got.Commands)+len(got.Lights)+got.Placed != 0 {
		t.Errorf("without a camera: %d instances, %d commands, %d lights", len(got.Instances), len(got.Commands), len(got.Lights))
	}
}

func TestUnknownMaterialDrawsAsTheDefault(t *testing.T) {
	in := resting(0, 0, -20)
	in.Material = 4
	if got := prepare(looking(in), 1, unitMesh).Instances[0].Material; got != 0 {
		t.Errorf("slot %d, want 0", got)
	}
}

func TestUpIsADirectionAPointOrTheEvenMix(t *testing.T) {
	nan := float32(math.NaN())
	for _, c := range []struct {
		name string
		up   render.Up
		want batch.Vec4
	}{
		{"none", render.Up{}, batch.Vec4{}},
		{"along", render.UpOfUpAlong(render.UpAlong{Direction: geom.Vec3f{Y: 3}}), batch.Vec4{Y: 1, W: 1}},
		{"along-nothing", render.UpOfUpAlong(render.UpAlong{}), batch.Vec4{}},
		{"along-nan", render.UpOfUpAlong(render.UpAlong{Direction: geom.Vec3f{X: nan}}), batch.Vec4{}},
		{"away", render.UpOfUpAwayFrom(render.UpAwayFrom{Center: geom.Vec3f{Y: -6e6}}), batch.Vec4{Y: -6e6, W: 2}},
		{"away-nan", render.UpOfUpAwayFrom(render.UpAwayFrom{Center: geom.Vec3f{Z: nan}}), batch.Vec4{}},
	} {
		in := resting(0, 0, -20)
		in.Up = c.up
		if got := prepare(looking(in), 1, unitMesh).Instances[0].Up; got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

func TestWarmBatcherAllocatesNothing(t *testing.T) {
	var instances []render.Instance
	for i := range 2000 {
		in := resting(float32(i%40)-20, float32(i/40%20)-10, -30-float32(i))
		in.PreviousRotation = geom.AxisAngle(geom.Vec3{Y: 1}, float64(i)).Single()
		in.Up = render.UpOfUpAlong(render.UpAlong{Direction: geom.Vec3f{Y: 1}})
		instances = append(instances, in)
	}
	s := looking(instances...)
	s.Lights = append(s.Lights, lampAt(0, 0, -10, 100), spotAt(0, 3, -10, 0.3, 0.5))
	b, to := batch.New(batch.CutoffIrradiance(0)), target(unitMesh)
	b.Prepare(s, 0.5, to)
	if got := testing.AllocsPerRun(20, func() { b.Prepare(s, 0.5, to) }); got != 0 {
		t.Errorf("%v allocations per picture, want 0", got)
	}
	runtime.KeepAlive(b)
}

func BenchmarkPrepare20000(b *testing.B) {
	var instances []render.Instance
	for i := range 20000 {
		in := resting(float32(i%40)-20, float32(i/40%20)-10, -40-float32(i/800))
		in.Rotation = geom.AxisAngle(geom.Vec3{Y: 1}, float64(i)).Single()
		in.PreviousRotation = geom.AxisAngle(geom.Vec3{Y: 1}, float64(i)-0.02).Single()
		in.Up = render.UpOfUpAlong(render.UpAlong{Direction: geom.Vec3f{Y: 1}})
		instances = append(instances, in)
	}
	s := looking(instances...)
	batcher, to := batch.New(batch.CutoffIrradiance(0)), target(unitMesh)
	for b.Loop() {
		batcher.Prepare(s, 0.5, to)
	}
}

func equal[T comparable](a, b []T) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}
