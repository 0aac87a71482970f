package simulation_test

import (
	"fmt"
	"slices"
	"testing"

	"tertius.dev/core/clock"
	"tertius.dev/core/field"
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/message"
	"tertius.dev/core/motion"
	"tertius.dev/core/physics"
	"tertius.dev/core/random"
	"tertius.dev/core/render"
	"tertius.dev/simulation"
	"tertius.dev/testing/worldtest"
)

// TestStormGivesTheSameStateForEveryWorkerCount lets components and a host do whatever the random numbers of a seed say, and
// compares worlds of 1, 2 and 8 workers, each of which checks its invariants at every sync point.
func TestStormGivesTheSameStateForEveryWorkerCount(t *testing.T) {
	forEachStorm(t, func(t *testing.T, seed uint64) {
		var storms []*storm
		var worlds []*simulation.World
		for _, workers := range stormWorkers {
			s := newStorm(t, seed, workers)
			storms, worlds = append(storms, s), append(worlds, s.w)
		}
		heard := map[string]int{}
		for tick := range *stormTicks {
			for _, s := range storms {
				s.run(t)
			}
			if tick%30 == 29 || tick == *stormTicks-1 {
				compareWorlds(t, worlds)
				countAndClearRouted(worlds, heard)
			}
		}
		heard[message.Ticks.Name()] = int(worlds[0].TickNumber()) // of which none is routed
		t.Logf("after %d ticks: %v", *stormTicks, heard)
		for _, token := range new(gale).Wants() {
			if heard[token.Name()] < 5 {
				t.Errorf("%s was heard %d times: the storm proves little", token.Name(), heard[token.Name()])
			}
		}
	})
}

// storm is a world in which anything happens. It wants a population between two bounds, not each spawn.
type storm struct {
	w      *simulation.World
	seed   uint64
	frames []handle.Entity // owners, some of them gone
}

const (
	fewest, most = 150, 600 // entities; beyond, the host spawns or destroys
	stormFrames  = 3
)

func newStorm(t *testing.T, seed uint64, workers int) *storm {
	return &storm{seed: seed, w: stormWorld(t, seed, workers, simulation.Thresholds{})}
}

// run lets the host act and runs a tick.
func (s *storm) run(t *testing.T) {
	t.Helper()
	r := random.Of(s.seed, ^uint64(0), uint64(s.w.TickNumber()), 1)
	s.host(t, &r)
	tickInStorm(t, s.w)
}

// host does what a host does between ticks.
func (s *storm) host(t *testing.T, r *random.Stream) {
	t.Helper()
	live := slices.Collect(s.w.Entities())
	s.keepFrames(t, r)
	for range max(0, fewest-len(live)) / 4 {
		worldtest.Spawn(t, s.w, randomDesc(r, s.frame(t, r)))
	}
	for range max(0, len(live)-most) {
		_ = s.w.Destroy(random.Pick(r, live)) // which may be gone already
	}
	if len(live) == 0 {
		return
	}
	for range r.Below(4) {
		e := random.Pick(r, live)
		switch r.Below(11) {
		case 0:
			_ = s.w.Destroy(e)
		case 9:
			_ = s.w.Dock(s.frame(t, r), s.frame(t, r)) // refused for most
		case 10:
			for e := range s.w.Entities() {
				if _, docked := s.w.DockedAt(e); docked {
					if _, err := s.w.Undock(e); err != nil {
						t.Error(err)
					}
					break
				}
			}
		case 8:
			_ = s.w.Reparent(s.frame(t, r), s.frame(t, r)) // refused for a root and for another tree
		case 1:
			_ = s.w.SetTransform(e, geom.At(randomPlace(r))) // refused for most
		case 2:
			_ = s.w.AddComponent(e, new(gale))
		case 3:
			_, _ = s.w.RemoveComponents(e, simulation.TypeOf[*gale]())
		case 4:
			_ = s.w.Subscribe(e, randomTopic(r, live))
		case 5:
			_ = s.w.Unsubscribe(e, randomTopic(r, live))
		case 6:
			s.w.PostAfter(gusts.Event(s.w.Messages(), randomTarget(r, e, s.frame(t, r)), gust{About: e}), clock.Ticks(r.Below(5)))
		case 7:
			_ = s.w.SetCamera(simulation.Camera{Entity: e, FovRadians: 1})
		}
	}
}

