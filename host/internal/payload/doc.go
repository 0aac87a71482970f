// Package payload turns the payloads of messages into JSON and back, by the fields of their Go types.
// docs/guide/scripts.md, "Payloads", defines the form. Dumps write with it, and post steps read.
package payload

import (
	"reflect"

	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
)

// The types with a form of their own.
var (
	vec3Type      = reflect.TypeFor[geom.Vec3]()
	vec3fType     = reflect.TypeFor[geom.Vec3f]()
	quatType      = reflect.TypeFor[geom.Quat]()
	quatfType     = reflect.TypeFor[geom.Quatf]()
	directionType = reflect.TypeFor[geom.Direction]()
	entityType    = reflect.TypeFor[handle.Entity]()
	frameType     = reflect.TypeFor[handle.Frame]()
)

// open reports whether every field of the struct type is exported, so that a script may write it.
func open(t reflect.Type) bool {
	for i := range t.NumField() {
		if !t.Field(i).IsExported() {
			return false
		}
	}
	return true
}
