package simulation_test

import (
	"testing"

	"tertius.dev/core/geom"
	"tertius.dev/core/message"
	"tertius.dev/simulation"
)

type ping struct{ Count int32 }

var pings = message.Type[ping]("test.ping")

type echo struct{ heard []int32 }

func (*echo) Priority() int             { return 0 }
func (*echo) Wants() []message.AnyToken { return []message.AnyToken{pings, message.Spawns} }
func (e *echo) Handle(self *simulation.Self, events *message.List, out *message.Outbox) {
	for p := range pings.In(events) {
		e.heard = append(e.heard, p.Count)
		pings.Send(out, message.To(self.Entity()), ping{p.Count + 1})
	}
	if message.Spawns.First(events) != nil {
		pings.Send(out, message.To(self.Entity()), ping{1})
	}
}

func TestDirectMessageArrivesInTheNextTick(t *testing.T) {
	w, err := simulation.New(simulation.Options{Messages: []message.AnyToken{pings}, DebugChecks: true})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	owner, err := w.Spawn(&simulation.SpawnDesc{Owns: &simulation.FrameSpec{}})
	if err != nil {
		t.Fatal(err)
	}
	f, _ := w.FrameOf(owner)
	e := &echo{}
	if _, err := w.Spawn(&simulation.SpawnDesc{Frame: f, Pose: geom.IdentityPose, Components: []simulation.Component{e}}); err != nil {
		t.Fatal(err)
	}
	for range 4 {
		w.Tick()
	}
	if len(e.heard) != 3 || e.heard[2] != 3 {
		t.Fatalf("heard %v, want [1 2 3]", e.heard)
	}
	if errs := w.Errors(); len(errs) != 0 {
		t.Fatal(errs)
	}
}
