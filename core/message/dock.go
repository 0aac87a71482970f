package message

import (
	"fmt"

	"tertius.dev/core/handle"
)

// DockAnswer tells an entity what came of the Self.Dock or Self.Undock that it called in the tick before, or that the frame at which
// it had docked ended.
type DockAnswer struct {
	// Frame is the one that the recipient's own has become a part of, or the recipient's new one after the two parted. Where the world
	// refused, it is the one that the recipient asked for, which may be gone, and none after an Undock.
	Frame  handle.Frame
	Result DockResult
}

// DockResult says what came of a wish to dock or to undock.
type DockResult uint8

// The results, and the rules by which a world refuses in the order in which it checks them.
const (
	Docked          DockResult = iota // the frame is a part of the other one
	Undocked                          // the entity has a frame of its own again
	DockEnded                         // the other frame ended, and the entity has a frame of its own again, as after an Undock
	DockWithout                       // the entity owns no frame
	DockWithGone                      // the other frame is not live
	DockNoBubble                      // one of the frames has no bubble
	DockWithItself                    // the two frames are one
	DockNoSiblings                    // they are in different frames
	DockFits                          // one fits into the other, and flies in by itself
	DockOutside                       // the body that docks is not inside the other bubble
	DockTooFast                       // they move relative to each other
	DockUnshaped                      // the two hulls cannot be one body
	UndockNotDocked                   // the entity's frame is a part of no other one
)

// Refused reports whether nothing has changed.
func (r DockResult) Refused() bool { return r > DockEnded }

// String says what came of it, for people to read.
func (r DockResult) String() string {
	switch r {
	case Docked:
		return "docked"
	case Undocked:
		return "undocked"
	case DockEnded:
		return "the other frame ended"
	case DockWithout:
		return "it owns no frame"
	case DockWithGone:
		return "the other frame is not live"
	case DockNoBubble:
		return "a frame has no bubble"
	case DockWithItself:
		return "a frame cannot dock at itself"
	case DockNoSiblings:
		return "the frames are no siblings"
	case DockFits:
		return "one frame fits into the other, so it flies in by itself"
	case DockOutside:
		return "it is not inside the other bubble"
	case DockTooFast:
		return "the frames move relative to each other"
	case DockUnshaped:
		return "the hulls cannot be one body"
	case UndockNotDocked:
		return "its frame is part of no other one"
	}
	return fmt.Sprintf("DockResult(%d)", uint8(r))
}
