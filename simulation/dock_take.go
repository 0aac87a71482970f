package simulation

import (
	"tertius.dev/core/frame"
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/physics"
)

// taker says what goes along with an owner that parts from a frame.
type taker struct {
	bubble, left frame.Bubble // of its new frame, and of the one that it leaves
	cabins       []cabin      // in the order in which they claim what is in them
}

// cabin is the room in the walls of an owner. What is in it goes where its owner does.
type cabin struct {
	place geom.Pose      // of the owner, in the frame that is left
	room  physics.Extent // around its hull and its interior
	goes  bool
}

// takerOf is what goes along into an owner's new frame, which exists already: who else has docked goes by where its walls are.
func (w *World) takerOf(own, from handle.Frame) taker {
	place, _ := w.frames.Relate(own, from)
	left := w.cabinOf(nil, w.frames.Owner(from), geom.IdentityPose, false)
	t := taker{bubble: frame.Bubble(w.frames.Bounds(own)), left: frame.Bubble(w.frames.Bounds(from))}
	t.cabins = append(w.cabinOf(nil, w.frames.Owner(own), place.Pose, true), left...)
	all := t.cabins[: len(t.cabins)-len(left) : len(t.cabins)-len(left)]
	for k := range w.docks {
		row := &w.entities.Back[w.docks[k].owner.Index]
		if row.Frame == from {
			goes := t.takes(place.Pose.FromParent(row.Pose.Position), row.Pose.Position)
			all = w.cabinOf(all, w.docks[k].owner, row.Pose, goes)
		}
	}
	t.cabins = append(all, left...)
	return t
}

// cabinOf adds the room in the walls of an owner, if it has any.
func (w *World) cabinOf(to []cabin, owner handle.Entity, place geom.Pose, goes bool) []cabin {
	if !w.entities.HasBody.Has(int(owner.Index)) {
		return to
	}
	desc := &w.entities.Bodies[owner.Index].Desc
	room := physics.ExtentOf(desc.Shape)
	if desc.InteriorShape != nil {
		room = room.Joined(physics.ExtentOf(desc.InteriorShape))
	}
	return append(to, cabin{place, room, goes})
}

// takes reports whether something goes along, by its places in the new frame and in the one that is left: with the walls that it is in,
// or, outside of all, where it is the smaller share of the way to the edge of the bubble. Nothing goes that is not in the new bubble.
func (t *taker) takes(there, here geom.Vec3) bool {
	share := t.bubble.Share(there)
	if t.bubble.None() || !(share < 1) {
		return false
	}
	for k := range t.cabins {
		if c := &t.cabins[k]; c.room.Holds(c.place.FromParent(here)) {
			return c.goes
		}
	}
	return t.left.None() || share < t.left.Share(here)
}
