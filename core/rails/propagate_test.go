package rails_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"tertius.dev/core/geom"
	"tertius.dev/core/motion"
	"tertius.dev/core/rails"
)

// onConic returns the state of a conic of an eccentricity at a true anomaly, its periapsis at a distance, in a random plane.
func onConic(r *rand.Rand, e, periapsis, trueAnomaly, mu float64) (position, velocity geom.Vec3) {
	latus := periapsis * (1 + e)
	distance := latus / (1 + e*math.Cos(trueAnomaly))
	speed := math.Sqrt(mu / latus)
	turn, _ := geom.Quat{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64(), W: r.NormFloat64()}.Unit()
	position = geom.Vec3{X: distance * math.Cos(trueAnomaly), Z: -distance * math.Sin(trueAnomaly)}
	velocity = geom.Vec3{X: -speed * math.Sin(trueAnomaly), Z: -speed * (e + math.Cos(trueAnomaly))}
	return turn.Rotate(position), turn.Rotate(velocity)
}

// The times are counted in the time sqrt(q³/mu) that the path takes near its periapsis q, so every conic is seen where it
// bends, and far out.
func TestPropagateMeetsTheReferenceOnEveryConic(t *testing.T) {
	const periapsis = 7e6
	unit := math.Sqrt(periapsis * periapsis * periapsis / earthMu)
	worst := 0.0
	for _, e := range []float64{0, 1e-8, 0.1, 0.7, 0.99, 1 - 1e-6, 1 - 1e-9, 1, 1 + 1e-9, 1 + 1e-6, 1.01, 1.5, 3, 30, 1e3, 1e6} {
		t.Run(fmt.Sprint(e), func(t *testing.T) {
			r := rand.New(rand.NewPCG(2, math.Float64bits(e)))
			limit := math.Pi
			if e >= 1 {
				limit = math.Acos(-1/e) - 1e-3
			}
			for _, times := range []float64{1e-6, 0.1, 1, 6, 40, 1e4, 1e7} {
				for _, sign := range []float64{-1, 1} {
					position, velocity := onConic(r, e, periapsis, limit*(2*r.Float64()-1), earthMu)
					time := sign * times * unit
					place, speed, err := rails.Propagate(position, velocity, earthMu, time)
					if err != nil {
						t.Fatalf("%v, %v, %g s: %v", position, velocity, time, err)
					}
					wantPlace, wantSpeed := newBigPath(position, velocity, earthMu).state(time)
					off := max(apart(place, wantPlace), apart(speed, wantSpeed))
					worst = max(worst, off)
					if !(off <= 1e-10) {
						t.Errorf("%v, %v, %g s: off by %g", position, velocity, time, off)
					}
				}
			}
		})
	}
	t.Logf("the worst is off by %g", worst)
}

// Paths far beyond what their bend needs: 1e9 revolutions, a hyperbola that comes from 1e5 periapses away and goes back
// out, a state a fraction of a degree off the straight fall.
func TestPropagateKeepsItsDigitsOnLongAndThinPaths(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 1))
	far, inward := onConic(r, 1.2, 7e6, -math.Acos(-1/1.2)+1e-5, earthMu)
	for _, c := range []struct {
		name               string
		position, velocity geom.Vec3
		time               float64
	}{
		{"many-revolutions", geom.Vec3{X: 7e6}, geom.Vec3{Z: -7e3, Y: 2e3}, 5e12},
		{"many-revolutions-back", geom.Vec3{X: 7e6}, geom.Vec3{Z: -7e3, Y: 2e3}, -5e12},
		{"flyby", far, inward, 2 * far.Length() / inward.Length()},
		{"thin-ellipse", geom.Vec3{X: 1e9}, geom.Vec3{X: -3, Z: 1e-2}, 1e7},
		{"fall", geom.Vec3{Y: 7e6}, geom.Vec3{Y: 1000}, 300},
		{"throw", geom.Vec3{Y: 7e6}, geom.Vec3{Y: 20e3}, 1e6},
	} {
		t.Run(c.name, func(t *testing.T) {
			place, speed, err := rails.Propagate(c.position, c.velocity, earthMu, c.time)
			wantPlace, wantSpeed := newBigPath(c.position, c.velocity, earthMu).state(c.time)
			if off := max(apart(place, wantPlace), apart(speed, wantSpeed)); err != nil || !(off <= 1e-10) {
				t.Errorf("off by %g, %v: %v, %v instead of %v, %v", off, err, place, speed, wantPlace, wantSpeed)
			}
		})
	}
}

