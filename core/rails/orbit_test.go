package rails_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"tertius.dev/core/field"
	"tertius.dev/core/geom"
	"tertius.dev/core/motion"
	"tertius.dev/core/rails"
)

const (
	earthMu = 3.986004418e14
	sunMu   = 1.32712440018e20
)

var facing = rails.AttitudeOfFacesParent(rails.FacesParent{})

// anyOrbit returns a random orbit, from close orbits of a pebble to wide ones of a star.
func anyOrbit(r *rand.Rand) rails.Orbit {
	o := rails.Orbit{
		SemiMajorAxisMeters:        math.Pow(10, 1+12*r.Float64()),
		Eccentricity:               1 - math.Pow(10, -9*r.Float64()),
		InclinationRadians:         math.Pi * r.Float64(),
		AscendingNodeRadians:       7 * r.NormFloat64(),
		ArgumentOfPeriapsisRadians: 7 * r.NormFloat64(),
		MeanAnomalyAtEpochRadians:  7 * r.NormFloat64(),
		EpochSeconds:               1e5 * r.NormFloat64(),
		Attitude:                   facing,
	}
	if r.IntN(2) == 0 {
		o.Attitude = rails.AttitudeOfSpin(rails.Spin{
			AxialTiltRadians: r.NormFloat64(), RateRadiansPerSecond: r.NormFloat64(), PhaseAtEpochRadians: r.NormFloat64(),
		})
	}
	return o
}

// muOf returns the mu under which an orbit has a period.
func muOf(o *rails.Orbit, period float64) float64 {
	return math.Pow(2*math.Pi/period, 2) * math.Pow(o.SemiMajorAxisMeters, 3)
}

// The tree finds the place where a step started from the sample's place and chord, and evaluates the parent's gravity
// there. What is left of the acceleration is what a frame on the orbit feels: nothing, to the last bit.
func TestOrbitInAPointFieldFeelsExactlyNothing(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 20000 {
		o := anyOrbit(r)
		mu := muOf(&o, math.Pow(10, 9*r.Float64()))
		step := 1 / []float64{24, 30, 50, 60, 64, 90, 120, 144, 240, 1000}[r.IntN(10)]
		time := math.Pow(10, 9*r.Float64()) * math.Copysign(1, r.NormFloat64())
		s, err := o.Sample(mu, time, step)
		if err != nil {
			t.Fatalf("%+v: %v", o, err)
		}
		start := s.Start(step)
		gravity := field.GravityOfPoint(field.Point{Mu: mu, RadiusMeters: 0.5 * start.Length()})
		if felt := s.Acceleration.Sub(gravity.At(start)); felt != (geom.Vec3{}) {
			t.Fatalf("%+v at %g s feels %v", o, time, felt)
		}
		if again := s.Pose.Position.Sub(s.Chord.Scale(step)); again != start {
			t.Fatalf("the start is %v and %v", start, again)
		}
	}
}

func TestSampleIsTheOrbitAtTheEndOfItsStep(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		o := anyOrbit(r)
		time := 1e6 * r.NormFloat64()
		mu := muOf(&o, 6000)
		s, err := o.Sample(mu, time, 1.0/60)
		place, velocity, err2 := o.StateAt(mu, time)
		if err != nil || err2 != nil {
			t.Fatal(err, err2)
		}
		if s.Pose.Position != place || s.Velocity != velocity {
			t.Fatalf("the sample of %+v is %+v, not %v and %v", o, s, place, velocity)
		}
		if off := math.Abs(s.Pose.Rotation.LengthSquared() - 1); off > 1e-12 {
			t.Fatalf("the squared length of the rotation is off by %g", off)
		}
		if problem := s.Problem(); problem != "" {
			t.Fatal(problem)
		}
	}
}

// The axes of the package comment, on a circle: from +X, toward -Z, about +Y.
func TestOrbitGoesCounterClockwiseAboutY(t *testing.T) {
	o := rails.Orbit{SemiMajorAxisMeters: 7e6, Attitude: facing}
	period, speed := o.PeriodSeconds(earthMu), math.Sqrt(earthMu/7e6)
	for i, c := range []struct{ place, velocity geom.Vec3 }{
		{geom.Vec3{X: 7e6}, geom.Vec3{Z: -speed}},
		{geom.Vec3{Z: -7e6}, geom.Vec3{X: -speed}},
		{geom.Vec3{X: -7e6}, geom.Vec3{Z: speed}},
		{geom.Vec3{Z: 7e6}, geom.Vec3{X: speed}},
		{geom.Vec3{X: 7e6}, geom.Vec3{Z: -speed}},
	} {
		place, velocity, err := o.StateAt(earthMu, float64(i)/4*period)
		// The time is rounded at 1e-12 s, in which the place moves 1e-8 m.
		if err != nil || place.Sub(c.place).Length() > 1e-7 || velocity.Sub(c.velocity).Length() > 1e-10 {
			t.Errorf("after %d quarters: %v, %v, %v", i, place, velocity, err)
		}
	}
}

