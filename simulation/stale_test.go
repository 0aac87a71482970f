package simulation_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"tertius.dev/core/clock"
	"tertius.dev/core/field"
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/message"
	"tertius.dev/core/motion"
	"tertius.dev/simulation"
)

// stale is what a member is called with: handles that name nothing live.
type stale struct {
	world  *simulation.World
	entity handle.Entity
	frame  handle.Frame
	live   handle.Frame // one that is
}

// member is a method that takes a handle, and what it does with one that names nothing live.
type member struct {
	call    func(s *stale) []any
	answers string // what it gives, as fmt prints it, for a member that reads; empty for one that refuses by an error
	free    bool   // it takes no frame for any frame, or refuses it as a mistake
}

var staleDesc = simulation.SpawnDesc{Pose: geom.IdentityPose}

// staleMembers are the members of World and Snapshot that take a handle, also inside of a description. A test compares this
// list with the types.
var staleMembers = map[string]member{
	"World.AddComponent":     {call: func(s *stale) []any { return []any{s.world.AddComponent(s.entity, new(armor))} }},
	"World.RemoveComponent":  {call: func(s *stale) []any { return []any{s.world.RemoveComponent(s.entity, new(armor))} }},
	"World.RemoveComponents": {call: func(s *stale) []any { n, err := s.world.RemoveComponents(s.entity, cargoType); return []any{n, err} }},
	"World.Destroy":          {call: func(s *stale) []any { return []any{s.world.Destroy(s.entity)} }},
	"World.Reparent": {call: func(s *stale) []any {
		return []any{s.world.Reparent(s.frame, s.live), s.world.Reparent(s.live, s.frame)}
	}},
	"World.SetCamera": {call: func(s *stale) []any {
		return []any{s.world.SetCamera(simulation.Camera{Entity: s.entity, FovRadians: 1})}
	}},
	"World.SetFrameGravity": {call: func(s *stale) []any { return []any{s.world.SetFrameGravity(s.frame, field.Gravity{})} }},
	"World.Dock": {call: func(s *stale) []any {
		return []any{s.world.Dock(s.frame, s.live), s.world.Dock(s.live, s.frame)}
	}},
	"World.DockedAt":       {func(s *stale) []any { _, ok := s.world.DockedAt(s.entity); return []any{ok} }, "[false]", false},
	"World.Undock":         {call: func(s *stale) []any { _, err := s.world.Undock(s.entity); return []any{err} }},
	"World.SetFrameMedium": {call: func(s *stale) []any { return []any{s.world.SetFrameMedium(s.frame, field.Medium{})} }},
	"World.MotionIntentProblem": {call: func(s *stale) []any {
		return []any{s.world.MotionIntentProblem(s.entity, motion.Intent{})}
	}},
	"World.SetTransform": {call: func(s *stale) []any { return []any{s.world.SetTransform(s.entity, geom.IdentityPose)} }},
	"World.Spawn": {call: func(s *stale) []any {
		d := staleDesc
		d.Frame = s.frame
		e, err := s.world.Spawn(&d)
		return []any{e, err}
	}},
	"World.Subscribe":   {call: func(s *stale) []any { return []any{s.world.Subscribe(s.entity, message.NamedTopic("a"))} }},
	"World.Unsubscribe": {call: func(s *stale) []any { return []any{s.world.Unsubscribe(s.entity, message.NamedTopic("a"))} }},

	"World.AttachedTo":    {func(s *stale) []any { e, _, ok := s.world.AttachedTo(s.entity); return []any{e, ok} }, "[0:0 false]", false},
	"World.Components":    {func(s *stale) []any { return []any{len(s.world.Components(s.entity))} }, "[0]", false},
	"World.Describe":      {func(s *stale) []any { return []any{strings.Contains(s.world.Describe(s.entity), "no")} }, "[true]", false},
	"World.FrameOf":       {func(s *stale) []any { f, ok := s.world.FrameOf(s.entity); return []any{f, ok} }, "[0:0 false]", false},
	"World.Subscriptions": {func(s *stale) []any { return []any{len(slices.Collect(s.world.Subscriptions(s.entity)))} }, "[0]", false},
	"World.Post": {func(s *stale) []any {
		s.world.Post(pings.Event(s.world.Messages(), message.To(s.entity), ping{1}))
		return nil
	}, "[]", false},
	"World.PostWith": {func(s *stale) []any {
		s.world.PostWith(pings.Event(s.world.Messages(), message.To(s.entity), ping{1}), "extra")
		return nil
	}, "[]", false},
	"World.PostAfter": {func(s *stale) []any {
		s.world.PostAfter(pings.Event(s.world.Messages(), message.To(s.entity), ping{1}), 0)
		return nil
	}, "[]", false},

	"Snapshot.AngularVelocityIn": {func(s *stale) []any {
		_, ok := s.world.Snapshot().AngularVelocityIn(s.entity, s.live)
		return []any{ok}
	}, "[false]", false},
	"Snapshot.Awake":  {func(s *stale) []any { return []any{s.world.Snapshot().Awake(s.entity)} }, "[false]", false},
	"Snapshot.BodyOf": {func(s *stale) []any { _, ok := s.world.Snapshot().BodyOf(s.entity); return []any{ok} }, "[false]", false},
	"Snapshot.Count": {func(s *stale) []any {
		return []any{s.world.Snapshot().Count(&simulation.Query{In: s.frame})}
	}, "[0]", true},
	"Snapshot.Find": {func(s *stale) []any {
		return []any{len(slices.Collect(s.world.Snapshot().Find(&simulation.Query{In: s.frame})))}
	}, "[0]", true},
	"Snapshot.First": {func(s *stale) []any {
		e, ok := s.world.Snapshot().First(&simulation.Query{In: s.frame})
		return []any{e, ok}
	}, "[0:0 false]", true},
	"Snapshot.FrameIn": {func(s *stale) []any {
		_, of := s.world.Snapshot().FrameIn(s.frame, s.live)
		_, in := s.world.Snapshot().FrameIn(s.live, s.frame)
		return []any{of, in}
	}, "[false false]", false},
	"Snapshot.FrameOf": {func(s *stale) []any { _, ok := s.world.Snapshot().FrameOf(s.entity); return []any{ok} }, "[false]", false},
	"Snapshot.FeltGravity": {func(s *stale) []any {
		_, ok := s.world.Snapshot().FeltGravity(s.frame, geom.Vec3{})
		return []any{ok}
	}, "[false]", false},
	"Snapshot.Follows": {func(s *stale) []any { _, ok := s.world.Snapshot().Follows(s.frame); return []any{ok} }, "[false]", false},
	"Snapshot.Gravity": {func(s *stale) []any { _, ok := s.world.Snapshot().Gravity(s.frame); return []any{ok} }, "[false]", false},
	"Snapshot.Medium":  {func(s *stale) []any { _, ok := s.world.Snapshot().Medium(s.frame); return []any{ok} }, "[false]", false},
	"Snapshot.ProperAcceleration": {func(s *stale) []any {
		_, ok := s.world.Snapshot().ProperAcceleration(s.frame)
		return []any{ok}
	}, "[false]", false},
	"Snapshot.Has":  {func(s *stale) []any { return []any{s.world.Snapshot().Has(s.entity, cargoType)} }, "[false]", false},
	"Snapshot.Live": {func(s *stale) []any { return []any{s.world.Snapshot().Live(s.entity)} }, "[false]", false},
	"Snapshot.Matches": {func(s *stale) []any {
		return []any{s.world.Snapshot().Matches(s.entity, &simulation.Query{})}
	}, "[false]", false},
	"Snapshot.PoseIn":     {func(s *stale) []any { _, ok := s.world.Snapshot().PoseIn(s.entity, s.live); return []any{ok} }, "[false]", false},
	"Snapshot.StateIn":    {func(s *stale) []any { _, ok := s.world.Snapshot().StateIn(s.entity, s.live); return []any{ok} }, "[false]", false},
	"Snapshot.Transform":  {func(s *stale) []any { _, ok := s.world.Snapshot().Transform(s.entity); return []any{ok} }, "[false]", false},
	"Snapshot.VelocityIn": {func(s *stale) []any { _, ok := s.world.Snapshot().VelocityIn(s.entity, s.live); return []any{ok} }, "[false]", false},
	"Snapshot.Visual":     {func(s *stale) []any { _, ok := s.world.Snapshot().Visual(s.entity); return []any{ok} }, "[false]", false},
	"Snapshot.Within": {func(s *stale) []any {
		return []any{len(slices.Collect(s.world.Snapshot().Within(s.frame, geom.Vec3{}, 1e6)))}
	}, "[0]", true},
}

