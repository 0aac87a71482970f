package simulation

import (
	"cmp"
	"fmt"
	"slices"

	"tertius.dev/core/handle"
	"tertius.dev/core/message"
)

// dockWish is what an entity asked for in a tick: to dock at a frame, or to undock.
type dockWish struct {
	entity handle.Entity
	at     handle.Frame // none to undock
	undock bool
}

// Dock asks that the frame that the entity owns becomes a part of another one, a sibling of like size, as World.Dock makes it, at the
// end of this tick. Of wishes that cannot all come true the first one in slot order does. The entity hears a DockAnswer in the next
// tick: its frame's place in the other one, or by which rule the world refused. The first refusal by a rule is in World.Log too.
func (s *Self) Dock(at handle.Frame) {
	s.check()
	k := s.chunk.worker
	k.docks = append(k.docks, dockWish{entity: s.entity, at: at})
}

// Undock asks that the frame that the entity owned before it docked parts again, as World.Undock does it, at the end of this tick.
// The entity hears a DockAnswer with its new frame in the next tick.
func (s *Self) Undock() {
	s.check()
	k := s.chunk.worker
	k.docks = append(k.docks, dockWish{entity: s.entity, undock: true})
}

// grantDocks lets frames dock and part as their owners wished in this tick, in slot order, which is that of the chunks, and for one
// entity in the order of its calls.
func (w *World) grantDocks() {
	for _, k := range w.workers {
		w.dockWishes = append(w.dockWishes, k.docks...)
		k.docks = k.docks[:0]
	}
	if len(w.dockWishes) == 0 {
		return
	}
	slices.SortStableFunc(w.dockWishes, func(a, b dockWish) int { return cmp.Compare(a.entity.Index, b.entity.Index) })
	for i := range w.dockWishes {
		if wish := &w.dockWishes[i]; w.entities.Slots.Live(wish.entity) {
			w.grantDock(wish)
		}
	}
	w.dockWishes = w.dockWishes[:0]
}

// grantDock does what a live entity wished, or refuses it, and answers.
func (w *World) grantDock(wish *dockWish) {
	f, result, err := w.tryDock(wish)
	if result.Refused() {
		w.tellRefusal(wish, result, err)
	}
	message.DockAnswers.Send(&w.engine, message.To(wish.entity), message.DockAnswer{Frame: f, Result: result})
}

// tryDock returns the frame of the answer, the result, and of one that is refused what is wrong.
func (w *World) tryDock(wish *dockWish) (handle.Frame, message.DockResult, error) {
	if wish.undock {
		if w.dockOf(wish.entity) < 0 {
			return handle.Frame{}, message.UndockNotDocked, nil
		}
		return w.undock(wish.entity), message.Undocked, nil
	}
	own := w.entities.Owned[wish.entity.Index]
	switch {
	case own.IsNone():
		return wish.at, message.DockWithout, fmt.Errorf("%v%s", message.DockWithout, w.dockedWhere(wish.entity))
	case !w.frames.Live(wish.at):
		return wish.at, message.DockWithGone, goneProblem(wish.at)
	}
	w.frames.Arrange()
	d, result, err := w.planDock(wish.at, own)
	if !result.Refused() {
		w.dock(&d)
	}
	return wish.at, result, err
}

// tellRefusal tells the log once for each entity and rule.
func (w *World) tellRefusal(wish *dockWish, result message.DockResult, err error) {
	i := int(wish.entity.Index)
	for len(w.toldRefusals) <= i {
		w.toldRefusals = append(w.toldRefusals, 0)
	}
	if w.toldRefusals[i]>>result&1 != 0 {
		return
	}
	w.toldRefusals[i] |= 1 << result
	why := result.String()
	if err != nil {
		why = err.Error()
	}
	if wish.undock {
		w.log(fmt.Sprintf("%v cannot undock: %s", wish.entity, why))
		return
	}
	w.log(fmt.Sprintf("%v cannot dock its frame at frame %v: %s", wish.entity, wish.at, why))
}
