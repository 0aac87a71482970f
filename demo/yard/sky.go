package yard

import (
	"math"

	"tertius.dev/core/geom"
	"tertius.dev/core/render"
	"tertius.dev/demo/mesh"
	"tertius.dev/simulation"
)

// Exposure is what the yard's lights are chosen for: the evening sun and the lamps both show.
var Exposure = render.ExposureOfFixedExposure(render.FixedExposure{Stops: -2.5})

// Ambient is the light of the yard's sky and ground, in W/(m² sr).
var Ambient = render.Ambient{Sky: hue(0.55, 0.68, 1.05), Ground: hue(0.42, 0.33, 0.28)}

// The evening sun. It is a star at a star's distance whose power gives the yard a low sun's light: a real one would send a
// hundred times as much, and the lamps would drown in it.
const (
	sunDistance   = 1.495978707e11 // an astronomical unit, in meters
	sunRadius     = 6.957e8        // in meters
	sunIrradiance = 11.0           // at the yard, across the light, in W/m²
)

// toSun points to the sun from anywhere in the yard: left, in front and low.
var toSun = geom.Vec3{X: -0.62, Y: 0.42, Z: 0.66}.Unit(geom.UnitY)

var sunColor = hue(1, 0.72, 0.46)

// sunPower is the power in W that gives the irradiance at the distance: the sphere of that radius catches all of it.
const sunPower = 4 * math.Pi * sunDistance * sunDistance * sunIrradiance

// The sky is a sphere of emissive bands, dense near the horizon, where the colors change most.
const (
	skyRadius = 600.0 // in meters
	skyBands  = 48
	skyFrom   = -0.12 // the lowest elevation, in radians
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
	{-0.10, hue(0.10, 0.09, 0.12)},
	{-0.005, hue(0.22, 0.17, 0.18)},
	{0, hue(2.9, 1.35, 0.62)},
	{0.05, hue(2.3, 1.10, 0.72)},
	{0.14, hue(1.10, 0.72, 0.80)},
	{0.34, hue(0.36, 0.42, 0.72)},
	{1, hue(0.08, 0.13, 0.34)},
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
		return skyFrom + (math.Pi/2-skyFrom)*t*(0.25+0.75*t)
	}
	for i := range skyBands {
		id, err := k.store.AddMesh(mesh.Band("sky", skyRadius, edge(i), edge(i+1), 48))
		if err != nil {
			return err
		}
		k.sky = append(k.sky, skyBand{mesh: id, color: skyAt((edge(i) + edge(i+1)) / 2)})
	}
	return nil
}

func (k *Kit) addSkyPaint(p *painter) {
	for i := range k.sky {
		k.sky[i].paint = p.material("sky", render.Material{Roughness: 1, Emissive: k.sky[i].color})
	}
}

// buildSky hangs the sky and the sun.
func (b *builder) buildSky() {
	for i := range b.kit.sky {
		band := &b.kit.sky[i]
		b.put("", geom.IdentityPose, &simulation.SpawnDesc{Visual: &simulation.Visual{Mesh: band.mesh, Material: band.paint}})
	}
	b.put("sun", geom.At(toSun.Scale(sunDistance)), &simulation.SpawnDesc{Visual: &simulation.Visual{
		Light: render.LightOfPointLight(render.PointLight{Color: sunColor, Power: sunPower, Radius: sunRadius}),
	}})
}
