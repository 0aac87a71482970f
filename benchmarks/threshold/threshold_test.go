package threshold

import (
	"fmt"
	"strings"
	"testing"

	"tertius.dev/simulation"
)

// A piece whose threshold nobody ships would print that it takes workers from 0 on.
func TestEveryPieceHasAShippedThreshold(t *testing.T) {
	shipped := simulation.ShippedThresholds()
	for i := range pieces {
		if p := &pieces[i]; *p.pick(&shipped) < 2 {
			t.Errorf("%s: all workers from %d on, want an amount that is worth waking them", p.name, *p.pick(&shipped))
		}
	}
}

// TestEveryPieceHasItsAmountOfWork checks that the figures are divided by what there is, and that each is printed.
func TestEveryPieceHasItsAmountOfWork(t *testing.T) {
	const n = 300
	var out strings.Builder
	if err := print(&out, 1, []int{n}, []int{2}); err != nil {
		t.Fatal(err)
	}
	if lines := strings.Count(out.String(), fmt.Sprintf("%d with  2 workers", n)); lines != len(pieces) {
		t.Errorf("%d figures of %d pieces:\n%s", lines, len(pieces), out.String())
	}
	for i := range pieces {
		p := &pieces[i]
		w, err := p.world(n, 2, 1)
		if err != nil {
			t.Fatal(err)
		}
		defer w.Close()
		w.RecordRouted(true)
		w.Tick()
		if p.name == "messages, shuffled" && len(w.Routed()) != n {
			t.Errorf("%d messages in a tick, want %d", len(w.Routed()), n)
		}
		s, _ := w.Published().Front()
		if p.name == "entities drawn, all of which move" && len(s.Instances) != n {
			t.Errorf("the picture shows %d entities, want %d", len(s.Instances), n)
		}
	}
}