// keepFrames lets root frames and the frames in them come and go.
func (s *storm) keepFrames(t *testing.T, r *random.Stream) {
	t.Helper()
	s.frames = slices.DeleteFunc(s.frames, func(owner handle.Entity) bool { return !s.w.Snapshot().Live(owner) })
	for len(s.frames) < stormFrames {
		f, owner := worldtest.Frame(t, s.w, random.Pick(r, []float64{0, worldtest.EarthGravity}))
		worldtest.Floor(t, s.w, f)
		s.frames = append(s.frames, owner)
	}
	for len(s.frames) < 3*stormFrames && r.Chance(0.2) {
		d := simulation.SpawnDesc{Frame: s.frame(t, r), Owns: new(simulation.FrameSpec), Components: []simulation.Component{new(gale)}}
		d.Pose = geom.Pose{Position: randomPlace(r), Rotation: geom.AxisAngle(r.Direction(), r.Between(0, 3))}
		if r.Chance(0.6) {
			bubble := r.Between(1, 9)
			d.Owns.Bounds = geom.Vec3{X: bubble, Y: bubble * r.Between(0.6, 1), Z: bubble}
		}
		if r.Chance(0.6) {
			body := physics.Body(physics.NewBox(r.Between(0.5, 2), 0.3, r.Between(0.5, 2)), physics.BodyMotion(r.Below(3)))
			d.Body = &body
		}
		s.frames = append(s.frames, worldtest.Spawn(t, s.w, d))
	}
	if r.Chance(0.02) {
		if err := s.w.Destroy(random.Pick(r, s.frames)); err != nil {
			t.Error(err)
		}
	}
	if r.Chance(0.05) {
		g := field.GravityOfPoint(field.Point{Mu: r.Between(1, 1e4), RadiusMeters: 1})
		if err := s.w.SetFrameGravity(s.frame(t, r), g); err != nil {
			t.Error(err)
		}
	}
}

// frame picks a live frame.
func (s *storm) frame(t *testing.T, r *random.Stream) handle.Frame {
	t.Helper()
	for {
		if f, ok := s.w.FrameOf(random.Pick(r, s.frames)); ok {
			return f
		}
		s.keepFrames(t, r)
	}
}

// gust is a message of the storm.
type gust struct {
	About  handle.Entity
	Number uint32
}

var gusts = message.Type[gust]("storm.gust")

// gale is a component that does anything. It knows who has written to it.
type gale struct {
	known  [8]handle.Entity
	number uint32
}

// Priority is the same for all, so that the order is that of adding.
func (*gale) Priority() int { return 0 }

// Wants everything.
func (*gale) Wants() []message.AnyToken {
	return []message.AnyToken{
		message.Ticks, message.Spawns, message.Destroys, message.FramesChanged, message.Collisions, message.CollisionsEnded, message.Departures, gusts,
		message.RayHits, message.ShapeHits, message.OverlapHits,
	}
}

// Handle learns, and does a few things.
func (g *gale) Handle(self *simulation.Self, events *message.List, out *message.Outbox) {
	r := self.Random()
	for hit := range message.Collisions.In(events) {
		g.meet(hit.Other)
	}
	for wind := range gusts.In(events) {
		g.meet(wind.About)
	}
	for h := range message.RayHits.In(events) {
		g.meet(h.Entity)
	}
	for h := range message.ShapeHits.In(events) {
		g.meet(h.Entity)
	}
	for h := range message.OverlapHits.In(events) {
		g.meet(h.Entity)
	}
	g.look(self, r)
	for range r.Below(3) {
		g.act(self, out, r)
	}
}

// look asks queries, and now and then a question of physics that one of them filters.
func (g *gale) look(self *simulation.Self, r *random.Stream) {
	q, rows := randomQuery(self, r), self.Snapshot()
	for e := range rows.Find(&q) {
		g.number = g.number*31 + e.Index
	}
	if r.Chance(0.05) {
		expectEveryMatch(self, &q)
	}
	if first, found := rows.First(&q); found && rows.Matches(first, &q) && r.Chance(0.1) {
		g.meet(first)
	}
	if self.Frame().IsNone() || self.Pose().Position.Largest() > physics.FarthestBodyMeters {
		return
	}
	for e := range rows.Within(self.Frame(), self.Pose().Position, r.Between(0.1, 5)) {
		g.number += e.Index
	}
	g.question(self, r, &q)
}

