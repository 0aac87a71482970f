package entity

import (
	"strings"
	"testing"

	"tertius.dev/simulation"
)

// TestEveryEntityRunsInEachTick checks that the figures are divided by what happened.
func TestEveryEntityRunsInEachTick(t *testing.T) {
	const entities, ticks = 300, 7
	for _, l := range inTicks {
		t.Run(strings.ReplaceAll(l.what, " ", "-"), func(t *testing.T) {
			w, frame, err := world(2)
			if err != nil {
				t.Fatal(err)
			}
			defer w.Close()
			if err := fill(w, frame, entities, l.make); err != nil {
				t.Fatal(err)
			}
			for range ticks {
				w.Tick()
			}
			runs := 0
			for e := range w.Entities() {
				for _, c := range w.Components(e) {
					switch c := c.(type) {
					case *counter:
						runs += c.runs
					case *drawer:
						runs += c.runs
					case *changer:
						runs += c.runs
						if !c.wears || !w.Snapshot().Has(e, simulation.TypeOf[*still]()) {
							t.Errorf("after %d ticks %v does not carry its part", ticks, e)
						}
					}
				}
			}
			if runs != entities*ticks {
				t.Errorf("%d runs, want %d", runs, entities*ticks)
			}
			if errs := w.Errors(); len(errs) > 0 {
				t.Errorf("the world reports %v", errs)
			}
		})
	}
}

func TestTablesAndTicksArePrinted(t *testing.T) {
	var out strings.Builder
	if err := printInTicks(&out, 200, []int{1, 2}); err != nil {
		t.Fatal(err)
	}
	if err := printTables(&out, 256); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"to add or remove a component, with 2 workers", "entities.Front\n", "components.chunks\n", " in all\n"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("it prints no %q:\n%s", want, out.String())
		}
	}
}