// Each angle turns what the one before it made, about an axis that the test names.
func TestElementsOrientTheOrbit(t *testing.T) {
	const quarter = math.Pi / 2
	for _, c := range []struct {
		name                 string
		node, tilt, argument float64
		periapsis, motion    geom.Vec3
	}{
		{"as-it-is", 0, 0, 0, geom.UnitX, geom.UnitZ.Neg()},
		{"polar", 0, quarter, 0, geom.UnitX, geom.UnitY},
		{"backward", 0, math.Pi, 0, geom.UnitX, geom.UnitZ},
		{"node", quarter, 0, 0, geom.UnitZ.Neg(), geom.UnitX.Neg()},
		{"node-then-polar", quarter, quarter, 0, geom.UnitZ.Neg(), geom.UnitY},
		{"polar-highest", 0, quarter, quarter, geom.UnitY, geom.UnitX.Neg()},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := rails.Orbit{
				SemiMajorAxisMeters: 1e7, Eccentricity: 0.25, InclinationRadians: c.tilt, AscendingNodeRadians: c.node,
				ArgumentOfPeriapsisRadians: c.argument, EpochSeconds: 50, Attitude: facing,
			}
			place, velocity, err := o.StateAt(earthMu, 50)
			// Vis-viva at the periapsis, (1-e) a.
			speed := math.Sqrt(earthMu * (2/7.5e6 - 1/1e7))
			if err != nil || place.Sub(c.periapsis.Scale(7.5e6)).Length() > 1e-8 ||
				velocity.Sub(c.motion.Scale(speed)).Length() > 1e-11 {
				t.Errorf("%v, %v, %v", place, velocity, err)
			}
		})
	}
}

// A body on an orbit is on a two-body path, so the path from the orbit's state at its epoch meets it at every time.
func TestOrbitIsTheTwoBodyPath(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 3))
	for range 300 {
		o := anyOrbit(r)
		o.Eccentricity = min(o.Eccentricity, 1-1e-6)
		o.EpochSeconds = 0
		mu := muOf(&o, 6000)
		begin, speed, err := o.StateAt(mu, 0)
		if err != nil {
			t.Fatal(err)
		}
		time := 12e3 * r.NormFloat64()
		place, velocity, err := o.StateAt(mu, time)
		want, wantVelocity, err2 := rails.Propagate(begin, speed, mu, time)
		if err != nil || err2 != nil {
			t.Fatal(err, err2)
		}
		// The state is rounded at the start. Near the center of a thin orbit that is 1/(1-e) times as much in its period.
		tolerance := 1e-13 / math.Pow(1-o.Eccentricity, 1.5)
		if off := place.Sub(want).Length() / o.SemiMajorAxisMeters; off > tolerance {
			t.Fatalf("%+v after %v s is off by %g of its size, at most %g", o, time, off, tolerance)
		}
		if off := velocity.Sub(wantVelocity).Length() / wantVelocity.Length(); off > 10*tolerance {
			t.Fatalf("%+v after %v s has a velocity off by %g", o, time, off)
		}
	}
}

// The chord against the places in 400 bits, at a low orbit, a planet and a comet at its periapsis, and for steps that are
// long beside the orbit.
func TestChordIsTheChangeOfPlaceOverTheStep(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 4))
	for range 40 {
		e := 1 - math.Pow(10, -6*r.Float64())
		position, velocity := onConic(r, e, 7e6, math.Pi*(2*r.Float64()-1), earthMu)
		for _, step := range []float64{1.0 / 60, 1.0 / 1000, 10, 3000} {
			chord, err := rails.Chord(position, velocity, earthMu, step)
			path := newBigPath(position, velocity, earthMu)
			time := bigOf(-step)
			g := path.functions(path.solve(path.withoutRevolutions(time)))
			over := bigDiv(bigOf(1), bigOf(step))
			if step > 100 { // whole revolutions may be in it: compare places
				start, _ := path.state(-step)
				if off := apart(position.Sub(chord.Scale(step)), start); err != nil || off > 1e-10 {
					t.Fatalf("%v, %v over %v s starts off by %g, %v", position, velocity, step, off, err)
				}
				continue
			}
			want := path.combine(bigMul(over, bigDiv(bigMul(path.mu, g[2]), path.r)), bigMul(over, bigSub(bigMul(path.mu, g[3]), time)))
			if off := apart(chord, want); err != nil || off > 1e-14 {
				t.Fatalf("%v, %v over %v s: %v, not %v, off by %g, %v", position, velocity, step, chord, want, off, err)
			}
		}
	}
}

