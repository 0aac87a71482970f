package payload

import (
	"fmt"
	"reflect"
	"strconv"

	"tertius.dev/core/document"
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
)

// Names gives what scene ids name.
type Names interface {
	// Entity returns the entity with the scene id.
	Entity(id string) (handle.Entity, bool)
	// Frame returns the frame that the entity with the scene id owns.
	Frame(ownerID string) (handle.Frame, bool)
}

// Problem says what is wrong with a payload.
type Problem struct {
	Value *document.Value // where; nil when the script gives no payload at all
	Text  string          // names the member
}

// Error returns the text.
func (p *Problem) Error() string { return p.Text }

// Read reads a payload of the Go type t. A nil v is an object without members.
func Read(v *document.Value, t reflect.Type, names Names) (any, *Problem) {
	r := reader{names: names}
	into := reflect.New(t).Elem()
	if v == nil {
		v = &document.Value{Kind: document.Object}
		r.absent = true
	}
	r.value(v, into, "payload")
	if r.problem != nil {
		if r.absent {
			r.problem.Value = nil
		}
		return nil, r.problem
	}
	return into.Interface(), nil
}

type reader struct {
	names   Names
	absent  bool
	problem *Problem
}

func (r *reader) fail(v *document.Value, format string, args ...any) {
	if r.problem == nil {
		r.problem = &Problem{v, fmt.Sprintf(format, args...)}
	}
}

func (r *reader) is(v *document.Value, k document.Kind, name string) bool {
	if v.Kind != k {
		r.fail(v, "%q is %v; it must be %v", name, v.Kind, k)
	}
	return v.Kind == k
}

// value reads v into a field. The name is the path of members to it.
func (r *reader) value(v *document.Value, into reflect.Value, name string) {
	switch into.Type() {
	case vec3Type, vec3fType:
		r.list(v, name, "[x, y, z]", numbersOf(into))
	case quatType, quatfType:
		r.list(v, name, "[x, y, z, w]", numbersOf(into))
	case directionType:
		r.direction(v, into, name)
	case entityType:
		read(r, v, into, name, r.names.Entity, "names no entity of the scene")
	case frameType:
		read(r, v, into, name, r.names.Frame, "names no entity of the scene that owns a frame")
	case inputType:
		r.input(v, into, name)
	default:
		r.kind(v, into, name)
	}
}

func (r *reader) kind(v *document.Value, into reflect.Value, name string) {
	if v.Kind == document.String && isEnum(into.Type()) {
		r.enum(v, into, name)
		return
	}
	switch into.Kind() {
	case reflect.Bool:
		if r.is(v, document.Bool, name) {
			into.SetBool(v.True)
		}
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		r.signed(v, into, name)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		r.unsigned(v, into, name)
	case reflect.Float32, reflect.Float64:
		r.float(v, into, name)
	case reflect.Array:
		items := make([]reflect.Value, into.Len())
		for i := range items {
			items[i] = into.Index(i)
		}
		r.list(v, name, fmt.Sprintf("a list of %d", len(items)), items)
	case reflect.Struct:
		r.object(v, into, name)
	default:
		r.fail(v, "%q is of the Go type %v, which a script cannot give", name, into.Type())
	}
}

func (r *reader) object(v *document.Value, into reflect.Value, name string) {
	t := into.Type()
	if !open(t) {
		r.fail(v, "%q is of the Go type %v, which a script cannot give", name, t)
		return
	}
	if !r.is(v, document.Object, name) {
		return
	}
	for i := range v.Members {
		if m := &v.Members[i]; !hasMember(t, m.Name) {
			r.fail(&m.Value, "%q is no member of %q%s", m.Name, name, listMembers(t))
		}
	}
	for i := range t.NumField() {
		member := document.MemberName(t.Field(i).Name)
		value := v.Get(member)
		if value == nil {
			r.fail(v, "%q lacks the member %q%s", name, member, listMembers(t))
			return
		}
		r.value(value, into.Field(i), name+"."+member)
	}
}

func hasMember(t reflect.Type, name string) bool {
	for i := range t.NumField() {
		if document.MemberName(t.Field(i).Name) == name {
			return true
		}
	}
	return false
}

func listMembers(t reflect.Type) string {
	if t.NumField() == 0 {
		return "; it has none"
	}
	text := "; its members are"
	for i := range t.NumField() {
		if i > 0 {
			text += ","
		}
		text += fmt.Sprintf(" %q", document.MemberName(t.Field(i).Name))
	}
	return text
}

// list reads a list of exactly as many items as there are places for.
func (r *reader) list(v *document.Value, name, form string, into []reflect.Value) {
	if !r.is(v, document.List, name) {
		return
	}
	if len(v.Items) != len(into) {
		r.fail(v, "%q has %d items; it must be %s", name, len(v.Items), form)
		return
	}
	for i := range into {
		r.value(&v.Items[i], into[i], fmt.Sprintf("%s[%d]", name, i))
	}
}

// numbersOf returns the fields of a vector or a rotation.
func numbersOf(v reflect.Value) []reflect.Value {
	fields := make([]reflect.Value, v.NumField())
	for i := range fields {
		fields[i] = v.Field(i)
	}
	return fields
}

func (r *reader) direction(v *document.Value, into reflect.Value, name string) {
	var d geom.Vec3f
	r.list(v, name, "[x, y, z]", numbersOf(reflect.ValueOf(&d).Elem()))
	if r.problem == nil && d == (geom.Vec3f{}) {
		r.fail(v, "%q has no direction", name)
	}
	into.Set(reflect.ValueOf(geom.Pack(d)))
}

// read reads a handle: a scene id, or null for none.
func read[K any](r *reader, v *document.Value, into reflect.Value, name string, find func(string) (handle.Of[K], bool), not string) {
	switch v.Kind {
	case document.Null:
	case document.String:
		h, ok := find(v.Text)
		if !ok {
			r.fail(v, "%q is %q, which %s", name, v.Text, not)
		}
		into.Set(reflect.ValueOf(h))
	case document.Bool, document.Number, document.List, document.Object:
		r.fail(v, "%q is %v; it must be a scene id, or null for none", name, v.Kind)
	}
}

func (r *reader) signed(v *document.Value, into reflect.Value, name string) {
	if !r.is(v, document.Number, name) {
		return
	}
	bits := into.Type().Bits()
	n, err := strconv.ParseInt(v.Text, 10, bits)
	if err != nil {
		r.fail(v, "%q is %s; it must be a whole number from %d to %d", name, v.Text, int64(-1)<<(bits-1), int64(1)<<(bits-1)-1)
	}
	into.SetInt(n)
}

func (r *reader) unsigned(v *document.Value, into reflect.Value, name string) {
	if !r.is(v, document.Number, name) {
		return
	}
	bits := into.Type().Bits()
	n, err := strconv.ParseUint(v.Text, 10, bits)
	if err != nil {
		r.fail(v, "%q is %s; it must be a whole number from 0 to %d", name, v.Text, ^uint64(0)>>(64-bits))
	}
	into.SetUint(n)
}

func (r *reader) float(v *document.Value, into reflect.Value, name string) {
	if !r.is(v, document.Number, name) {
		return
	}
	bits := into.Type().Bits()
	x, err := strconv.ParseFloat(v.Text, bits)
	if err != nil {
		r.fail(v, "%q is %s, which is too large for a number of %d bits", name, v.Text, bits)
		return
	}
	into.SetFloat(x)
}
