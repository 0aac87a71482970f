package batch_test

import (
	"math"
	"testing"

	"tertius.dev/core/geom"
	"tertius.dev/core/render"
	"tertius.dev/rendering/internal/batch"
)

var white = geom.Vec3f{X: 1, Y: 1, Z: 1}

func lampAt(x, y, z, power float32) render.LightInstance {
	at := geom.Vec3f{X: x, Y: y, Z: z}
	return render.LightInstanceOfPointInstance(render.PointInstance{
		Position: at, Previous: at, Color: white, PowerWatts: power,
	})
}

func spotAt(x, y, z, inner, outer float32) render.LightInstance {
	at, down := geom.Vec3f{X: x, Y: y, Z: z}, geom.Vec3f{Y: -1}
	return render.LightInstanceOfSpotInstance(render.SpotInstance{
		Position: at, Previous: at, Axis: down, PreviousAxis: down, Color: white, PowerWatts: 10,
		InnerConeRadians: inner, OuterConeRadians: outer,
	})
}

func near(t *testing.T, what string, got, want, relative float64) {
	t.Helper()
	if math.Abs(got-want) > relative*math.Abs(want) {
		t.Errorf("%s is %.9g, want %.9g", what, got, want)
	}
}

func TestPowerSpreadsOverTheLightsSolidAngle(t *testing.T) {
	near(t, "a point light's intensity times 4π sr", batch.PointIntensity(50)*4*math.Pi, 50, 1e-15)
	half := batch.ConeOf(0.1, math.Pi/2)
	near(t, "a half sphere's intensity times 2π sr", batch.SpotIntensity(50, half)*2*math.Pi, 50, 1e-15)
	all := batch.ConeOf(0, math.Pi)
	near(t, "a whole sphere's intensity", batch.SpotIntensity(50, all), batch.PointIntensity(50), 1e-15)
}

func TestLightEndsBelowHalfAStepOfEightBits(t *testing.T) {
	for _, stops := range []float32{-64, -11, 0, 10, 64} {
		// A white matte wall under the irradiance E shows E / π times 2^stops, and sRGB's straight foot encodes that by
		// 12.92.
		shown := batch.CutoffIrradiance(stops) / math.Pi * math.Exp2(float64(stops)) * 12.92
		if shown >= 0.5/255 {
			t.Errorf("%v stops: the edge of a light shows %.2g of white, want less than half of 1/255", stops, shown)
		}
	}
}

func TestLightReachesToTheCutoff(t *testing.T) {
	cutoff := batch.CutoffIrradiance(0)
	reach := batch.Reach(1, cutoff)
	near(t, "the irradiance of 1 W/sr at its reach", 1/(reach*reach), cutoff, 1e-12)
	if reach < 51 || reach > 52 {
		t.Errorf("1 W/sr reaches %v m, want 51 to 52", reach)
	}
	if got := batch.Reach(1e34, batch.CutoffIrradiance(64)); got != batch.LongestReachMeters {
		t.Errorf("the brightest light reaches %g m, want the longest reach", got)
	}
}

func TestConeHasAnIntervalToFadeIn(t *testing.T) {
	for _, c := range [][2]float64{{0, 0}, {1, 1}, {2, 1}, {0, 1e-3}, {-1, 0.5}, {math.Pi, math.Pi}, {0, 9}, {3, -1}} {
		cone := batch.ConeOf(c[0], c[1])
		if !(float32(cone.CosInner) > float32(cone.CosOuter)) || !(1-cone.CosOuter > 0) {
			t.Errorf("cones of %v rad: cosines %v", c, cone)
		}
	}
}