// A sample's start, its place less its chord over the step, is where the orbit is when the step starts, within 2e-7 m.
func TestSampleStartsWhereTheStepStarts(t *testing.T) {
	o := lowOrbit
	for i := range 1000 {
		time := 5.5 * float64(i)
		s, err := o.Sample(earthMu, time+1.0/60, 1.0/60)
		place, velocity, err2 := o.StateAt(earthMu, time)
		if err != nil || err2 != nil || s.Start(1.0/60).Sub(place).Length() > 2e-7 {
			t.Fatalf("at %v s: %v is not %v, %v, %v", time, s.Start(1.0/60), place, err, err2)
		}
		// Over the step the acceleration turns by the orbit's 1.1e-3 rad/s, so its mean is off by half of that in a step.
		mean := s.Velocity.Sub(velocity).Scale(60)
		if off := mean.Sub(s.Acceleration).Length(); off > 0.6*1.2e-3/60*s.Acceleration.Length() {
			t.Fatalf("at %v s the velocity changes by %v m/s², and the acceleration is %v", time, mean, s.Acceleration)
		}
	}
}

func TestFacesParentTurnsBellyDownAndNoseAhead(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 5))
	for range 500 {
		o := anyOrbit(r)
		o.Eccentricity, o.Attitude = 0.9*r.Float64(), facing
		mu := muOf(&o, 6000)
		time := 6000 * r.Float64()
		s, err := o.Sample(mu, time, 1.0/60)
		if err != nil {
			t.Fatal(err)
		}
		belly := s.Pose.Rotation.Rotate(geom.UnitY.Neg())
		nose := s.Pose.Rotation.Rotate(geom.UnitZ.Neg())
		down := s.Pose.Position.Unit(geom.Vec3{}).Neg()
		if belly.Sub(down).Length() > 1e-13 {
			t.Fatalf("the belly faces %v, not %v", belly, down)
		}
		horizon := s.Velocity.Sub(down.Scale(s.Velocity.Dot(down))).Unit(geom.Vec3{})
		if nose.Sub(horizon).Length() > 1e-12 {
			t.Fatalf("the nose faces %v, not %v", nose, horizon)
		}
		// A hundredth of a second on both sides the turn changes by ω h; what is left is of third order.
		const h = 0.01
		before, err := o.Sample(mu, time-h, h)
		after, err2 := o.Sample(mu, time+h, h)
		if err != nil || err2 != nil {
			t.Fatal(err, err2)
		}
		turn := after.Pose.Rotation.Mul(before.Pose.Rotation.Conj()).RotationVector().Scale(1 / (2 * h))
		if off := turn.Sub(s.AngularVelocity).Length() / s.AngularVelocity.Length(); off > 1e-5 {
			t.Fatalf("it turns %v, not %v", turn, s.AngularVelocity)
		}
		change := after.AngularVelocity.Sub(before.AngularVelocity).Scale(1 / (2 * h))
		if off := change.Sub(s.AngularAcceleration).Length(); off > 1e-5*s.AngularVelocity.LengthSquared() {
			t.Fatalf("its turn changes by %v, not %v", change, s.AngularAcceleration)
		}
	}
}

