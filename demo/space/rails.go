package space

import (
	"math"

	"tertius.dev/core/field"
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/rails"
	"tertius.dev/simulation"
	"tertius.dev/simulation/ride"
)

// Circle spawns the owner of a frame on a circle about the origin of the frame that d names. At time 0 it is at a place and
// goes there in the direction of ahead, as far as that is across.
//
// Units and frames: place in meters in the axes of that frame, whose gravity the circle needs.
func (s *Stage) Circle(
	id string, d *simulation.SpawnDesc, place, ahead geom.Vec3, gravity *field.Gravity, attitude rails.Attitude,
) (handle.Entity, handle.Frame, rails.Orbit) {
	orbit, err := circle(place, ahead, gravity)
	s.Keep(err)
	orbit.Attitude = attitude
	if s.Err != nil {
		return handle.Entity{}, handle.Frame{}, orbit
	}
	s.Keep(ride.PlaceOnOrbit(s.World, d, &orbit))
	e, f := s.Owner(id, d)
	return e, f, orbit
}

func circle(place, ahead geom.Vec3, gravity *field.Gravity) (rails.Orbit, error) {
	mu, _ := rails.MuFrom(gravity)
	up := place.Unit(geom.UnitY)
	level := ahead.Sub(up.Scale(ahead.Dot(up))).Unit(geom.UnitX)
	return rails.OrbitFrom(place, level.Scale(math.Sqrt(mu/place.Length())), mu, 0)
}
