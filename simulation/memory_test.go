package simulation_test

import (
	"testing"

	"tertius.dev/simulation"
)

func TestMemoryCountsTheRowsOfEachTable(t *testing.T) {
	w := newWorld(t, simulation.Options{Workers: 1})
	f, _ := rootFrame(t, w)
	bytesOf := func(table string) (n int) {
		for _, m := range w.Memory() {
			if m.Table == table {
				n += m.Bytes
			}
		}
		return n
	}
	for range 4096 {
		spawn(t, w, at(f, 0, new(cargo)))
	}
	// A place has a frame and a pose of seven doubles, a motion three doubles, three floats and a bool; an entry a component, a
	// priority and two numbers. Each table has room for at least the rows, and for at most twice as many.
	for table, row := range map[string]int{"entities.Front": 8 + 56, "entities.FrontMotion": 24 + 12 + 1, "entities.Owned": 8, "components.chunks": 32 + 4} {
		if n := bytesOf(table); n < 4096*row || n > 2*4096*(row+16) {
			t.Errorf("%s holds %d bytes for rows of %d", table, n, row)
		}
	}
	list := w.Memory()
	for i := 1; i < len(list); i++ {
		if list[i-1].Bytes < list[i].Bytes {
			t.Errorf("%v comes before %v", list[i-1], list[i])
		}
	}
}
