package rails_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"tertius.dev/core/field"
	"tertius.dev/core/geom"
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
