package yard

import (
	"math"

	"tertius.dev/core/geom"
	"tertius.dev/core/render"
	"tertius.dev/core/render/mesh"
	"tertius.dev/demo/paint"
	"tertius.dev/simulation"
)

// Exposure is what the yard's lights are chosen for: the evening sun and the lamps both show.
var Exposure = render.ExposureOfFixedExposure(render.FixedExposure{Stops: -1.7})

// Ambient is the light of the yard's sky and ground, in W/(m² sr).
var Ambient = render.Ambient{Sky: paint.Hue(0.30, 0.38, 0.66), Ground: paint.Hue(0.26, 0.18, 0.15)}

// The evening sun. It is a star at a star's distance whose power gives the yard a low sun's light: a real one would send a
// hundred times as much, and the lamps would drown in it.
const (
	sunDistance   = 1.495978707e11 // an astronomical unit, in meters
	sunRadius     = 6.957e8        // in meters
	sunIrradiance = 15.0           // at the yard, across the light, in W/m²
)

// toSun points to the sun from anywhere in the yard: left, in front and low.
var toSun = geom.Vec3{X: -0.75, Y: 0.36, Z: 0.55}.Unit(geom.UnitY)

var sunColor = paint.Hue(1, 0.66, 0.38)

// sunPower is the power in W that gives the irradiance at the distance: the sphere of that radius catches all of it.
const sunPower = 4 * math.Pi * sunDistance * sunDistance * sunIrradiance

// The sky is a sphere of emissive bands, dense near the horizon, where the colors change most.
const (
	skyRadius = 900.0 // in meters
	skyBands  = 128   // so that two neighbors differ by about one step of an 8-bit picture
	skyFrom   = -0.03 // the lowest elevation, in radians
)

// skyBand is a strip of the sky and its material.
type skyBand struct {
	mesh  render.MeshID
	color geom.Vec3f // radiance in W/(m² sr)
	paint render.MaterialID
}

// skyStops are the radiances of the sky at a few elevations, as fractions of a right angle, in W/(m² sr).
var skyStops = [...]struct {
	at    float32
	color geom.Vec3f
}{
	{-0.02, paint.Hue(2.6, 1.30, 0.62)},
	{0.03, paint.Hue(2.5, 1.22, 0.66)},
	{0.09, paint.Hue(1.65, 0.95, 0.80)},
	{0.17, paint.Hue(0.85, 0.66, 0.84)},
	{0.34, paint.Hue(0.34, 0.40, 0.72)},
	{1, paint.Hue(0.07, 0.12, 0.34)},
}

func skyAt(elevationRadians float64) geom.Vec3f {
	at := float32(elevationRadians / (math.Pi / 2))
	for i := 1; i < len(skyStops); i++ {
		low, high := &skyStops[i-1], &skyStops[i]
		if at <= high.at {
			return low.color.Lerp(high.color, max(0, (at-low.at)/(high.at-low.at)))
		}
	}
	return skyStops[len(skyStops)-1].color
}

func (k *Kit) addSky() error {
	edge := func(i int) float64 {
		t := float64(i) / skyBands
		return skyFrom + (math.Pi/2-skyFrom)*t*(0.2+0.8*t*t)
	}
	for i := range skyBands {
		id, err := k.store.AddMesh(mesh.Band("sky", skyRadius, edge(i), edge(i+1), 48))
		if err != nil {
			return err
		}
		k.sky = append(k.sky, skyBand{mesh: id, color: skyAt((edge(i) + edge(i+1)) / 2)})
	}
	for i := range ridges {
		id, err := k.store.AddMesh(ridgeMesh(&ridges[i]))
		if err != nil {
			return err
		}
		k.sky = append(k.sky, skyBand{mesh: id, color: ridges[i].color})
	}
	return nil
}

// ridge is a far row of hills, seen against the sky.
type ridge struct {
	radius, height, waves float64    // in meters, in meters, hills around the horizon
	color                 geom.Vec3f // radiance of the haze before it, in W/(m² sr)
}

var ridges = [...]ridge{
	{radius: 850, height: 46, waves: 5, color: paint.Hue(0.78, 0.44, 0.46)},
	{radius: 760, height: 26, waves: 9, color: paint.Hue(0.34, 0.22, 0.29)},
}

// ridgeMesh returns the hills as a wall about the origin, seen from inside.
func ridgeMesh(r *ridge) render.Mesh {
	const segments = 360
	m := render.Mesh{Name: "ridge"}
	for i := range segments {
		angle := 2 * math.Pi * float64(i) / segments
		wave := math.Sin(r.waves*angle) + 0.6*math.Sin(2.2*r.waves*angle+1) + 0.3*math.Sin(math.Floor(6.3*r.waves)*angle+2)
		foot := geom.Vec3{X: r.radius * math.Sin(angle), Y: -20, Z: r.radius * math.Cos(angle)}
		top := geom.Vec3{X: foot.X, Y: r.height * (0.62 + 0.2*wave), Z: foot.Z}
		normal := geom.Vec3{X: -foot.X, Z: -foot.Z}.Unit(geom.UnitX).Single()
		m.Vertices = append(m.Vertices, render.Vertex{Position: foot.Single(), Normal: normal}, render.Vertex{Position: top.Single(), Normal: normal})
		a, b := uint32(2*i), uint32(2*((i+1)%segments))
		m.Indices = append(m.Indices, a, a+1, b, b, a+1, b+1)
	}
	return m
}

func (k *Kit) addSkyPaint(p *paint.Painter) {
	for i := range k.sky {
		k.sky[i].paint = p.Material("sky", render.Material{Roughness: 1, Emissive: k.sky[i].color})
	}
}

// buildSky hangs the sky and the sun.
func (b *builder) buildSky() {
	for i := range b.kit.sky {
		band := &b.kit.sky[i]
		b.put("", geom.IdentityPose, &simulation.SpawnDesc{Visual: &simulation.Visual{Mesh: band.mesh, Material: band.paint}})
	}
	b.put("", geom.At(geom.Vec3{Y: -1.5}), &simulation.SpawnDesc{Visual: &simulation.Visual{
		Mesh: b.kit.box, Material: b.kit.paint.plain, Scale: geom.Vec3f{X: 2 * skyRadius, Y: 1, Z: 2 * skyRadius},
	}})
	b.put("sun", geom.At(toSun.Scale(sunDistance)), &simulation.SpawnDesc{Visual: &simulation.Visual{
		Light: render.LightOfPointLight(render.PointLight{Color: sunColor, PowerWatts: sunPower, RadiusMeters: sunRadius}),
	}})
}
