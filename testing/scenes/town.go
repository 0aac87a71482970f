package scenes

import (
	"fmt"

	"tertius.dev/core/clock"
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/message"
	"tertius.dev/core/physics"
	"tertius.dev/core/render"
	"tertius.dev/simulation"
)

// Word is what townsfolk say to each other, and Gone what a child says to its parent when it leaves.
type (
	Word struct{ From, Number int32 }
	Gone struct{ Child int32 }
)

// The messages of the town.
var (
	Words = message.Type[Word]("town.word")
	Gones = message.Type[Gone]("town.gone")
)

// TownMessages are those that a world with a town must know.
var TownMessages = []message.AnyToken{Words, Gones}

// TownOptions says what a town is like.
type TownOptions struct {
	Citizens int
	Bodies   bool // every third citizen has a body: the world needs a backend
}

// Town is a scene in which everything that an entity can do happens all the time, in two frames: the citizens move, change
// their looks, push, draw random numbers, send direct, topic, delayed and frame messages, subscribe, change their
// components, ask queries and every question of physics, carry flags that push them, and have children who live for a while.
// All of it follows from the seed of the world.
//
// What a citizen allocates it allocates when the town is built, so a warm tick allocates nothing.
type Town struct {
	Citizens []*Citizen
	plan     *townPlan
}

// townPlan is what citizens share. It is fixed once the town is built.
type townPlan struct {
	peers []handle.Entity
	rooms [8]message.Topic
}

// BuildTown fills a world.
func BuildTown(w *simulation.World, o TownOptions) (*Town, error) {
	t := &Town{plan: new(townPlan)}
	for i := range t.plan.rooms {
		t.plan.rooms[i] = message.NamedTopic(fmt.Sprintf("town.room.%d", i))
	}
	var frames [2]handle.Frame
	for i := range frames {
		f, err := rootFrame(w)
		if err != nil {
			return nil, err
		}
		frames[i] = f
	}
	for i := range o.Citizens {
		c := newCitizen(i, t.plan)
		d := simulation.SpawnDesc{
			Frame: frames[i%2], Pose: geom.At(geom.Vec3{X: float64(i%40) * 3, Y: 2, Z: float64(i/40) * 3}),
			Components: []simulation.Component{c, &c.mood},
		}
		if o.Bodies && i%3 == 0 {
			body := physics.Body(physics.NewSphere(0.4), physics.Dynamic)
			d.Body, c.hasBody = &body, true
		}
		e, err := w.Spawn(&d)
		if err != nil {
			return nil, fmt.Errorf("citizen %d of the town: %w", i, err)
		}
		if i%5 == 0 {
			c.flag.pushes = c.hasBody
			if _, err := w.Spawn(&simulation.SpawnDesc{
				AttachTo: e, Offset: geom.At(geom.Vec3{Y: 0.5}), Components: []simulation.Component{&c.flag},
			}); err != nil {
				return nil, fmt.Errorf("the flag of citizen %d: %w", i, err)
			}
		}
		t.plan.peers = append(t.plan.peers, e)
		t.Citizens = append(t.Citizens, c)
	}
	return t, w.SetCamera(simulation.Camera{Entity: t.plan.peers[0], FovRadians: 1})
}

// TownCounts are what happened in a town.
type TownCounts struct {
	Heard, Changes, Found      int
	Hits, Answers, Waved       int
	Born, Gone                 int
	BadgesOn, Neighbors, Drawn int
}

// Counts adds up what happened to the citizens so far.
func (t *Town) Counts() (sum TownCounts) {
	for _, c := range t.Citizens {
		sum.Heard += c.counts.Heard + c.mood.heard
		sum.Changes += c.counts.Changes
		sum.Hits += c.counts.Hits
		sum.Answers += c.counts.Answers
		sum.Waved += c.flag.waved
		sum.Found += c.counts.Found
		sum.Born += c.counts.Born
		sum.Gone += c.counts.Gone
		sum.BadgesOn += c.counts.BadgesOn
		sum.Neighbors += c.counts.Neighbors
		sum.Drawn += c.counts.Drawn
	}
	return sum
}

// Meet makes the citizen with that number call back in its next run, on the goroutine that runs it.
func (t *Town) Meet(citizen int, call func()) { t.Citizens[citizen].meet = call }

const (
	childrenAtOnce = 2
	childLife      = clock.Ticks(9)
)

// Citizen is the main component of a citizen.
type Citizen struct {
	number   int
	plan     *townPlan
	hasBody  bool
	sum      uint64 // of what it heard and drew, in order
	counts   TownCounts
	mood     mood
	badge    badge
	flag     flag // of every fifth
	wears    bool
	children [childrenAtOnce]child
	birth    simulation.SpawnDesc
	near     simulation.Query
	worn     simulation.Query
	either   simulation.Query
	solid    simulation.Query
	odd      simulation.Query
	meet     func()
}

