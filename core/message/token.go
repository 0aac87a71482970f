package message

import (
	"reflect"
	"sync/atomic"
	"unsafe"

	"tertius.dev/core/clock"
)

const (
	// MaxTypes is the most payload types of one world, the engine's counted.
	MaxTypes = 512
	// MaxPayloadBytes is the largest payload.
	MaxPayloadBytes = 48
)

// AnyToken is a token of any payload type, as a registry takes it. Only *Token implements it.
type AnyToken interface {
	// Name returns the name that scripts and dumps use.
	Name() string
	// Payload returns the payload's Go type.
	Payload() reflect.Type

	self() *label
}

// Token names the payload type T. Make one with Type, as a package variable.
type Token[T any] struct{ label }

// label is what a token is without the type of its payload.
type label struct {
	name    string
	ordinal int // where registries keep this token's number; it shows in no result
}

// nextOrdinal counts the tokens of the process. Ordinals only index a registry's table.
var nextOrdinal atomic.Int64

// Type returns the token of the payload type T. The name is the one that scripts and dumps use, such as "game.hit"; it must
// be unique within a world. A world refuses a T that holds a pointer or is longer than MaxPayloadBytes.
func Type[T any](name string) *Token[T] {
	return &Token[T]{label{name: name, ordinal: int(nextOrdinal.Add(1) - 1)}}
}

// Name returns the name that scripts and dumps use.
func (l *label) Name() string { return l.name }

// Payload returns the payload's Go type.
func (t *Token[T]) Payload() reflect.Type { return reflect.TypeFor[T]() }

func (l *label) self() *label { return l }

// Send puts a payload into the outbox. It arrives in the next tick; nothing arrives at a recipient that is gone by then.
func (t *Token[T]) Send(o *Outbox, to Target, payload T) {
	*payloadOf[T](o.add(&t.label, to)) = payload
}

// SendAfter is Send for a message that waits: sent in tick N it is handled in tick N + delay + 1. A delay of 0 is a Send.
//
// The recipients are found when the wait is over: who has gone by then gets nothing, and who has subscribed meanwhile does.
//
// Errors: panics for a negative delay.
func (t *Token[T]) SendAfter(o *Outbox, delay clock.Ticks, to Target, payload T) {
	if delay == 0 {
		t.Send(o, to, payload)
		return
	}
	Due(0, delay) // refuses a negative one
	*payloadOf[T](o.addLater(delay, o.registry.at(&t.label), to)) = payload
}

// Event returns an envelope with the payload and no sender, for who has no outbox, such as a host between ticks.
func (t *Token[T]) Event(r *Registry, to Target, payload T) Event {
	e := Event{Type: r.at(&t.label), Target: to}
	*payloadOf[T](&e) = payload
	return e
}

// ID returns the token's number in a registry. It panics for a token that the registry was not made with.
func (t *Token[T]) ID(r *Registry) TypeID { return r.at(&t.label) }

// payloadOf views the payload bytes of e as a T. A registry has checked that T fits and holds no pointer, and the bytes
// are aligned for every type without one.
func payloadOf[T any](e *Event) *T { return (*T)(unsafe.Pointer(&e.Payload)) }
