package frame_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"tertius.dev/core/frame"
	"tertius.dev/core/geom"
)

var bubbles = []frame.Bubble{
	{X: 6, Y: 6, Z: 6},
	{X: 30, Y: 12, Z: 60},
	{X: 5, Y: 5, Z: 20},
	{X: 20, Y: 5, Z: 20},
	{X: 1, Y: 1 + 0x1p-50, Z: 1},
	{X: 1000, Y: 1, Z: 30},
	{X: 1e7, Y: 1e7, Z: 9.9e6},
}

// surface returns the point of the surface at two angles.
func surface(b frame.Bubble, theta, phi float64) geom.Vec3 {
	return geom.Vec3{
		X: b.X * math.Sin(theta) * math.Cos(phi), Y: b.Y * math.Cos(theta), Z: b.Z * math.Sin(theta) * math.Sin(phi),
	}
}

// nearest searches the surface for the point nearest to p: over a grid, then around its best ever more finely.
func nearest(b frame.Bubble, p geom.Vec3) float64 {
	best, theta, phi := math.Inf(1), 0.0, 0.0
	const rows = 90
	for i := range rows + 1 {
		for k := range 2 * rows {
			t, f := math.Pi*float64(i)/rows, math.Pi*float64(k)/rows
			if d := surface(b, t, f).Sub(p).Length(); d < best {
				best, theta, phi = d, t, f
			}
		}
	}
	for width := math.Pi / rows; width > 1e-12; {
		t0, f0, improved := theta, phi, false
		for i := -2; i <= 2; i++ {
			for k := -2; k <= 2; k++ {
				t, f := t0+width*float64(i)/2, f0+width*float64(k)/2
				if d := surface(b, t, f).Sub(p).Length(); d < best {
					best, theta, phi, improved = d, t, f, true
				}
			}
		}
		if !improved {
			width /= 2
		}
	}
	return best
}

func inside(b frame.Bubble, p geom.Vec3) bool {
	return (p.X/b.X)*(p.X/b.X)+(p.Y/b.Y)*(p.Y/b.Y)+(p.Z/b.Z)*(p.Z/b.Z) < 1
}

func randomPoint(r *rand.Rand, b frame.Bubble, reach float64) geom.Vec3 {
	one := func(radius float64) float64 { return radius * reach * (2*r.Float64() - 1) }
	return geom.Vec3{X: one(b.X), Y: one(b.Y), Z: one(b.Z)}
}

func TestBubbleDistanceIsThatOfTheNearestPoint(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, b := range bubbles {
		points := []geom.Vec3{{}, {X: 0.3 * b.X}, {Y: 0.9 * b.Y}, {Z: 2 * b.Z}, {X: 0.1 * b.X, Z: 0.2 * b.Z}, {Y: 1e-300, Z: 0.1 * b.Z}}
		for range 30 {
			points = append(points, randomPoint(r, b, 1.6))
		}
		for _, p := range points {
			want := nearest(b, p)
			if inside(b, p) {
				want = -want
			}
			// The search ends at angles of 1e-12 and cannot tell distances apart whose squares differ by a rounding.
			if got := b.Distance(p); !(math.Abs(got-want) <= 1e-7*b.Largest()) {
				t.Errorf("bubble %v: the distance of %v is %v, want %v", b, p, got, want)
			}
		}
	}
}

// A point that is moved off the surface along the normal is that far away. It holds inside up to the smallest radius of
// curvature, and outside at any distance.
func TestBubbleDistanceAlongNormalIsExact(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, b := range bubbles {
		curvature := b.Smallest() * b.Smallest() / b.Largest()
		for range 2000 {
			x := surface(b, math.Pi*r.Float64(), 2*math.Pi*r.Float64())
			normal := geom.Vec3{X: x.X / (b.X * b.X), Y: x.Y / (b.Y * b.Y), Z: x.Z / (b.Z * b.Z)}.Unit(geom.UnitY)
			for _, want := range []float64{-0.99 * curvature, -1e-6 * curvature, 0, 1e-6, 0.5, b.Largest(), 1e3 * b.Largest()} {
				got := b.Distance(x.AddScaled(normal, want))
				if tolerance := 1e-12 * (b.Largest() + math.Abs(want)); !(math.Abs(got-want) <= tolerance) {
					t.Fatalf("bubble %v: %v m from %v, the distance is off by %v, above %v", b, want, x, got-want, tolerance)
				}
			}
		}
	}
}

func TestBubbleEntryIsTheFirstTouch(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	entered, passed := 0, 0
	for _, b := range bubbles {
		for range 2000 {
			from, to := randomPoint(r, b, 3), randomPoint(r, b, 3)
			radius := 0.1 * b.Smallest() * r.Float64()
			first, ok := b.Entry(from, to, radius)
			place := func(t float64) geom.Vec3 { return from.AddScaled(to.Sub(from), t) }
			if b.Touches(from, radius) {
				if !ok || first != 0 {
					t.Fatalf("bubble %v: a sphere that touches at the start enters at %v, %v", b, first, ok)
				}
				continue
			}
			const parts = 200
			touched := false
			for i := 1; i <= parts && !touched; i++ {
				s := float64(i) / parts
				if touched = b.Distance(place(s)) < radius; touched && (!ok || first > s) {
					t.Fatalf("bubble %v: from %v to %v a sphere of %v m touches at %v of the way, and entered at %v, %v",
						b, from, to, radius, s, first, ok)
				}
			}
			if !ok {
				passed++
				continue
			}
			entered++
			if gap := b.Distance(place(first)) - radius; !(math.Abs(gap) <= 1e-12*b.Largest()*8) {
				t.Fatalf("bubble %v: where the sphere enters its gap is %v", b, gap)
			}
		}
	}
	if entered < 1000 || passed < 1000 {
		t.Errorf("%d ways entered and %d passed: the test sees too few of one kind", entered, passed)
	}
}

