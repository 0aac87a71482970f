package guide_test

import (
	"fmt"
	"log"
	"math"

	"tertius.dev/core/field"
	"tertius.dev/core/geom"
	"tertius.dev/core/rails"
)

// home is the gravity of a planet, as its frame holds it.
var home = field.GravityOfPoint(field.Point{Mu: 3.986e14, RadiusMeters: 6.371e6})

// station flies 400 km up, its belly toward the planet.
var station = rails.Orbit{
	SemiMajorAxisMeters: 6.771e6,
	Eccentricity:        0.001,
	InclinationRadians:  51.6 * math.Pi / 180,
	Attitude:            rails.AttitudeOfFacesParent(rails.FacesParent{}),
}

// ground turns as the planet does, once in a sidereal day.
var ground = rails.FrameSpin{Spin: rails.Spin{
	AxialTiltRadians:     23.4 * math.Pi / 180,
	RateRadiansPerSecond: 2 * math.Pi / 86164,
}}

func Example_rails() {
	mu, ok := rails.MuFrom(&home)
	if !ok {
		log.Fatal("the parent has no point gravity")
	}
	sample, err := station.Sample(mu, 100, 1.0/60)
	if err != nil {
		log.Fatal(err)
	}
	felt := sample.Acceleration.Sub(home.At(sample.Start(1.0 / 60)))
	fmt.Printf("%.1f m/s, felt %v, around in %.0f s\n", sample.Velocity.Length(), felt, station.PeriodSeconds(mu))

	turned, err := ground.RotationAt(86164 / 4.0)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("a quarter of a day on, the ground's +X shows %.2f\n", turned.Rotate(geom.UnitX))

	// Output:
	// 7680.2 m/s, felt {0 0 0}, around in 5545 s
	// a quarter of a day on, the ground's +X shows {0.00 0.40 -0.92}
}

// transfer is how a pod leaves its orbit and meets the station half an hour later.
func transfer(mu float64, place, velocity geom.Vec3) (geom.Vec3, error) {
	const seconds = 1800
	there, _, err := station.StateAt(mu, seconds)
	if err != nil {
		return geom.Vec3{}, err
	}
	start, _, err := rails.Lambert(place, there, seconds, mu, place.Cross(velocity))
	if err != nil {
		return geom.Vec3{}, err
	}
	return start.Sub(velocity), nil
}

func Example_lambert() {
	mu, _ := rails.MuFrom(&home)
	place, velocity, err := station.StateAt(mu, -120) // the pod follows two minutes behind
	if err != nil {
		log.Fatal(err)
	}
	change, err := transfer(mu, place, velocity)
	if err != nil {
		log.Fatal(err)
	}
	arrived, _, err := rails.Propagate(place, velocity.Add(change), mu, 1800)
	if err != nil {
		log.Fatal(err)
	}
	there, _, _ := station.StateAt(mu, 1800)
	fmt.Printf("%.0f m/s more, and after half an hour %.3f m from the station\n", change.Length(), arrived.Sub(there).Length())

	coast, err := rails.OrbitFrom(place, velocity.Add(change), mu, 0)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("its orbit has an eccentricity of %.3f\n", coast.Eccentricity)

	// Output:
	// 500 m/s more, and after half an hour 0.000 m from the station
	// its orbit has an eccentricity of 0.073
}