func newCitizen(number int, plan *townPlan) *Citizen {
	c := &Citizen{number: number, plan: plan}
	for i := range c.children {
		c.children[i] = child{number: int32(i)}
	}
	c.birth.Components = make([]simulation.Component, 1)
	c.birth.Visual = new(simulation.Visual)
	c.near.All = []simulation.ComponentType{simulation.TypeOf[*mood]()}
	c.worn.All = []simulation.ComponentType{simulation.TypeOf[*badge]()}
	c.worn.None = []simulation.ComponentType{simulation.TypeOf[*child]()}
	c.either.Any = []simulation.ComponentType{simulation.TypeOf[*badge](), simulation.TypeOf[*child]()}
	c.solid.Groups = physics.SolidCollision.Groups
	c.odd.Where = func(row *simulation.QueryRow) bool { return row.Position().X > 0 && row.Entity().Index%2 == 1 }
	return c
}

var citizenWants = []message.AnyToken{message.Ticks, Words, Gones, message.RayHits, message.ShapeHits, message.OverlapHits}

// Priority is that of what runs in the middle.
func (*Citizen) Priority() int { return 0 }

// Wants is all that a citizen does something about.
func (*Citizen) Wants() []message.AnyToken { return citizenWants }

// Handle is a citizen's tick.
func (c *Citizen) Handle(self *simulation.Self, events *message.List, out *message.Outbox) {
	if c.meet != nil {
		c.meet()
		c.meet = nil
	}
	c.listen(events)
	c.move(self)
	c.talk(self, out)
	c.change(self)
	c.look(self)
	c.ask(self)
	c.haveChildren(self)
}

func (c *Citizen) note(x uint64) {
	c.sum = (c.sum ^ x) * 0x9e3779b97f4a7c15
	c.sum ^= c.sum >> 31
}

func (c *Citizen) listen(events *message.List) {
	for e, w := range Words.Events(events) {
		c.note(uint64(w.From)<<32 ^ uint64(uint32(w.Number)) ^ uint64(e.Sender.Index)<<17)
		c.counts.Heard++
		w.Number++ // for the mood, which runs later
	}
	Words.Remove(events, func(w *Word) bool { return w.Number%3 == 0 })
	for g := range Gones.In(events) {
		c.children[g.Child].away = false
		c.counts.Gone++
	}
	for h := range message.RayHits.In(events) {
		c.hear(h.Entity, h.Tag)
	}
	for h := range message.ShapeHits.In(events) {
		c.hear(h.Entity, h.Tag)
	}
	for h := range message.OverlapHits.In(events) {
		c.hear(h.Entity, h.Tag)
	}
}

// hear takes the answer to a question of physics.
func (c *Citizen) hear(hit handle.Entity, tag uint32) {
	c.note(uint64(hit.Index)<<32 | uint64(hit.Generation) ^ uint64(tag))
	c.counts.Answers++
	if !hit.IsNone() {
		c.counts.Hits++
	}
}

// ask asks one of the questions of physics.
func (c *Citizen) ask(self *simulation.Self) {
	tag := uint32(c.number+int(self.Tick())) % 32
	ray := physics.Ray{Origin: self.Pose().Position, Direction: geom.Vec3{X: 1}, LengthMeters: 9}
	switch tag {
	case 1:
		self.CastRay(ray, nil, tag)
	case 9:
		self.CastRayAll(ray, &c.near, tag)
	case 17:
		self.CastShape(physics.ShapeCast{
			Shape: physics.NewQuerySphere(0.5), Start: self.Pose(), Direction: ray.Direction, LengthMeters: 9,
		}, nil, tag)
	case 25:
		self.Overlap(physics.Overlap{Shape: physics.NewQuerySphere(4), Pose: self.Pose()}, nil, tag)
	}
}

func (c *Citizen) move(self *simulation.Self) {
	step := self.Random().Direction().Scale(0.25)
	c.note(self.Random().Uint64())
	c.counts.Drawn++
	switch {
	case c.hasBody:
		self.Body().AddForce(step.Scale(4).Single())
	case (c.number+int(self.Tick()))%4 == 0:
		p := self.Pose()
		p.Position = p.Position.Add(step)
		self.MoveKinematic(p)
	default:
		p := self.Pose()
		p.Position = p.Position.Add(step)
		self.SetTransform(p)
	}
	if (c.number+int(self.Tick()))%8 == 0 {
		self.SetLight(render.LightOfPointLight(render.PointLight{PowerWatts: 1 + float32(c.sum&7)}))
	}
}

func (c *Citizen) talk(self *simulation.Self, out *message.Outbox) {
	tick := int(self.Tick())
	peer := c.plan.peers[self.Random().Below(len(c.plan.peers))]
	room := c.plan.rooms[(c.number+tick)%len(c.plan.rooms)]
	word := Word{int32(c.number), int32(c.sum & 0xffff)}
	Words.Send(out, message.To(peer), word)
	switch (c.number + tick) % 16 {
	case 0:
		self.Subscribe(room)
	case 4:
		Words.SendAfter(out, clock.Ticks(1+c.number%7), message.To(peer), word)
	case 8:
		Words.Send(out, message.ToTopic(room), word)
	case 12:
		self.Unsubscribe(c.plan.rooms[(c.number+tick-12)%len(c.plan.rooms)])
	}
	if c.number%160 == tick%160 {
		Words.Send(out, message.ToFrame(self.Frame()), word)
	}
}

