package vk

import (
	"sync"
	"sync/atomic"
	"unsafe"
)

// maxArgs is the most arguments that a bound command has.
const maxArgs = 12

// call is the record of one call: its arguments, and the pointers among them once more as pointers, so that the
// collector sees them and the compiler moves what they point to onto the heap.
type call struct {
	args [maxArgs]uintptr
	refs [maxArgs]unsafe.Pointer
	next *call
}

// hold keeps p in the record until the call returns and gives its address.
func (c *call) hold(i int, p unsafe.Pointer) uintptr {
	c.refs[i] = p
	return uintptr(p)
}

// The free list of records: one slot that the last caller left warm, and a list behind a lock for the calls that
// run at the same time as another.
var (
	warmCall  atomic.Pointer[call]
	spareLock sync.Mutex
	spares    *call
)

func takeCall() *call {
	if c := warmCall.Swap(nil); c != nil {
		return c
	}
	spareLock.Lock()
	defer spareLock.Unlock()
	c := spares
	if c == nil {
		return new(call)
	}
	spares, c.next = c.next, nil
	return c
}

func (c *call) give() {
	if warmCall.CompareAndSwap(nil, c) {
		return
	}
	spareLock.Lock()
	defer spareLock.Unlock()
	c.next, spares = spares, c
}
