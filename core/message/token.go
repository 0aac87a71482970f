package message

import (
	"iter"
	"reflect"
	"sync/atomic"
	"unsafe"
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

	place() int
}

// Token names the payload type T. Make one with Type, as a package variable.
type Token[T any] struct {
	name    string
	ordinal int // where registries keep this token's number; it shows in no result
}

// nextOrdinal counts the tokens of the process. Ordinals only index a registry's table.
var nextOrdinal atomic.Int64

// Type returns the token of the payload type T. The name is the one that scripts and dumps use, such as "game.hit"; it must
// be unique within a world. A world refuses a T that holds a pointer or is longer than MaxPayloadBytes.
func Type[T any](name string) *Token[T] {
	return &Token[T]{name: name, ordinal: int(nextOrdinal.Add(1) - 1)}
}

// Name returns the name that scripts and dumps use.
func (t *Token[T]) Name() string { return t.name }

// Payload returns the payload's Go type.
func (t *Token[T]) Payload() reflect.Type { return reflect.TypeFor[T]() }

func (t *Token[T]) place() int { return t.ordinal }

// In walks the payloads of this type in the list, in order. The payload may be edited in place; adding to the list during
// the walk does not lengthen it. Valid: each pointer during its yield, until something is added to the list.
func (t *Token[T]) In(l *List) iter.Seq[*T] {
	return func(yield func(*T) bool) {
		id := l.registry.at(t.ordinal)
		if !l.mask.Has(id) {
			return
		}
		end := len(l.events)
		for i := 0; i < min(end, len(l.events)); i++ { // the body may add, which moves the events, or remove
			if l.events[i].Type == id && !yield(payloadOf[T](&l.events[i])) {
				return
			}
		}
	}
}

// Events walks the envelopes of this type in the list beside their payloads, for who needs the sender.
func (t *Token[T]) Events(l *List) iter.Seq2[*Event, *T] {
	return func(yield func(*Event, *T) bool) {
		id := l.registry.at(t.ordinal)
		if !l.mask.Has(id) {
			return
		}
		end := len(l.events)
		for i := 0; i < min(end, len(l.events)); i++ {
			if e := &l.events[i]; e.Type == id && !yield(e, payloadOf[T](e)) {
				return
			}
		}
	}
}

// First returns the first payload of this type in the list, or nil.
func (t *Token[T]) First(l *List) *T {
	for p := range t.In(l) {
		return p
	}
	return nil
}

// Add puts a payload at the end of the list, where only the components after the present one see it.
func (t *Token[T]) Add(l *List, payload T) {
	e := Event{Type: l.registry.at(t.ordinal), Sender: l.recipient, Target: To(l.recipient)}
	*payloadOf[T](&e) = payload
	l.Append(&e)
}

// Remove takes the payloads of this type for which drop says so out of the list, and keeps the order of the rest.
func (t *Token[T]) Remove(l *List, drop func(*T) bool) {
	id := l.registry.at(t.ordinal)
	kept := l.events[:0]
	for i := range l.events {
		if l.events[i].Type == id && drop(payloadOf[T](&l.events[i])) {
			continue
		}
		kept = append(kept, l.events[i])
	}
	l.events = kept
	l.remask()
}

// Send puts a payload into the outbox. It arrives in the next tick; nothing arrives at a recipient that is gone by then.
func (t *Token[T]) Send(o *Outbox, to Target, payload T) {
	e := o.add(o.registry.at(t.ordinal), to)
	*payloadOf[T](e) = payload
}

// Event returns an envelope with the payload and no sender, for who has no outbox, such as a host between ticks.
func (t *Token[T]) Event(r *Registry, to Target, payload T) Event {
	e := Event{Type: r.at(t.ordinal), Target: to}
	*payloadOf[T](&e) = payload
	return e
}

// ID returns the token's number in a registry. It panics for a token that the registry was not made with.
func (t *Token[T]) ID(r *Registry) TypeID { return r.at(t.ordinal) }

// payloadOf views the payload bytes of e as a T. A registry has checked that T fits and holds no pointer, and the bytes
// are aligned for every type without one.
func payloadOf[T any](e *Event) *T { return (*T)(unsafe.Pointer(&e.Payload)) }