// question asks one of the questions of physics, or none.
func (g *gale) question(self *simulation.Self, r *random.Stream, of *simulation.Query) {
	ray := physics.Ray{Origin: self.Pose().Position, Direction: r.Direction(), LengthMeters: r.Between(0.1, 30)}
	switch r.Below(6) {
	case 0:
		self.CastRay(ray, of, 1)
	case 1:
		self.CastRayAll(ray, nil, 2)
	case 2:
		self.CastShape(physics.ShapeCast{
			Shape: physics.NewQuerySphere(r.Between(0.05, 2)), Start: self.Pose(), Direction: ray.Direction, LengthMeters: ray.LengthMeters,
		}, of, 3)
	case 3:
		self.Overlap(physics.Overlap{Shape: physics.NewQueryBox(1, 2, 0.5), Pose: self.Pose()}, of, 4)
	}
}

// The types that queries of the storm ask for.
var (
	galeTypes  = []simulation.ComponentType{simulation.TypeOf[*gale]()}
	actorTypes = []simulation.ComponentType{simulation.TypeOf[*worldtest.Actor]()}
	bothTypes  = []simulation.ComponentType{galeTypes[0], actorTypes[0]}
)

// randomQuery has any of the fields of a query set.
func randomQuery(self *simulation.Self, r *random.Stream) (q simulation.Query) {
	switch r.Below(5) {
	case 0:
		q.All = galeTypes
	case 1:
		q.None = galeTypes
	case 2:
		q.Any, q.None = bothTypes, actorTypes
	case 3:
		q.All = actorTypes
	}
	if r.Chance(0.3) {
		q.Groups = physics.Groups(1 + r.Below(3))
	}
	if q.In = self.Frame(); !q.In.IsNone() && r.Chance(0.5) {
		q.Near = simulation.Near{Center: self.Pose().Position, RadiusMeters: random.Pick(r, []float64{0.1, 3, 20, 1e13})}
	} else if r.Chance(0.5) {
		q.In = handle.Frame{}
	}
	if r.Chance(0.2) {
		q.Where = func(row *simulation.QueryRow) bool { return row.Entity().Index%3 != 0 && row.Velocity().Length() < 5 }
	}
	return q
}

// expectEveryMatch panics, which fails the tick, unless a walk finds exactly who matches, whatever index it starts from.
func expectEveryMatch(self *simulation.Self, q *simulation.Query) {
	rows := self.Snapshot()
	var want, got []handle.Entity
	for e := range rows.Find(&simulation.Query{}) {
		if rows.Matches(e, q) {
			want = append(want, e)
		}
	}
	for e := range rows.Find(q) {
		got = append(got, e)
	}
	if first, found := rows.First(q); !slices.Equal(got, want) || rows.Count(q) != len(want) || found && first != want[0] {
		panic(fmt.Errorf("the query %+v finds %v and first %v, and these match: %v", q, got, first, want))
	}
}

func (g *gale) meet(e handle.Entity) {
	g.known[g.number%uint32(len(g.known))] = e
	g.number++
}

func (g *gale) act(self *simulation.Self, out *message.Outbox, r *random.Stream) {
	friend := random.Pick(r, g.known[:])
	switch r.Below(10) {
	case 0, 1:
		g.push(self, r)
	case 2:
		gusts.Send(out, randomTarget(r, friend, self.Frame()), gust{self.Entity(), g.number})
	case 3:
		gusts.SendAfter(out, clock.Ticks(r.Below(20)), message.To(friend), gust{friend, g.number})
	case 4:
		g.listen(self, r)
	case 5:
		g.change(self, r)
	case 6:
		self.SetVisual(randomVisual(r))
	case 7:
		if r.Chance(0.3) {
			g.end(self, out, r, friend)
		}
	default:
		if r.Chance(0.12) {
			g.bear(self, out, r)
		}
	}
}

