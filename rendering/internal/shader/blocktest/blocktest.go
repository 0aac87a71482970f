// Package blocktest compares the Go structs that are copied to shaders with the SPIR-V that reads them.
package blocktest

import (
	"encoding/binary"
	"reflect"
	"testing"
)

// Push compares T with the push constants of a module.
func Push[T any](t *testing.T, code []byte) {
	t.Helper()
	m := parse(t, code)
	for id, class := range m.storage {
		if class == storagePushConstant {
			compare(t, reflect.TypeFor[T](), m, m.types[m.pointed(id)], 0)
			return
		}
	}
	t.Errorf("the module has no push constants for %v", reflect.TypeFor[T]())
}

// Block compares T with the block at a binding of a set, or with the elements of the array that the block holds.
func Block[T any](t *testing.T, code []byte, set, binding uint32) {
	t.Helper()
	m := parse(t, code)
	for id := range m.storage {
		if s, bound := m.sets[id]; !bound || s != set || m.bindings[id] != binding {
			continue
		}
		block := m.types[m.pointed(id)]
		var stride uint32
		if len(block) == 2 && block[0] == opTypeStruct { // one member
			if member := m.types[block[1]]; member[0] == opTypeRuntimeArray {
				stride, block = m.strides[block[1]], m.types[member[1]]
			}
		}
		compare(t, reflect.TypeFor[T](), m, block, stride)
		return
	}
	t.Errorf("the module has no block at set %d, binding %d for %v", set, binding, reflect.TypeFor[T]())
}

// compare holds the offsets of T's fields, those named _ included where they have a size, against the members' offsets,
// and T's size against the array's stride.
func compare(t *testing.T, goType reflect.Type, m *module, block []uint32, stride uint32) {
	t.Helper()
	if len(block) == 0 || block[0] != opTypeStruct {
		t.Errorf("the block for %v is no struct", goType)
		return
	}
	var offsets []uint32
	for f := range goType.Fields() {
		if f.Type.Size() > 0 {
			offsets = append(offsets, uint32(f.Offset))
		}
	}
	members := block[1:]
	if len(offsets) != len(members) {
		t.Errorf("%v has %d fields, and the shader's block %d members", goType, len(offsets), len(members))
		return
	}
	for i := range members {
		if want := m.offsets[m.structOf[&block[0]]][uint32(i)]; offsets[i] != want {
			t.Errorf("field %d of %v lies at %d, and the shader reads it at %d", i, goType, offsets[i], want)
		}
		if got, want := uint32(field(goType, i).Type.Size()), m.size(members[i]); got != want {
			t.Errorf("field %d of %v has %d bytes, and the shader's member %d", i, goType, got, want)
		}
	}
	if stride != 0 && uint32(goType.Size()) != stride {
		t.Errorf("%v has %d bytes, and the shader's array a stride of %d", goType, goType.Size(), stride)
	}
}

// field is the i-th field of a size.
func field(goType reflect.Type, i int) reflect.StructField {
	for f := range goType.Fields() {
		if f.Type.Size() == 0 {
			continue
		}
		if i == 0 {
			return f
		}
		i--
	}
	panic("blocktest: no such field")
}

// The parts of SPIR-V that say how a block lies. Source: the SPIR-V specification 1.6, chapter 3.
const (
	opTypeInt          = 21
	opTypeFloat        = 22
	opTypeVector       = 23
	opTypeArray        = 28
	opTypeRuntimeArray = 29
	opTypeStruct       = 30
	opTypePointer      = 32
	opVariable         = 59
	opDecorate         = 71
	opMemberDecorate   = 72

	decorationArrayStride   = 6
	decorationBinding       = 33
	decorationDescriptorSet = 34
	decorationOffset        = 35

	storagePushConstant = 9
)

// module is what a SPIR-V module says of its blocks, by the ids of its types and variables.
type module struct {
	types    map[uint32][]uint32 // the opcode and then the operands
	storage  map[uint32]uint32   // of a variable
	pointer  map[uint32]uint32   // the type of a variable
	sets     map[uint32]uint32
	bindings map[uint32]uint32
	strides  map[uint32]uint32
	offsets  map[uint32]map[uint32]uint32
	structOf map[*uint32]uint32 // the id of a struct by where its type is kept
}

func parse(t *testing.T, code []byte) *module {
	t.Helper()
	m := &module{
		types: map[uint32][]uint32{}, storage: map[uint32]uint32{}, pointer: map[uint32]uint32{},
		sets: map[uint32]uint32{}, bindings: map[uint32]uint32{}, strides: map[uint32]uint32{},
		offsets: map[uint32]map[uint32]uint32{}, structOf: map[*uint32]uint32{},
	}
	var words []uint32
	for ; len(code) >= 4; code = code[4:] {
		words = append(words, binary.LittleEndian.Uint32(code))
	}
	if len(words) < 5 || words[0] != 0x07230203 {
		t.Fatal("no SPIR-V")
	}
	for words = words[5:]; len(words) > 0; {
		length, op := int(words[0]>>16), words[0]&0xffff
		if length == 0 || length > len(words) {
			t.Fatal("the SPIR-V ends within an instruction")
		}
		m.take(op, words[1:length])
		words = words[length:]
	}
	return m
}

func (m *module) take(op uint32, args []uint32) {
	switch op {
	case opTypeInt, opTypeFloat, opTypeVector, opTypeArray, opTypeRuntimeArray, opTypeStruct, opTypePointer:
		kept := append([]uint32{op}, args[1:]...)
		m.types[args[0]] = kept
		m.structOf[&kept[0]] = args[0]
	case opVariable:
		m.pointer[args[1]], m.storage[args[1]] = args[0], args[2]
	case opDecorate:
		switch args[1] {
		case decorationArrayStride:
			m.strides[args[0]] = args[2]
		case decorationBinding:
			m.bindings[args[0]] = args[2]
		case decorationDescriptorSet:
			m.sets[args[0]] = args[2]
		}
	case opMemberDecorate:
		if args[2] == decorationOffset {
			if m.offsets[args[0]] == nil {
				m.offsets[args[0]] = map[uint32]uint32{}
			}
			m.offsets[args[0]][args[1]] = args[3]
		}
	}
}

// pointed is the type that a variable points to.
func (m *module) pointed(variable uint32) uint32 { return m.types[m.pointer[variable]][2] }

// size is the bytes of a number or a vector.
func (m *module) size(id uint32) uint32 {
	switch t := m.types[id]; t[0] {
	case opTypeInt, opTypeFloat:
		return t[1] / 8
	case opTypeVector:
		return m.size(t[1]) * t[2]
	}
	return 0
}
