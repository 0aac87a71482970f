package payload

import (
	"fmt"
	"reflect"
	"strings"

	"tertius.dev/core/document"
)

// enum.go gives names to the values of enums: whole numbers of 8 bits whose Go type has a String method. A wider type with one is a
// quantity with a unit, such as a duration, or a set of flags; these stay numbers.

var stringerType = reflect.TypeFor[fmt.Stringer]()

func isEnum(t reflect.Type) bool {
	return (t.Kind() == reflect.Uint8 || t.Kind() == reflect.Int8) && t.Implements(stringerType)
}

// nameOf returns the name of a value of an enum, and false for one without: its String has no text for it, or panics.
func nameOf(v reflect.Value) (name string, ok bool) {
	defer func() {
		if recover() != nil {
			name, ok = "", false
		}
	}()
	name = v.Interface().(fmt.Stringer).String()
	return name, name != "" && !strings.HasSuffix(name, fmt.Sprintf("(%d)", v.Interface()))
}

// enumValues walks the values of an enum that have a name, from 0 up, and then those below 0.
func enumValues(t reflect.Type, yield func(value reflect.Value, name string) bool) {
	for n := range 256 {
		v := reflect.New(t).Elem()
		if t.Kind() == reflect.Int8 {
			v.SetInt(int64(int8(n)))
		} else {
			v.SetUint(uint64(n))
		}
		if name, has := nameOf(v); has && !yield(v, name) {
			return
		}
	}
}

// enum reads the name of a value. Of several values with one name it is the first.
func (r *reader) enum(v *document.Value, into reflect.Value, name string) {
	found := false
	var names []string
	enumValues(into.Type(), func(value reflect.Value, text string) bool {
		if found = text == v.Text; found {
			into.Set(value)
		}
		names = append(names, text)
		return !found
	})
	if !found {
		r.fail(v, "%q is %q, which is no %v; there are %s", name, v.Text, into.Type(), document.Quoted(names))
	}
}
