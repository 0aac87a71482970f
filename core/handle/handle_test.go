package handle_test

import (
	"math"
	"testing"

	"tertius.dev/core/handle"
)

func TestZeroHandleNamesNothing(t *testing.T) {
	var slots handle.EntitySlots
	first := slots.Reserve()
	slots.Activate(first)
	var none handle.Entity
	if !none.IsNone() || slots.Live(none) {
		t.Error("the zero handle is live")
	}
	if first.IsNone() || !slots.Live(first) {
		t.Errorf("the first handle, %v, is not live", first)
	}
	if first.Generation == 0 {
		t.Error("a generation of 0 was given out")
	}
}

func TestHandleGoesStaleWhenItsTenantGoes(t *testing.T) {
	var slots handle.EntitySlots
	for round := range 5 {
		h := slots.Reserve()
		if slots.Live(h) || slots.Len() != 0 {
			t.Fatalf("round %d: %v is live before Activate", round, h)
		}
		if _, ok := slots.At(int(h.Index)); ok {
			t.Fatalf("round %d: At gives a tenant that is not alive", round)
		}
		slots.Activate(h)
		if at, ok := slots.At(int(h.Index)); !ok || at != h || !slots.Live(h) || slots.Len() != 1 {
			t.Fatalf("round %d: %v is not live after Activate", round, h)
		}
		slots.Release(h)
		if slots.Live(h) || slots.Len() != 0 {
			t.Fatalf("round %d: %v is live after Release", round, h)
		}
		if h.Index != 0 || h.Generation != uint32(round+1) {
			t.Fatalf("round %d: the slot gave %v", round, h)
		}
	}
}

func TestSlotsAreReusedLastFreedFirst(t *testing.T) {
	var slots handle.EntitySlots
	var all []handle.Entity
	for range 4 {
		h := slots.Reserve()
		slots.Activate(h)
		all = append(all, h)
	}
	slots.Release(all[1])
	slots.Release(all[3])
	slots.Release(all[0])
	if slots.Free() != 3 || slots.Cap() != 4 || slots.Len() != 1 {
		t.Errorf("free %d, cap %d, len %d", slots.Free(), slots.Cap(), slots.Len())
	}
	for _, want := range []uint32{0, 3, 1, 4} {
		if h := slots.Reserve(); h.Index != want {
			t.Errorf("slot %d is reused, not %d", h.Index, want)
		}
	}
}

func TestReturnMakesStale(t *testing.T) {
	var slots handle.EntitySlots
	h := slots.Reserve()
	slots.Return(h)
	again := slots.Reserve()
	if again.Index != h.Index || again.Generation != h.Generation+1 {
		t.Errorf("after Return the slot gives %v after %v", again, h)
	}
	slots.Activate(again)
	if slots.Live(h) || !slots.Live(again) || slots.Len() != 1 {
		t.Errorf("%v live %v, %v live %v", h, slots.Live(h), again, slots.Live(again))
	}
}

// TestPicksAreWhatReservesGive compares Stock, Peek and Pick with slots of which the same ones are reserved one after the other,
// out of those that were freed in some order and of new ones.
func TestPicksAreWhatReservesGive(t *testing.T) {
	freed := func() *handle.EntitySlots {
		s := new(handle.EntitySlots)
		var all []handle.Entity
		for range 6 {
			h := s.Reserve()
			s.Activate(h)
			all = append(all, h)
		}
		for _, i := range []int{4, 0, 5} {
			s.Release(all[i])
		}
		return s
	}
	for _, picks := range [][]int{{}, {0}, {3}, {1, 2, 7}, {0, 1, 2, 3, 4, 5, 6, 7}, {7}} {
		reserved, picked := freed(), freed()
		var order, others []handle.Entity
		for range 8 {
			order = append(order, reserved.Reserve())
		}
		picked.Stock(8)
		picked.Stock(3) // there are more
		if picked.Free() != 8 || picked.Cap() != reserved.Cap() {
			t.Fatalf("%d wait and %d were used, want 8 and %d", picked.Free(), picked.Cap(), reserved.Cap())
		}
		taken := map[int]bool{}
		for _, k := range picks {
			if h := picked.Peek(k); h != order[k] {
				t.Errorf("Peek(%d) is %v, and the reserve gives %v", k, h, order[k])
			}
			picked.Pick(k)
			taken[k] = true
		}
		picked.ClosePicks()
		for k, h := range order {
			if !taken[k] {
				others = append(others, h)
			}
		}
		if picked.Free() != len(others) {
			t.Errorf("after %v %d wait, want %d", picks, picked.Free(), len(others))
		}
		for k, want := range others {
			if got := picked.Reserve(); got != want {
				t.Errorf("after %v reserve %d gives %v, want %v", picks, k, got, want)
			}
		}
	}
}

func TestSlotIsRetiredAtItsLastGeneration(t *testing.T) {
	var slots handle.EntitySlots
	first := slots.Reserve()
	slots.Activate(first)
	slots.Release(first)
	slots.SetGeneration(0, math.MaxUint32)
	last := slots.Reserve()
	if last != (handle.Entity{Index: 0, Generation: math.MaxUint32}) {
		t.Fatalf("the slot gives %v", last)
	}
	slots.Activate(last)
	slots.Release(last)
	if slots.Live(last) || slots.Live(handle.Entity{}) || slots.Free() != 0 {
		t.Errorf("the retired slot is live or free")
	}
	if next := slots.Reserve(); next.Index != 1 {
		t.Errorf("the retired slot gives %v", next)
	}
	slots.SetGeneration(1, math.MaxUint32)
	slots.Return(handle.Entity{Index: 1, Generation: math.MaxUint32})
	if next := slots.Reserve(); next.Index != 2 {
		t.Errorf("the slot returned at its last generation gives %v", next)
	}
}

func TestHandleFromElsewhereIsNotLive(t *testing.T) {
	var slots handle.FrameSlots
	if slots.Live(handle.Frame{Index: 7, Generation: 1}) {
		t.Error("a handle beyond every slot is live")
	}
	if _, ok := slots.At(7); ok {
		t.Error("a slot beyond every slot has a tenant")
	}
}

func TestHandlePrintsSlotAndGeneration(t *testing.T) {
	h := handle.Entity{Index: math.MaxUint32, Generation: 12}
	if got := h.String(); got != "4294967295:12" {
		t.Error(got)
	}
}

func TestReserveNewPassesOverFreedSlots(t *testing.T) {
	var s handle.EntitySlots
	first := s.Reserve()
	s.Activate(first)
	s.Release(first)
	if got, want := s.ReserveNew(), (handle.Entity{Index: 1, Generation: 1}); got != want {
		t.Errorf("ReserveNew gave %v, want %v", got, want)
	}
	if got, want := s.Reserve(), (handle.Entity{Index: 0, Generation: 2}); got != want {
		t.Errorf("Reserve gave %v, want the freed slot as %v", got, want)
	}
}
