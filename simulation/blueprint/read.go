package blueprint

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"tertius.dev/core/document"
)

// valueReader turns the values of one draft into Go values.
type valueReader struct {
	document.Reader
	unions  map[reflect.Type]*Union
	names   Resolver // may be nil
	path    []string
	told    int  // problems so far
	partial bool // the parent is unknown, so what is missing in the body, visual or frame data may be the parent's
}

// in reads something under a longer path.
func (r *valueReader) in(name string, read func()) {
	r.path = append(r.path, name)
	read()
	r.path = r.path[:len(r.path)-1]
}

// what names the value that is being read, for messages.
func (r *valueReader) what() string {
	last := r.path[len(r.path)-1]
	if strings.HasPrefix(last, "[") {
		return "item " + last
	}
	return strconv.Quote(last)
}

func (r *valueReader) is(v *document.Value, k document.Kind) bool { return r.Is(v, k, r.what()) }

// value reads v into a Go value, which holds its start, and checks what the type says of itself.
func (r *valueReader) value(v *document.Value, into reflect.Value) {
	before := r.told
	if u := r.unions[into.Type()]; u != nil {
		r.union(v, into, u)
	} else if !r.special(v, into) {
		r.plain(v, into)
	}
	if inherits := r.partial && len(r.path) == 1; r.told == before && !inherits {
		r.check(v, into)
	}
}

func (r *valueReader) plain(v *document.Value, into reflect.Value) {
	switch into.Kind() {
	case reflect.Bool:
		if r.is(v, document.Bool) {
			into.SetBool(v.True)
		}
	case reflect.String:
		if r.is(v, document.String) {
			into.SetString(v.Text)
		}
	case reflect.Uint8:
		if words := wordsOf(into.Type()); len(words) > 0 {
			r.word(v, into, words)
		} else {
			r.unsigned(v, into)
		}
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		r.signed(v, into)
	case reflect.Uint, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		r.unsigned(v, into)
	case reflect.Float32, reflect.Float64:
		if x, ok := r.Real(v, r.what(), into.Type().Bits()); ok {
			into.SetFloat(x)
		}
	case reflect.Pointer:
		r.pointer(v, into)
	case reflect.Slice:
		r.slice(v, into)
	case reflect.Array:
		r.list(v, fmt.Sprintf("a list of %d", into.Len()), itemsOf(into))
	case reflect.Struct:
		r.object(v, into)
	default:
		r.cannot(v, into.Type())
	}
}

func (r *valueReader) cannot(v *document.Value, t reflect.Type) {
	r.Fail(v, "%s is of the Go type %v, which a file cannot give", r.what(), t)
}

// object reads the members of a struct. Those that are not given stay as they are.
func (r *valueReader) object(v *document.Value, into reflect.Value) {
	t := into.Type()
	if !open(t) {
		r.cannot(v, t)
		return
	}
	if r.is(v, document.Object) {
		r.members(v, into, "")
	}
}

// members reads the members of a struct, but the one to skip.
func (r *valueReader) members(v *document.Value, into reflect.Value, skip string) {
	t := into.Type()
	for i := range v.Members {
		m := &v.Members[i]
		if m.Name == skip {
			continue
		}
		r.in(m.Name, func() {
			if k := memberField(t, m.Name); k >= 0 {
				r.value(&m.Value, into.Field(k))
			} else {
				r.FailAt(m.Offset, "there is no such member; there are %s", listed(membersOf(t)))
			}
		})
	}
}

// open reports whether every field of the struct type is exported, so that a file may write it.
func open(t reflect.Type) bool {
	for i := range t.NumField() {
		if !t.Field(i).IsExported() {
			return false
		}
	}
	return true
}

func membersOf(t reflect.Type) []string {
	var names []string
	for i := range t.NumField() {
		names = append(names, document.MemberName(t.Field(i).Name))
	}
	return names
}

