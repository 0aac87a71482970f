package simulation

import (
	"errors"
	"reflect"

	"tertius.dev/simulation/internal/component"
)

// ComponentType names a Go type of components, such as *game.Armor. Values of one type are equal. Keep one as a package
// variable where it is used in every tick.
//
// A world numbers the types that it has met by their full names; the numbers show nowhere.
type ComponentType struct{ of *component.Type }

// MaxComponentTypes is the most component types that one world can tell apart.
const MaxComponentTypes = component.MaxTypes

// TypeOf returns the type of the components C, such as TypeOf[*Armor]().
func TypeOf[C Component]() ComponentType {
	t := reflect.TypeFor[C]()
	if t.Kind() == reflect.Interface {
		panic("simulation.TypeOf: " + t.String() + " is an interface; name the type that implements it")
	}
	return ComponentType{component.TypeOf(t)}
}

// TypeOfComponent returns the type of a component.
func TypeOfComponent(c Component) ComponentType {
	return ComponentType{component.TypeOf(reflect.TypeOf(c))}
}

// Name returns the path of the type's package and its name, with a star in front when the components are pointers:
// "*game/scene.Lamp".
func (t ComponentType) Name() string {
	if t.of == nil {
		return "no component type"
	}
	return t.of.Name
}

// String gives the name.
func (t ComponentType) String() string { return t.Name() }

// mustName panics for the zero value, which names no type.
func (t ComponentType) mustName(method string) {
	if t.of == nil {
		panic(errors.New(method + " of the zero ComponentType, which names no type; use TypeOf"))
	}
}

// setOf returns the set of the types of the entries. A type that is new to the world gets its number.
func (w *World) setOf(entries []componentEntry) component.SetID {
	for i := range entries {
		if _, ok := w.types.IDOf(entries[i].Type); !ok {
			w.meet(component.TypeOf(reflect.TypeOf(entries[i].Component)))
		}
	}
	m, _ := w.typesIn(entries)
	return w.sets.Of(&m)
}

// typesIn returns the types of the entries that the world has met, and whether it has met them all.
func (w *World) typesIn(entries []componentEntry) (m component.Mask, all bool) {
	all = true
	for i := range entries {
		if id, ok := w.types.IDOf(entries[i].Type); ok {
			m.Add(id)
		} else {
			all = false
		}
	}
	return m, all
}

// meet numbers a type that is new to the world.
func (w *World) meet(t *component.Type) {
	at, added := w.types.Add(t)
	if !added {
		w.report("components of the type %s have no flag, because the world knows %d types and tells no more apart",
			t.Name, MaxComponentTypes)
		return
	}
	w.sets.Insert(at)
	w.index.InsertType(at)
}
