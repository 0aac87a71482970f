package rails_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"tertius.dev/core/geom"
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
			for _, times := range []float64{1e-6, 0.01, 0.3, 1, 4, 17, 300, 1e4, 1e7} {
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
