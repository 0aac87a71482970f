package query

import (
	"slices"

	"tertius.dev/core/handle"
	"tertius.dev/core/physics"
	"tertius.dev/simulation/internal/component"
	"tertius.dev/simulation/internal/grid"
)

// Terms are what a query asks of an entity, with the numbers of one world. Valid: until the world meets a new type.
type Terms struct {
	All, Any, None TypeList
	Groups         physics.Groups // one of them at least; 0 asks nothing
	In             handle.Frame   // none asks nothing
	Near           grid.Ball      // in the frame In
	HasNear        bool
	Never          bool // nothing can match: a type that no entity ever had is asked for
}

// TypeList is a set of component types. It has room for all of a world.
type TypeList struct {
	ids   [component.MaxTypes]component.ID
	count int
}

// Reset makes the terms ask nothing.
func (m *Terms) Reset() {
	m.All.count, m.Any.count, m.None.count = 0, 0, 0
	m.Groups, m.In, m.HasNear, m.Never = 0, handle.Frame{}, false, false
}

// Add puts a type into the list.
func (l *TypeList) Add(id component.ID) {
	if !slices.Contains(l.List(), id) {
		l.ids[l.count] = id
		l.count++
	}
}

// List returns the types of the list.
func (l *TypeList) List() []component.ID { return l.ids[:l.count] }

// Pass reports whether the front row of the live slot i has what the terms ask for. It looks at the rows alone.
func (m *Terms) Pass(t *Tables, i int) bool {
	if m.Never || !m.passTypes(t.Sets.Mask(t.Rows.Flags.Front[i])) {
		return false
	}
	row := &t.Rows.Front[i]
	switch {
	case m.Groups != 0 && m.Groups&t.Rows.Collision[i].Groups == 0:
		return false
	case !m.In.IsNone() && row.Frame != m.In:
		return false
	}
	return !m.HasNear || m.Near.Holds(row.Pose.Position)
}

func (m *Terms) passTypes(has *component.Mask) bool {
	for _, id := range m.All.List() {
		if !has.Has(id) {
			return false
		}
	}
	for _, id := range m.None.List() {
		if has.Has(id) {
			return false
		}
	}
	return m.Any.count == 0 || slices.ContainsFunc(m.Any.List(), has.Has)
}
