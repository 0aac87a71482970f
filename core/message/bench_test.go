package message_test

import (
	"testing"
	"unsafe"

	"tertius.dev/core/message"
)

// crowdedInbox returns a list of n hits, with other payloads between them when mixed.
func crowdedInbox(b *testing.B, n int, mixed bool) (*message.List, *message.Registry) {
	b.Helper()
	r, err := message.NewRegistry(hits, wides)
	if err != nil {
		b.Fatal(err)
	}
	l := new(message.List)
	l.Reset(r, self)
	for i := range n {
		e := hits.Event(r, message.To(self), hit{float32(i%100) + 1})
		l.Append(&e)
		if mixed {
			e = wides.Event(r, message.To(self), wide{})
			l.Append(&e)
		}
	}
	l.NextTurn()
	return l, r
}

func perEvent(b *testing.B, n int) {
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/event")
}

const inboxLength = 1024

// BenchmarkEdit edits every payload of one type in place, in a list of only this type and in one of two.
func BenchmarkEdit(b *testing.B) {
	for _, c := range []struct {
		name  string
		mixed bool
	}{{"one-type", false}, {"two-types", true}} {
		l, r := crowdedInbox(b, inboxLength, c.mixed)
		id := hits.ID(r)
		events := make([]message.Event, 0, 2*inboxLength)
		for e := range l.All() {
			events = append(events, *e)
		}
		b.Run(c.name+"/hand-written", func(b *testing.B) {
			for b.Loop() {
				editByHand(events, id)
			}
			perEvent(b, inboxLength)
		})
		b.Run(c.name+"/in", func(b *testing.B) {
			for b.Loop() {
				editIn(l)
			}
			perEvent(b, inboxLength)
		})
		b.Run(c.name+"/where", func(b *testing.B) {
			for b.Loop() {
				editWhere(l)
			}
			perEvent(b, inboxLength)
		})
		b.Run(c.name+"/hand-written-where", func(b *testing.B) {
			for b.Loop() {
				editWhereByHand(events, id)
			}
			perEvent(b, inboxLength)
		})
	}
}

//go:noinline
func editByHand(events []message.Event, id message.TypeID) {
	for i := range events {
		if e := &events[i]; e.Type == id {
			h := (*hit)(unsafe.Pointer(&e.Payload))
			h.Damage = h.Damage*0.5 + 1
		}
	}
}

//go:noinline
func editIn(l *message.List) {
	for h := range hits.In(l) {
		h.Damage = h.Damage*0.5 + 1
	}
}

//go:noinline
func editWhereByHand(events []message.Event, id message.TypeID) {
	for i := range events {
		if e := &events[i]; e.Type == id {
			if h := (*hit)(unsafe.Pointer(&e.Payload)); h.Damage > 0.5 {
				h.Damage = h.Damage*0.5 + 1
			}
		}
	}
}

//go:noinline
func editWhere(l *message.List) {
	for h := range hits.Where(l, func(h *hit) bool { return h.Damage > 0.5 }) {
		h.Damage = h.Damage*0.5 + 1
	}
}

// BenchmarkRemove takes every second payload out of a list and puts it back.
func BenchmarkRemove(b *testing.B) {
	l, r := crowdedInbox(b, inboxLength, false)
	all := make([]message.Event, 0, inboxLength)
	for e := range l.All() {
		all = append(all, *e)
	}
	for _, c := range []struct {
		name   string
		remove func()
	}{
		{"fill-alone", func() {}},
		{"remove", func() { hits.Remove(l, func(h *hit) bool { return int(h.Damage)&1 == 0 }) }},
		{"remove-with", func() {
			message.RemoveWith(hits, l, 1, func(bit int, h *hit) bool { return int(h.Damage)&bit == 0 })
		}},
		{"remove-all", func() { hits.RemoveAll(l) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				l.Reset(r, self)
				for i := range all {
					l.Append(&all[i])
				}
				l.NextTurn()
				c.remove()
			}
			perEvent(b, inboxLength)
		})
	}
}

// BenchmarkSend puts messages into an outbox that has room.
func BenchmarkSend(b *testing.B) {
	r, err := message.NewRegistry(hits, wides)
	if err != nil {
		b.Fatal(err)
	}
	var o message.Outbox
	o.Reset(r)
	o.From(self)
	to := message.To(self)
	b.Run("small", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			o.Reset(r)
			for i := range inboxLength {
				hits.Send(&o, to, hit{float32(i)})
			}
		}
		perEvent(b, inboxLength)
	})
	b.Run("wide", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			o.Reset(r)
			for i := range inboxLength {
				wides.Send(&o, to, wide{A: uint64(i)})
			}
		}
		perEvent(b, inboxLength)
	})
}
