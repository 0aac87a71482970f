package simulation_test

import (
	"maps"
	"testing"

	"tertius.dev/core/handle"
	"tertius.dev/core/message"
	"tertius.dev/core/random"
	"tertius.dev/simulation"
)

// drawer keeps the first numbers of its entity in each tick.
type drawer struct{ drawn []uint64 }

func (d *drawer) Priority() int             { return 0 }
func (d *drawer) Wants() []message.AnyToken { return []message.AnyToken{message.Ticks} }
func (d *drawer) Handle(self *simulation.Self, _ *message.List, _ *message.Outbox) {
	d.drawn = append(d.drawn, self.Random().Uint64())
}

func TestRandomNumbersFollowFromSeedEntityAndTick(t *testing.T) {
	const entities, rounds = 200, 3
	type place struct {
		entity handle.Entity
		tick   int
	}
	var want map[place][2]uint64
	for _, workers := range workerCounts {
		w := newWorld(t, simulation.Options{Workers: workers, Seed: 99})
		f, _ := rootFrame(t, w)
		type pair struct{ first, second drawer }
		var pairs [entities]pair
		var handles [entities]handle.Entity
		for i := range pairs {
			handles[i] = spawn(t, w, at(f, 0, &pairs[i].first, &pairs[i].second))
		}
		ticks(w, rounds)
		got := map[place][2]uint64{}
		different := map[uint64]bool{}
		for i, e := range handles {
			for tick := range rounds {
				numbers := [2]uint64{pairs[i].first.drawn[tick], pairs[i].second.drawn[tick]}
				s := random.Of(99, uint64(e.Index)|uint64(e.Generation)<<32, uint64(tick), 0)
				if first, second := s.Uint64(), s.Uint64(); numbers != [2]uint64{first, second} {
					t.Fatalf("in tick %d, %v drew %x, want %x and %x", tick, e, numbers, first, second)
				}
				got[place{e, tick}] = numbers
				different[numbers[0]], different[numbers[1]] = true, true
			}
		}
		if len(different) != 2*entities*rounds {
			t.Errorf("%d numbers, of which only %d differ", 2*entities*rounds, len(different))
		}
		if want != nil && !maps.Equal(got, want) {
			t.Errorf("with %d workers the numbers are others", workers)
		}
		want = got
	}
}