func TestOrbitNamesWhatItRefuses(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for _, c := range []struct {
		name   string
		change func(o *rails.Orbit)
		want   string
	}{
		{"size-zero", func(o *rails.Orbit) { o.SemiMajorAxisMeters = 0 }, "semi-major axis"},
		{"size-negative", func(o *rails.Orbit) { o.SemiMajorAxisMeters = -7e6 }, "semi-major axis"},
		{"size-infinite", func(o *rails.Orbit) { o.SemiMajorAxisMeters = inf }, "semi-major axis"},
		{"parabola", func(o *rails.Orbit) { o.Eccentricity = 1 }, "eccentricity"},
		{"eccentricity-negative", func(o *rails.Orbit) { o.Eccentricity = -0.1 }, "eccentricity"},
		{"eccentricity-nan", func(o *rails.Orbit) { o.Eccentricity = nan }, "eccentricity"},
		{"inclination", func(o *rails.Orbit) { o.InclinationRadians = nan }, "inclination"},
		{"node", func(o *rails.Orbit) { o.AscendingNodeRadians = inf }, "ascending node"},
		{"periapsis", func(o *rails.Orbit) { o.ArgumentOfPeriapsisRadians = nan }, "argument of periapsis"},
		{"anomaly", func(o *rails.Orbit) { o.MeanAnomalyAtEpochRadians = nan }, "mean anomaly"},
		{"epoch", func(o *rails.Orbit) { o.EpochSeconds = -inf }, "epoch"},
		{"no-attitude", func(o *rails.Orbit) { o.Attitude = rails.Attitude{} }, "attitude"},
		{"tilt", func(o *rails.Orbit) { o.Attitude = rails.AttitudeOfSpin(rails.Spin{AxialTiltRadians: nan}) }, "axial tilt"},
		{"rate", func(o *rails.Orbit) { o.Attitude = rails.AttitudeOfSpin(rails.Spin{RateRadiansPerSecond: inf}) }, "spin rate"},
		{"phase", func(o *rails.Orbit) { o.Attitude = rails.AttitudeOfSpin(rails.Spin{PhaseAtEpochRadians: nan}) }, "spin phase"},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := lowOrbit
			c.change(&o)
			if problem := o.Problem(); !strings.Contains(problem, c.want) {
				t.Errorf("%q should name %q", problem, c.want)
			}
			s, err := o.Sample(earthMu, 1, 1.0/60)
			if err == nil || !strings.Contains(err.Error(), c.want) || s != (motion.Sample{}) {
				t.Errorf("%+v, %v", s, err)
			}
			if place, velocity, err := o.StateAt(earthMu, 1); err == nil || place != velocity {
				t.Errorf("%v, %v, %v", place, velocity, err)
			}
		})
	}
	for _, c := range []struct {
		name           string
		mu, time, step float64
		want           string
	}{
		{"mu-zero", 0, 1, 1, "mu"}, {"mu-nan", nan, 1, 1, "mu"}, {"mu-infinite", inf, 1, 1, "mu"},
		{"time-nan", earthMu, nan, 1, "time"}, {"time-infinite", earthMu, inf, 1, "time"}, {"time-far", earthMu, 1e20, 1, "epoch"},
		{"step-zero", earthMu, 1, 0, "step"}, {"step-negative", earthMu, 1, -1, "step"}, {"step-nan", earthMu, 1, nan, "step"},
		{"mu-too-small", 5e-324, 1, 1, "mu"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if s, err := lowOrbit.Sample(c.mu, c.time, c.step); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%+v, %v", s, err)
			}
		})
	}
	pebble := lowOrbit
	pebble.SemiMajorAxisMeters = 1e-200
	if s, err := pebble.Sample(earthMu, 0, 1.0/60); err == nil || !strings.Contains(err.Error(), "semi-major axis") {
		t.Errorf("%+v, %v", s, err)
	}
	if problem := lowOrbit.Problem(); problem != "" {
		t.Error(problem)
	}
}

func TestMuComesFromAPointGravityAlone(t *testing.T) {
	point := field.GravityOfPoint(field.Point{Mu: earthMu, RadiusMeters: 6e6})
	uniform := field.GravityOfUniform(field.Uniform{Acceleration: geom.UnitY})
	if mu, ok := rails.MuFrom(&point); mu != earthMu || !ok {
		t.Errorf("a point gravity gives %v, %v", mu, ok)
	}
	for _, gravity := range []field.Gravity{{}, uniform, field.GravityOfPoint(field.Point{Mu: -1, RadiusMeters: 1})} {
		if mu, ok := rails.MuFrom(&gravity); ok {
			t.Errorf("%v gives %v", gravity, mu)
		}
	}
}

