package threshold

import (
	"fmt"
	"strings"
	"testing"
)

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
