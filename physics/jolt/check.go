package jolt

import (
	"fmt"
	"slices"

	"tertius.dev/core/handle"
	"tertius.dev/physics/internal/shim"
)

// check.go checks what must hold of the backend's rows between two calls, after every step in contract builds and at every sync
// point of a world that asks for it:
//  1. A live body is in the system of its frame, under its own user, and among the members of the frame, which are in order.
//  2. A ghost is in the list of its entity, in the system of a live frame that holds no other body of the entity.
//  3. A frame counts the native bodies that it has.

// Check says which invariant of the rows of bodies, frames and ghosts is broken, or gives nil. A closed backend has none.
//
// Threads: as Apply. Cost: it visits every body, ghost and frame, and asks the library for each native body.
func (b *Backend) Check() error {
	if b.closed {
		return nil
	}
	b.counted = append(b.counted[:0], make([]int, len(b.frames))...)
	bodies := b.counted
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
	b.readIDs[0] = native
	if err := f.system.ReadBodies(b.readIDs[:], b.readStates[:]); err != nil {
		return fmt.Errorf("entity %v in frame %v: %w", e, f.frame, err)
	}
	if owner := entityOf(b.readStates[0].User); owner != e {
		return fmt.Errorf("the body of %v in frame %v is that of %v", e, f.frame, owner)
	}
	return nil
}

func (b *Backend) checkGhosts(row *bodyRow, bodies []int) error {
	for i := row.ghosts; i != noGhost; i = b.ghosts.all[i].next {
		g := &b.ghosts.all[i]
		f := b.frame(g.frame)
		switch {
		case g.entity != row.entity:
			return fmt.Errorf("a ghost of %v is in the list of %v", g.entity, row.entity)
		case f == nil:
			return fmt.Errorf("a ghost of %v is in frame %v, which is not there", g.entity, g.frame)
		case g.frame == row.frame || g.frame == row.owns || b.hasGhostIn(g.next, g.frame):
			return fmt.Errorf("a ghost of %v is in frame %v, where another of its bodies is", g.entity, g.frame)
		}
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

// hasGhostIn reports whether a list of ghosts holds one in a frame.
func (b *Backend) hasGhostIn(first uint32, h handle.Frame) bool {
	for i := first; i != noGhost; i = b.ghosts.all[i].next {
		if b.ghosts.all[i].frame == h {
			return true
		}
	}
	return false
}
