package blueprint

import (
	"fmt"
	"reflect"
	"sync"
	"weak"

	"tertius.dev/core/document"
	"tertius.dev/simulation"
)

// ComponentKind is a Go type of components under a name. Make one with Kind, as a package variable.
type ComponentKind struct {
	name   string
	of     reflect.Type // the type that components point to
	fields []kindField  // the exported ones, in the order of the type
	copy   func() (fields reflect.Value, instantiate func() simulation.Component)

	mutex  sync.Mutex
	shared map[string]weak.Pointer[componentPrototype] // by appendIdentity of the values; shows in no result
}

// kindField is a field that blueprints can set.
type kindField struct {
	name, member string // in Go and in files
	index        int
	of           reflect.Type
}

// Kind makes the component kind of the type T, whose components are *T: Kind[Armor]("game.armor"). The name is the one that
// files use; see NameRule. Fields that a blueprint does not set are zero.
//
// Errors: panics for a name that breaks the rule, and for fields whose names in files would be the same.
func Kind[T any, P pointerTo[T]](name string) *ComponentKind {
	var zero T
	return KindFrom[T, P](name, zero)
}

// KindFrom is Kind for components whose fields have other values than zero when a blueprint does not set them.
func KindFrom[T any, P pointerTo[T]](name string, defaults T) *ComponentKind {
	return newKind(name, reflect.TypeFor[T](), func() (reflect.Value, func() simulation.Component) {
		prototype := new(T)
		*prototype = defaults
		return reflect.ValueOf(prototype).Elem(), func() simulation.Component {
			made := new(T)
			*made = *prototype
			return P(made)
		}
	})
}

// pointerTo is a component that is a pointer to a T.
type pointerTo[T any] interface {
	*T
	simulation.Component
}

func newKind(name string, of reflect.Type, copier func() (reflect.Value, func() simulation.Component)) *ComponentKind {
	if !goodName(name) {
		panic(fmt.Errorf("blueprint.Kind: the name is %q; it must be %s", name, NameRule))
	}
	k := &ComponentKind{name: name, of: of, copy: copier, shared: map[string]weak.Pointer[componentPrototype]{}}
	if of.Kind() != reflect.Struct {
		return k
	}
	for i := range of.NumField() {
		f := of.Field(i)
		if !f.IsExported() {
			continue
		}
		member := document.MemberName(f.Name)
		if before := k.byMember(member); before != nil {
			panic(fmt.Errorf("blueprint.Kind %q: the fields %s and %s of %v would both be %q in files", name, before.name, f.Name, of, member))
		}
		k.fields = append(k.fields, kindField{f.Name, member, i, f.Type})
	}
	return k
}

// Name returns the name that files use.
func (k *ComponentKind) Name() string { return k.name }

func (k *ComponentKind) byName(name string) *kindField {
	for i := range k.fields {
		if k.fields[i].name == name {
			return &k.fields[i]
		}
	}
	return nil
}

func (k *ComponentKind) byMember(member string) *kindField {
	for i := range k.fields {
		if k.fields[i].member == member {
			return &k.fields[i]
		}
	}
	return nil
}

// names lists the fields as Go spells them, or as files do.
func (k *ComponentKind) names(inFiles bool) []string {
	var list []string
	for i := range k.fields {
		if inFiles {
			list = append(list, k.fields[i].member)
		} else {
			list = append(list, k.fields[i].name)
		}
	}
	return list
}
