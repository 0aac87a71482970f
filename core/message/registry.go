package message

import (
	"errors"
	"fmt"
	"iter"
	"math/bits"
	"reflect"
	"slices"
	"strings"
	"unsafe"
)

// TypeID is the dense number of a payload type in one world's registry.
type TypeID uint16

// Registry gives the payload types of one world their numbers, in the order of their names.
type Registry struct {
	byOrdinal []int16 // −1 where the token is not of this registry
	tokens    []AnyToken
	words     int // of a Mask that the numbers fill
}

// NewRegistry numbers the tokens, the engine's with them.
//
// Errors: names the token whose name is empty or taken twice, or whose payload holds a pointer or is too long, the place of
// a token that is nil, and the count when there are more than MaxTypes.
func NewRegistry(tokens ...AnyToken) (*Registry, error) {
	if i := slices.IndexFunc(tokens, isNil); i >= 0 {
		return nil, fmt.Errorf("message: the payload type at place %d of the list is nil", i)
	}
	all := slices.Concat(engineTokens(), tokens)
	slices.SortStableFunc(all, func(a, b AnyToken) int { return strings.Compare(a.Name(), b.Name()) })
	all = slices.CompactFunc(all, func(a, b AnyToken) bool { return a == b })
	if len(all) > MaxTypes {
		return nil, fmt.Errorf("message: %d payload types, but a world knows at most %d", len(all), MaxTypes)
	}
	r := &Registry{tokens: all, words: (len(all) + 63) / 64}
	for i, t := range all {
		if err := checkToken(t, all[:i]); err != nil {
			return nil, err
		}
		for len(r.byOrdinal) <= t.self().ordinal {
			r.byOrdinal = append(r.byOrdinal, -1)
		}
		r.byOrdinal[t.self().ordinal] = int16(i)
	}
	return r, nil
}

func checkToken(t AnyToken, before []AnyToken) error {
	payload := t.Payload()
	switch n := len(before); {
	case t.Name() == "":
		return fmt.Errorf("message: the payload type %v has no name", payload)
	case n > 0 && before[n-1].Name() == t.Name():
		return fmt.Errorf("message: two payload types are named %q: %v and %v", t.Name(), before[n-1].Payload(), payload)
	case payload.Size() > MaxPayloadBytes:
		return fmt.Errorf("message: the payload of %q, %v, has %d bytes, at most %d are allowed",
			t.Name(), payload, payload.Size(), MaxPayloadBytes)
	case holdsPointer(payload):
		return fmt.Errorf("message: the payload of %q, %v, holds a pointer; name things by handles", t.Name(), payload)
	}
	return nil
}

func holdsPointer(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Array:
		return t.Len() > 0 && holdsPointer(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if holdsPointer(t.Field(i).Type) {
				return true
			}
		}
		return false
	case reflect.Bool, reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64,
		reflect.Float32, reflect.Float64, reflect.Complex64, reflect.Complex128:
		return false
	default:
		return true
	}
}

// Len returns the number of payload types.
func (r *Registry) Len() int { return len(r.tokens) }

// Token returns the token with the number id.
func (r *Registry) Token(id TypeID) AnyToken { return r.tokens[id] }

// Find returns the number of the payload type with that name.
func (r *Registry) Find(name string) (TypeID, bool) {
	i, ok := slices.BinarySearchFunc(r.tokens, name, func(t AnyToken, name string) int {
		return strings.Compare(t.Name(), name)
	})
	return TypeID(i), ok
}

// Mask returns the set of the tokens' numbers. It panics for a token that the registry was not made with.
func (r *Registry) Mask(tokens ...AnyToken) Mask {
	var m Mask
	for _, t := range tokens {
		m.Add(r.at(t.self()))
	}
	return m
}

// Wanted returns the set of the tokens' numbers, as Mask does, for tokens of which nobody knows whether the registry has them.
//
// Errors: names the place of a token that is nil, or the name of one that the registry was not made with.
func (r *Registry) Wanted(tokens []AnyToken) (Mask, error) {
	var m Mask
	for i, t := range tokens {
		if isNil(t) {
			return Mask{}, fmt.Errorf("message: the token at place %d is nil", i)
		}
		l := t.self()
		if l.ordinal >= len(r.byOrdinal) || r.byOrdinal[l.ordinal] < 0 {
			return Mask{}, errors.New(unknownToken(l.name))
		}
		m.Add(TypeID(r.byOrdinal[l.ordinal]))
	}
	return m, nil
}

func isNil(t AnyToken) bool { return t == nil || reflect.ValueOf(t).IsNil() }

// Value returns a copy of the event's payload as a value of its Go type, for dumps. It allocates.
func (r *Registry) Value(e *Event) any {
	payload := e.Payload
	return reflect.NewAt(r.tokens[e.Type].Payload(), unsafe.Pointer(&payload)).Elem().Interface()
}

// Fill writes value, which must be of the Go type of the payload type id, into the event's payload. Scripts use it.
func (r *Registry) Fill(e *Event, id TypeID, value any) {
	payload := r.tokens[id].Payload()
	e.Type, e.Payload = id, Payload{}
	reflect.NewAt(payload, unsafe.Pointer(&e.Payload)).Elem().Set(reflect.ValueOf(value))
}

// at returns the number of a token. It panics for one that the registry was not made with.
func (r *Registry) at(l *label) TypeID {
	if l.ordinal < len(r.byOrdinal) {
		if id := r.byOrdinal[l.ordinal]; id >= 0 {
			return TypeID(id)
		}
	}
	panic(unknownToken(l.name))
}

// unknownToken says that a world was not made with a token.
func unknownToken(name string) string {
	return "message: the world was not made with the message type \"" + name +
		"\": list its token in the Messages of the scene, or of the world's options"
}

// Mask is a set of payload types of one registry.
type Mask [maskWords]uint64

const maskWords = MaxTypes / 64

// Add puts id into the set.
func (m *Mask) Add(id TypeID) { m[id>>6] |= 1 << (id & 63) }

// Remove takes id out of the set.
func (m *Mask) Remove(id TypeID) { m[id>>6] &^= 1 << (id & 63) }

// Has reports whether id is in the set.
func (m *Mask) Has(id TypeID) bool { return m[id>>6]>>(id&63)&1 != 0 }

// Join puts every member of o into the set.
func (m *Mask) Join(o *Mask) {
	for i := range m {
		m[i] |= o[i]
	}
}

// Meets reports whether the sets have a member in common.
func (m *Mask) Meets(o *Mask) bool {
	var common uint64
	for i := range m {
		common |= m[i] & o[i]
	}
	return common != 0
}

// All walks the members in rising order.
func (m *Mask) All() iter.Seq[TypeID] {
	return func(yield func(TypeID) bool) {
		for w, word := range m {
			for ; word != 0; word &= word - 1 {
				if !yield(TypeID(w<<6 | bits.TrailingZeros64(word))) {
					return
				}
			}
		}
	}
}