// takesHandle reports whether a value of the type holds a handle that the callee must check.
func takesHandle(t reflect.Type) bool {
	switch {
	case t == reflect.TypeFor[handle.Entity](), t == reflect.TypeFor[handle.Frame](), t == reflect.TypeFor[message.Event]():
		return true
	case t.Kind() == reflect.Pointer:
		return takesHandle(t.Elem())
	case t.Kind() == reflect.Struct && t.PkgPath() == reflect.TypeFor[simulation.World]().PkgPath():
		for i := range t.NumField() {
			if t.Field(i).IsExported() && takesHandle(t.Field(i).Type) {
				return true
			}
		}
	}
	return false
}

// TestEveryMemberThatTakesAHandleIsInTheList keeps the list of the tests below whole.
func TestEveryMemberThatTakesAHandleIsInTheList(t *testing.T) {
	missing := map[string]bool{}
	for name := range staleMembers {
		missing[name] = true
	}
	for _, of := range []reflect.Type{reflect.TypeFor[*simulation.World](), reflect.TypeFor[*simulation.Snapshot]()} {
		for i := range of.NumMethod() {
			m := of.Method(i)
			takes := false
			for k := 1; k < m.Type.NumIn(); k++ {
				takes = takes || takesHandle(m.Type.In(k))
			}
			name := of.Elem().Name() + "." + m.Name
			if _, listed := staleMembers[name]; takes && !listed {
				t.Errorf("%s takes a handle; say in staleMembers what it does with a stale one", name)
			}
			delete(missing, name)
		}
	}
	for name := range missing {
		t.Errorf("%s is in the list and no member", name)
	}
}