// A slug of 0.2 m at 1,000 m/s crosses a bubble of 6 m within a step of 1/60 s, at any phase of the step.
func TestBubbleEntrySeesWhatCrossesInOneStep(t *testing.T) {
	b := frame.Bubble{X: 6, Y: 6, Z: 6}
	const step = 1000.0 / 60
	for phase := range 32 {
		x := -100.0 + step*float64(phase)/32
		entries := 0
		for ; x < 100; x += step {
			from, to := geom.Vec3{X: x}, geom.Vec3{X: x + step}
			if b.Touches(from, 0.2) {
				break
			}
			if at, ok := b.Entry(from, to, 0.2); ok {
				entries++
				if got := x + at*step; math.Abs(got+6.2) > 1e-12 {
					t.Errorf("phase %d: it entered at %v m, want -6.2", phase, got)
				}
				break
			}
		}
		if entries != 1 {
			t.Errorf("phase %d: the slug entered %d times", phase, entries)
		}
	}
}

func TestBubbleGrazingWayTouches(t *testing.T) {
	b := frame.Bubble{X: 4, Y: 2, Z: 3}
	for _, c := range []struct {
		height float64
		want   bool
	}{{2.5 - 1e-9, true}, {2.5 + 1e-9, false}} {
		if _, ok := b.Entry(geom.Vec3{X: -50, Y: c.height}, geom.Vec3{X: 50, Y: c.height}, 0.5); ok != c.want {
			t.Errorf("a way %v m above the center enters: %v", c.height, ok)
		}
	}
}

func TestBubbleExitMarginIsTheLargerOfShareAndRadius(t *testing.T) {
	b := frame.Bubble{X: 10, Y: 5, Z: 5}
	for _, c := range []struct{ radius, margin float64 }{{0.1, 0.2}, {0.2, 0.2}, {1, 1}} {
		if got := b.ExitMargin(c.radius); got != c.margin {
			t.Errorf("the margin of a sphere of %v m is %v, want %v", c.radius, got, c.margin)
		}
		edge := 10 + c.radius + c.margin
		if b.Left(geom.Vec3{X: edge - 1e-9}, c.radius) || !b.Left(geom.Vec3{X: edge + 1e-9}, c.radius) {
			t.Errorf("a sphere of %v m does not leave at %v m", c.radius, edge)
		}
	}
}

func TestBubbleFitsWhenBelowHalfOfTheSmallestRadius(t *testing.T) {
	outer := frame.Bubble{X: 30, Y: 12, Z: 60}
	for _, c := range []struct {
		b    frame.Bubble
		want bool
	}{
		{frame.Bubble{X: 5.9, Y: 1, Z: 1}, true},
		{frame.Bubble{X: 1, Y: 1, Z: 6}, false},
		{frame.Bubble{X: 30, Y: 12, Z: 60}, false},
	} {
		if got := c.b.FitsIn(outer); got != c.want {
			t.Errorf("%v fits in %v: %v", c.b, outer, got)
		}
	}
}

func TestBubbleGeometryAllocatesNothing(t *testing.T) {
	b, from, to := frame.Bubble{X: 30, Y: 12, Z: 60}, geom.Vec3{X: -40, Y: 1, Z: 3}, geom.Vec3{X: 40}
	if n := testing.AllocsPerRun(100, func() {
		b.Entry(from, to, 1)
		b.Distance(from)
		b.Distance(geom.Vec3{X: 1})
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkBubbleDistance(b *testing.B) {
	bubble := frame.Bubble{X: 30, Y: 12, Z: 60}
	b.ReportAllocs()
	for b.Loop() {
		bubble.Distance(geom.Vec3{X: 25, Y: 7, Z: -31})
	}
}

func BenchmarkBubbleEntry(b *testing.B) {
	bubble := frame.Bubble{X: 30, Y: 12, Z: 60}
	b.ReportAllocs()
	for b.Loop() {
		bubble.Entry(geom.Vec3{X: -40, Y: 1, Z: 3}, geom.Vec3{X: 40, Y: 2}, 0.5)
	}
}

func BenchmarkBubbleEntryOfWhatIsFarAway(b *testing.B) {
	bubble := frame.Bubble{X: 30, Y: 12, Z: 60}
	b.ReportAllocs()
	for b.Loop() {
		bubble.Entry(geom.Vec3{X: -400, Y: 1, Z: 3}, geom.Vec3{X: -399, Y: 2}, 0.5)
	}
}

func TestBubbleShareIsOneAtTheEdge(t *testing.T) {
	b := frame.Bubble{X: 2, Y: 3, Z: 6}
	for _, c := range []struct {
		p    geom.Vec3
		want float64
	}{{geom.Vec3{}, 0}, {geom.Vec3{X: 2}, 1}, {geom.Vec3{Y: -3}, 1}, {geom.Vec3{Z: 3}, 0.5}, {geom.Vec3{X: 1.2, Y: 2.4}, 1}, {geom.Vec3{Z: -12}, 2}} {
		if got := b.Share(c.p); math.Abs(got-c.want) > 1e-15 {
			t.Errorf("the share of %v is %v, want %v", c.p, got, c.want)
		}
	}
}
