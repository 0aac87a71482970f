package blueprint

import (
	"fmt"
	"reflect"
	"strings"

	"tertius.dev/core/document"
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/physics"
	"tertius.dev/core/render"
)

// forms.go reads the types that files write in a form of their own.

// The types with a form of their own in files.
var (
	vec3Type      = reflect.TypeFor[geom.Vec3]()
	vec3fType     = reflect.TypeFor[geom.Vec3f]()
	quatType      = reflect.TypeFor[geom.Quat]()
	quatfType     = reflect.TypeFor[geom.Quatf]()
	directionType = reflect.TypeFor[geom.Direction]()
	groupsType    = reflect.TypeFor[physics.Groups]()
	meshType      = reflect.TypeFor[render.MeshID]()
	materialType  = reflect.TypeFor[render.MaterialID]()
	textureType   = reflect.TypeFor[render.TextureID]()
	entityType    = reflect.TypeFor[handle.Entity]()
	frameType     = reflect.TypeFor[handle.Frame]()
	stringerType  = reflect.TypeFor[fmt.Stringer]()
)

// special reads the types with a form of their own, and reports whether it is one.
func (r *valueReader) special(v *document.Value, into reflect.Value) bool {
	switch into.Type() {
	case vec3Type, vec3fType:
		r.list(v, "[x, y, z]", fieldsOf(into))
	case quatType, quatfType:
		r.rotation(v, into)
	case directionType:
		r.direction(v, into)
	case groupsType:
		r.groups(v, into)
	case meshType:
		resolve(r, v, into, "mesh", Resolver.Mesh)
	case materialType:
		resolve(r, v, into, "material", Resolver.Material)
	case entityType, frameType, textureType:
		r.Fail(v, "%s is of the Go type %v, which no file can know", r.what(), into.Type())
	default:
		return false
	}
	return true
}

// rotation reads a quaternion and brings it to unit length.
func (r *valueReader) rotation(v *document.Value, into reflect.Value) {
	var c [4]float64
	if !r.Numbers(v, r.what(), "[x, y, z, w]", c[:]) {
		return
	}
	q, ok := geom.Quat{X: c[0], Y: c[1], Z: c[2], W: c[3]}.Unit()
	switch {
	case !ok:
		r.Fail(v, "%s has no length that can be brought to 1; [0, 0, 0, 1] turns nothing", r.what())
	case into.Type() == quatfType:
		into.Set(reflect.ValueOf(q.Single()))
	default:
		into.Set(reflect.ValueOf(q))
	}
}

func (r *valueReader) direction(v *document.Value, into reflect.Value) {
	var d geom.Vec3f
	before := r.told
	r.list(v, "[x, y, z]", fieldsOf(reflect.ValueOf(&d).Elem()))
	if r.told == before && d == (geom.Vec3f{}) {
		r.Fail(v, "%s has no direction", r.what())
	}
	into.Set(reflect.ValueOf(geom.Pack(d)))
}

// groups reads a list of the numbers of collision groups.
func (r *valueReader) groups(v *document.Value, into reflect.Value) {
	if !r.is(v, document.List) {
		return
	}
	const last = 11
	var all physics.Groups
	for i := range v.Items {
		all |= 1 << r.Whole(&v.Items[i], fmt.Sprintf("item %d of %s", i, r.what()), 0, last)
	}
	into.Set(reflect.ValueOf(all))
}

// resolve reads the name of a resource.
func resolve[ID ~uint32](r *valueReader, v *document.Value, into reflect.Value, what string, find func(Resolver, string) (ID, bool)) {
	switch {
	case v.Kind == document.Null:
		into.SetZero()
	case !r.is(v, document.String):
	case r.names == nil:
		r.Fail(v, "%s is the %s %q, but the loader was given no names of resources", r.what(), what, v.Text)
	default:
		id, ok := find(r.names, v.Text)
		if !ok {
			r.Fail(v, "%s is %q, which names no %s of the game", r.what(), v.Text, what)
		}
		into.SetUint(uint64(id))
	}
}

// wordsOf returns the words of an enum: what String says of each value that it names. It says Type(n) of others.
func wordsOf(t reflect.Type) []string {
	if !t.Implements(stringerType) {
		return nil
	}
	var words []string
	for n := range uint64(256) {
		v := reflect.New(t).Elem()
		v.SetUint(n)
		word := v.Interface().(fmt.Stringer).String()
		if strings.ContainsRune(word, '(') {
			break
		}
		words = append(words, word)
	}
	return words
}

func (r *valueReader) word(v *document.Value, into reflect.Value, words []string) {
	if !r.is(v, document.String) {
		return
	}
	for n, word := range words {
		if word == v.Text {
			into.SetUint(uint64(n))
			return
		}
	}
	r.Fail(v, "%s is %q; it must be one of %s", r.what(), v.Text, document.Quoted(words))
}
