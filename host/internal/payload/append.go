package payload

import (
	"fmt"
	"math"
	"reflect"
	"strconv"
	"unicode/utf8"

	"tertius.dev/core/document"
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/message"
)

// Append writes a payload as JSON.
func Append(b []byte, value any) []byte { return appendValue(b, reflect.ValueOf(value)) }

func appendValue(b []byte, v reflect.Value) []byte {
	switch v.Type() {
	case vec3Type, vec3fType, quatType, quatfType:
		return appendFields(b, v)
	case directionType:
		d := v.Interface().(geom.Direction)
		return AppendVec3f(b, d.Unit())
	case entityType:
		return AppendHandle(b, v.Interface().(handle.Entity))
	case frameType:
		return AppendHandle(b, v.Interface().(handle.Frame))
	case inputType:
		return appendInput(b, v.Interface().(message.Input))
	}
	return appendKind(b, v)
}

func appendKind(b []byte, v reflect.Value) []byte {
	if isEnum(v.Type()) {
		if name, has := nameOf(v); has {
			return AppendString(b, name)
		}
	}
	switch v.Kind() {
	case reflect.Bool:
		return strconv.AppendBool(b, v.Bool())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return strconv.AppendInt(b, v.Int(), 10)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return strconv.AppendUint(b, v.Uint(), 10)
	case reflect.Float32:
		return AppendFloat32(b, float32(v.Float()))
	case reflect.Float64:
		return AppendFloat64(b, v.Float())
	case reflect.Array:
		b = append(b, '[')
		for i := range v.Len() {
			b = appendValue(comma(b, i), v.Index(i))
		}
		return append(b, ']')
	case reflect.Struct:
		if open(v.Type()) {
			return appendStruct(b, v)
		}
		return appendText(b, v)
	default:
		return appendText(b, v)
	}
}

// appendText writes a value as the text that it prints.
func appendText(b []byte, v reflect.Value) []byte {
	return AppendString(b, fmt.Sprint(v.Interface()))
}

func appendStruct(b []byte, v reflect.Value) []byte {
	b = append(b, '{')
	for i := range v.NumField() {
		b = AppendString(comma(b, i), document.MemberName(v.Type().Field(i).Name))
		b = append(b, ": "...)
		b = appendValue(b, v.Field(i))
	}
	return append(b, '}')
}

// appendFields writes the numbers of a struct as a list.
func appendFields(b []byte, v reflect.Value) []byte {
	b = append(b, '[')
	for i := range v.NumField() {
		b = appendKind(comma(b, i), v.Field(i))
	}
	return append(b, ']')
}

func comma(b []byte, i int) []byte {
	if i > 0 {
		return append(b, ", "...)
	}
	return b
}

// AppendHandle writes a handle as a string, and none as null.
func AppendHandle[K any](b []byte, h handle.Of[K]) []byte {
	if h.IsNone() {
		return append(b, "null"...)
	}
	return append(append(append(b, '"'), h.String()...), '"')
}

// AppendVec3 writes a vector as a list of doubles.
func AppendVec3(b []byte, v geom.Vec3) []byte { return appendDoubles(b, v.X, v.Y, v.Z) }

// AppendQuat writes a rotation as a list of doubles.
func AppendQuat(b []byte, q geom.Quat) []byte { return appendDoubles(b, q.X, q.Y, q.Z, q.W) }

// AppendVec3f writes a vector as a list of floats.
func AppendVec3f(b []byte, v geom.Vec3f) []byte {
	b = AppendFloat32(append(b, '['), v.X)
	b = AppendFloat32(append(b, ", "...), v.Y)
	b = AppendFloat32(append(b, ", "...), v.Z)
	return append(b, ']')
}

func appendDoubles(b []byte, values ...float64) []byte {
	b = append(b, '[')
	for i, x := range values {
		b = AppendFloat64(comma(b, i), x)
	}
	return append(b, ']')
}

// AppendFloat64 writes the shortest number that reads back as the same double. JSON has no infinities and no NaN, so
// these become strings.
func AppendFloat64(b []byte, x float64) []byte { return appendFloat(b, x, 64) }

// AppendFloat32 writes the shortest number that reads back as the same float.
func AppendFloat32(b []byte, x float32) []byte { return appendFloat(b, float64(x), 32) }

func appendFloat(b []byte, x float64, bits int) []byte {
	switch {
	case math.IsNaN(x):
		return append(b, `"NaN"`...)
	case math.IsInf(x, 1):
		return append(b, `"Infinity"`...)
	case math.IsInf(x, -1):
		return append(b, `"-Infinity"`...)
	}
	form := byte('f')
	if size := math.Abs(x); size != 0 && (size < 1e-6 || size >= 1e15) {
		form = 'e'
	}
	return strconv.AppendFloat(b, x, form, -1, bits)
}

// AppendString writes a JSON string.
func AppendString(b []byte, s string) []byte {
	const hex = "0123456789abcdef"
	b = append(b, '"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b = append(b, '\\', byte(r))
		case r == '\n':
			b = append(b, '\\', 'n')
		case r == '\t':
			b = append(b, '\\', 't')
		case r < ' ':
			b = append(b, '\\', 'u', '0', '0', hex[r>>4], hex[r&15])
		default:
			b = utf8.AppendRune(b, r) // what is not UTF-8 becomes the replacement character
		}
	}
	return append(b, '"')
}