func (r *valueReader) union(v *document.Value, into reflect.Value, u *Union) {
	if v.Kind == document.Null {
		into.SetZero()
		return
	}
	if !r.is(v, document.Object) {
		return
	}
	kind := v.Get("kind")
	if kind == nil {
		r.Fail(v, "%s lacks the member \"kind\"; the kinds are %s", r.what(), u.kinds())
		return
	}
	if !r.Is(kind, document.String, `"kind"`) {
		return
	}
	c := u.named(kind.Text)
	if c == nil {
		r.Fail(kind, "\"kind\" is %q; the kinds are %s", kind.Text, u.kinds())
		return
	}
	fields := reflect.New(c.of).Elem()
	fields.Set(startOf(c.of))
	before := r.told
	r.members(v, fields, "kind")
	if r.told == before {
		into.Set(c.make(fields))
	}
}

func (r *valueReader) pointer(v *document.Value, into reflect.Value) {
	if v.Kind == document.Null {
		into.SetZero()
		return
	}
	made := reflect.New(into.Type().Elem())
	made.Elem().Set(startOf(made.Elem().Type()))
	r.value(v, made.Elem())
	into.Set(made)
}

func (r *valueReader) slice(v *document.Value, into reflect.Value) {
	if !r.is(v, document.List) {
		return
	}
	into.Set(reflect.MakeSlice(into.Type(), len(v.Items), len(v.Items)))
	r.items(v, itemsOf(into))
}

// list reads a list of exactly as many items as there are places for.
func (r *valueReader) list(v *document.Value, form string, into []reflect.Value) {
	if !r.is(v, document.List) {
		return
	}
	if len(v.Items) != len(into) {
		r.Fail(v, "%s has %d items; it must be %s", r.what(), len(v.Items), form)
		return
	}
	r.items(v, into)
}

func (r *valueReader) items(v *document.Value, into []reflect.Value) {
	for i := range into {
		r.in("["+strconv.Itoa(i)+"]", func() {
			into[i].Set(startOf(into[i].Type()))
			r.value(&v.Items[i], into[i])
		})
	}
}

func itemsOf(v reflect.Value) []reflect.Value {
	items := make([]reflect.Value, v.Len())
	for i := range items {
		items[i] = v.Index(i)
	}
	return items
}

func fieldsOf(v reflect.Value) []reflect.Value {
	fields := make([]reflect.Value, v.NumField())
	for i := range fields {
		fields[i] = v.Field(i)
	}
	return fields
}

func (r *valueReader) signed(v *document.Value, into reflect.Value) {
	bits := into.Type().Bits()
	into.SetInt(r.Whole(v, r.what(), int64(-1)<<(bits-1), int64(1)<<(bits-1)-1))
}

func (r *valueReader) unsigned(v *document.Value, into reflect.Value) {
	if !r.is(v, document.Number) {
		return
	}
	bits := into.Type().Bits()
	n, err := strconv.ParseUint(v.Text, 10, bits)
	if err != nil {
		r.Fail(v, "%s is %s; it must be a whole number from 0 to %d", r.what(), v.Text, ^uint64(0)>>(64-bits))
	}
	into.SetUint(n)
}

// check asks a value what is wrong with it, if its type can say that.
func (r *valueReader) check(v *document.Value, into reflect.Value) {
	if text := problemOf(into); text != "" {
		r.Tell(placeIn(v, text), text)
	}
}

func problemOf(v reflect.Value) string {
	if v.Kind() == reflect.Pointer {
		return "" // what it points to was asked
	}
	of := v
	if v.Kind() != reflect.Interface {
		of = v.Addr()
	} else if v.IsNil() {
		return ""
	}
	switch checked := of.Interface().(type) {
	case interface{ Problem() error }:
		if err := checked.Problem(); err != nil {
			return err.Error()
		}
	case interface{ Problem() string }:
		return checked.Problem()
	}
	return ""
}

// placeIn returns where the member stands that the text speaks of first, by the name of its Go field, or the value itself.
func placeIn(v *document.Value, text string) int {
	words := strings.FieldsFunc(text, func(c rune) bool { return !('a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9') })
	for _, word := range words {
		if word == document.MemberName(word) {
			continue // no exported field
		}
		if member := v.Get(document.MemberName(word)); member != nil {
			return member.Offset
		}
	}
	return v.Offset
}