// The way back starts from rounded numbers, and a path far out or past the center magnifies their rounding. So the bound
// takes the magnification, found by changing the state at the far end by up to one part in 2^40 and going back from there.
func TestPropagateComesBack(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	plain := 0
	for range 3000 {
		e := math.Pow(10, 8*r.Float64()-2)
		limit := math.Pi
		if e >= 1 {
			limit = 0.9 * math.Acos(-1/e)
		}
		position, velocity := onConic(r, e, 7e6, limit*(2*r.Float64()-1), earthMu)
		time := math.Pow(10, 6*r.Float64()) * math.Copysign(1, r.NormFloat64())
		place, speed, err := rails.Propagate(position, velocity, earthMu, time)
		if err != nil {
			t.Fatal(err)
		}
		back, backSpeed, err := rails.Propagate(place, speed, earthMu, -time)
		if err != nil {
			t.Fatal(err)
		}
		magnified := 0.0
		for range 8 {
			moved, movedSpeed, err := rails.Propagate(jogged(r, place), jogged(r, speed), earthMu, -time)
			if err != nil {
				t.Fatal(err)
			}
			magnified = max(magnified, apart(moved, back)*0x1p40, apart(movedSpeed, backSpeed)*0x1p40)
		}
		off := max(apart(back, position), apart(backSpeed, velocity))
		if magnified < 1e5 {
			plain++
			if off > 1e-10 {
				t.Fatalf("%v, %v, %g s comes back off by %g", position, velocity, time, off)
			}
		}
		if off > 1e-14*max(1, magnified) {
			t.Fatalf("%v, %v, %g s comes back off by %g, and roundings are magnified %g times", position, velocity, time, off, magnified)
		}
	}
	if plain < 2500 {
		t.Errorf("only %d paths are plain", plain)
	}
}

// jogged returns v with each component changed by up to one part in 2^40.
func jogged(r *rand.Rand, v geom.Vec3) geom.Vec3 {
	by := func(x float64) float64 { return x * (1 + 0x1p-40*(2*r.Float64()-1)) }
	return geom.Vec3{X: by(v.X), Y: by(v.Y), Z: by(v.Z)}
}

func TestPropagateNamesWhatItRefuses(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	p, v := geom.Vec3{X: 7e6}, geom.Vec3{Z: -7.5e3}
	escape := geom.Vec3{Z: -12e3}
	for _, c := range []struct {
		name               string
		position, velocity geom.Vec3
		mu, time           float64
		want               string
	}{
		{"position-nan", geom.Vec3{Y: nan}, v, earthMu, 1, "position"},
		{"position-infinite", geom.Vec3{Y: inf}, v, earthMu, 1, "position"},
		{"position-center", geom.Vec3{}, v, earthMu, 1, "center"},
		{"velocity-nan", p, geom.Vec3{Y: nan}, earthMu, 1, "velocity"},
		{"mu-zero", p, v, 0, 1, "mu"},
		{"mu-below-zero", p, v, -1, 1, "mu"},
		{"mu-nan", p, v, nan, 1, "mu"},
		{"mu-infinite", p, v, inf, 1, "mu"},
		{"time-nan", p, v, earthMu, nan, "time"},
		{"time-infinite", p, v, earthMu, -inf, "time"},
		{"velocity-too-large", p, geom.Vec3{X: 1e300}, earthMu, 1, "velocity"},
		{"hyperbola-too-long", p, escape, earthMu, 1.01e28, "1e28 s"},
		{"hyperbola-too-long-back", p, escape, earthMu, -1.01e28, "1e28 s"},
		{"too-many-revolutions", p, v, earthMu, 1e28, "revolutions"},
	} {
		t.Run(c.name, func(t *testing.T) {
			place, speed, err := rails.Propagate(c.position, c.velocity, c.mu, c.time)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v, %v, %v; the error should name %q", place, speed, err, c.want)
			}
			if place != (geom.Vec3{}) || speed != (geom.Vec3{}) {
				t.Errorf("an error comes with %v, %v", place, speed)
			}
		})
	}
	// Just below the bound the way out is straight: the speed at infinity times the time.
	place, speed, err := rails.Propagate(p, escape, earthMu, 0.99e28)
	want := math.Sqrt(escape.LengthSquared() - 2*earthMu/7e6)
	if err != nil || math.Abs(speed.Length()/want-1) > 1e-12 || math.Abs(place.Length()/(want*0.99e28)-1) > 1e-12 {
		t.Errorf("after 0.99e28 s: %v, %v, %v; the speed should be %v", place, speed, err, want)
	}
}

