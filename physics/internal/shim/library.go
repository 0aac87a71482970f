package shim

import (
	"fmt"
	"unsafe"

	"github.com/ebitengine/purego"
)

// The functions of the library.
const (
	fnLiveObjects = iota
	fnShapeCreate
	fnShapeRelease
	fnSystemCreate
	fnSystemDestroy
	fnBodiesCreate
	fnBodiesDestroy
	fnApply
	fnAwakeBodies
	fnStep
	fnContacts
	fnHold
	fnRead
	fnAsk
	fnTransfer
	fnPlace
	fnReshape
	fnCount
)

var fnNames = [fnCount]string{
	fnLiveObjects:   "tj_live_objects",
	fnShapeCreate:   "tj_shape_create",
	fnShapeRelease:  "tj_shape_release",
	fnSystemCreate:  "tj_system_create",
	fnSystemDestroy: "tj_system_destroy",
	fnBodiesCreate:  "tj_bodies_create",
	fnBodiesDestroy: "tj_bodies_destroy",
	fnApply:         "tj_apply",
	fnAwakeBodies:   "tj_awake_bodies",
	fnStep:          "tj_step",
	fnContacts:      "tj_contacts",
	fnHold:          "tj_hold",
	fnRead:          "tj_read",
	fnAsk:           "tj_ask",
	fnTransfer:      "tj_transfer",
	fnPlace:         "tj_place",
	fnReshape:       "tj_reshape",
}

// Library is a loaded library whose layouts are ours. It stays loaded for the life of the process.
type Library struct {
	ABI ABI
	fn  [fnCount]uintptr
}

// Refusal says why a library that could be opened is not ours.
type Refusal struct {
	FloatBuild bool   // Jolt is built in single precision
	Text       string // what is wrong, for people
}

func (r *Refusal) Error() string { return r.Text }

// Load opens the library at path and checks that it is ours. The error is a *Refusal when it is a library but not ours.
func Load(path string) (*Library, error) {
	handle, err := open(path)
	if err != nil {
		return nil, err
	}
	lib := &Library{}
	if err := lib.readABI(handle); err != nil {
		return nil, err
	}
	for i, name := range fnNames {
		if lib.fn[i], err = symbol(handle, name); err != nil {
			return nil, &Refusal{Text: fmt.Sprintf("it has no function %s", name)}
		}
	}
	return lib, nil
}

func (l *Library) readABI(handle uintptr) error {
	abi, err := symbol(handle, "tj_abi")
	if err != nil {
		return &Refusal{Text: "it has no function tj_abi"}
	}
	l.ABI.Size = uint32(unsafe.Sizeof(l.ABI))
	args := []uintptr{uintptr(unsafe.Pointer(&l.ABI))}
	r, _, _ := purego.SyscallN(abi, args...)
	switch {
	case Code(int32(r)) != OK:
		return &Refusal{Text: "it describes itself in another layout"}
	case l.ABI.ABIVersion != ABIVersion:
		return &Refusal{Text: fmt.Sprintf("it has version %d of the interface, and this program needs %d",
			l.ABI.ABIVersion, ABIVersion)}
	case l.ABI.DoublePrecision != 1:
		return &Refusal{FloatBuild: true, Text: "it is built in single precision"}
	case l.ABI.Deterministic != 1:
		return &Refusal{Text: "it is not built to give the same bits on every machine"}
	case l.ABI.LayerBits != 32:
		return &Refusal{Text: fmt.Sprintf("its object layers have %d bits, and this program needs 32", l.ABI.LayerBits)}
	case l.ABI.Sizes != ownSizes:
		return &Refusal{Text: fmt.Sprintf("its blocks have the sizes %v, and this program's have %v",
			l.ABI.Sizes, ownSizes)}
	}
	return nil
}

// LiveObjects counts the systems, shapes and bodies that this process made with the library and did not free.
func (l *Library) LiveObjects() int64 {
	r, _, _ := purego.SyscallN(l.fn[fnLiveObjects])
	return int64(r)
}

// call calls a function with one pointer to a block on the heap. args is scratch that lives as long.
func (l *Library) call(fn int, args *[1]uintptr, block unsafe.Pointer) Code {
	args[0] = uintptr(block)
	r, _, _ := purego.SyscallN(l.fn[fn], args[:]...)
	return Code(int32(r))
}

// check turns a code into an error with the block's text.
func check(code Code, t *text) error {
	if code == OK {
		return nil
	}
	return &Error{Code: code, Text: t.String()}
}

// CreateShape makes a shape.
func (l *Library) CreateShape(d *ShapeDesc) (Shape, error) {
	call := &struct {
		args  [1]uintptr
		block shapeBlock
	}{}
	b := &call.block
	b.kind, b.a, b.radius, b.density = d.Kind, d.A, d.Radius, d.Density
	b.count = uint32(max(len(d.Points)/3, len(d.Parts)))
	b.points, b.parts = unsafe.SliceData(d.Points), unsafe.SliceData(d.Parts)
	if err := check(l.call(fnShapeCreate, &call.args, unsafe.Pointer(b)), &b.text); err != nil {
		return Shape{}, err
	}
	return Shape{Native: b.shape, CenterOfMass: b.centerOfMass, Volume: b.volume, Mass: b.mass, Inertia: b.inertia}, nil
}

// ReleaseShape drops the reference of CreateShape.
func (l *Library) ReleaseShape(s Shape) {
	args := []uintptr{s.Native}
	purego.SyscallN(l.fn[fnShapeRelease], args...)
}
