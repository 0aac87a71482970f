package guide_test

import (
	"fmt"
	"log"

	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/message"
	"tertius.dev/simulation"
	"tertius.dev/simulation/container"
)

// Damage hurts its recipient.
type Damage struct{ Amount float32 }

var Damages = message.Type[Damage]("guide.damage")

// Armor takes something off each Damage, and keeps away what is nothing then.
type Armor struct{ Rating float32 }

func (*Armor) Priority() int             { return -1 } // before Health
func (*Armor) Wants() []message.AnyToken { return []message.AnyToken{Damages} }

func (a *Armor) Handle(_ *simulation.Self, events *message.List, _ *message.Outbox) {
	for d := range Damages.In(events) {
		d.Amount = max(0, d.Amount-a.Rating)
	}
	Damages.Remove(events, func(d *Damage) bool { return d.Amount == 0 })
}

// Health dies of what is left.
type Health struct{ Left float32 }

func (*Health) Priority() int             { return 0 }
func (*Health) Wants() []message.AnyToken { return []message.AnyToken{Damages} }

func (h *Health) Handle(_ *simulation.Self, events *message.List, _ *message.Outbox) {
	for d := range Damages.In(events) {
		h.Left -= d.Amount
	}
	if h.Left <= 0 {
		message.Destroys.Add(events, message.Destroy{})
	}
}

// Lucky is a component after Armor that forgives what hurts little, and trembles at what hurts much.
type Lucky struct{ forgives, fears float32 }

func (*Lucky) Priority() int             { return -1 }
func (*Lucky) Wants() []message.AnyToken { return []message.AnyToken{Damages} }

func (l *Lucky) Handle(_ *simulation.Self, events *message.List, _ *message.Outbox) {
	message.RemoveWith(Damages, events, l.forgives, isAtMost)
	for d := range Damages.Where(events, func(d *Damage) bool { return d.Amount > 100 }) {
		l.fears = max(l.fears, d.Amount)
	}
}

// isAtMost is a question that several components ask.
func isAtMost(most float32, d *Damage) bool { return d.Amount <= most }

// Boom is what a fuse ends with.
type Boom struct{}

var Booms = message.Type[Boom]("guide.boom")

// Alarm is the topic of everyone who wants to hear of booms.
var Alarm = message.NamedTopic("alarm")

// Fuse burns for a second, and then tells everyone who listens to Alarm.
type Fuse struct{}

func (*Fuse) Priority() int             { return 0 }
func (*Fuse) Wants() []message.AnyToken { return []message.AnyToken{message.Spawns} }

func (*Fuse) Handle(_ *simulation.Self, _ *message.List, out *message.Outbox) {
	Booms.SendAfter(out, 60, message.ToTopic(Alarm), Boom{})
}

// Crier tells everyone who listens to Alarm how it looks.
type Crier struct{}

func (*Crier) Priority() int             { return 0 }
func (*Crier) Wants() []message.AnyToken { return []message.AnyToken{message.Spawns} }

func (*Crier) Handle(_ *simulation.Self, _ *message.List, out *message.Outbox) {
	Booms.SendWith(out, message.ToTopic(Alarm), Boom{}, "a red cloud over the mill")
}

// Scribe writes down what criers say.
type Scribe struct{ lines []string }

func (*Scribe) Priority() int             { return 0 }
func (*Scribe) Wants() []message.AnyToken { return []message.AnyToken{message.Spawns, Booms} }

func (s *Scribe) Handle(self *simulation.Self, events *message.List, _ *message.Outbox) {
	if message.Spawns.Any(events) {
		self.Subscribe(Alarm)
	}
	for envelope := range Booms.Events(events) {
		if text, ok := events.Extra(envelope).(string); ok {
			s.lines = append(s.lines, text)
		}
	}
}

// Guard listens to Alarm, and to the one that it guards.
type Guard struct {
	Ward   handle.Entity
	Boomed float64      // the time of the last boom that it heard, in seconds
	LostAt handle.Frame // where its ward came to its end
}

func (*Guard) Priority() int { return 0 }
func (*Guard) Wants() []message.AnyToken {
	return []message.AnyToken{message.Spawns, Booms, message.Departures}
}

