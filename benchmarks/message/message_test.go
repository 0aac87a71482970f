package message

import (
	"fmt"
	"strings"
	"testing"

	"tertius.dev/simulation"
)

// TestLoadsDoWhatTheyCount checks that each load delivers in each tick what its figure is divided by.
func TestLoadsDoWhatTheyCount(t *testing.T) {
	const entities = 1000
	for i := range loads {
		l := &loads[i]
		t.Run(strings.ReplaceAll(l.name, " ", "-"), func(t *testing.T) {
			w, err := l.build(entities, 1)
			if err != nil {
				t.Fatal(err)
			}
			defer w.Close()
			l.run(w, entities, spread)
			before := heard(w)
			l.run(w, entities, spread)
			want := entities * spread / l.share
			if l.share > 1 {
				waiting := 0
				for range w.Waiting() {
					waiting++
				}
				if waiting < entities*8/10 {
					t.Errorf("only %d of %d timers are pending", waiting, entities)
				}
			}
			if got := heard(w) - before; got != float64(want) {
				t.Errorf("%v messages in %d ticks, want %d", got, spread, want)
			}
		})
	}
}

func heard(w *simulation.World) (sum float64) {
	for _, s := range simulation.Each[*sender](w) {
		sum += s.sum
	}
	for _, l := range simulation.Each[*listener](w) {
		sum += l.sum
	}
	return sum
}

func TestShuffledMeetsEachNumberOnce(t *testing.T) {
	for _, n := range []int{10, 1000, 100_000} {
		seen := make([]bool, n)
		for i := range n {
			k := shuffled(i, n)
			if seen[k] {
				t.Fatalf("%d is met twice among %d", k, n)
			}
			seen[k] = true
		}
	}
}

func TestPrintTellsOfEachLoad(t *testing.T) {
	var b strings.Builder
	if err := Print(&b, 200, 1, 1, 2); err != nil {
		t.Fatal(err)
	}
	for _, l := range loads {
		if n := strings.Count(b.String(), fmt.Sprintf("  %-18s", l.name)); n != 2 {
			t.Errorf("%s is told of %d times", l.name, n)
		}
	}
}

func BenchmarkTick(b *testing.B) {
	const entities = 100_000
	for i := range loads {
		l := &loads[i]
		for _, workers := range []int{1, 2, 16} {
			b.Run(fmt.Sprintf("%s/workers-%d", strings.ReplaceAll(strings.ReplaceAll(l.name, ",", ""), " ", "-"), workers), func(b *testing.B) {
				w, err := l.build(entities, workers)
				if err != nil {
					b.Fatal(err)
				}
				defer w.Close()
				l.run(w, entities, warm)
				b.ReportAllocs()
				for b.Loop() {
					if l.tick != nil {
						l.tick(w)
					}
					w.Tick()
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(entities/l.share), "ns/message")
			})
		}
	}
}
