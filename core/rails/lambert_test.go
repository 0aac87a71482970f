package rails_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"tertius.dev/core/geom"
	"tertius.dev/core/rails"
)

// Each path is made first: from a state on a random conic, some time on. Lambert's velocities must be those of the path.
func TestLambertFindsThePathThatWasFlown(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1))
	flown, refused, tooFast := 0, 0, 0
	for range 4000 {
		e := math.Pow(10, 3*r.Float64()-2)
		limit := math.Pi
		if e >= 1 {
			limit = 0.95 * math.Acos(-1/e)
		}
		from, velocity := onConic(r, e, 7e6, limit*(2*r.Float64()-1), earthMu)
		time := math.Pow(10, 1+4*r.Float64())
		if e < 1 { // less than one revolution
			time = min(time, 0.95*2*math.Pi/math.Sqrt(earthMu)*math.Pow(7e6/(1-e), 1.5))
		}
		to, arrival, err := rails.Propagate(from, velocity, earthMu, time)
		if err != nil {
			t.Fatal(err)
		}
		normal := from.Cross(velocity)
		start, end, err := rails.Lambert(from, to, time, earthMu, normal)
		angle := math.Asin(from.Cross(to).Length()/from.Length()/to.Length()) * 180 / math.Pi
		if angle < 1 {
			if err == nil || !strings.Contains(err.Error(), "1 degree") {
				t.Fatalf("a transfer over %g degrees gives %v", angle, err)
			}
			refused++
			continue
		}
		if e > 1 && hyperbolicAnomaly(to, arrival, e)-hyperbolicAnomaly(from, velocity, e) > 2*math.Pi {
			if err == nil || !strings.Contains(err.Error(), "too short") {
				t.Fatalf("a hyperbola beyond the search gives %v", err)
			}
			tooFast++
			continue
		}
		if err != nil {
			t.Fatalf("from %v at %v in %g s: %v", from, velocity, time, err)
		}
		flown++
		hit, _, err := rails.Propagate(from, start, earthMu, time)
		if err != nil || hit.Sub(to).Length() > 1e-9*to.Length() {
			t.Fatalf("from %v at %v in %g s: %v, %v away", from, velocity, time, err, hit.Sub(to).Length())
		}
		// At 1 degree the plane is known to 1/0.017 roundings of the places, and the time to some hundred.
		if apart(start, velocity) > 1e-9 || apart(end, arrival) > 1e-9 {
			t.Fatalf("from %v at %v in %g s: off by %g and %g", from, velocity, time, apart(start, velocity), apart(end, arrival))
		}
	}
	if flown < 3000 || refused == 0 || tooFast == 0 {
		t.Errorf("%d flown, %d refused for their angle, %d for their speed", flown, refused, tooFast)
	}
}

// hyperbolicAnomaly returns the F of e sinh F = r · v / √(mu |a|).
func hyperbolicAnomaly(position, velocity geom.Vec3, e float64) float64 {
	overSize := velocity.LengthSquared()/earthMu - 2/position.Length()
	return math.Asinh(position.Dot(velocity) / math.Sqrt(earthMu/overSize) / e)
}

func TestLambertTurnsAboutTheNormal(t *testing.T) {
	from, to := geom.Vec3{X: 7e6}, geom.Vec3{Z: -9e6}
	short, _, err := rails.Lambert(from, to, 2000, earthMu, geom.UnitY)
	if err != nil || from.Cross(short).Y <= 0 {
		t.Errorf("about +Y it starts at %v, %v", short, err)
	}
	long, _, err := rails.Lambert(from, to, 8000, earthMu, geom.UnitY.Neg())
	if err != nil || from.Cross(long).Y >= 0 {
		t.Errorf("about -Y it starts at %v, %v", long, err)
	}
}

func TestLambertNamesWhatItRefuses(t *testing.T) {
	nan := math.NaN()
	at := func(degrees float64) geom.Vec3 {
		return geom.Vec3{X: 8e6 * math.Cos(degrees*math.Pi/180), Z: -8e6 * math.Sin(degrees*math.Pi/180)}
	}
	x := at(0)
	for _, c := range []struct {
		name     string
		from, to geom.Vec3
		time, mu float64
		normal   geom.Vec3
		want     string
	}{
		{"from-nan", geom.Vec3{X: nan}, at(90), 1000, earthMu, geom.UnitY, "position"},
		{"from-center", geom.Vec3{}, at(90), 1000, earthMu, geom.UnitY, "center"},
		{"to-center", x, geom.Vec3{}, 1000, earthMu, geom.UnitY, "end"},
		{"to-infinite", x, geom.Vec3{Y: math.Inf(1)}, 1000, earthMu, geom.UnitY, "end"},
		{"no-time", x, at(90), 0, earthMu, geom.UnitY, "time of flight"},
		{"nan-time", x, at(90), nan, earthMu, geom.UnitY, "time of flight"},
		{"no-mu", x, at(90), 1000, 0, geom.UnitY, "mu"},
		{"no-normal", x, at(90), 1000, earthMu, geom.Vec3{}, "normal"},
		{"nan-normal", x, at(90), 1000, earthMu, geom.Vec3{Y: nan}, "normal"},
		{"normal-in-plane", x, at(90), 1000, earthMu, geom.UnitX, "normal"},
		{"0-degrees", x, at(0.99), 1000, earthMu, geom.UnitY, "1 degree"},
		{"180-degrees", x, at(179.01), 1000, earthMu, geom.UnitY, "1 degree"},
		{"behind-180-degrees", x, at(180.99), 1000, earthMu, geom.UnitY, "1 degree"},
		{"360-degrees", x, at(359.01), 1000, earthMu, geom.UnitY, "1 degree"},
		{"too-fast", x, at(90), 1e-3, earthMu, geom.UnitY, "too short"},
		{"too-fast-round", x, at(270), 1e-3, earthMu, geom.UnitY, "too short"},
		{"too-slow", x, at(90), 1e25, earthMu, geom.UnitY, "too long"},
	} {
		t.Run(c.name, func(t *testing.T) {
			start, end, err := rails.Lambert(c.from, c.to, c.time, c.mu, c.normal)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v, %v, %v; the error should name %q", start, end, err, c.want)
			}
			if start != (geom.Vec3{}) || end != (geom.Vec3{}) {
				t.Errorf("an error comes with %v, %v", start, end)
			}
		})
	}
	for _, degrees := range []float64{1.01, 178.99, 181.01, 358.99} {
		if _, _, err := rails.Lambert(x, at(degrees), 3000, earthMu, geom.UnitY); err != nil {
			t.Errorf("%g degrees: %v", degrees, err)
		}
	}
}
