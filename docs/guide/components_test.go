package guide_test

import (
	"fmt"
	"log"

	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/message"
	"tertius.dev/simulation"
)

// Ring asks a bell to ring so often.
type Ring struct{ Times int32 }

// Rang says that it has.
type Rang struct{}

var (
	Rings = message.Type[Ring]("guide.ring")
	Rangs = message.Type[Rang]("guide.rang")
)

// Bell rings once for each Ring's Times, and tells who asked.
type Bell struct{ total int32 }

func (*Bell) Priority() int             { return 0 }
func (*Bell) Wants() []message.AnyToken { return []message.AnyToken{Rings} }

func (b *Bell) Handle(self *simulation.Self, events *message.List, out *message.Outbox) {
	for envelope, ring := range Rings.Events(events) {
		b.total += ring.Times
		Rangs.Send(out, message.To(envelope.Sender), Rang{})
	}
}

// Visitor rings a bell when it comes into the world.
type Visitor struct {
	bell    handle.Entity
	heardAt float64
}

func (*Visitor) Priority() int { return 0 }
func (*Visitor) Wants() []message.AnyToken {
	return []message.AnyToken{message.Spawns, Rangs}
}

func (v *Visitor) Handle(self *simulation.Self, events *message.List, out *message.Outbox) {
	if message.Spawns.First(events) != nil {
		Rings.Send(out, message.To(v.bell), Ring{Times: 3})
	}
	if Rangs.First(events) != nil {
		v.heardAt = self.Time()
	}
}

// Candle burns down, and leaves a wick.
type Candle struct{ hoursLeft float64 }

func (*Candle) Priority() int             { return 0 }
func (*Candle) Wants() []message.AnyToken { return []message.AnyToken{message.Ticks} }

func (c *Candle) Handle(self *simulation.Self, events *message.List, out *message.Outbox) {
	c.hoursLeft -= self.Random().Between(0.5, 1.5)
	if c.hoursLeft <= 0 {
		self.Remove(c)
		self.Add(new(Wick))
	}
}

// Wick is what is left of a candle.
type Wick struct{ _ byte }

func (*Wick) Priority() int                                                           { return 0 }
func (*Wick) Wants() []message.AnyToken                                               { return nil }
func (*Wick) Handle(self *simulation.Self, events *message.List, out *message.Outbox) {}

var candles = simulation.TypeOf[*Candle]()

// Watcher counts in how many ticks another entity has a candle.
type Watcher struct {
	other handle.Entity
	seen  int
}

func (*Watcher) Priority() int             { return 0 }
func (*Watcher) Wants() []message.AnyToken { return []message.AnyToken{message.Ticks} }

func (o *Watcher) Handle(self *simulation.Self, events *message.List, out *message.Outbox) {
	other := o.other
	if self.Snapshot().Has(other, candles) {
		o.seen++
	}
}

func ExampleSelf_Add() {
	w, frame, err := house()
	if err != nil {
		log.Fatal(err)
	}
	defer w.Close()
	candle, err := w.Spawn(&simulation.SpawnDesc{
		Frame: frame, Pose: geom.IdentityPose, Components: []simulation.Component{&Candle{hoursLeft: 40}},
	})
	if err != nil {
		log.Fatal(err)
	}
	watcher := &Watcher{other: candle}
	if _, err := w.Spawn(&simulation.SpawnDesc{
		Frame: frame, Pose: geom.IdentityPose, Components: []simulation.Component{watcher},
	}); err != nil {
		log.Fatal(err)
	}
	for range 10 {
		w.Tick()
	}
	for entity, candle := range simulation.Each[*Candle](w) {
		fmt.Printf("%v has %.0f hours left\n", entity, candle.hoursLeft)
	}
	for range 90 {
		w.Tick()
	}
	_, burns := simulation.Get[*Candle](w, candle)
	_, burnt := simulation.Get[*Wick](w, candle)
	fmt.Println("burns:", burns, "burnt:", burnt, "seen burning:", watcher.seen > 25 && watcher.seen < 80)
	// Output:
	// 1:1 has 30 hours left
	// burns: false burnt: true seen burning: true
}

// house makes a world of one frame.
func house() (*simulation.World, handle.Frame, error) {
	w, err := simulation.New(simulation.Options{
		Messages: []message.AnyToken{Rings, Rangs},
	})
	if err != nil {
		return nil, handle.Frame{}, err
	}
	owner, err := w.Spawn(&simulation.SpawnDesc{Owns: &simulation.FrameSpec{}})
	if err != nil {
		w.Close()
		return nil, handle.Frame{}, err
	}
	frame, _ := w.FrameOf(owner)
	return w, frame, nil
}

func Example_bell() {
	w, frame, err := house()
	if err != nil {
		log.Fatal(err)
	}
	defer w.Close()
	bell := &Bell{}
	door, err := w.Spawn(&simulation.SpawnDesc{
		Frame: frame, Pose: geom.IdentityPose, Components: []simulation.Component{bell},
	})
	if err != nil {
		log.Fatal(err)
	}
	visitor := &Visitor{bell: door}
	if _, err := w.Spawn(&simulation.SpawnDesc{
		Frame: frame, Pose: geom.IdentityPose, Components: []simulation.Component{visitor},
	}); err != nil {
		log.Fatal(err)
	}
	for range 3 {
		w.Tick()
	}
	fmt.Printf("rang %d times, heard %.0f ticks after the visitor came\n", bell.total, visitor.heardAt*60)
	// Output: rang 3 times, heard 2 ticks after the visitor came
}
