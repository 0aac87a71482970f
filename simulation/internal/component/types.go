package component

import (
	"reflect"
	"slices"
	"strings"
	"sync"
)

// Type is a component type of the process.
type Type struct {
	Name string       // full: the path of the package and the name, with a star in front of a pointer's
	Go   reflect.Type // of the components
	Seen int32        // its place in the order in which the process met its types; it shows in no result
}

// known are the types that the process has met.
var known struct {
	types sync.Map // *Type by reflect.Type
	mutex sync.Mutex
	count int32
}

// TypeOf returns the component type of a Go type. Threads: any.
func TypeOf(t reflect.Type) *Type {
	if found, ok := known.types.Load(t); ok {
		return found.(*Type)
	}
	known.mutex.Lock()
	defer known.mutex.Unlock()
	if found, ok := known.types.Load(t); ok {
		return found.(*Type)
	}
	made := &Type{Name: fullName(t), Go: t, Seen: known.count}
	known.count++
	known.types.Store(t, made)
	return made
}

func fullName(t reflect.Type) string {
	switch {
	case t.Kind() == reflect.Pointer && t.Name() == "":
		return "*" + fullName(t.Elem())
	case t.PkgPath() == "":
		return t.String()
	default:
		return t.PkgPath() + "." + t.Name()
	}
}

// Types gives the component types that one world has met their numbers.
//
// Threads: Add outside the parallel part of a tick only.
type Types struct {
	list []*Type // by number
	ids  []int16 // by Type.Seen; −1 for a type that the world has not met
}

// Len returns the number of types. It only grows, and the numbering stays as it is while it stays.
func (t *Types) Len() int { return len(t.list) }

// At returns the type with the number id.
func (t *Types) At(id ID) *Type { return t.list[id] }

// ID returns the number of a type, and false when the world has not met it.
func (t *Types) ID(of *Type) (ID, bool) { return t.IDOf(of.Seen) }

// IDOf returns the number of the type with that Type.Seen, and false when the world has not met it.
func (t *Types) IDOf(seen int32) (ID, bool) {
	if int(seen) >= len(t.ids) || t.ids[seen] < 0 {
		return 0, false
	}
	return ID(t.ids[seen]), true
}

// Add gives a new type its number, and moves those behind it. Types with one name, which only local types of different
// functions have, keep the order in which they came. It reports false when the world is full or knows the type.
func (t *Types) Add(of *Type) (at ID, added bool) {
	if _, ok := t.ID(of); ok || len(t.list) == MaxTypes {
		return 0, false
	}
	place, _ := slices.BinarySearchFunc(t.list, of, func(a, b *Type) int {
		if order := compare(a, b); order != 0 {
			return order
		}
		return -1
	})
	t.list = slices.Insert(t.list, place, of)
	for len(t.ids) <= int(of.Seen) {
		t.ids = append(t.ids, -1)
	}
	for i := place; i < len(t.list); i++ {
		t.ids[t.list[i].Seen] = int16(i)
	}
	return ID(place), true
}

// compare orders types by their names, and a type before the pointer to it.
func compare(a, b *Type) int {
	nameOfA, nameOfB := strings.TrimLeft(a.Name, "*"), strings.TrimLeft(b.Name, "*")
	if order := strings.Compare(nameOfA, nameOfB); order != 0 {
		return order
	}
	return len(a.Name) - len(b.Name)
}