func TestAxisOfASpotTurnsWithItsEntity(t *testing.T) {
	half := float32(math.Sqrt(0.5))
	for _, c := range []struct {
		name              string
		previous, present geom.Vec3f
		want              geom.Vec3f
	}{
		{"half-way", geom.Vec3f{X: 1}, geom.Vec3f{Y: 1}, geom.Vec3f{X: half, Y: half}},
		{"long", geom.Vec3f{X: 3e38}, geom.Vec3f{X: 1e-40}, geom.Vec3f{X: 1}},
		{"zero-is-down", geom.Vec3f{}, geom.Vec3f{}, geom.Vec3f{Y: -1}},
		{"opposite", geom.Vec3f{X: -1}, geom.Vec3f{X: 1}, geom.Vec3f{X: 1}},
	} {
		got := batch.InterpolateAxis(c.previous, c.present, 0.5)
		if got.Sub(c.want).Length() > 1e-6 {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

func TestOnlyLightsThatShineAreKept(t *testing.T) {
	nan, infinity := float32(math.NaN()), float32(math.Inf(1))
	type point = render.PointInstance
	for _, c := range []struct {
		name   string
		change func(*point)
		shines bool
	}{
		{"lamp", func(*point) {}, true},
		{"one-channel", func(p *point) { p.Color = geom.Vec3f{Y: 1e-30} }, true},
		{"a-star", func(p *point) { p.PowerWatts = 3.8e26 }, true},
		{"place-nan", func(p *point) { p.Position.X = nan }, false},
		{"place-before-infinite", func(p *point) { p.Previous.X = infinity }, false},
		{"color-infinite", func(p *point) { p.Color.X = infinity }, false},
		{"color-negative", func(p *point) { p.Color.Z = -1 }, false},
		{"black", func(p *point) { p.Color = geom.Vec3f{} }, false},
		{"no-power", func(p *point) { p.PowerWatts = 0 }, false},
		{"power-infinite", func(p *point) { p.PowerWatts = infinity }, false},
		{"radius-negative", func(p *point) { p.RadiusMeters = -1 }, false},
		{"radius-nan", func(p *point) { p.RadiusMeters = nan }, false},
		{"too-bright", func(p *point) { p.PowerWatts = 3e38; p.Color.X = 1 }, false},
	} {
		p := point{Position: geom.Vec3f{Z: -5}, Previous: geom.Vec3f{Z: -5}, Color: white, PowerWatts: 10}
		c.change(&p)
		l := render.LightInstanceOfPointInstance(p)
		if got := batch.Shines(&l); got != c.shines {
			t.Errorf("%s: shines is %v, want %v", c.name, got, c.shines)
		}
	}
	spot := render.LightInstanceOfSpotInstance(render.SpotInstance{Color: white, PowerWatts: 1, InnerConeRadians: 0.1, OuterConeRadians: nan})
	if batch.Shines(&spot) {
		t.Error("a spot light with a cone of NaN shines")
	}
	if (batch.Shines(&render.LightInstance{})) {
		t.Error("no light shines")
	}
}

func TestLightsWhoseReachTouchesTheViewAreKeptInOrder(t *testing.T) {
	s := looking()
	s.Lights = []render.LightInstance{
		lampAt(0, 0, 30, 1),   // 0.08 W/sr reaches 14 m: behind, and its light ends behind the eye
		lampAt(0, 0, 30, 100), // 8 W/sr reaches 144 m, into the view
		spotAt(0, 0, -10, 1, 2),
	}
	got := prepare(s, 1, unitMesh).Lights
	if len(got) != 2 {
		t.Fatalf("%d lights are kept, want 2", len(got))
	}
	near(t, "the lamp's intensity", float64(got[0].Intensity.X), 100/(4*math.Pi), 1e-6)
	if got[0].Spot != 0 || got[0].CosInner != 0 || got[0].Axis != (geom.Vec3f{}) {
		t.Errorf("the lamp has cone fields: %+v", got[0])
	}
	if got[1].Spot != 1 || got[1].Axis != (geom.Vec3f{Y: -1}) {
		t.Errorf("the spot light is %+v", got[1])
	}
	near(t, "the spot light's outer cosine", float64(got[1].CosOuter), math.Cos(2), 1e-6)
	near(t, "the spot light's intensity", float64(got[1].Intensity.X), 10/(2*math.Pi*(1-math.Cos(2))), 1e-6)
}

func TestSunIsAPointLightFarAway(t *testing.T) {
	s := looking()
	const au = 1.496e11
	s.Lights = []render.LightInstance{lampAt(0.473*au, 0.788*au, 0.394*au, 2.254e24)}
	got := prepare(s, 1, unitMesh).Lights
	if len(got) != 1 {
		t.Fatal("the sun behind the eye does not reach the view")
	}
	distance := got[0].Position.Double().Length()
	near(t, "the sun's irradiance", float64(got[0].Intensity.X)/distance/distance, 8.015, 2e-3)
}