func TestOrbitFromFindsTheElements(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 6))
	for range 2000 {
		o := anyOrbit(r)
		o.Eccentricity = min(o.Eccentricity, 0.999)
		mu := muOf(&o, 6000)
		time := 6000 * r.NormFloat64()
		place, velocity, err := o.StateAt(mu, time)
		if err != nil {
			t.Fatal(err)
		}
		found, err := rails.OrbitFrom(place, velocity, mu, time)
		if err != nil {
			t.Fatalf("%+v: %v", o, err)
		}
		found.Attitude = facing
		for _, later := range []float64{0, 1000, 2900} {
			want, _, err := o.StateAt(mu, time+later)
			got, _, err2 := found.StateAt(mu, time+later)
			off := got.Sub(want).Length() / o.SemiMajorAxisMeters
			if err != nil || err2 != nil || off > 1e-12/math.Pow(1-o.Eccentricity, 1.5) {
				t.Fatalf("%+v is found as %+v, which is off by %g of its size after %v s, %v, %v", o, found, off, later, err, err2)
			}
		}
	}
}

func TestOrbitFromLeavesOpenAnglesAtZero(t *testing.T) {
	speed := math.Sqrt(earthMu / 7e6)
	for _, c := range []struct {
		name               string
		position, velocity geom.Vec3
	}{
		{"level-circle", geom.Vec3{Z: -7e6}, geom.Vec3{X: -speed}},
		{"level-oval", geom.Vec3{Z: -7e6}, geom.Vec3{X: -1.2 * speed}},
		{"polar-circle", geom.Vec3{X: 7e6}, geom.Vec3{Y: speed}},
		{"backward-circle", geom.Vec3{X: 7e6}, geom.Vec3{Z: speed}},
	} {
		t.Run(c.name, func(t *testing.T) {
			o, err := rails.OrbitFrom(c.position, c.velocity, earthMu, 3)
			o.Attitude = facing
			if err != nil || o.AscendingNodeRadians != 0 {
				t.Errorf("%+v, %v", o, err)
			}
			place, velocity, err := o.StateAt(earthMu, 3)
			if err != nil || place.Sub(c.position).Length() > 1e-7 || velocity.Sub(c.velocity).Length() > 1e-10 {
				t.Errorf("%+v is at %v, %v, %v", o, place, velocity, err)
			}
		})
	}
	for _, c := range []struct {
		name               string
		position, velocity geom.Vec3
		mu, time           float64
		want               string
	}{
		{"escape", geom.Vec3{X: 7e6}, geom.Vec3{Y: 1.5 * speed}, earthMu, 0, "escape"},
		{"fall", geom.Vec3{X: 7e6}, geom.Vec3{X: 100}, earthMu, 0, "straight"},
		{"rest", geom.Vec3{X: 7e6}, geom.Vec3{}, earthMu, 0, "straight"},
		{"thin", geom.Vec3{X: 7e6}, geom.Vec3{Y: 1e-9}, earthMu, 0, "eccentricity"},
		{"time", geom.Vec3{X: 7e6}, geom.Vec3{Y: speed}, earthMu, math.NaN(), "time"},
		{"mu", geom.Vec3{X: 7e6}, geom.Vec3{Y: speed}, -1, 0, "mu"},
		{"position", geom.Vec3{}, geom.Vec3{Y: speed}, earthMu, 0, "position"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if o, err := rails.OrbitFrom(c.position, c.velocity, c.mu, c.time); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%+v, %v", o, err)
			}
		})
	}
}

func TestRailsAllocateNothing(t *testing.T) {
	spinning := lowOrbit
	spinning.Attitude = rails.AttitudeOfSpin(rails.Spin{AxialTiltRadians: 0.4, RateRadiansPerSecond: 7e-5})
	ground := rails.FrameSpin{Spin: rails.Spin{RateRadiansPerSecond: 7e-5}}
	p, v := geom.Vec3{X: 7e6}, geom.Vec3{Y: 1e3, Z: -7.5e3}
	for _, c := range []struct {
		name string
		call func() error
	}{
		{"sample", func() error { _, err := lowOrbit.Sample(earthMu, 100, 1.0/60); return err }},
		{"sample-spin", func() error { _, err := spinning.Sample(earthMu, 100, 1.0/60); return err }},
		{"frame-spin", func() error { _, err := ground.Sample(p, 100, 1.0/60); return err }},
		{"propagate", func() error { _, _, err := rails.Propagate(p, v, earthMu, 100); return err }},
		{"lambert", func() error { _, _, err := rails.Lambert(p, geom.Vec3{Z: -9e6}, 3000, earthMu, geom.UnitY); return err }},
		{"orbit-from", func() error { _, err := rails.OrbitFrom(p, v, earthMu, 100); return err }},
	} {
		t.Run(c.name, func(t *testing.T) {
			var err error
			if n := testing.AllocsPerRun(100, func() { err = c.call() }); n != 0 || err != nil {
				t.Errorf("%v allocations, %v", n, err)
			}
		})
	}
}
