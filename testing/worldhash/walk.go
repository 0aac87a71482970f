package worldhash

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"tertius.dev/core/message"
	"tertius.dev/simulation"
)

// place is what a pointer leads to. The type tells a struct from its first field.
type place struct {
	address uintptr
	of      reflect.Type
}

// add adds a value and all that it holds or leads to.
func (s *sum) add(value any) { s.walk(reflect.ValueOf(value)) }

func (s *sum) walk(v reflect.Value) {
	switch v.Kind() {
	case reflect.Invalid:
		s.number(0)
	case reflect.Bool:
		if v.Bool() {
			s.number(1)
		} else {
			s.number(0)
		}
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		s.number(uint64(v.Int()))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		s.number(v.Uint())
	case reflect.Float32, reflect.Float64:
		s.float(v.Float())
	case reflect.Complex64, reflect.Complex128:
		s.float(real(v.Complex()))
		s.float(imag(v.Complex()))
	case reflect.String:
		s.text(v.String())
	case reflect.Slice, reflect.Array:
		s.number(uint64(v.Len()))
		for i := range v.Len() {
			s.walk(v.Index(i))
		}
	case reflect.Struct:
		if name, ok := nameOf(v); ok {
			s.text(name)
			return
		}
		for i := range v.NumField() {
			s.walk(v.Field(i))
		}
	case reflect.Map:
		s.walkMap(v)
	case reflect.Interface:
		s.walkInterface(v)
	case reflect.Pointer:
		s.follow(v)
	case reflect.Func, reflect.Chan, reflect.UnsafePointer:
		if v.IsNil() {
			s.number(0)
		} else {
			s.number(1)
		}
	default:
		panic(fmt.Errorf("worldhash: a value of the new kind %v", v.Kind()))
	}
}

func (s *sum) walkInterface(v reflect.Value) {
	if v.IsNil() {
		s.number(0)
		return
	}
	s.text(v.Elem().Type().String())
	s.walk(v.Elem())
}

// walkMap adds the entries by the hash of each, sorted. Each is hashed as if nothing else had been met, since the order in
// which a map gives its entries must not show.
func (s *sum) walkMap(v reflect.Value) {
	var entries []uint64
	for i := v.MapRange(); i.Next(); {
		entry := newSum()
		entry.path = s.path
		entry.walk(i.Key())
		entry.walk(i.Value())
		entries = append(entries, entry.value())
	}
	s.number(uint64(v.Len()))
	s.unordered(entries)
}

// follow adds what a pointer leads to, once; later pointers to it add which of the places it is.
func (s *sum) follow(v reflect.Value) {
	if v.IsNil() {
		s.number(0)
		return
	}
	if leadsOut(v.Type()) {
		s.number(1)
		return
	}
	at := place{v.Pointer(), v.Type()}
	for depth, above := range s.path { // a way back, also out of the entry of a map
		if above == at {
			s.number(2)
			s.number(uint64(depth))
			return
		}
	}
	if number, met := s.seen[at]; met {
		s.number(3)
		s.number(number)
		return
	}
	s.seen[at] = uint64(len(s.seen))
	s.number(4)
	s.path = append(s.path, at)
	s.walk(v.Elem())
	s.path = s.path[:len(s.path)-1]
}

// leadsOut reports whether a pointer leads to something that is no state of a component.
func leadsOut(t reflect.Type) bool {
	return t == reflect.TypeFor[*simulation.World]() || t.Elem().PkgPath() == "reflect" ||
		t.Implements(reflect.TypeFor[testing.TB]())
}

// nameOf returns the name of a token or a component type. They also hold a number that tells in which order the process met
// them, which is no state.
func nameOf(v reflect.Value) (string, bool) {
	t := v.Type()
	switch {
	case strings.HasPrefix(t.Name(), "Token[") && t.PkgPath() == reflect.TypeFor[message.TypeID]().PkgPath():
		return v.FieldByName("name").String(), true
	case t == typeBehind:
		return v.FieldByName("Name").String(), true
	}
	return "", false
}

// typeBehind is what a simulation.ComponentType points to.
var typeBehind = reflect.TypeFor[simulation.ComponentType]().Field(0).Type.Elem()
