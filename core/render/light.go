package render

import "tertius.dev/core/geom"

//go:generate go run tertius.dev/tools/cmd/uniongen

// PointLight shines evenly to every side from a sphere. A star is one, far away and strong.
type PointLight struct {
	Offset geom.Vec3f // of the sphere's center, in meters, in the entity's axes
	Color  geom.Vec3f // weight of each channel, 0 or more
	Power  float32    // radiant flux in W, above 0
	Radius float32    // of the sphere that sends the light, in meters, 0 or more
}

// SpotLight shines along the -Z axis of its entity, within a cone.
type SpotLight struct {
	Offset    geom.Vec3f // of the sphere's center, in meters, in the entity's axes
	Color     geom.Vec3f // weight of each channel, 0 or more
	Power     float32    // radiant flux in W within the outer cone, above 0
	Radius    float32    // of the sphere that sends the light, in meters, 0 or more
	InnerCone float32    // half the angle of the cone of full light, in radians
	OuterCone float32    // half the angle of the cone of any light, in radians, above InnerCone, at most π
}

// Light is the light that an entity carries. The zero value is none.
//
//union:cases PointLight SpotLight
type Light struct{ lightSlots }

// PointInstance is a point light of a snapshot.
type PointInstance struct {
	Entity             uint32 // the slot of the entity that carries it
	Position, Previous geom.Vec3f
	Color              geom.Vec3f
	Power, Radius      float32
}

// SpotInstance is a spot light of a snapshot.
type SpotInstance struct {
	Entity               uint32
	Position, Previous   geom.Vec3f
	Axis, PreviousAxis   geom.Vec3f // the direction of the light's center, of unit length
	Color                geom.Vec3f
	Power, Radius        float32
	InnerCone, OuterCone float32
}

// LightInstance is a light of a snapshot, placed relative to the render origin. The zero value is none.
//
//union:cases PointInstance SpotInstance
type LightInstance struct{ lightInstanceSlots }
