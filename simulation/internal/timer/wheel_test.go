package timer_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"tertius.dev/core/clock"
	"tertius.dev/core/message"
	"tertius.dev/simulation/internal/timer"
)

func numbered(n int) *message.Event { return &message.Event{Payload: message.Payload{uint64(n)}} }

func numbers(events []message.Event) (all []int) {
	for i := range events {
		all = append(all, int(events[i].Payload[0]))
	}
	return all
}

// TestWheelGivesWhatASortedListGives takes a stable sort by due tick as an independent source.
func TestWheelGivesWhatASortedListGives(t *testing.T) {
	type waiting struct {
		due    clock.Ticks
		number int
	}
	r := rand.New(rand.NewPCG(4, 5))
	var w timer.Wheel
	var list []waiting
	delays := []int64{1, 1, 2, 3, 250, 255, 256, 257, 511, 512, 65535, 65536, 65537, 70000}
	sent, came := 0, 0
	for now := clock.Ticks(0); now < 200_000; now++ {
		if now < 130_000 && r.IntN(20) == 0 {
			for range r.IntN(4) {
				due := now + clock.Ticks(delays[r.IntN(len(delays))])
				if r.IntN(3) == 0 {
					due = now + clock.Ticks(r.IntN(600))
				}
				w.Add(due, numbered(sent))
				list = append(list, waiting{due, sent})
				sent++
			}
		}
		got := numbers(w.Advance(nil))
		var want []int
		list = slices.DeleteFunc(list, func(l waiting) bool {
			if l.due == now {
				want = append(want, l.number)
			}
			return l.due == now
		})
		if !slices.Equal(got, want) {
			t.Fatalf("tick %d gives %v, want %v", now, got, want)
		}
		came += len(got)
		if w.Len() != len(list) {
			t.Fatalf("tick %d: %d wait, want %d", now, w.Len(), len(list))
		}
	}
	if came != sent || sent < 5000 {
		t.Errorf("%d of %d messages came", came, sent)
	}
}

func TestWalkInOrderMakesAnEqualWheel(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 7))
	var w timer.Wheel
	for range 300 {
		w.Advance(nil)
	}
	for n := range 2000 {
		w.Add(301+clock.Ticks(r.IntN(1000)*r.IntN(90)), numbered(n))
	}
	var again timer.Wheel
	for range 300 {
		again.Advance(nil)
	}
	for due, e := range w.All() {
		again.Add(due, e)
	}
	for w.Len() > 0 {
		if a, b := numbers(w.Advance(nil)), numbers(again.Advance(nil)); !slices.Equal(a, b) {
			t.Fatalf("%v and %v", a, b)
		}
	}
	if again.Len() != 0 {
		t.Errorf("%d are left", again.Len())
	}
}

func TestWheelHoldsTheLastTick(t *testing.T) {
	var w timer.Wheel
	w.Add(math.MaxInt64, numbered(1))
	w.Add(1<<40, numbered(2))
	for range 70_000 {
		if out := w.Advance(nil); len(out) != 0 {
			t.Fatalf("%v came out", numbers(out))
		}
	}
	dues := map[clock.Ticks]bool{}
	for due := range w.All() {
		dues[due] = true
	}
	if w.Len() != 2 || !dues[math.MaxInt64] || !dues[1<<40] {
		t.Errorf("%d wait, for %v", w.Len(), dues)
	}
}

func TestWarmWheelAllocatesNothing(t *testing.T) {
	var w timer.Wheel
	var out []message.Event
	now := clock.Ticks(0)
	e := numbered(1)
	work := func() {
		for range 600 {
			for d := clock.Ticks(1); d < 600; d += 37 {
				w.Add(now+d, e)
			}
			out = w.Advance(out[:0])
			now++
		}
	}
	work()
	work()
	if n := testing.AllocsPerRun(5, work); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// BenchmarkTimer is one message that waits among 100,000 others: added, dealt out and taken.
func BenchmarkTimer(b *testing.B) {
	const waiting = 100_000
	var w timer.Wheel
	var out []message.Event
	now := clock.Ticks(0)
	e := numbered(1)
	r := rand.New(rand.NewPCG(1, 2))
	for range waiting {
		w.Add(clock.Ticks(r.IntN(1000)), e)
	}
	moved := 0
	b.ReportAllocs()
	for b.Loop() {
		out = w.Advance(out[:0])
		now++
		for range out {
			w.Add(now+1+clock.Ticks(r.IntN(1000)), e)
		}
		moved += len(out)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(moved), "ns/timer")
}

// BenchmarkTickOfWaitingTimers is a tick in which none of 100,000 waiting messages is due.
func BenchmarkTickOfWaitingTimers(b *testing.B) {
	var w timer.Wheel
	e := numbered(1)
	for range 100_000 {
		w.Add(math.MaxInt64, e)
	}
	for b.Loop() {
		w.Advance(nil)
	}
}
