package shader

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// Class is where a shader's resource lives.
type Class uint8

// The classes.
const (
	Push          Class = iota // the push constants
	Uniform                    // a uniform block
	Storage                    // a storage block
	SampledImage               // an image that is sampled or fetched from, with or without its sampler
	StorageImage               // an image that is loaded and stored
	SamplerObject              // a sampler on its own
)

// Resource is one variable of a module through which it reaches outside.
type Resource struct {
	Class        Class
	Set, Binding int // 0 for the push constants
	Reads        bool
	Writes       bool
	Block        Block // of a Push, Uniform or Storage resource
}

// Block is the layout of a block: every scalar in it, in order of offsets, the elements of arrays and matrices one by one.
type Block struct {
	Scalars []Scalar

	// Element is the layout of one element of the runtime array that ends the block, at its offset within the element, and
	// StrideBytes its stride; 0 when the block ends in no such array.
	Element     []Scalar
	StrideBytes int

	// FixedBytes is the end of the last of Scalars.
	FixedBytes int
}

// Scalar is a number in a block.
type Scalar struct {
	OffsetBytes int
	Kind        ScalarKind
}

// ScalarKind is the type of a number.
type ScalarKind uint8

// The kinds of numbers.
const (
	Float32 ScalarKind = iota
	Int32
	Uint32
	Float64
	Int64
	Uint64
)

// String is the Go type of the kind.
func (k ScalarKind) String() string {
	switch k {
	case Float32:
		return "float32"
	case Int32:
		return "int32"
	case Uint32:
		return "uint32"
	case Float64:
		return "float64"
	case Int64:
		return "int64"
	case Uint64:
		return "uint64"
	}
	panic("shader: unknown scalar kind")
}

func (k ScalarKind) bytes() int {
	if k >= Float64 {
		return 8
	}
	return 4
}

// ErrNotSPIRV is the refusal of bytes that are no SPIR-V module.
var ErrNotSPIRV = errors.New("not a SPIR-V module")

// Reflect reads the resources of a module.
//
// Errors: ErrNotSPIRV, also for a truncated module; a type that no block of ours has.
//
// Source: The Khronos Group, SPIR-V Specification 1.6, sections 2.3 (layout) and 3 (instructions).
func Reflect(code []byte) ([]Resource, error) {
	m, err := parse(code)
	if err != nil {
		return nil, err
	}
	var out []Resource
	for _, v := range m.variables {
		r, ok, err := m.resource(v)
		if err != nil {
			return nil, err
		}
		if ok {
			out = append(out, r)
		}
	}
	return out, nil
}

// The instructions, decorations and storage classes that matter here, by their numbers in the specification.
const (
	magic = 0x07230203

	opTypeInt          = 21
	opTypeFloat        = 22
	opTypeVector       = 23
	opTypeMatrix       = 24
	opTypeImage        = 25
	opTypeSampler      = 26
	opTypeSampledImage = 27
	opTypeArray        = 28
	opTypeRuntimeArray = 29
	opTypeStruct       = 30
	opTypePointer      = 32
	opConstant         = 43
	opVariable         = 59
	opDecorate         = 71
	opMemberDecorate   = 72

	decorRowMajor     = 4
	decorArrayStride  = 6
	decorMatrixStride = 7
	decorNonWritable  = 24
	decorNonReadable  = 25
	decorBinding      = 33
	decorSet          = 34
	decorOffset       = 35

	classUniformConstant = 0
	classUniform         = 2
	classPush            = 9
	classStorage         = 12
)

// module is the parsed part of a module, by ids.
type module struct {
	types     map[uint32]spirvType
	constants map[uint32]uint32
	decor     map[uint32]map[uint32]uint32 // id, decoration: value
	member    map[memberKey]uint32
	variables []variable
	visits    int // parts of blocks laid out so far
	depth     int // types inside each other while a block is laid out
}

type memberKey struct{ id, index, decoration uint32 }

// spirvType is one OpType instruction with its operands.
type spirvType struct {
	op   uint32
	args []uint32
}

type variable struct{ id, pointer, class uint32 }

func parse(code []byte) (*module, error) {
	if len(code) < 20 || len(code)%4 != 0 || binary.LittleEndian.Uint32(code) != magic {
		return nil, ErrNotSPIRV
	}
	words := make([]uint32, len(code)/4)
	for i := range words {
		words[i] = binary.LittleEndian.Uint32(code[4*i:])
	}
	m := &module{
		types: map[uint32]spirvType{}, constants: map[uint32]uint32{}, decor: map[uint32]map[uint32]uint32{},
		member: map[memberKey]uint32{},
	}
	for rest := words[5:]; len(rest) > 0; {
		n := int(rest[0] >> 16)
		if n == 0 || n > len(rest) {
			return nil, fmt.Errorf("%w: an instruction of %d words where %d are left", ErrNotSPIRV, n, len(rest))
		}
		m.take(rest[0]&0xffff, rest[1:n])
		rest = rest[n:]
	}
	return m, nil
}

