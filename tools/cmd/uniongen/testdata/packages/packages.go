// Package packages is a fixture: the types of fields come from other packages and are written in many ways.
package packages

import (
	rand "math/rand/v2"
	"net/netip"
	"time"
	"unsafe"
)

// Span names packages.
type Span struct {
	time.Duration
	From, To time.Time
	Seed     rand.PCG
	_        uint64
}

// Host names a package, a pointer, arrays of one element type and a type in parentheses.
type Host struct {
	Addr  netip.Addr
	Next  *netip.Addr
	Hops  [2]netip.Addr
	Ports [2]uint16
	At    unsafe.Pointer
	Zone  (string)
}

// Event is a union.
//
//union:cases Span Host
type Event struct{ eventSlots }
