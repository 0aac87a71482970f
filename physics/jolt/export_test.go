package jolt

import (
	"fmt"
	"slices"

	"tertius.dev/core/handle"
	"tertius.dev/core/physics"
	"tertius.dev/physics/internal/shim"
)

// GhostState is a ghost as the tests see it.
type GhostState struct {
	Frame handle.Frame
	Still bool // it is static in Jolt
	Role  physics.Groups
}

// GhostsOf returns the ghosts of an entity, by the indices of their frames.
func (b *Backend) GhostsOf(e handle.Entity) []GhostState {
	var states []GhostState
	for i := b.row(e).ghosts; i != noGhost; i = b.ghosts.all[i].next {
		g := &b.ghosts.all[i]
		states = append(states, GhostState{g.frame, g.still, physics.Groups(g.layer) &^ physics.ContentGroups})
	}
	for i := range states {
		for k := i; k > 0 && states[k].Frame.Index < states[k-1].Frame.Index; k-- {
			states[k], states[k-1] = states[k-1], states[k]
		}
	}
	return states
}

// RoleGhost and RoleStatic are the roles of ghosts.
const (
	RoleGhost  = roleGhost
	RoleStatic = roleStatic
)

// Check says which invariant of the rows of bodies, frames and ghosts is broken, or gives nil.
func (b *Backend) Check() error {
	bodies := make([]int, len(b.frames))
	for slot := range b.bodies {
		row := &b.bodies[slot]
		if row.entity.IsNone() {
			continue
		}
		if row.native != shim.NoBody {
			f := b.frame(row.frame)
			if f == nil {
				return fmt.Errorf("entity %v is in frame %v, which is not there", row.entity, row.frame)
			}
			if _, ok := slices.BinarySearch(f.members, uint32(slot)); !ok {
				return fmt.Errorf("entity %v is no member of its frame %v", row.entity, row.frame)
			}
			bodies[row.frame.Index]++
			if err := b.checkNative(f, row.native, row.entity); err != nil {
				return err
			}
		}
		if row.interior != shim.NoBody {
			bodies[row.owns.Index]++
		}
		if err := b.checkGhosts(row, bodies); err != nil {
			return err
		}
	}
	return b.checkFrames(bodies)
}

func (b *Backend) checkNative(f *frameRow, native uint32, e handle.Entity) error {
	ids, states := [1]uint32{native}, [1]shim.State{}
	if err := f.system.ReadBodies(ids[:], states[:]); err != nil {
		return fmt.Errorf("entity %v in frame %v: %w", e, f.frame, err)
	}
	if entityOf(states[0].User) != e {
		return fmt.Errorf("the body of %v in frame %v is that of %v", e, f.frame, entityOf(states[0].User))
	}
	return nil
}

func (b *Backend) checkGhosts(row *bodyRow, bodies []int) error {
	var seen []handle.Frame
	for i := row.ghosts; i != noGhost; i = b.ghosts.all[i].next {
		g := &b.ghosts.all[i]
		f := b.frame(g.frame)
		switch {
		case g.entity != row.entity:
			return fmt.Errorf("a ghost of %v is in the list of %v", g.entity, row.entity)
		case f == nil:
			return fmt.Errorf("a ghost of %v is in frame %v, which is not there", g.entity, g.frame)
		case g.frame == row.frame || g.frame == row.owns || slices.Contains(seen, g.frame):
			return fmt.Errorf("a ghost of %v is in frame %v, where another of its bodies is", g.entity, g.frame)
		}
		seen = append(seen, g.frame)
		bodies[g.frame.Index]++
		if err := b.checkNative(f, g.native, g.entity); err != nil {
			return err
		}
	}
	return nil
}

func (b *Backend) checkFrames(bodies []int) error {
	for i := range b.frames {
		f := &b.frames[i]
		if f.frame.IsNone() {
			continue
		}
		if f.bodies != bodies[i] {
			return fmt.Errorf("frame %v counts %d bodies and has %d", f.frame, f.bodies, bodies[i])
		}
		if !slices.IsSorted(f.members) {
			return fmt.Errorf("the members of frame %v are not in order", f.frame)
		}
		for _, slot := range f.members {
			if b.bodies[slot].frame != f.frame {
				return fmt.Errorf("slot %d is no longer in frame %v", slot, f.frame)
			}
		}
	}
	return nil
}

// Touches returns the number of pairs of entities that touch.
func (b *Backend) Touches() int { return b.contacts.counts.used }
