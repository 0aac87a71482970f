package render

import (
	"fmt"
	"math"

	"tertius.dev/core/contract"
	"tertius.dev/core/geom"
)

//go:generate go run tertius.dev/tools/cmd/uniongen

// PointLight shines evenly to every side from a sphere. A star is one, far away and strong.
type PointLight struct {
	Offset       geom.Vec3f // of the sphere's center, in meters, in the entity's axes
	Color        geom.Vec3f // weight of each channel, 0 or more
	PowerWatts   float32    // radiant flux, above 0
	RadiusMeters float32    // of the sphere that sends the light, 0 or more
}

// SpotLight shines along the -Z axis of its entity, within a cone.
type SpotLight struct {
	Offset           geom.Vec3f // of the sphere's center, in meters, in the entity's axes
	Color            geom.Vec3f // weight of each channel, 0 or more
	PowerWatts       float32    // radiant flux within the outer cone, above 0
	RadiusMeters     float32    // of the sphere that sends the light, 0 or more
	InnerConeRadians float32    // half the angle of the cone of full light
	OuterConeRadians float32    // half the angle of the cone of any light, above InnerConeRadians, at most π
}

// Light is the light that an entity carries. The zero value is none.
//
//union:cases PointLight SpotLight
type Light struct{ lightSlots }

// Problem says why l cannot shine, or gives nil. The error names the field.
func (l Light) Problem() error {
	switch l.Kind() {
	case LightNone:
		return nil
	case LightPointLight:
		p, _ := l.AsPointLight()
		return sourceProblem("PointLight", p.Offset, p.Color, p.PowerWatts, p.RadiusMeters)
	case LightSpotLight:
		s, _ := l.AsSpotLight()
		if !(s.InnerConeRadians >= 0 && s.InnerConeRadians < s.OuterConeRadians && s.OuterConeRadians <= math.Pi) {
			return fmt.Errorf("SpotLight: the cones are %v and %v rad; the inner must be 0 or more, the outer above it and at most π",
				s.InnerConeRadians, s.OuterConeRadians)
		}
		return sourceProblem("SpotLight", s.Offset, s.Color, s.PowerWatts, s.RadiusMeters)
	}
	panic(contract.Unreachable(l.Kind()))
}

func sourceProblem(name string, offset, color geom.Vec3f, power, radius float32) error {
	switch {
	case !offset.Finite():
		return fmt.Errorf("%s.Offset is %v; it must be finite", name, offset)
	case !color.Finite() || color.X < 0 || color.Y < 0 || color.Z < 0:
		return fmt.Errorf("%s.Color is %v; each channel must be finite and 0 or more", name, color)
	case !(power > 0 && power <= math.MaxFloat32):
		return fmt.Errorf("%s.PowerWatts is %v W; it must be finite and above 0; a light that is off is the zero Light", name, power)
	case !(radius >= 0 && radius <= math.MaxFloat32):
		return fmt.Errorf("%s.RadiusMeters is %v m; it must be finite and 0 or more", name, radius)
	}
	return nil
}

// PointInstance is a point light of a snapshot.
type PointInstance struct {
	Entity                   uint32 // the slot of the entity that carries it
	Position, Previous       geom.Vec3f
	Color                    geom.Vec3f
	PowerWatts, RadiusMeters float32
}

// SpotInstance is a spot light of a snapshot.
type SpotInstance struct {
	Entity                             uint32
	Position, Previous                 geom.Vec3f
	Axis, PreviousAxis                 geom.Vec3f // the direction of the light's center, of unit length
	Color                              geom.Vec3f
	PowerWatts, RadiusMeters           float32
	InnerConeRadians, OuterConeRadians float32
}

// LightInstance is a light of a snapshot, placed relative to the render origin. The zero value is none.
//
//union:cases PointInstance SpotInstance
type LightInstance struct{ lightInstanceSlots }