// bear spawns, and now and then regrets it at once.
func (g *gale) bear(self *simulation.Self, out *message.Outbox, r *random.Stream) {
	f := self.Frame()
	if f.IsNone() {
		return
	}
	d := randomDesc(r, f)
	if friend := random.Pick(r, g.known[:]); !friend.IsNone() && r.Chance(0.5) {
		d = simulation.SpawnDesc{AttachTo: friend, Offset: d.Pose, Components: d.Components, Visual: d.Visual}
	}
	child, err := self.Spawn(&d)
	if err != nil {
		panic(err)
	}
	g.meet(child)
	if r.Chance(0.2) {
		message.Destroys.Send(out, message.To(child), message.Destroy{})
	}
	if r.Chance(0.2) {
		self.Subscribe(message.EntityTopic(child))
	}
}

// end destroys the entity itself, a friend, or, seldom, all around.
func (g *gale) end(self *simulation.Self, out *message.Outbox, r *random.Stream, friend handle.Entity) {
	switch r.Below(40) {
	case 0:
		message.Destroys.Send(out, message.ToFrame(self.Frame()), message.Destroy{})
	case 1, 2, 3, 4, 5, 6, 7, 8, 9, 10:
		message.Destroys.SendAfter(out, clock.Ticks(r.Below(10)), message.To(friend), message.Destroy{})
	default:
		self.Destroy()
	}
}

func (g *gale) listen(self *simulation.Self, r *random.Stream) {
	if t := randomTopic(r, g.known[:]); r.Chance(0.6) {
		self.Subscribe(t)
	} else {
		self.Unsubscribe(t)
	}
}

// change changes the components of the entity, among them the one that does so.
func (g *gale) change(self *simulation.Self, r *random.Stream) {
	switch r.Below(12) {
	case 0:
		self.Add(&gale{known: g.known})
	case 1:
		self.Remove(g)
	case 2:
		self.RemoveType(simulation.TypeOf[*gale]())
	case 3:
		self.Add(&worldtest.Actor{Order: r.Below(5) - 2, Hears: []message.AnyToken{gusts},
			Do: func(*simulation.Self, *message.List, *message.Outbox) {}})
	case 4:
		self.RemoveType(simulation.TypeOf[*worldtest.Actor]())
	}
}

// push asks physics for anything, also for what is more than numbers can hold.
func (g *gale) push(self *simulation.Self, r *random.Stream) {
	strength := random.Pick(r, []float32{1, 100, 1e4})
	if r.Chance(0.02) {
		strength = random.Pick(r, []float32{1e10, 1e20, 1e38, 3.4e38})
	}
	v := r.Direction().Single().Scale(strength)
	_, has := self.Snapshot().BodyOf(self.Entity())
	if _, hull := self.OwnFrame(); hull && has && r.Chance(0.2) {
		self.Body().SetMotion(physics.BodyMotion(r.Below(3)))
	}
	_, attached := self.AttachedTo()
	switch {
	case self.Frame().IsNone():
		return
	case attached:
		if b := self.Body(); b.CanPush() {
			b.AddForce(v)
			b.AddImpulse(v.Neg())
		}
		return
	case !has && self.MoveProblem() == nil && r.Chance(0.3):
		if to, ok := self.Snapshot().Transform(random.Pick(r, g.known[:])); ok && !to.Frame.IsNone() {
			self.MoveToFrame(to.Frame, to.Pose)
		}
		return
	case !has:
		self.SetTransform(geom.At(randomPlace(r)))
		return
	case self.Body().NextStepMotion() == physics.Static:
		if r.Chance(0.1) {
			self.Body().Teleport(geom.At(randomPlace(r)))
		}
		return
	case self.Body().NextStepMotion() == physics.Kinematic:
		to := geom.At(self.Pose().Position.Add(r.Direction()))
		if r.Chance(0.5) {
			self.MoveOnRails(motion.Sample{Pose: to, Chord: r.Direction(), Velocity: r.Direction(), AngularVelocity: r.Direction()})
		} else {
			self.MoveKinematic(to)
		}
		return
	}
	b := self.Body()
	switch r.Below(10) {
	case 9:
		b.SteerTo(geom.At(self.Pose().Position.Add(r.Direction())))
	case 0:
		b.AddForce(v)
	case 1:
		b.AddTorque(v)
	case 2:
		b.AddImpulse(v)
	case 3:
		b.AddAngularImpulse(v)
	case 4:
		b.SetVelocity(v)
	case 5:
		b.SetAngularVelocity(v)
	case 6:
		b.Teleport(geom.At(randomPlace(r)))
	case 7:
		b.SetCollision(physics.Collision{Groups: physics.Groups(r.Below(4)), Mask: physics.Groups(r.Below(4))})
	case 8:
		b.AddForce(v)
		b.AddForce(v) // may add up to more than a float holds
	}
}

