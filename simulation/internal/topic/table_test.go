package topic_test

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"tertius.dev/core/bitset"
	"tertius.dev/core/handle"
	"tertius.dev/core/message"
	"tertius.dev/simulation/internal/topic"
)

func slotsOf(words []bitset.Word) (all []int) {
	for _, w := range words {
		for bit := range 64 {
			if w.Members>>bit&1 != 0 {
				all = append(all, int(w.Index)*64+bit)
			}
		}
	}
	return all
}

func liveSlots(n int) *handle.EntitySlots {
	var s handle.EntitySlots
	for range n {
		s.Activate(s.Reserve())
	}
	return &s
}

// pool is topics of every kind, neighbors among them.
func pool(n int) (all []message.Topic) {
	for i := range n {
		switch i % 3 {
		case 0:
			all = append(all, message.NamedTopic(strconv.Itoa(i)))
		case 1:
			all = append(all, message.FrameTopic(handle.Frame{Index: uint32(i), Generation: 1}))
		case 2:
			all = append(all, message.EntityTopic(handle.Entity{Index: uint32(i), Generation: 1}))
		}
	}
	return all
}

// TestTableAgreesWithMaps takes maps as an independent source.
func TestTableAgreesWithMaps(t *testing.T) {
	const slots, topics = 300, 90
	r := rand.New(rand.NewPCG(21, 22))
	names := pool(topics)
	live := liveSlots(slots)
	var table topic.Table
	table.Grow(slots)
	want := make([]map[int]bool, topics)
	for i := range want {
		want[i] = map[int]bool{}
	}
	for step := range 40_000 {
		k, slot := r.IntN(topics), r.IntN(slots)
		switch r.IntN(100) {
		case 0:
			table.Leave(slot)
			for i := range want {
				delete(want[i], slot)
			}
		case 1:
			table.Drop(names[k])
			clear(want[k])
		default:
			if r.IntN(2) == 0 {
				table.Add(slot, names[k])
				want[k][slot] = true
			} else {
				table.Remove(slot, names[k])
				delete(want[k], slot)
			}
		}
		if table.Has(slot, names[k]) != want[k][slot] {
			t.Fatalf("step %d: Has is wrong", step)
		}
		if step%1000 != 0 {
			continue
		}
		if err := table.Check(live); err != nil {
			t.Fatalf("step %d: %v", step, err)
		}
		inUse := 0
		for i := range want {
			var members []int
			for slot := range want[i] {
				members = append(members, slot)
			}
			slices.Sort(members)
			if got := slotsOf(table.Subscribers(names[i])); !slices.Equal(got, members) {
				t.Fatalf("step %d: %v has the subscribers %v, want %v", step, names[i], got, members)
			}
			if len(members) > 0 {
				inUse++
			}
		}
		if table.Len() != inUse {
			t.Fatalf("step %d: %d topics, want %d", step, table.Len(), inUse)
		}
	}
}

func TestSlotListsItsTopicsLastFirst(t *testing.T) {
	names := pool(5)
	var table topic.Table
	table.Grow(1)
	for _, n := range names {
		table.Add(0, n)
		table.Add(0, n)
	}
	table.Remove(0, names[2])
	want := []message.Topic{names[4], names[3], names[1], names[0]}
	if got := slices.Collect(table.Of(0)); !slices.Equal(got, want) {
		t.Errorf("the topics are %v, want %v", got, want)
	}
}

func TestEmptyTableKnowsNoTopic(t *testing.T) {
	var table topic.Table
	table.Grow(3)
	name := message.NamedTopic("a")
	table.Remove(1, name)
	table.Drop(name)
	table.Leave(2)
	if table.Has(1, name) || table.Subscribers(name) != nil || table.Len() != 0 || table.Subscribers(message.Topic{}) != nil {
		t.Error("an empty table knows something")
	}
}

func TestCheckFindsASlotThatIsFree(t *testing.T) {
	var table topic.Table
	table.Grow(5)
	table.Add(4, message.NamedTopic("a"))
	if err := table.Check(liveSlots(5)); err != nil {
		t.Error(err)
	}
	if table.Check(liveSlots(4)) == nil {
		t.Error("a free slot may listen")
	}
}

func TestChurnOfTopicsAllocatesNothingWhenWarm(t *testing.T) {
	var table topic.Table
	table.Grow(500)
	round := 0
	work := func() {
		for i := range 500 {
			table.Add(i, message.EntityTopic(handle.Entity{Index: uint32(i % 50), Generation: uint32(1 + round)}))
			table.Add(i, message.FrameTopic(handle.Frame{Index: uint32(i % 7), Generation: uint32(1 + round)}))
		}
		for i := range 500 {
			table.Leave(i)
		}
		round++
	}
	for range 60 { // each row takes its turn with the largest sets
		work()
	}
	if n := testing.AllocsPerRun(50, work); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
