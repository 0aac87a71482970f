package trial

import (
	"fmt"

	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/message"
	"tertius.dev/core/physics"
	"tertius.dev/core/render"
	"tertius.dev/simulation"
)

// Tell tells of a number of events.
type Tell struct {
	Total int32
	Who   handle.Entity
}

// Ask asks for an answer, with a field of each kind that scripts often give.
type Ask struct {
	Loud    bool
	Count   int32
	Scale   float32
	Place   geom.Vec3f
	Whom    handle.Entity
	Indoors handle.Frame
}

var (
	tells = message.Type[Tell]("trial.tell")
	asks  = message.Type[Ask]("trial.ask")
)

// Teller tells another entity how many collisions it has heard of.
type Teller struct {
	To    handle.Entity
	total int32
}

// Priority is the middle.
func (*Teller) Priority() int { return 0 }

// Wants collisions.
func (*Teller) Wants() []message.AnyToken { return []message.AnyToken{message.Collisions} }

// Handle counts.
func (c *Teller) Handle(self *simulation.Self, events *message.List, out *message.Outbox) {
	for range message.Collisions.In(events) {
		c.total++
		tells.Send(out, message.To(c.To), Tell{c.total, self.Entity()})
	}
}

// Answerer answers each question with how many it has heard, and moves up with each.
type Answerer struct{ total int32 }

// Priority is the middle.
func (*Answerer) Priority() int { return 0 }

// Wants questions and tales.
func (*Answerer) Wants() []message.AnyToken { return []message.AnyToken{asks, tells} }

// Handle answers.
func (c *Answerer) Handle(self *simulation.Self, events *message.List, out *message.Outbox) {
	pose := self.Pose()
	for ask := range asks.In(events) {
		c.total += ask.Count
		pose.Position = pose.Position.Add(ask.Place.Double())
		tells.Send(out, message.To(ask.Whom), Tell{c.total, self.Entity()})
	}
	self.SetTransform(pose)
}

// Spawner spawns a box every third tick and lets it go thirty ticks later.
type Spawner struct {
	mesh render.MeshID
	made []handle.Entity
}

// Priority is the middle.
func (*Spawner) Priority() int { return 0 }

// Wants ticks.
func (*Spawner) Wants() []message.AnyToken { return []message.AnyToken{message.Ticks} }

// Handle spawns and sends away.
func (c *Spawner) Handle(self *simulation.Self, _ *message.List, out *message.Outbox) {
	if self.Tick()%3 != 0 {
		return
	}
	body := physics.Body(physics.NewBox(0.2, 0.2, 0.2), physics.Dynamic)
	e, err := self.Spawn(&simulation.SpawnDesc{
		Frame: self.Frame(), Pose: geom.At(geom.Vec3{X: 0.1 * float64(self.Tick()%7), Y: 5}), Body: &body,
		Visual: &simulation.Visual{Mesh: c.mesh, Scale: geom.Vec3f{X: 0.2, Y: 0.2, Z: 0.2}},
	})
	if err != nil {
		panic(err)
	}
	if c.made = append(c.made, e); len(c.made) > 10 {
		message.Destroys.Send(out, message.To(c.made[0]), message.Destroy{})
		c.made = c.made[1:]
	}
}

// Bomb panics in tick 5.
type Bomb struct{}

// Priority is the middle.
func (Bomb) Priority() int { return 0 }

// Wants ticks.
func (Bomb) Wants() []message.AnyToken { return []message.AnyToken{message.Ticks} }

// Handle waits and panics.
func (Bomb) Handle(self *simulation.Self, _ *message.List, _ *message.Outbox) {
	if self.Tick() == 5 {
		panic("boom")
	}
}

// Greedy spawns 200 entities in tick 2.
type Greedy struct{}

// Priority is the middle.
func (Greedy) Priority() int { return 0 }

// Wants ticks.
func (Greedy) Wants() []message.AnyToken { return []message.AnyToken{message.Ticks} }

// Handle waits and spawns.
func (Greedy) Handle(self *simulation.Self, _ *message.List, _ *message.Outbox) {
	if self.Tick() != 2 {
		return
	}
	for range 200 {
		if _, err := self.Spawn(&simulation.SpawnDesc{Frame: self.Frame(), Pose: geom.IdentityPose}); err != nil {
			panic(err)
		}
	}
}

// Chatty notes something in tick 2.
type Chatty struct{}

// Priority is the middle.
func (Chatty) Priority() int { return 0 }

// Wants ticks.
func (Chatty) Wants() []message.AnyToken { return []message.AnyToken{message.Ticks} }

// Handle waits and notes.
func (Chatty) Handle(self *simulation.Self, _ *message.List, _ *message.Outbox) {
	if self.Tick() == 2 {
		self.Log("the kettle boils")
	}
}

// Gossip notes the tick in every one, and in tick 3 on two lines.
type Gossip struct{}

// Priority is the middle.
func (Gossip) Priority() int { return 0 }

// Wants ticks.
func (Gossip) Wants() []message.AnyToken { return []message.AnyToken{message.Ticks} }

// Handle notes.
func (Gossip) Handle(self *simulation.Self, _ *message.List, _ *message.Outbox) {
	text := fmt.Sprintf("it is %d o'clock", self.Tick())
	if self.Tick() == 3 {
		text += "\nand raining"
	}
	self.Log(text)
}

// Switch turns its entity's lamp on or off when the key K goes down.
type Switch struct{}

// Priority is the middle.
func (Switch) Priority() int { return 0 }

// Wants is what the person does. The scene lets the entity listen to it.
func (Switch) Wants() []message.AnyToken { return []message.AnyToken{message.Inputs} }

// Handle switches.
func (Switch) Handle(self *simulation.Self, events *message.List, _ *message.Outbox) {
	for in := range message.Inputs.In(events) {
		if k, ok := in.AsKeyChanged(); ok && k.Down && k.Key == message.KeyK {
			light := lampLight
			if lit := self.Visual().Light; !lit.IsNone() {
				light = render.Light{}
			}
			self.SetLight(light)
		}
	}
}
