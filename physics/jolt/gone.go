package jolt

import (
	"fmt"

	"tertius.dev/core/handle"
	"tertius.dev/physics/internal/shim"
)

// gone.go takes away the bodies and the frames that end.

func (b *Backend) stageGone(e handle.Entity) error {
	row := b.row(e)
	if row == nil {
		return fmt.Errorf("physics: entity %v to remove has no body", e)
	}
	if row.native != shim.NoBody {
		frame := b.frame(row.frame)
		frame.gone = append(frame.gone, row.native)
		frame.dropCommands(row.native)
		frame.leave(e.Index)
	}
	if row.interior != shim.NoBody {
		frame := b.frame(row.owns)
		frame.gone = append(frame.gone, row.interior)
		frame.dropCommands(row.interior)
		frame.owner, frame.hull = handle.Entity{}, hullRow{}
	}
	b.dropBumps(e)
	b.dropGhostsOf(row)
	b.releaseShapes(row)
	*row = bodyRow{}
	return nil
}

// flushGone frees the staged bodies of each frame in one call, in the order of the frames.
func (b *Backend) flushGone(errs []error) []error {
	for i := range b.frames {
		frame := &b.frames[i]
		if len(frame.gone) == 0 {
			continue
		}
		if err := frame.system.DestroyBodies(frame.gone); err != nil {
			errs = append(errs, fmt.Errorf("physics: frame %v: removing bodies: %w", frame.frame, err))
		}
		frame.bodies -= len(frame.gone)
		frame.gone = frame.gone[:0]
		frame.stirred = true
	}
	return errs
}

func (b *Backend) removeFrame(h handle.Frame) error {
	frame := b.frame(h)
	if frame == nil {
		return fmt.Errorf("physics: frame %v to remove is not there", h)
	}
	b.dropOwner(frame)
	if frame.bodies > 0 {
		return fmt.Errorf("physics: frame %v to remove still has %d bodies", h, frame.bodies)
	}
	if frame.system != nil {
		b.contacts.readLoose(frame)
		frame.system.Close()
	}
	*frame = frameRow{}
	return nil
}

// dropOwner makes the owner of a frame that ends own none: its interior goes with the frame, and its hull becomes a plain
// body.
func (b *Backend) dropOwner(frame *frameRow) {
	row := b.row(frame.owner)
	if row == nil {
		return
	}
	frame.bodies--
	frame.owner = handle.Entity{}
	row.owns, row.interior = handle.Frame{}, shim.NoBody
	if row.native != shim.NoBody {
		b.shapes.release(row.inside)
		row.inside = nil
		b.setCollision(row, row.collision)
		return
	}
	b.releaseShapes(row)
	*row = bodyRow{}
}

func (b *Backend) releaseShapes(row *bodyRow) {
	if row.shape != row.own {
		b.shapes.discard(row.shape)
	}
	b.shapes.release(row.own)
	if row.inside != nil {
		b.shapes.release(row.inside)
	}
}