// TestMembersRefuseHandlesThatNameNothingLive calls each member with handles that are stale in every way: with nothing in
// the slot, with a successor in it, of a slot that was never used, and none at all.
func TestMembersRefuseHandlesThatNameNothingLive(t *testing.T) {
	for name, m := range staleMembers {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, simulation.Options{})
			live, _ := rootFrame(t, w)
			var entities []handle.Entity
			var frames []handle.Frame
			f, owner := rootFrame(t, w)
			entities, frames = append(entities, owner), append(frames, f)
			must(t, w.Destroy(owner))
			var heard []string
			successor, _ := rootFrame(t, w) // in the slots of both
			if successor.Index != f.Index {
				t.Fatal("the frame that came has another slot than the one that went")
			}
			spawn(t, w, at(live, 0, listener(&heard, pings), new(cargo)))
			gone := spawn(t, w, at(live, 0, listener(&heard, pings), new(cargo)))
			must(t, w.Destroy(gone))
			entities, frames = append(entities, gone), append(frames, handle.Frame{Index: 77, Generation: 1})
			entities, frames = append(entities, handle.Entity{Index: 1 << 31, Generation: 1}), append(frames, handle.Frame{Index: 1 << 31, Generation: 3})
			entities, frames = append(entities, handle.Entity{}), append(frames, handle.Frame{})
			before := state(w)
			for i := range entities {
				if m.free && frames[i].IsNone() {
					continue
				}
				got := m.call(&stale{w, entities[i], frames[i], live})
				if m.answers != "" {
					if text := fmt.Sprint(got); text != m.answers {
						t.Errorf("with %v and %v it answers %s, want %s", entities[i], frames[i], text, m.answers)
					}
					continue
				}
				for _, result := range got {
					if err, ok := result.(error); ok {
						if !strings.Contains(err.Error(), "not live") {
							t.Errorf("with %v and %v the error is %v, which does not tell that nothing is live", entities[i], frames[i], err)
						}
					} else if result == nil {
						t.Errorf("with %v and %v it gives no error", entities[i], frames[i])
					}
				}
			}
			if after := state(w); after != before {
				t.Errorf("it changed the world from\n%s\nto\n%s", before, after)
			}
			w.Tick()
			if len(heard) > 0 {
				t.Errorf("a message reached the successor: %v", heard)
			}
		})
	}
}

// TestSelfRefusesFramesThatAreGone is the same for the members of Self that take a frame.
func TestSelfRefusesFramesThatAreGone(t *testing.T) {
	w := newWorld(t, simulation.Options{})
	live, _ := rootFrame(t, w)
	gone, owner := rootFrame(t, w)
	must(t, w.Destroy(owner))
	for name, do := range map[string]func(self *simulation.Self) error{
		"PoseIn":            func(self *simulation.Self) error { self.PoseIn(gone); return nil },
		"VelocityIn":        func(self *simulation.Self) error { self.VelocityIn(gone); return nil },
		"AngularVelocityIn": func(self *simulation.Self) error { self.AngularVelocityIn(gone); return nil },
		"Spawn": func(self *simulation.Self) error {
			d := staleDesc
			d.Frame = gone
			_, err := self.Spawn(&d)
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			var text string
			e := spawn(t, w, at(live, 0, inTicks(func(self *simulation.Self) {
				text = panicOf(func(self *simulation.Self) {
					if err := do(self); err != nil {
						text = err.Error()
					}
				}, self) + text
			})))
			w.Tick()
			must(t, w.Destroy(e))
			if !strings.Contains(text, gone.String()) {
				t.Errorf("the refusal is %q, which does not name the frame", text)
			}
		})
	}
}

// TestMailOfTheDeadIsNotDeliveredToTheSuccessor covers a message that waits in an inbox while its recipient goes, and a
// delayed one.
func TestMailOfTheDeadIsNotDeliveredToTheSuccessor(t *testing.T) {
	w := newWorld(t, simulation.Options{})
	f, _ := rootFrame(t, w)
	var heard []string
	first := spawn(t, w, at(f, 0, listener(&heard, pings)))
	w.Post(pings.Event(w.Messages(), message.To(first), ping{1}))
	for delay := range clock.Ticks(3) {
		w.PostAfter(pings.Event(w.Messages(), message.To(first), ping{2}), delay)
	}
	must(t, w.Destroy(first))
	second := spawn(t, w, at(f, 0, listener(&heard, pings)))
	if second.Index != first.Index {
		t.Fatal("the successor has another slot")
	}
	ticks(w, 5)
	if len(heard) > 0 {
		t.Errorf("the successor heard %v", heard)
	}
}
