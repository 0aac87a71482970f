package render

import "tertius.dev/core/geom"

//go:generate go run tertius.dev/tools/cmd/uniongen

// UpAlong is one up everywhere on the instance.
type UpAlong struct {
	Direction geom.Vec3f // of unit length, in the axes of the camera's reference frame
}

// UpAwayFrom is the up of a planet: away from a point.
type UpAwayFrom struct {
	Center geom.Vec3f // in meters relative to the instance, in the axes of the camera's reference frame
}

// Up says where the sky is for an instance: against the gravity of its reference frame. The zero value has no up, and
// mixes the sky and the ground evenly.
//
//union:cases UpAlong UpAwayFrom
type Up struct{ upSlots }