func (c *Citizen) change(self *simulation.Self) {
	if (c.number+int(self.Tick()))%5 != 0 {
		return
	}
	c.counts.Changes++
	if c.wears = !c.wears; c.wears {
		self.Add(&c.badge)
	} else if c.number%2 == 0 {
		self.Remove(&c.badge)
	} else {
		self.RemoveType(badgeType)
	}
}

func (c *Citizen) look(self *simulation.Self) {
	s := self.Snapshot()
	if s.Has(self.Entity(), badgeType) {
		c.counts.BadgesOn++
	}
	if (c.number+int(self.Tick()))%8 != 3 {
		return
	}
	c.near.In = self.Frame()
	c.near.Near = simulation.Near{Center: self.Pose().Position, RadiusMeters: 6}
	for e := range s.Find(&c.near) {
		c.note(uint64(e.Index))
		c.counts.Neighbors++
	}
	c.counts.Found += s.Count(&c.worn)
	c.askOtherwise(self)
}

// askOtherwise runs the forms of queries that look leaves out.
func (c *Citizen) askOtherwise(self *simulation.Self) {
	s := self.Snapshot()
	c.odd.In, c.solid.In = self.Frame(), self.Frame()
	for e := range s.Within(self.Frame(), self.Pose().Position, 4) {
		if s.Matches(e, &c.either) {
			c.counts.Neighbors++
		}
	}
	for _, q := range [...]*simulation.Query{&c.either, &c.solid, &c.odd} {
		if first, found := s.First(q); found {
			c.note(uint64(first.Index))
		}
		c.note(uint64(s.Count(q)))
	}
}

func (c *Citizen) haveChildren(self *simulation.Self) {
	if (c.number+int(self.Tick()))%12 != 0 {
		return
	}
	for i := range c.children {
		k := &c.children[i]
		if k.away {
			continue
		}
		k.away, k.age, k.home = true, 0, self.Entity()
		c.birth.Frame, c.birth.Pose = self.Frame(), self.Pose()
		c.birth.Components[0] = k
		e, err := self.Spawn(&c.birth)
		if err != nil {
			panic(err)
		}
		c.note(uint64(e.Index)<<32 | uint64(e.Generation))
		c.counts.Born++
		return
	}
}

// mood hears what the citizen has left of its words.
type mood struct{ heard, sum int }

var wordWants = []message.AnyToken{Words}

func (*mood) Priority() int             { return 5 }
func (*mood) Wants() []message.AnyToken { return wordWants }
func (m *mood) Handle(_ *simulation.Self, events *message.List, _ *message.Outbox) {
	for w := range Words.In(events) {
		m.heard++
		m.sum += int(w.Number)
	}
}

// flag is carried by a citizen, whom it pushes if there is a body to push.
type flag struct {
	pushes bool
	waved  int
}

func (*flag) Priority() int             { return 0 }
func (*flag) Wants() []message.AnyToken { return childWants }
func (f *flag) Handle(self *simulation.Self, _ *message.List, _ *message.Outbox) {
	f.waved++
	if f.pushes {
		self.Body().AddForce(self.Random().Direction().Single())
	}
}

// badge is a component that comes and goes. It makes each word that its citizen hears louder.
type badge struct{ raised int }

var badgeType = simulation.TypeOf[*badge]()

func (*badge) Priority() int             { return -5 }
func (*badge) Wants() []message.AnyToken { return wordWants }
func (b *badge) Handle(_ *simulation.Self, events *message.List, _ *message.Outbox) {
	for w := range Words.In(events) {
		w.Number += 7
		b.raised++
	}
}

// child lives for some ticks and then leaves, every other one by a message to itself.
type child struct {
	number int32
	home   handle.Entity
	age    clock.Ticks
	away   bool // written by the parent alone
}

var childWants = []message.AnyToken{message.Ticks}

func (*child) Priority() int             { return 0 }
func (*child) Wants() []message.AnyToken { return childWants }
func (k *child) Handle(self *simulation.Self, _ *message.List, out *message.Outbox) {
	k.age++
	switch {
	case k.age < childLife:
		p := self.Pose()
		p.Position.Y += 0.1
		self.SetTransform(p)
	case k.age == childLife && self.Entity().Index%2 == 0:
		Gones.Send(out, message.To(k.home), Gone{k.number})
		self.Destroy()
	case k.age == childLife:
		message.Destroys.Send(out, message.To(self.Entity()), message.Destroy{})
	default:
		Gones.Send(out, message.To(k.home), Gone{k.number})
	}
}
