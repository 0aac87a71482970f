package blueprint

import (
	"reflect"

	"tertius.dev/core/geom"
	"tertius.dev/core/physics"
)

// startOf returns what a value is before it is read: the zero value, but for the types that have other defaults, wherever
// they lie in it.
func startOf(t reflect.Type) reflect.Value {
	var start any
	switch t {
	case reflect.TypeFor[physics.BodyDesc]():
		start = physics.Body(nil, physics.Static)
	case reflect.TypeFor[physics.Collision]():
		start = physics.SolidCollision
	case reflect.TypeFor[geom.Pose]():
		start = geom.IdentityPose
	case reflect.TypeFor[physics.Part]():
		start = physics.Part{Pose: geom.IdentityPose}
	case reflect.TypeFor[physics.Box]():
		start = physics.Box{ConvexRadiusMeters: physics.DefaultConvexRadiusMeters}
	case reflect.TypeFor[physics.Hull]():
		start = physics.Hull{ConvexRadiusMeters: physics.DefaultConvexRadiusMeters}
	default:
		return startOfParts(t)
	}
	return reflect.ValueOf(start)
}

func startOfParts(t reflect.Type) reflect.Value {
	start := reflect.New(t).Elem()
	switch t.Kind() {
	case reflect.Struct:
		for i := range t.NumField() {
			if t.Field(i).IsExported() {
				start.Field(i).Set(startOf(t.Field(i).Type))
			}
		}
	case reflect.Array:
		for i := range t.Len() {
			start.Index(i).Set(startOf(t.Elem()))
		}
	default: // zero
	}
	return start
}