// take keeps an instruction that matters. One with too few operands is no instruction and is left out.
func (m *module) take(op uint32, args []uint32) {
	switch {
	case op >= opTypeInt && op <= opTypePointer && len(args) >= 1:
		m.types[args[0]] = spirvType{op, args[1:]}
	case op == opConstant && len(args) >= 3:
		m.constants[args[1]] = args[2]
	case op == opVariable && len(args) >= 3:
		m.variables = append(m.variables, variable{id: args[1], pointer: args[0], class: args[2]})
	case op == opDecorate && len(args) >= 2:
		if m.decor[args[0]] == nil {
			m.decor[args[0]] = map[uint32]uint32{}
		}
		m.decor[args[0]][args[1]] = first(args[2:])
	case op == opMemberDecorate && len(args) >= 3:
		m.member[memberKey{args[0], args[1], args[2]}] = first(args[3:])
	}
}

// first is a decoration's value: 1 for one that has none.
func first(args []uint32) uint32 {
	if len(args) == 0 {
		return 1
	}
	return args[0]
}

// typeOf finds a type with at least n operands.
func (m *module) typeOf(id uint32, n int) (spirvType, error) {
	t, ok := m.types[id]
	if !ok || len(t.args) < n {
		return t, fmt.Errorf("%w: no type with the id %d", ErrNotSPIRV, id)
	}
	return t, nil
}

// resource describes a variable, if it reaches outside.
func (m *module) resource(v variable) (Resource, bool, error) {
	r := Resource{Set: int(m.decor[v.id][decorSet]), Binding: int(m.decor[v.id][decorBinding]), Reads: true}
	pointer, err := m.typeOf(v.pointer, 2)
	if err != nil {
		return r, false, err
	}
	pointee := pointer.args[1]
	switch v.class {
	case classPush:
		r.Class = Push
	case classUniform:
		r.Class = Uniform
	case classStorage:
		r.Class = Storage
		r.Reads, r.Writes = m.blockAccess(v.id, pointee)
	case classUniformConstant:
		return m.opaque(r, v.id, pointee)
	default:
		return r, false, nil
	}
	r.Block, err = m.block(pointee)
	return r, true, err
}

// blockAccess says whether a storage block may be read and written: a block that is all readonly or all writeonly carries
// the decoration on the variable or on each member.
func (m *module) blockAccess(id, block uint32) (reads, writes bool) {
	_, noWrite := m.decor[id][decorNonWritable]
	_, noRead := m.decor[id][decorNonReadable]
	if t := m.types[block]; t.op == opTypeStruct && len(t.args) > 0 {
		allNoWrite, allNoRead := true, true
		for i := range t.args {
			_, w := m.member[memberKey{block, uint32(i), decorNonWritable}]
			_, r := m.member[memberKey{block, uint32(i), decorNonReadable}]
			allNoWrite, allNoRead = allNoWrite && w, allNoRead && r
		}
		noWrite, noRead = noWrite || allNoWrite, noRead || allNoRead
	}
	return !noRead, !noWrite
}

// opaque describes an image or a sampler, or an array of them.
func (m *module) opaque(r Resource, id, typ uint32) (Resource, bool, error) {
	t, err := m.typeOf(typ, 0)
	if err != nil {
		return r, false, err
	}
	if t.op == opTypeArray || t.op == opTypeRuntimeArray {
		if t, err = m.typeOf(typ, 1); err == nil {
			t, err = m.typeOf(t.args[0], 0)
		}
	}
	switch {
	case err != nil:
		return r, false, err
	case t.op == opTypeSampler:
		r.Class = SamplerObject
	case t.op == opTypeSampledImage:
		r.Class = SampledImage
	case t.op == opTypeImage && len(t.args) >= 6 && t.args[5] == 2: // its operand Sampled: 2 is a storage image
		r.Class = StorageImage
		_, noWrite := m.decor[id][decorNonWritable]
		_, noRead := m.decor[id][decorNonReadable]
		r.Reads, r.Writes = !noRead, !noWrite
	case t.op == opTypeImage:
		r.Class = SampledImage
	default:
		return r, false, nil
	}
	return r, true, nil
}

