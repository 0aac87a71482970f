package message

import (
	"fmt"

	"tertius.dev/core/contract"
	"tertius.dev/core/handle"
)

// Topic names something that entities listen to.
//
// Every frame is a topic, and each entity listens to the frame that it is in. Every entity is a topic too: the engine tells
// those who listen to it when it is gone. A named topic is whatever a game wants it to be. No topic of one kind equals one of
// another.
type Topic struct{ high, low uint32 }

// The kind of a topic lies in the highest bits, where no slot number has one: frames and entities have fewer than 2^30 slots.
const (
	namedTopic  = 1 << 31 // and 63 bits of the name's hash
	entityTopic = 1 << 30 // and the slot, and the generation
)

// InputTopic is where the host posts what the person does. Its payloads are Inputs.
var InputTopic = NamedTopic("input")

// NamedTopic returns the topic with the name. It keeps 63 bits of the name's hash and not the name, so making one costs a walk
// over the name: keep the topic rather than make it in every tick.
//
// Special cases: two names share a topic by chance once in 10^13 games of a thousand names each.
// Source: the hash is FNV-1a (Fowler, Noll and Vo, 1991), followed by the finalizer of MurmurHash3 (Appleby, 2011).
func NamedTopic(name string) Topic {
	h := uint64(14695981039346656037)
	for i := range len(name) {
		h = (h ^ uint64(name[i])) * 1099511628211
	}
	h = (h ^ h>>33) * 0xff51afd7ed558ccd
	h = (h ^ h>>33) * 0xc4ceb9fe1a85ec53
	h ^= h >> 33
	return Topic{uint32(h>>32) | namedTopic, uint32(h)}
}

// FrameTopic returns the topic of a frame.
func FrameTopic(f handle.Frame) Topic { return Topic{slotBits(f.Index), f.Generation} }

// EntityTopic returns the topic of an entity. Who subscribes to it hears one Gone when the entity goes.
func EntityTopic(e handle.Entity) Topic { return Topic{slotBits(e.Index) | entityTopic, e.Generation} }

func slotBits(index uint32) uint32 {
	if contract.Enabled && index >= entityTopic {
		panic(contract.Broken{Promise: "a slot that is a topic is below 2^30", Detail: fmt.Sprint(index)})
	}
	return index & (entityTopic - 1)
}

// Frame returns the frame whose topic this is, and false for any other topic.
func (t Topic) Frame() (handle.Frame, bool) {
	if t.high >= entityTopic || t.low == 0 {
		return handle.Frame{}, false
	}
	return handle.Frame{Index: t.high, Generation: t.low}, true
}

// Entity returns the entity whose topic this is, and false for any other topic.
func (t Topic) Entity() (handle.Entity, bool) {
	if t.high&(namedTopic|entityTopic) != entityTopic {
		return handle.Entity{}, false
	}
	return handle.Entity{Index: t.high &^ entityTopic, Generation: t.low}, true
}

// IsNone reports whether t is the zero topic, to which nobody listens.
func (t Topic) IsNone() bool { return t == Topic{} }

// Bits returns the topic as a number, which is another for every other topic.
func (t Topic) Bits() uint64 { return uint64(t.high)<<32 | uint64(t.low) }

// String tells the kind and the handle, or the hash of the name.
func (t Topic) String() string {
	if f, ok := t.Frame(); ok {
		return "frame " + f.String()
	}
	if e, ok := t.Entity(); ok {
		return "entity " + e.String()
	}
	if t.IsNone() {
		return "none"
	}
	return fmt.Sprintf("name %016x", t.Bits())
}
