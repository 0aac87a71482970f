package simulation

import (
	"cmp"
	"iter"
	"reflect"
	"slices"
)

// TableMemory is the memory that a table of a world holds.
type TableMemory struct {
	Table string // its name in the World, with the name of the column where it has some
	Bytes int    // with the room for rows to come
}

// Memory tells how much memory each of the world's tables holds, the largest first. It leaves out the components
// themselves, physics and the render resources, and tables below 64 bytes. Panics during a tick.
//
// Cost: it visits what the tables hold; for a report, not for every tick.
func (w *World) Memory() []TableMemory {
	w.outside("Memory", "")
	var m meter
	for name, field := range fields(reflect.ValueOf(w).Elem()) {
		if field.Kind() != reflect.Struct {
			m.add(name, m.bytes(field))
			continue
		}
		for column, inner := range fields(field) {
			m.add(name+"."+column, m.bytes(inner))
		}
	}
	slices.SortFunc(m.tables, func(a, b TableMemory) int { return cmp.Or(b.Bytes-a.Bytes, cmp.Compare(a.Table, b.Table)) })
	return m.tables
}

// meter adds up what is behind the fields of the world.
type meter struct {
	tables []TableMemory
	seen   []uintptr // of pointers, sorted
}

func (m *meter) add(table string, bytes int) {
	if bytes >= 64 {
		m.tables = append(m.tables, TableMemory{table, bytes})
	}
}

// fields walks the fields of a struct with their names, those of embedded structs among its own.
func fields(v reflect.Value) iter.Seq2[string, reflect.Value] {
	return func(yield func(string, reflect.Value) bool) { yieldFields(v, yield) }
}

func yieldFields(v reflect.Value, yield func(string, reflect.Value) bool) bool {
	for i := range v.NumField() {
		field := v.Type().Field(i)
		if field.Anonymous && field.Type.Kind() == reflect.Struct {
			if !yieldFields(v.Field(i), yield) {
				return false
			}
		} else if !yield(field.Name, v.Field(i)) {
			return false
		}
	}
	return true
}

// bytes returns what lies behind a value, without the value itself. What an interface or a function holds belongs to
// others.
func (m *meter) bytes(v reflect.Value) int {
	switch v.Kind() {
	case reflect.Slice:
		size := v.Cap() * int(v.Type().Elem().Size())
		if !leadsOn(v.Type().Elem()) {
			return size
		}
		for i := range v.Len() {
			size += m.bytes(v.Index(i))
		}
		return size
	case reflect.Array:
		size := 0
		if leadsOn(v.Type().Elem()) {
			for i := range v.Len() {
				size += m.bytes(v.Index(i))
			}
		}
		return size
	case reflect.Struct:
		size := 0
		for _, field := range fields(v) {
			size += m.bytes(field)
		}
		return size
	case reflect.Pointer:
		if v.IsNil() || !isOurs(v.Type().Elem()) || m.known(v.Pointer()) {
			return 0
		}
		return int(v.Type().Elem().Size()) + m.bytes(v.Elem())
	case reflect.String:
		return v.Len()
	default:
		return 0
	}
}

// known reports whether the meter was at a pointer before.
func (m *meter) known(p uintptr) bool {
	at, found := slices.BinarySearch(m.seen, p)
	if !found {
		m.seen = slices.Insert(m.seen, at, p)
	}
	return found
}

// isOurs reports whether a pointer to the type leads to a table of the world, and not back to the world or out of it.
func isOurs(t reflect.Type) bool {
	return t == reflect.TypeFor[chunk]() || t == reflect.TypeFor[worker]()
}

// leadsOn reports whether values of a type can hold slices or pointers.
func leadsOn(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Slice, reflect.Pointer, reflect.String:
		return true
	case reflect.Array:
		return leadsOn(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if leadsOn(t.Field(i).Type) {
				return true
			}
		}
		return false
	default:
		return false
	}
}
