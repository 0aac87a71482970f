package space

import (
	"math"

	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/render"
	"tertius.dev/demo/paint"
	"tertius.dev/simulation"
)

// The sun.
const (
	SunMu                  = 1.32712440018e20 // in m³/s²
	SunRadiusMeters        = 6.957e8
	AstronomicalUnitMeters = 1.495978707e11
	sunWatts               = 3.828e26
	sunRadiance            = 2e7 // of its disk, in W/(m² sr)
)

// sunColor has the weights of a white star.
var sunColor = paint.Hue(1, 0.96, 0.90)

// The stars are drawn on a sphere as far out as Pluto.
const (
	starSphereMeters = 6e12
	numStars         = 2600
	numMagnitudes    = 4
)

// star is the stars of one brightness.
type star struct {
	mesh  render.MeshID
	paint render.MaterialID
}

// starLooks are the sizes, in radians, and the radiances of the stars, in W/(m² sr), from many to few.
var starLooks = [numMagnitudes]struct {
	size     float64
	radiance geom.Vec3f
}{
	{0.0026, paint.Hue(26, 28, 34)},
	{0.0028, paint.Hue(64, 66, 74)},
	{0.0032, paint.Hue(190, 175, 150)},
	{0.0038, paint.Hue(330, 370, 460)},
}

func (k *Kit) addStars(p *paint.Painter) {
	k.sun = p.Glow("sun", sunColor.Scale(sunRadiance))
	for i := range k.stars {
		look := &starLooks[i]
		k.stars[i] = star{p.Mesh(starMesh(i, look.size)), p.Glow("stars", look.radiance)}
	}
}

// starMesh draws the stars of a magnitude as small squares about the origin, seen from there. Half of all lie near one great
// circle, as those of the galaxy do.
func starMesh(magnitude int, size float64) render.Mesh {
	m := render.Mesh{Name: "stars"}
	for i := range numStars >> (2 * magnitude) {
		at := starPlace(i + 10000*magnitude)
		right := at.Cross(geom.Vec3{X: 0.3, Y: 1, Z: 0.2}).Unit(geom.UnitX)
		up := right.Cross(at)
		first := uint32(len(m.Vertices))
		for _, c := range [...][2]float64{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}} {
			corner := at.AddScaled(right, c[0]*size/2).AddScaled(up, c[1]*size/2)
			m.Vertices = append(m.Vertices, render.Vertex{Position: corner.Single(), Normal: at.Neg().Single()})
		}
		m.Indices = append(m.Indices, first, first+1, first+2, first, first+2, first+3)
	}
	return m
}

// starPlace is the direction of a star.
func starPlace(i int) geom.Vec3 {
	height := 2*lattice(i, 1, 0) - 1
	if i%2 == 0 {
		height = height * height * height * 0.5
	}
	turn := 2 * math.Pi * lattice(i, 2, 0)
	flat := math.Sqrt(1 - height*height)
	tilted := geom.AxisAngle(geom.Vec3{X: 1, Z: 0.6}, 0.9)
	return tilted.Rotate(geom.Vec3{X: flat * math.Cos(turn), Y: height, Z: flat * math.Sin(turn)})
}

// Heaven hangs the stars about the origin of a frame that does not turn, and the sun at a place in it.
func (s *Stage) Heaven(f handle.Frame, sun geom.Vec3) {
	for i := range s.Kit.stars {
		stars := &s.Kit.stars[i]
		s.Put("", f, geom.IdentityPose, &simulation.SpawnDesc{Visual: &simulation.Visual{
			Mesh: stars.mesh, Material: stars.paint, Scale: Even(starSphereMeters),
		}})
	}
	s.Put("sun", f, geom.At(sun), &simulation.SpawnDesc{Visual: &simulation.Visual{
		Mesh: s.Kit.ball, Material: s.Kit.sun, Scale: Even(SunRadiusMeters),
		Light: render.LightOfPointLight(render.PointLight{Color: sunColor, PowerWatts: sunWatts, RadiusMeters: SunRadiusMeters}),
	}})
}
