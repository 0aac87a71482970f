package vulkan_test

import (
	"fmt"
	"math"
	"testing"

	"tertius.dev/core/geom"
	"tertius.dev/core/render"
	"tertius.dev/rendering/internal/shader"
)

// side is odd, so that the center of the middle pixel is the center of the view.
const side = 33

// albedo is a gray that the G-buffer's 8 bits hold exactly.
var albedo = float32(shader.SRGBDecode(188.0 / 255))

// wall adds a square that fills the view 2 m before the eye and faces it.
func (s *stage) wall(m render.Material) *render.Instance {
	return s.place(s.mesh(quad()), s.material(m), geom.Vec3f{Z: -2}, geom.Vec3f{X: 4, Y: 4, Z: 1})
}

// matte is a rough surface that reflects nothing at normal incidence.
func matte(color geom.Vec3f) render.Material { return render.Material{BaseColor: color, Roughness: 1} }

// expect compares the middle pixel with what exposed radiance shows, to one step of 8 bits: half of it is the output's
// rounding, and the rest that of the half floats on the way.
func (s *stage) expect(what string, exposed shader.Color) {
	s.t.Helper()
	got := s.draw().center()
	for i, want := range shader.Shown(exposed) {
		if math.Abs(float64(got[i])-want) > 1 {
			s.t.Errorf("%s: the middle pixel is %v, want %.2f", what, got, shader.Shown(exposed))
			return
		}
	}
}

func TestMatteWallByALampShowsIrradianceTimesAlbedoOverPi(t *testing.T) {
	for _, n := range []float32{0, 2, -3} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			s := newStage(t, side, side, stops(n))
			s.wall(matte(gray(albedo)))
			s.lamp(black, geom.Vec3f{X: 1, Y: 0.5, Z: 0.25}, 100)
			// At the eye, the lamp's direction, the eye's and the normal are one: Schlick's term is 0 there. The window is 1
			// to 7 digits, 2 m from a lamp that reaches 100 m.
			radiance := 100 / (4 * math.Pi) / (2 * 2) * float64(albedo) / math.Pi * math.Exp2(float64(n))
			s.expect("the wall", shader.Color{radiance, radiance / 2, radiance / 4})
		})
	}
}

func TestLampGoesOutAtItsReach(t *testing.T) {
	s := newStage(t, side, side)
	s.wall(matte(white))
	// The lamp reaches √(I / E_cut) m; one that reaches 2.001 m lights a wall at 2 m with 10⁻⁶ of its irradiance.
	cutoff := math.Pi / 8192
	s.lamp(black, white, float32(2.001*2.001*cutoff*4*math.Pi))
	if got := s.draw().center(); got != [3]byte{} {
		t.Errorf("a wall at the lamp's reach shows %v, want black", got)
	}
}

func TestFarStarShadesAsAnyLight(t *testing.T) {
	s := newStage(t, side, side)
	m := render.Matte(gray(albedo), 1)
	s.wall(m)
	const au = 1.496e11
	toSun := geom.Vec3{X: 0.473, Y: 0.788, Z: 0.394}.Unit(geom.Vec3{})
	s.lamp(toSun.Scale(au).Single(), white, 2.254e24)
	irradiance := 2.254e24 / (4 * math.Pi) / (au * au)
	s.expect("the wall", gray3(irradiance*reflected(m, toSun)))
}

// reflected is the light toward an eye straight before a surface, per unit of irradiance across a light's direction; the
// normal is +Z, the color gray and the roughness 1, so that the DFG table is read at a texel.
func reflected(m render.Material, toLight geom.Vec3) float64 {
	surface := shader.Material{
		BaseColor: shader.Color{float64(m.BaseColor.X)}, Metallic: float64(m.Metallic),
		Roughness: float64(m.Roughness), Reflectance: float64(m.Reflectance),
	}
	nl := toLight.Z
	half := toLight.Add(geom.Vec3{Z: 1}).Unit(geom.Vec3{})
	f0, alpha := surface.F0(0), surface.Alpha()
	_, e1 := lastTexel()
	specular := shader.DistributionGGX(half.Z, alpha) * shader.VisibilitySmith(1, nl, alpha) *
		shader.Schlick(f0, half.Z) * (1 + f0*(1/e1-1))
	return (surface.DiffuseColor(0)/math.Pi + specular) * nl
}

// lastTexel is the DFG table at n·v = 1 and roughness 1.
func lastTexel() (schlick, e1 float64) {
	table := shader.SharedTables().DFG
	return shader.FromHalf(table[len(table)-2]), shader.FromHalf(table[len(table)-1])
}

