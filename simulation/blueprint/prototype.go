package blueprint

import (
	"encoding/binary"
	"math"
	"reflect"
	"runtime"
	"slices"
	"weak"

	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/physics"
	"tertius.dev/simulation"
)

// Prototype is a resolved blueprint. Nothing changes it.
//
// Threads: safe for concurrent use.
type Prototype struct {
	name       string
	components []*componentPrototype
	body       *physics.BodyDesc
	visual     *simulation.Visual
	owns       *simulation.FrameSpec
}

// componentPrototype is a component that is copied. Blueprints of all registries that set the same fields of a kind to the
// same values share one.
type componentPrototype struct {
	kind        *ComponentKind
	set         []setField // by index
	instantiate func() simulation.Component
}

type setField struct {
	field *kindField
	value reflect.Value // of the field's type
}

// Name returns the blueprint's name.
func (p *Prototype) Name() string { return p.name }

// SpawnDesc returns what to spawn, at a pose in a frame; the owner of a root frame is in none. It has components of its own,
// so each is good for one spawn. Its Body, Visual and Owns belong to the blueprint: to spawn with others, point to others.
//
// Cost: one copy for each component; no reflection, no look-up.
func (p *Prototype) SpawnDesc(frame handle.Frame, pose geom.Pose) simulation.SpawnDesc {
	var d simulation.SpawnDesc
	p.Describe(&d, frame, pose)
	return d
}

// Describe is SpawnDesc into a description that is used again, whose list of components it fills anew. So a component that
// spawns often keeps one description, and allocates only what the new entities keep.
func (p *Prototype) Describe(d *simulation.SpawnDesc, frame handle.Frame, pose geom.Pose) {
	components := slices.Grow(d.Components[:0], len(p.components))
	for _, c := range p.components {
		components = append(components, c.instantiate())
	}
	*d = simulation.SpawnDesc{
		Frame: frame, Pose: pose, Body: p.body, Visual: p.visual, Owns: p.owns, Components: components,
	}
}

// prototype returns the prototype with these values, which may be one that is in use.
func (k *ComponentKind) prototype(set []setField) *componentPrototype {
	var key []byte
	for _, s := range set {
		key = binary.AppendUvarint(key, uint64(s.field.index))
		key = appendIdentity(key, s.value)
	}
	k.mutex.Lock()
	defer k.mutex.Unlock()
	if found := k.shared[string(key)].Value(); found != nil {
		return found
	}
	fields, instantiate := k.copy()
	for _, s := range set {
		fields.Field(s.field.index).Set(s.value)
	}
	made := &componentPrototype{k, set, instantiate}
	k.shared[string(key)] = weak.Make(made)
	runtime.AddCleanup(made, k.forget, string(key))
	return made
}

// forget drops what is left of a prototype that no registry has anymore.
func (k *ComponentKind) forget(key string) {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	if k.shared[key].Value() == nil {
		delete(k.shared, key)
	}
}

// appendIdentity writes what makes a value the same as another: the bits of numbers, and of references, which object it is.
// While a prototype lives, so do the objects that it refers to, and nothing else has their addresses.
func appendIdentity(b []byte, v reflect.Value) []byte {
	switch v.Kind() {
	case reflect.Bool:
		if v.Bool() {
			return append(b, 1)
		}
		return append(b, 0)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return binary.AppendVarint(b, v.Int())
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return binary.AppendUvarint(b, v.Uint())
	case reflect.Float32, reflect.Float64:
		return binary.AppendUvarint(b, math.Float64bits(v.Float()))
	case reflect.Complex64, reflect.Complex128:
		b = binary.AppendUvarint(b, math.Float64bits(real(v.Complex())))
		return binary.AppendUvarint(b, math.Float64bits(imag(v.Complex())))
	case reflect.String:
		b = binary.AppendUvarint(b, uint64(v.Len()))
		return append(b, v.String()...)
	case reflect.Slice:
		b = binary.AppendUvarint(b, uint64(v.Pointer()))
		b = binary.AppendUvarint(b, uint64(v.Len()))
		return binary.AppendUvarint(b, uint64(v.Cap()))
	case reflect.Pointer, reflect.Map, reflect.Chan, reflect.Func, reflect.UnsafePointer:
		return binary.AppendUvarint(b, uint64(v.Pointer()))
	case reflect.Array:
		for i := range v.Len() {
			b = appendIdentity(b, v.Index(i))
		}
		return b
	case reflect.Struct:
		for i := range v.NumField() {
			b = appendIdentity(b, v.Field(i))
		}
		return b
	case reflect.Interface:
		if v.IsNil() {
			return append(b, 0)
		}
		b = binary.AppendUvarint(append(b, 1), uint64(reflect.ValueOf(v.Elem().Type()).Pointer()))
		return appendIdentity(b, v.Elem())
	default:
		panic("blueprint: no value has the kind " + v.Kind().String())
	}
}