// allFinite reports whether a sample has no number that is not finite. It may have some that nothing can move by.
func allFinite(s *motion.Sample) bool {
	return s.Chord.Finite() && s.Velocity.Finite() && s.Acceleration.Finite() && s.AngularVelocity.Finite() &&
		s.AngularAcceleration.Finite()
}

// Whatever comes in, what comes out is finite or an error, and soon.
func TestNoNaNLeavesThePackage(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 3))
	odd := []float64{
		0, 1, -1, 5e-324, -1e-300, 1e-150, 1e-30, 1e-9, 7e6, -7.5e3, 1e30, 1e150, -1e300, math.MaxFloat64, math.Inf(1), math.NaN(),
	}
	oddness, spread := 0, 3.0 // one number in how many is odd; how many digits sizes differ by
	number := func() float64 {
		if oddness > 0 && r.IntN(oddness) == 0 {
			return odd[r.IntN(len(odd))]
		}
		return math.Copysign(math.Pow(10, spread*r.NormFloat64()), r.NormFloat64())
	}
	vector := func() geom.Vec3 { return geom.Vec3{X: number(), Y: number(), Z: number()} }
	results := 0
	for i := range 30_000 {
		oddness, spread = []int{0, 2, 20}[i%3], []float64{3, 3, 40}[i%3]
		p, v, q, mu, time := vector(), vector(), vector(), number(), number()
		if a, b, err := rails.Propagate(p, v, mu, time); !a.Finite() || !b.Finite() {
			t.Fatalf("Propagate(%v, %v, %v, %v) gives %v, %v, %v", p, v, mu, time, a, b, err)
		}
		if a, b, err := rails.Lambert(p, q, time, mu, v); !a.Finite() || !b.Finite() {
			t.Fatalf("Lambert(%v, %v, %v, %v, %v) gives %v, %v, %v", p, q, time, mu, v, a, b, err)
		}
		if c, err := rails.Chord(p, v, mu, time); !c.Finite() {
			t.Fatalf("Chord(%v, %v, %v, %v) gives %v, %v", p, v, mu, time, c, err)
		}
		if o, err := rails.OrbitFrom(p, v, mu, time); err == nil {
			o.Attitude = facing
			if problem := o.Problem(); problem != "" {
				t.Fatalf("OrbitFrom(%v, %v, %v, %v) gives %+v: %v", p, v, mu, time, o, problem)
			}
		}
		o := rails.Orbit{
			SemiMajorAxisMeters: number(), Eccentricity: r.Float64(), InclinationRadians: number(), AscendingNodeRadians: number(),
			ArgumentOfPeriapsisRadians: number(), MeanAnomalyAtEpochRadians: number(), EpochSeconds: number(), Attitude: facing,
		}
		if r.IntN(2) == 0 {
			o.Attitude = rails.AttitudeOfSpin(rails.Spin{
				AxialTiltRadians: number(), RateRadiansPerSecond: number(), PhaseAtEpochRadians: number(),
			})
		}
		s, err := o.Sample(mu, time, number())
		if problem := s.Pose.Problem(); err == nil && (problem != "" || !allFinite(&s)) {
			t.Fatalf("%+v gives %+v: %v", o, s, problem)
		}
		if err == nil {
			results++
		}
	}
	if results < 1000 {
		t.Errorf("only %d of the orbits give a sample", results)
	}
}
