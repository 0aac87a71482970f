package blueprint

import (
	"fmt"
	"reflect"

	"tertius.dev/core/document"
	"tertius.dev/core/field"
	"tertius.dev/core/physics"
	"tertius.dev/core/render"
)

// Union tells a loader how files say the cases of a closed set: a generated union, or a sealed interface. Make one with
// UnionOf.
type Union struct {
	of    reflect.Type
	cases []unionCase
}

type unionCase struct {
	kind string       // as files spell it
	of   reflect.Type // the fields of the case
	make func(fields reflect.Value) reflect.Value
}

// Case is a case of the union U. Make one with CaseOf.
type Case[U any] struct{ unionCase }

// CaseOf returns the case that files call kind. Its members are the fields of C, from which of makes the union: for a
// generated union its constructor, such as CaseOf("point", render.LightOfPointLight).
func CaseOf[U, C any](kind string, of func(C) U) Case[U] {
	return Case[U]{unionCase{kind, reflect.TypeFor[C](), func(fields reflect.Value) reflect.Value {
		made := of(fields.Interface().(C))
		return reflect.ValueOf(&made).Elem()
	}}}
}

// UnionOf returns the union of the cases. Files write a case as an object whose member "kind" says which, and null for the
// zero value.
//
// Errors: panics for a case that is no struct or has a member "kind", and for two cases of one name.
func UnionOf[U any](cases ...Case[U]) Union {
	u := Union{of: reflect.TypeFor[U]()}
	for _, c := range cases {
		switch {
		case c.of.Kind() != reflect.Struct || c.of.NumField() > 0 && memberField(c.of, "kind") >= 0:
			panic(fmt.Errorf("blueprint.UnionOf: the case %q of %v is %v; it must be a struct without a field Kind", c.kind, u.of, c.of))
		case u.named(c.kind) != nil:
			panic(fmt.Errorf("blueprint.UnionOf: two cases of %v are named %q", u.of, c.kind))
		}
		u.cases = append(u.cases, c.unionCase)
	}
	return u
}

func (u *Union) named(kind string) *unionCase {
	for i := range u.cases {
		if u.cases[i].kind == kind {
			return &u.cases[i]
		}
	}
	return nil
}

func (u *Union) kinds() string {
	var kinds []string
	for i := range u.cases {
		kinds = append(kinds, u.cases[i].kind)
	}
	return document.Quoted(kinds)
}

// engineUnions are the unions of the engine that blueprints speak of.
var engineUnions = [...]Union{
	UnionOf(CaseOf("uniform", field.GravityOfUniform), CaseOf("point", field.GravityOfPoint)),
	UnionOf(CaseOf("uniform", field.MediumOfUniformMedium), CaseOf("planet", field.MediumOfPlanetMedium)),
	UnionOf(CaseOf("point", render.LightOfPointLight), CaseOf("spot", render.LightOfSpotLight)),
	UnionOf(
		CaseOf("box", func(b physics.Box) physics.Shape {
			b.ConvexRadiusMeters = min(b.ConvexRadiusMeters, b.HalfExtents.X, b.HalfExtents.Y, b.HalfExtents.Z)
			return &b
		}),
		CaseOf("sphere", func(s physics.Sphere) physics.Shape { return &s }),
		CaseOf("capsule", func(c physics.Capsule) physics.Shape { return &c }),
		CaseOf("hull", func(h physics.Hull) physics.Shape { return &h }),
		CaseOf("compound", func(c physics.Compound) physics.Shape { return &c }),
		CaseOf("assembly", func(a physics.Assembly) physics.Shape { return &a }),
	),
}

// memberField returns the index of the field that files call so, or −1.
func memberField(t reflect.Type, member string) int {
	for i := range t.NumField() {
		if document.MemberName(t.Field(i).Name) == member {
			return i
		}
	}
	return -1
}
