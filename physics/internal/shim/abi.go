// Package shim is the raw binding of our C functions over Jolt (native/shim/tj.h), with the names of C and no policy.
//
// Invariants:
//  1. Every block that C reads or writes is a field of a heap object that outlives the call, or native memory; never a
//     local, whose stack could move while only a uintptr names it.
//  2. A warm call allocates nothing.
//  3. The layouts here equal those of the loaded library: Load compares every size and refuses another.
//
// Threads: a System belongs to one goroutine at a time; different Systems, and shapes, may be used side by side.
package shim

import (
	"structs"
	"unsafe"
)

// ABIVersion is the version of tj.h that this package mirrors.
const ABIVersion = 12

const textSize = 256

// text is where C writes why a call failed.
type text [textSize]byte

func (t *text) String() string {
	for i, c := range t {
		if c == 0 {
			return string(t[:i])
		}
	}
	return string(t[:])
}

// ABI is what a library says of itself, tj_abi_block.
type ABI struct {
	_               structs.HostLayout
	Size            uint32
	ABIVersion      uint32
	DoublePrecision uint32 // 1 when positions are doubles
	Asserts         uint32 // 1 when Jolt's asserts are compiled in
	JoltVersion     uint32 // major << 16 | minor << 8 | patch
	LayerBits       uint32
	Deterministic   uint32
	Sizes           [24]uint32 // of the blocks and records, in the order of ownSizes
}

// ownSizes are the sizes of the mirrored structs, in the order of tj_abi_block.
var ownSizes = [24]uint32{
	uint32(unsafe.Sizeof(shapeBlock{})),
	uint32(unsafe.Sizeof(Part{})),
	uint32(unsafe.Sizeof(systemBlock{})),
	uint32(unsafe.Sizeof(createBlock{})),
	uint32(unsafe.Sizeof(Body{})),
	uint32(unsafe.Sizeof(destroyBlock{})),
	uint32(unsafe.Sizeof(applyBlock{})),
	uint32(unsafe.Sizeof(Command{})),
	uint32(unsafe.Sizeof(awakeBlock{})),
	uint32(unsafe.Sizeof(Awake{})),
	uint32(unsafe.Sizeof(stepBlock{})),
	uint32(unsafe.Sizeof(State{})),
	uint32(unsafe.Sizeof(Contact{})),
	uint32(unsafe.Sizeof(readBlock{})),
	uint32(unsafe.Sizeof(askBlock{})),
	uint32(unsafe.Sizeof(Question{})),
	uint32(unsafe.Sizeof(Hit{})),
	uint32(unsafe.Sizeof(contactsBlock{})),
	uint32(unsafe.Sizeof(holdBlock{})),
	uint32(unsafe.Sizeof(Start{})),
	uint32(unsafe.Sizeof(transferBlock{})),
	uint32(unsafe.Sizeof(placeBlock{})),
	uint32(unsafe.Sizeof(Placement{})),
	uint32(unsafe.Sizeof(reshapeBlock{})),
}

// Code is what a call answers, tj_code.
type Code int32

// The codes.
const (
	OK         Code = 0
	BadRequest Code = 1
	BadShape   Code = 2
	Full       Code = 3
	Assert     Code = 4
	BadState   Code = 5
)

// Error is a call that failed.
type Error struct {
	Code Code
	Text string // one line from the library
}

func (e *Error) Error() string { return e.Text }
