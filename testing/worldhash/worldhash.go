// Package worldhash tells in a few numbers whether two worlds are in the same state, to the bit.
//
// It covers each handle and those that come next, where the entity is and how it moves, how it looks, its body, its components with
// all their fields, the frames with what docked at them, the subscriptions, the messages that wait and that arrive next, what the next
// step is asked for, what physics remembers beside its library's bodies, the picture, the count of errors, and what the world was made
// with. So two runs whose hashes are equal after the same tick go on alike, but for what a physics library keeps to itself, such as
// the impulses of its last step: worlds with bodies are to be compared over many ticks.
//
// A component's state is walked by reflection, unexported fields too, and what pointers lead to with it. Maps are taken by
// their content, whatever their order. Functions and channels count only as there or not, and pointers to a world and to
// a test lead nowhere: what a component keeps of its state in a closure does not show.
package worldhash

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"hash"
	"math"
	"slices"

	"tertius.dev/core/handle"
	"tertius.dev/core/render"
	"tertius.dev/simulation"
)

// Hash is the state of a world, part by part, so that a difference tells where it is.
type Hash struct {
	Entities   uint64 // handles, rows, subscriptions and which component types there are
	Components uint64 // their states
	Frames     uint64 // with what has docked
	Waiting    uint64 // messages whose time has not come
	Picture    uint64
	Errors     uint64 // their number
	Made       uint64 // what the world was made with
	Slots      uint64 // which handles come next
	Bodies     uint64 // as they were described, what waits to be told to physics, and what that remembers
	Asked      uint64 // of the next step
	Mail       uint64 // that arrives in the next tick
}

// part is one part of a hash.
type part struct {
	name  string
	value uint64
}

func (h Hash) parts() []part {
	return []part{
		{"entities", h.Entities}, {"components", h.Components}, {"frames", h.Frames}, {"waiting", h.Waiting}, {"picture", h.Picture},
		{"errors", h.Errors}, {"made", h.Made}, {"slots", h.Slots}, {"bodies", h.Bodies}, {"asked", h.Asked}, {"mail", h.Mail},
	}
}

// String gives all of the hash as one word.
func (h Hash) String() string {
	s := newSum()
	for _, p := range h.parts() {
		s.number(p.value)
	}
	return fmt.Sprintf("%016x", s.value())
}

// Differs names the parts in which two hashes differ.
func (h Hash) Differs(from Hash) (parts []string) {
	others := from.parts()
	for i, p := range h.parts() {
		if p != others[i] {
			parts = append(parts, p.name)
		}
	}
	return parts
}

// Of returns the hash of a world between ticks. It builds a picture, so the next picture interpolates from it.
func Of(w *simulation.World) Hash {
	pending := w.Pending()
	return Hash{
		Entities: entities(w, pending), Components: components(w, pending), Frames: frames(w, pending), Waiting: waiting(w),
		Picture: picture(w), Errors: uint64(len(w.Errors())), Made: of(pending.Made), Slots: of(pending.Slots),
		Bodies: of(pending.Bodies, pending.Physics.Changes, pending.Physics.Memory), Asked: of(pending.Asked, pending.Carried), Mail: of(pending.Mail),
	}
}

// of returns the hash of some values.
func of(values ...any) uint64 {
	s := newSum()
	for _, v := range values {
		s.add(v)
	}
	return s.value()
}

func entities(w *simulation.World, pending *simulation.Pending) uint64 {
	s, rows := newSum(), w.Snapshot()
	s.add(pending.Stops)
	s.number(uint64(w.TickNumber()))
	for e := range w.Entities() {
		transform, _ := rows.Transform(e)
		visual, _ := rows.Visual(e)
		body, hasBody := rows.BodyOf(e)
		owned, _ := w.FrameOf(e)
		s.entity(e)
		s.add(transform)
		s.add(visual)
		s.add(body)
		s.add(owned)
		s.add([2]bool{hasBody, rows.Awake(e)})
		parent, offset, _ := w.AttachedTo(e)
		s.entity(parent)
		s.add(offset)
		for topic := range w.Subscriptions(e) {
			s.add(topic)
		}
		for _, c := range w.Components(e) {
			s.add(rows.Has(e, simulation.TypeOfComponent(c)))
		}
	}
	return s.value()
}

func components(w *simulation.World, pending *simulation.Pending) uint64 {
	s := newSum()
	s.add(pending.Wiring)
	for e := range w.Entities() {
		s.entity(e)
		for _, c := range w.Components(e) {
			s.text(simulation.TypeOfComponent(c).Name())
			s.add(c)
		}
	}
	return s.value()
}

func frames(w *simulation.World, pending *simulation.Pending) uint64 {
	s := newSum()
	s.add(pending.Docks)
	s.add(pending.Noted)
	for f := range w.Frames().All() {
		s.add(f)
		s.entity(w.Frames().Owner(f))
		s.add(w.Frames().Parent(f))
		s.add(w.Frames().Local(f))
		s.add(w.Frames().Gravity(f))
		s.add(w.Frames().Medium(f))
		s.add(w.Frames().Bounds(f))
		hull, present := w.Frames().HullMotion(f)
		s.add(hull)
		s.add(present)
		s.add(w.Frames().Follows(f))
		s.add(w.Frames().ProperAcceleration(f))
		s.add(w.Frames().AngularAcceleration(f))
		s.add(w.Frames().LastLooseBodyStep(f))
	}
	return s.value()
}

func waiting(w *simulation.World) uint64 {
	s := newSum()
	for due, e := range w.Waiting() {
		s.number(uint64(due))
		s.add(*e)
	}
	return s.value()
}

func picture(w *simulation.World) uint64 {
	s := newSum()
	var p render.Snapshot
	w.BuildSnapshot(&p)
	s.add(p)
	return s.value()
}

// sum adds values up to a hash.
type sum struct {
	hash hash.Hash
	seen map[place]uint64 // what pointers have led to, by the order in which it was met
	path []place          // of the value under way, for keys of maps
}

func newSum() *sum { return &sum{hash: sha256.New(), seen: map[place]uint64{}} }

func (s *sum) number(n uint64) {
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], n)
	s.hash.Write(b[:])
}

// float adds a number by its bits, with one not-a-number for all.
func (s *sum) float(f float64) {
	if f != f {
		f = math.NaN()
	}
	s.number(math.Float64bits(f))
}

func (s *sum) text(t string) {
	s.number(uint64(len(t)))
	s.hash.Write([]byte(t))
}

func (s *sum) entity(e handle.Entity) { s.number(uint64(e.Index)<<32 | uint64(e.Generation)) }

func (s *sum) value() uint64 { return binary.LittleEndian.Uint64(s.hash.Sum(nil)) }

// unordered adds values whose order means nothing.
func (s *sum) unordered(values []uint64) {
	slices.Sort(values)
	for _, v := range values {
		s.number(v)
	}
}
