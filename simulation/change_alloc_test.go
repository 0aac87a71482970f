package simulation_test

import (
	"fmt"
	"runtime"
	"testing"

	"tertius.dev/core/message"
	"tertius.dev/core/quiet"
	"tertius.dev/simulation"
)

// The wants of the churner and of what it carries, each made once: a list that Wants makes would count as its own.
var (
	wantsTicks = []message.AnyToken{message.Ticks}
	wantsPings = []message.AnyToken{pings}
	wantsBoth  = []message.AnyToken{pings, notes}
)

// churner adds and removes its own components in each tick, by each way that there is, and draws random numbers.
type churner struct {
	plate armor
	lamp  beacon
	boxes [3]cargo
	wears bool
}

func newChurner() *churner {
	c := new(churner)
	for _, a := range []*actor{&c.plate.actor, &c.lamp.actor, &c.boxes[0].actor, &c.boxes[1].actor, &c.boxes[2].actor} {
		a.handle = func(*simulation.Self, *message.List, *message.Outbox) {}
	}
	c.plate.wants, c.lamp.wants, c.plate.priority = wantsPings, wantsBoth, -1
	return c
}

func (c *churner) Priority() int             { return 0 }
func (c *churner) Wants() []message.AnyToken { return wantsTicks }

func (c *churner) Handle(self *simulation.Self, _ *message.List, out *message.Outbox) {
	if c.wears = !c.wears; c.wears {
		self.Add(&c.plate)
		self.Add(&c.lamp)
		for i := range c.boxes {
			self.Add(&c.boxes[i])
		}
	} else {
		self.Remove(&c.plate)
		self.Remove(&c.lamp)
		self.RemoveType(cargoType)
	}
	if self.Random().Chance(0.25) {
		pings.Send(out, message.To(self.Entity()), ping{})
	}
	self.Snapshot().Has(self.Entity(), cargoType)
}

var cargoType = simulation.TypeOf[*cargo]()

func TestChangesOfComponentsAllocateNothingOnceTheWorldIsWarm(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(8))
	quiet.Runtime(t)
	for _, workers := range []int{1, 8} {
		t.Run(fmt.Sprintf("workers-%d", workers), func(t *testing.T) {
			w, err := simulation.New(simulation.Options{Workers: workers, Messages: []message.AnyToken{pings, notes}})
			if err != nil {
				t.Fatal(err)
			}
			defer w.Close()
			f, _ := rootFrame(t, w)
			var pieces []*churner
			for range 2000 {
				c := newChurner()
				pieces = append(pieces, c)
				spawn(t, w, at(f, 0, c))
			}
			ticks(w, 60)
			if objects, bytes := mallocsOf(func() { ticks(w, 10) }); objects != 0 || bytes != 0 {
				t.Errorf("100 warm ticks allocated %d objects of %d bytes, want none", objects, bytes)
			}
			if pieces[0].wears {
				t.Error("after an even number of ticks the first one wears something")
			}
		})
	}
}

func TestChangesOfComponentsFromOutsideAllocateNothingOnceTheWorldIsWarm(t *testing.T) {
	w, err := simulation.New(simulation.Options{Workers: 1, Messages: []message.AnyToken{pings, notes}})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	f, _ := rootFrame(t, w)
	e := spawn(t, w, at(f, 0))
	c := newChurner()
	if n := testing.AllocsPerRun(100, func() {
		must(t, w.AddComponent(e, &c.plate))
		must(t, w.AddComponent(e, &c.boxes[0]))
		must(t, w.RemoveComponent(e, &c.plate))
		if n, err := w.RemoveComponents(e, cargoType); n != 1 || err != nil {
			t.Errorf("removed %d, %v", n, err)
		}
	}); n != 0 {
		t.Errorf("%v allocations, want none", n)
	}
}