// block lays out a block's members.
func (m *module) block(id uint32) (Block, error) {
	var b Block
	t, err := m.typeOf(id, 0)
	if err != nil {
		return b, err
	}
	if t.op != opTypeStruct {
		return b, fmt.Errorf("%w: a block of type %d is no struct", ErrNotSPIRV, t.op)
	}
	for i, member := range t.args {
		offset := int(m.member[memberKey{id, uint32(i), decorOffset}])
		if mt := m.types[member]; mt.op == opTypeRuntimeArray && len(mt.args) == 1 {
			b.FixedBytes = end(b.Scalars)
			b.StrideBytes = int(m.decor[member][decorArrayStride])
			b.Element, err = m.scalars(nil, mt.args[0], 0, matrixLayout{})
			return b, err
		}
		if b.Scalars, err = m.scalars(b.Scalars, member, offset, m.matrixOf(id, i)); err != nil {
			return b, err
		}
	}
	b.FixedBytes = end(b.Scalars)
	return b, nil
}

// end is where the last of the numbers ends.
func end(scalars []Scalar) int {
	last := 0
	for _, s := range scalars {
		last = max(last, s.OffsetBytes+s.Kind.bytes())
	}
	return last
}

// matrixLayout is how a member's matrices lie.
type matrixLayout struct {
	stride   int
	rowMajor bool
}

func (m *module) matrixOf(id uint32, i int) matrixLayout {
	_, rowMajor := m.member[memberKey{id, uint32(i), decorRowMajor}]
	return matrixLayout{int(m.member[memberKey{id, uint32(i), decorMatrixStride}]), rowMajor}
}

// These bound what the blocks of a module may hold, so that none makes the reader run away.
const (
	maxVisits = 1 << 18
	maxDepth  = 16
)

// scalars appends the numbers of a type that lies at offset.
func (m *module) scalars(out []Scalar, id uint32, offset int, matrix matrixLayout) ([]Scalar, error) {
	t, err := m.typeOf(id, 1)
	if err != nil {
		return out, err
	}
	m.visits++
	if m.visits > maxVisits || m.depth > maxDepth {
		return out, fmt.Errorf("blocks of more than %d parts, or of more than %d inside each other", maxVisits, maxDepth)
	}
	m.depth++
	defer func() { m.depth-- }()
	switch t.op {
	case opTypeInt, opTypeFloat:
		kind, err := scalarKind(t)
		return append(out, Scalar{offset, kind}), err
	case opTypeVector:
		return m.repeat(out, t, offset, 0, matrixLayout{})
	case opTypeMatrix:
		if matrix.rowMajor {
			return out, errors.New("a row-major matrix in a block: Go's twins are column-major")
		}
		return m.repeat(out, t, offset, matrix.stride, matrixLayout{})
	case opTypeArray:
		return m.repeat(out, t, offset, int(m.decor[id][decorArrayStride]), matrix)
	case opTypeStruct:
		for i, member := range t.args {
			at := offset + int(m.member[memberKey{id, uint32(i), decorOffset}])
			if out, err = m.scalars(out, member, at, m.matrixOf(id, i)); err != nil {
				return out, err
			}
		}
		return out, nil
	default:
		return out, fmt.Errorf("a type of instruction %d in a block", t.op)
	}
}

// repeat appends the elements of a vector, a matrix's columns or an array. The elements of a vector lie side by side.
func (m *module) repeat(out []Scalar, t spirvType, offset, stride int, matrix matrixLayout) ([]Scalar, error) {
	if len(t.args) < 2 {
		return out, ErrNotSPIRV
	}
	n := int(t.args[1])
	if t.op == opTypeArray {
		n = int(m.constants[t.args[1]])
	}
	var err error
	for i := range n {
		if out, err = m.scalars(out, t.args[0], offset+i*stride, matrix); err != nil {
			return out, err
		}
		if t.op == opTypeVector && i == 0 {
			stride = out[len(out)-1].Kind.bytes()
		}
	}
	return out, nil
}

// scalarKind is the kind of an OpTypeInt (width, signedness) or OpTypeFloat (width).
func scalarKind(t spirvType) (ScalarKind, error) {
	wide := t.args[0] == 64
	if t.args[0] != 32 && !wide {
		return 0, fmt.Errorf("a number of %d bits in a block", t.args[0])
	}
	kind := Float32
	if t.op == opTypeInt {
		kind = Uint32
		if len(t.args) > 1 && t.args[1] == 1 {
			kind = Int32
		}
	}
	if wide {
		kind += Float64
	}
	return kind, nil
}
