package shader

import (
	"errors"
	"fmt"
	"reflect"
)

// CheckPush compares T with the push constants of a module: every number at the same offset and of the same kind, and the
// size as large as gpu.Push wants it. Blank fields of T are padding.
//
// Errors: the first difference, with the field's name.
func CheckPush[T any](code []byte) error {
	return check[T](code, func(r *Resource) bool { return r.Class == Push }, false)
}

// CheckBlock compares T with the uniform or storage block at a set and binding: the part before its runtime array, if it
// ends in one.
func CheckBlock[T any](code []byte, set, binding int) error {
	return check[T](code, func(r *Resource) bool { return r.isBlock(set, binding) }, false)
}

// CheckElement compares T with the elements of the runtime array that ends the storage block at a set and binding. T is as
// large as the array's stride.
func CheckElement[T any](code []byte, set, binding int) error {
	return check[T](code, func(r *Resource) bool { return r.isBlock(set, binding) }, true)
}

func (r *Resource) isBlock(set, binding int) bool {
	return (r.Class == Uniform || r.Class == Storage) && r.Set == set && r.Binding == binding
}

func check[T any](code []byte, wanted func(*Resource) bool, element bool) error {
	resources, err := Reflect(code)
	if err != nil {
		return err
	}
	for i := range resources {
		if !wanted(&resources[i]) {
			continue
		}
		b := &resources[i].Block
		t := reflect.TypeFor[T]()
		if element {
			return compareElement(t, b)
		}
		return compareFixed(t, b)
	}
	return errors.New("the shader has no such block, or does not use it")
}

func compareElement(t reflect.Type, b *Block) error {
	if b.StrideBytes == 0 {
		return errors.New("the block ends in no runtime array")
	}
	if int(t.Size()) != b.StrideBytes {
		return fmt.Errorf("%v has %d bytes, and the array's stride is %d", t, t.Size(), b.StrideBytes)
	}
	return compare(t, b.Element)
}

func compareFixed(t reflect.Type, b *Block) error {
	if err := compare(t, b.Scalars); err != nil {
		return err
	}
	if int(t.Size()) < b.FixedBytes {
		return fmt.Errorf("%v has %d bytes, and the block %d", t, t.Size(), b.FixedBytes)
	}
	return nil
}

// compare holds a Go type's numbers against a block's.
func compare(t reflect.Type, want []Scalar) error {
	have, err := goScalars(nil, t, 0, t.String())
	if err != nil {
		return err
	}
	for i, h := range have {
		if i == len(want) {
			return fmt.Errorf("%s has nothing beside it in the shader's block", h.name)
		}
		if w := want[i]; h.Scalar != w {
			return fmt.Errorf("%s is a %v at %d, and the shader has a %v at %d", h.name, h.Kind, h.OffsetBytes, w.Kind, w.OffsetBytes)
		}
	}
	if len(want) > len(have) {
		w := want[len(have)]
		return fmt.Errorf("%v has nothing for the shader's %v at %d", t, w.Kind, w.OffsetBytes)
	}
	return nil
}

// goScalar is a number in a Go type with the path of its field.
type goScalar struct {
	Scalar
	name string
}

// goScalars appends the numbers of a Go type, without its blank fields.
func goScalars(out []goScalar, t reflect.Type, offset int, name string) ([]goScalar, error) {
	var err error
	switch t.Kind() {
	case reflect.Float32:
		return append(out, goScalar{Scalar{offset, Float32}, name}), nil
	case reflect.Int32:
		return append(out, goScalar{Scalar{offset, Int32}, name}), nil
	case reflect.Uint32:
		return append(out, goScalar{Scalar{offset, Uint32}, name}), nil
	case reflect.Float64:
		return append(out, goScalar{Scalar{offset, Float64}, name}), nil
	case reflect.Int64:
		return append(out, goScalar{Scalar{offset, Int64}, name}), nil
	case reflect.Uint64:
		return append(out, goScalar{Scalar{offset, Uint64}, name}), nil
	case reflect.Array:
		for i := range t.Len() {
			if out, err = goScalars(out, t.Elem(), offset+i*int(t.Elem().Size()), fmt.Sprintf("%s[%d]", name, i)); err != nil {
				return out, err
			}
		}
		return out, nil
	case reflect.Struct:
		for i := range t.NumField() {
			f := t.Field(i)
			if f.Name == "_" {
				continue
			}
			if out, err = goScalars(out, f.Type, offset+int(f.Offset), name+"."+f.Name); err != nil {
				return out, err
			}
		}
		return out, nil
	default:
		return out, fmt.Errorf("%s is a %v, which no block holds", name, t)
	}
}
