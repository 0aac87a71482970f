package render

import (
	"tertius.dev/core/clock"
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
)

// Snapshot is what one picture shows. A builder reuses its slices, so a copy of the struct is not a copy of the picture.
type Snapshot struct {
	Tick   clock.Ticks // the count of ticks done at this picture
	Camera Camera
	// RefFrame is the reference frame of the camera, in whose axes everything here is.
	RefFrame handle.Frame
	// OriginInRefFrame is the render origin in the camera's reference frame, in meters.
	OriginInRefFrame geom.Vec3
	Ambient          Ambient
	Instances        []Instance // in the order of the entities' slots
	Lights           []LightInstance
}

// Clear empties the snapshot and keeps its room.
func (s *Snapshot) Clear() {
	*s = Snapshot{Instances: s.Instances[:0], Lights: s.Lights[:0]}
}

// Camera is the eye of a picture. Its place is relative to the render origin, so Position is zero where the origin is the
// camera's place at the present tick.
type Camera struct {
	Present                    bool // false when the world has no live camera: there is nothing to draw
	Position, Previous         geom.Vec3f
	Rotation, PreviousRotation geom.Quatf // -Z forward, +Y up
	FovRadians                 float32    // vertical field of view; 0 or less, or π or more, is read as π/3
}

// Ambient is the light of the sky and of the ground, seen by every surface through its up.
type Ambient struct {
	Sky, Ground geom.Vec3f // radiance in W/(m² sr)
}

// Instance is one drawn object. The previous pose is that of the tick before, relative to the same origin; both are equal
// where there is nothing to interpolate.
type Instance struct {
	Position, Previous         geom.Vec3f
	Rotation, PreviousRotation geom.Quatf
	Scale                      geom.Vec3f // along the mesh's axes
	BoundingRadiusMeters       float32    // about Position; 0 takes the mesh's own, scaled
	Mesh                       MeshID
	Material                   MaterialID
	Entity                     uint32 // the slot of the entity that it shows
	Up                         Up
}