// randomPlace is mostly near, and now and then far out.
func randomPlace(r *random.Stream) geom.Vec3 {
	p := geom.Vec3{X: r.Between(-8, 8), Y: r.Between(0, 6), Z: r.Between(-8, 8)}
	if r.Chance(0.01) {
		p = p.Scale(random.Pick(r, []float64{1e6, 1e12, 1e14}))
	}
	return p
}

func randomTarget(r *random.Stream, e handle.Entity, f handle.Frame) message.Target {
	switch r.Below(200) {
	case 0:
		return message.ToEveryone()
	case 1, 2:
		return message.ToFrame(f)
	case 3, 4, 5, 6, 7, 8:
		return message.ToTopic(message.NamedTopic("wind"))
	case 9, 10, 11, 12:
		return message.ToTopic(message.EntityTopic(e))
	}
	return message.To(e)
}

func randomTopic(r *random.Stream, known []handle.Entity) message.Topic {
	if e := random.Pick(r, known); !e.IsNone() && r.Chance(0.7) {
		return message.EntityTopic(e)
	}
	return message.NamedTopic("wind")
}

func randomVisual(r *random.Stream) simulation.Visual {
	v := simulation.Visual{Scale: geom.Vec3f{X: 1, Y: 1, Z: 1}}
	if r.Chance(0.5) {
		v.Light = render.LightOfPointLight(render.PointLight{Color: geom.Vec3f{X: 1, Y: 1, Z: 1}, PowerWatts: r.Float32(), RadiusMeters: 0.1})
	}
	return v
}

func randomDesc(r *random.Stream, f handle.Frame) simulation.SpawnDesc {
	d := simulation.SpawnDesc{Frame: f, Pose: geom.Pose{
		Position: randomPlace(r), Rotation: geom.AxisAngle(r.Direction(), r.Between(0, 3)),
	}}
	for range 1 + r.Below(2) {
		d.Components = append(d.Components, new(gale))
	}
	if r.Chance(0.2) {
		if r.Chance(0.5) {
			d.FirstMove = motion.IntentOfEndPose(motion.EndPose{Pose: geom.At(randomPlace(r))})
		}
		return d
	}
	body := physics.Body(randomShape(r), random.Pick(r, []physics.BodyMotion{
		physics.Static, physics.Kinematic, physics.Dynamic, physics.Dynamic, physics.Dynamic, physics.Dynamic, physics.Dynamic,
	}))
	body.NeverSleeps = body.Motion == physics.Dynamic && r.Chance(0.1)
	if body.Motion == physics.Dynamic {
		d.Velocity = r.Direction().Scale(10 * r.Float64())
		if r.Chance(0.1) {
			body.MassKilograms = random.Pick(r, []float64{1e-6, 1e-3, 1e9})
		}
	}
	d.Body = &body
	return d
}

func randomShape(r *random.Stream) physics.Shape {
	size := r.Between(0.1, 0.6)
	switch r.Below(6) {
	case 0:
		return physics.NewSphere(size)
	case 1:
		return physics.NewCapsule(size, size)
	case 2:
		return physics.NewHull(geom.Vec3{}, geom.Vec3{X: size}, geom.Vec3{Y: size}, geom.Vec3{Z: size})
	case 3:
		return physics.NewCompound(
			physics.Part{Shape: physics.NewBox(size, 0.1, 0.1), Pose: geom.At(geom.Vec3{X: 2 * size})},
			physics.Part{Shape: physics.NewSphere(0.2), Pose: geom.IdentityPose},
		)
	}
	return physics.NewBox(size, size/2, size)
}
