package simulation_test

import (
	"testing"

	"tertius.dev/core/handle"
	"tertius.dev/simulation"
)

// The component types of the tests of flags. They do nothing.
type (
	armor  struct{ actor }
	beacon struct{ actor }
	cargo  struct{ actor }
)

func TestSnapshotTellsWhichComponentTypesAnEntityHas(t *testing.T) {
	w := newWorld(t, simulation.Options{})
	f, owner := rootFrame(t, w)
	bare := spawn(t, w, at(f, 0))
	lit := spawn(t, w, at(f, 1, new(beacon)))
	full := spawn(t, w, at(f, 2, new(cargo), new(beacon), new(armor), new(cargo))) // armor's number comes before beacon's
	s := w.Snapshot()
	for _, c := range []struct {
		entity                 handle.Entity
		armor, beacon, isCargo bool
	}{
		{owner, false, false, false},
		{bare, false, false, false},
		{lit, false, true, false},
		{full, true, true, true},
		{handle.Entity{}, false, false, false},
		{handle.Entity{Index: full.Index, Generation: full.Generation + 1}, false, false, false},
	} {
		for _, of := range []struct {
			kind simulation.ComponentType
			want bool
		}{
			{simulation.TypeOf[*armor](), c.armor},
			{simulation.TypeOf[*beacon](), c.beacon},
			{simulation.TypeOfComponent(new(cargo)), c.isCargo},
			{simulation.TypeOf[*actor](), false},
		} {
			if got := s.Has(c.entity, of.kind); got != of.want {
				t.Errorf("that %v has a %v is %v, want %v", c.entity, of.kind, got, of.want)
			}
		}
	}
	if err := w.Destroy(full); err != nil {
		t.Fatal(err)
	}
	if s.Has(full, simulation.TypeOf[*armor]()) {
		t.Error("the dead have armor")
	}
}