func (g *Guard) Handle(self *simulation.Self, events *message.List, _ *message.Outbox) {
	if message.Spawns.Any(events) {
		self.Subscribe(Alarm)
		self.Subscribe(message.EntityTopic(g.Ward))
	}
	if Booms.Any(events) {
		g.Boomed = self.Time()
	}
	for gone := range message.Departures.In(events) {
		g.LostAt = gone.Frame
	}
}

// Driver steers by the keys, once its entity listens to message.InputTopic.
type Driver struct{ throttle float32 }

func (*Driver) Priority() int             { return 0 }
func (*Driver) Wants() []message.AnyToken { return []message.AnyToken{message.Inputs} }

func (d *Driver) Handle(_ *simulation.Self, events *message.List, _ *message.Outbox) {
	for in := range message.Inputs.In(events) {
		if key, ok := in.AsKeyChanged(); ok && key.Key == message.KeySpace {
			d.throttle = 0
			if key.Down {
				d.throttle = 1
			}
		}
	}
}

// yard makes a world of one frame that knows the messages of this page, and a function that fills it.
func yard() (*simulation.World, func(c ...simulation.Component) handle.Entity) {
	w, err := simulation.New(simulation.Options{
		Messages: append(container.Messages(), Damages, Booms, Rings, Rangs),
	})
	if err != nil {
		log.Fatal(err)
	}
	owner, err := w.Spawn(&simulation.SpawnDesc{Owns: &simulation.FrameSpec{}})
	if err != nil {
		log.Fatal(err)
	}
	frame, _ := w.FrameOf(owner)
	return w, func(c ...simulation.Component) handle.Entity {
		e, err := w.Spawn(&simulation.SpawnDesc{Frame: frame, Pose: geom.IdentityPose, Components: c})
		if err != nil {
			log.Fatal(err)
		}
		return e
	}
}

func Example_armor() {
	w, spawn := yard()
	defer w.Close()
	health := &Health{Left: 10}
	knight := spawn(health, &Armor{Rating: 3})
	for _, amount := range []float32{2, 5, 20} {
		w.Post(Damages.Event(w.Messages(), message.To(knight), Damage{amount}))
		w.Tick()
		fmt.Printf("%g hurts: %g left, lives %v\n", amount, health.Left, w.Snapshot().Live(knight))
	}
	// Output:
	// 2 hurts: 10 left, lives true
	// 5 hurts: 8 left, lives true
	// 20 hurts: -9 left, lives false
}

func Example_alarm() {
	w, spawn := yard()
	defer w.Close()
	treasure := spawn()
	guard := &Guard{Ward: treasure}
	spawn(guard)
	spawn(&Fuse{})
	for range 70 {
		w.Tick()
	}
	fmt.Printf("boom after %.3f s\n", guard.Boomed)
	if err := w.Destroy(treasure); err != nil {
		log.Fatal(err)
	}
	w.Tick()
	fmt.Println("the guard knows that the treasure is gone:", !guard.LostAt.IsNone())
	// Output:
	// boom after 1.017 s
	// the guard knows that the treasure is gone: true
}

func Example_crier() {
	w, spawn := yard()
	defer w.Close()
	scribe := &Scribe{}
	spawn(scribe)
	spawn(&Crier{})
	w.Tick()
	w.Tick()
	fmt.Println(scribe.lines)
	// Output: [a red cloud over the mill]
}

func Example_driver() {
	w, spawn := yard()
	defer w.Close()
	driver := new(Driver)
	car := spawn(driver)
	if err := w.Subscribe(car, message.InputTopic); err != nil {
		log.Fatal(err)
	}
	down := message.InputOfKeyChanged(message.KeyChanged{Key: message.KeySpace, Down: true})
	w.Post(message.Inputs.Event(w.Messages(), message.ToTopic(message.InputTopic), down))
	w.Tick()
	fmt.Println("throttle", driver.throttle)
	// Output: throttle 1
}

func Example_chest() {
	w, spawn := yard()
	defer w.Close()
	lid := &container.Container{Capacity: 10, Forwards: []message.AnyToken{Rings}}
	chest := spawn(lid)
	bell := &Bell{}
	spawn(bell, &container.Item{In: chest})
	for range 8 {
		w.Tick()
	}
	w.Post(Rings.Event(w.Messages(), message.To(chest), Ring{Times: 2}))
	for range 2 {
		w.Tick()
	}
	fmt.Println(lid.Len(), "thing in the chest, which rang", bell.total, "times")
	// Output: 1 thing in the chest, which rang 2 times
}