func gray3(x float64) shader.Color { return shader.Color{x, x, x} }

func TestSpotLightsItsConeOnly(t *testing.T) {
	// A wall 2 m away spans 30° to each side; the cone ends at 20°, and its full light at 10°.
	const inner, outer = 10 * math.Pi / 180, 20 * math.Pi / 180
	s := newStage(t, 91, 91)
	s.wall(matte(white))
	ahead := geom.Vec3f{Z: -1}
	s.snapshot.Lights = append(s.snapshot.Lights, render.LightInstanceOfSpotInstance(render.SpotInstance{
		Axis: ahead, PreviousAxis: ahead, Color: white, PowerWatts: 10, InnerConeRadians: inner, OuterConeRadians: outer,
	}))
	p := s.draw()
	intensity := 10 / (2 * math.Pi * (1 - math.Cos(outer)))
	want := shader.Shown(gray3(intensity / 4 / math.Pi))
	if got := p.center(); math.Abs(float64(got[0])-want[0]) > 1 {
		t.Errorf("the middle of the cone shows %v, want %.1f: the power fills the outer cone", got, want[0])
	}
	at := func(degrees float64) byte {
		x := math.Tan(degrees*math.Pi/180) / math.Tan(math.Pi/6)
		return p.at(int((1+x)*91/2), 45)[0]
	}
	if full, edge, out := at(8), at(15), at(21); !(full > edge && edge > 0 && out == 0) {
		t.Errorf("8°, 15° and 21° off the axis show %d, %d and %d: want full light, some and none", full, edge, out)
	}
}

func TestHemisphereLightsBySharesOfSkyAndGround(t *testing.T) {
	sky, ground := shader.Color{0.2, 0.3, 0.6}, shader.Color{0.1, 0.05, 0.02}
	for _, c := range []struct {
		name  string
		up    render.Up
		share float64
	}{
		{"facing-the-sky", render.UpOfUpAlong(render.UpAlong{Direction: geom.Vec3f{Z: 1}}), 1},
		{"facing-the-ground", render.UpOfUpAlong(render.UpAlong{Direction: geom.Vec3f{Z: -1}}), 0},
		{"upright", render.UpOfUpAlong(render.UpAlong{Direction: geom.Vec3f{Y: 1}}), 0.5},
		{"no-up", render.Up{}, 0.5},
		{"away-from-a-point", render.UpOfUpAwayFrom(render.UpAwayFrom{Center: geom.Vec3f{Z: -100}}), 1},
		{"at-the-point", render.UpOfUpAwayFrom(render.UpAwayFrom{}), 0.5},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newStage(t, side, side)
			m := render.Matte(gray(albedo), 1)
			s.wall(m).Up = c.up
			s.snapshot.Ambient = render.Ambient{
				Sky: geom.Vec3f{X: 0.2, Y: 0.3, Z: 0.6}, Ground: geom.Vec3f{X: 0.1, Y: 0.05, Z: 0.02},
			}
			schlick, e1 := lastTexel()
			surface := shader.Material{BaseColor: gray3(float64(albedo)), Roughness: 1, Reflectance: 0.5}
			f0 := surface.F0(0)
			albedos := surface.DiffuseColor(0) + (schlick+f0*(e1-schlick))*(1+f0*(1/e1-1))
			var want shader.Color
			for i := range want {
				want[i] = albedos * (ground[i] + (sky[i]-ground[i])*c.share)
			}
			s.expect("the wall", want)
		})
	}
}

func TestEmissionShowsThroughTheToneCurve(t *testing.T) {
	for _, c := range []shader.Color{
		{0, 0, 0}, {0.001, 0.001, 0.001}, {0.18, 0.18, 0.18}, {1, 1, 1}, {1, 0.2, 0.05}, {0.05, 0.2, 1}, {0, 8, 0}, {1e4, 1e4, 1e4},
	} {
		s := newStage(t, side, side, stops(-1))
		s.wall(render.Material{Emissive: geom.Vec3f{X: 2 * float32(c[0]), Y: 2 * float32(c[1]), Z: 2 * float32(c[2])}})
		s.expect(fmt.Sprint("emission of ", c), c)
	}
}

func TestLightOnAnInstanceThatTurnsItsBackIsNone(t *testing.T) {
	s := newStage(t, side, side)
	s.wall(render.Matte(white, 0.2))
	s.lamp(geom.Vec3f{Z: -4}, white, 1e4) // behind the wall
	if got := s.draw().center(); got != [3]byte{} {
		t.Errorf("a wall lit from behind shows %v, want black", got)
	}
}
