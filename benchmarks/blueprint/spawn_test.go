package blueprint

import (
	"reflect"
	"testing"
)

// TestEveryWaySpawnsTheSame or the figures would compare different work.
func TestEveryWaySpawnsTheSame(t *testing.T) {
	s, err := NewSetup()
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	want := *s.describe(Plain, 7)
	want.Components = append(want.Components[:0:0], want.Components...)
	for way := range numWays {
		if got := s.describe(way, 7); !reflect.DeepEqual(*got, want) {
			t.Errorf("%s describes %+v, want %+v", Ways[way], *got, want)
		}
	}
	ns, err := s.Run()
	if err != nil {
		t.Fatal(err)
	}
	for way := range numWays {
		if ns.Describe[way] <= 0 || ns.Spawn[way] <= 0 {
			t.Errorf("%s took %v and %v ns", Ways[way], ns.Describe[way], ns.Spawn[way])
		}
	}
}
