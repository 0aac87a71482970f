package index_test

import (
	"slices"
	"strings"
	"testing"

	"tertius.dev/core/physics"
	"tertius.dev/simulation/internal/component"
	"tertius.dev/simulation/internal/index"
)

// shelf is an index with what it indexes.
type shelf struct {
	index  index.Index
	sets   component.Sets
	flags  []component.SetID
	groups []physics.Collision
	types  component.ID // so many
}

func newShelf(slots int, types component.ID) *shelf {
	s := &shelf{sets: component.NewSets(), flags: make([]component.SetID, slots), groups: make([]physics.Collision, slots), types: types}
	s.index.Grow(slots)
	for id := range types {
		s.index.InsertType(id)
	}
	return s
}

func (s *shelf) give(i int, types ...component.ID) {
	var m component.Mask
	for _, id := range types {
		m.Add(id)
	}
	s.flags[i] = s.sets.Of(&m)
	s.index.SetTypes(i, s.flags[i], &s.sets)
}

func (s *shelf) check(t *testing.T) {
	t.Helper()
	if err := s.index.Check(s.flags, s.groups, &s.sets); err != nil {
		t.Error(err)
	}
}

func TestIndexFollowsTheTypesOfEachSlot(t *testing.T) {
	s := newShelf(200, 70) // types in more than one word of a mask
	s.give(3, 0, 64, 69)
	s.give(130, 64)
	s.check(t)
	s.give(3, 64, 1)
	s.check(t)
	for id, want := range map[component.ID][]int{0: nil, 1: {3}, 64: {3, 130}, 69: nil} {
		if got := slices.Collect(s.index.Type(id).All()); !slices.Equal(got, want) {
			t.Errorf("type %d is had by %v, want %v", id, got, want)
		}
	}
	if s.index.SetTypes(3, s.flags[3], &s.sets) {
		t.Error("what it knows is new to it")
	}
	s.give(3)
	s.give(130)
	if n := s.index.Type(64).Len(); n != 0 {
		t.Errorf("%d slots are left with type 64", n)
	}
}

func TestNewTypeMovesThoseBehindIt(t *testing.T) {
	s := newShelf(70, 3)
	s.give(1, 0)
	s.give(2, 1, 2)
	s.sets.Insert(1)
	s.index.InsertType(1)
	s.check(t)
	s.give(69, 1, 3)
	s.check(t)
	for id, want := range map[component.ID][]int{0: {1}, 1: {69}, 2: {2}, 3: {2, 69}} {
		if got := slices.Collect(s.index.Type(id).All()); !slices.Equal(got, want) {
			t.Errorf("type %d is had by %v, want %v", id, got, want)
		}
	}
}

func TestIndexFollowsTheGroupsOfEachSlot(t *testing.T) {
	s := newShelf(64, 0)
	for _, c := range []struct {
		slot   int
		groups physics.Groups
		want   [3][]int // of the groups 0, 2 and 15
	}{
		{5, 1 | 4, [3][]int{{5}, {5}, nil}},
		{63, 4 | 1<<15, [3][]int{{5}, {5, 63}, {63}}},
		{5, 1 << 15, [3][]int{nil, {63}, {5, 63}}},
		{63, 0, [3][]int{nil, nil, {5}}},
	} {
		s.groups[c.slot].Groups = c.groups
		if !s.index.SetGroups(c.slot, c.groups) || s.index.SetGroups(c.slot, c.groups) {
			t.Errorf("the groups %#x of slot %d are not new once", c.groups, c.slot)
		}
		s.check(t)
		for k, bit := range []int{0, 2, 15} {
			if got := slices.Collect(s.index.Group(bit).All()); !slices.Equal(got, c.want[k]) {
				t.Errorf("in group %d are %v, want %v", bit, got, c.want[k])
			}
		}
		s.index.Grow(len(s.groups) + 64)
		s.groups = append(s.groups, make([]physics.Collision, 64)...)
		s.flags = append(s.flags, make([]component.SetID, 64)...)
	}
}

func TestCheckFindsWhatTheIndexMissed(t *testing.T) {
	for _, c := range []struct {
		name, want string
		corrupt    func(s *shelf)
	}{
		{"none", "", func(*shelf) {}},
		{"flags", "component set", func(s *shelf) { s.flags[1] = 0 }},
		{"groups", "groups", func(s *shelf) { s.groups[1].Groups = 2 }},
		{"type-set", "component type 0", func(s *shelf) { s.index.Type(0).Remove(1) }},
		{"group-set", "group 0", func(s *shelf) { s.index.Group(0).Remove(1) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newShelf(3, 2)
			s.give(1, 0)
			s.groups[1].Groups = 1
			s.index.SetGroups(1, 1)
			c.corrupt(s)
			err := s.index.Check(s.flags, s.groups, &s.sets)
			if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
				t.Errorf("the error is %v, want one that tells of %q", err, c.want)
			}
		})
	}
}
