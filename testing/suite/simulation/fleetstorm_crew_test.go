package simulation_test

import (
	"math"

	"tertius.dev/core/field"
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/message"
	"tertius.dev/core/motion"
	"tertius.dev/core/physics"
	"tertius.dev/core/rails"
	"tertius.dev/core/random"
	"tertius.dev/simulation"
	"tertius.dev/simulation/ride"
)

// sailor is a component that does anything that moves its entity, or whom it knows.
type sailor struct {
	known            [4]handle.Entity
	met              uint32
	set, steer, rode int // how often it did so
	docked, undocked int
}

func (s *sailor) count(heard map[string]int) {
	heard["set a motion"] += s.set
	heard["steered"] += s.steer
	heard["rode"] += s.rode
	heard["docked itself"] += s.docked
	heard["undocked itself"] += s.undocked
}

// crew is who comes with everything.
func crew() []simulation.Component { return []simulation.Component{new(sailor), new(witness)} }

// Priority is the same for all, so that the order is that of adding.
func (*sailor) Priority() int { return 0 }

// Wants everything.
func (*sailor) Wants() []message.AnyToken {
	return []message.AnyToken{
		message.Ticks, message.Spawns, message.Destroys, message.Collisions, message.Departures, gusts, message.DockAnswers,
	}
}

// Handle learns, and does a few things.
func (s *sailor) Handle(self *simulation.Self, events *message.List, out *message.Outbox) {
	r := self.Random()
	for hit := range message.Collisions.In(events) {
		s.meet(hit.Other)
	}
	for wind := range gusts.In(events) {
		s.meet(wind.About)
	}
	for answer := range message.DockAnswers.In(events) {
		if answer.Result == message.Docked {
			s.docked++
		}
		if answer.Result == message.Undocked {
			s.undocked++
		}
	}
	if r.Chance(0.1) {
		s.dock(self, r)
	}
	if r.Chance(0.4) {
		s.act(self, out, r)
	}
}

func (s *sailor) meet(e handle.Entity) {
	s.known[s.met%uint32(len(s.known))] = e
	s.met++
}

func (s *sailor) act(self *simulation.Self, out *message.Outbox, r *random.Stream) {
	friend := random.Pick(r, s.known[:])
	switch r.Below(14) {
	case 0:
		gusts.Send(out, message.ToFrame(self.Frame()), gust{self.Entity(), s.met})
	case 1:
		gusts.Send(out, message.To(friend), gust{self.Entity(), s.met})
	case 2:
		self.Subscribe(random.Pick(r, []message.Topic{message.FrameTopic(self.Frame()), randomTopic(r, s.known[:])}))
	case 3:
		self.Unsubscribe(message.FrameTopic(self.Frame()))
	case 4:
		if r.Chance(0.1) {
			self.Destroy()
		}
	case 5:
		if r.Chance(0.2) {
			s.bear(self, out, r, friend)
		}
	case 6:
		s.ride(self, r)
	default:
		if !self.Frame().IsNone() {
			s.move(self, r)
		}
	}
}

// dock wishes to dock at a ship nearby, or to part again. Most of that is refused.
func (s *sailor) dock(self *simulation.Self, r *random.Stream) {
	own, owns := self.OwnFrame()
	if !owns || self.Frame().IsNone() {
		if r.Chance(0.1) {
			self.Undock()
		}
		return
	}
	for e := range self.Snapshot().Within(self.Frame(), self.Pose().Position, 30) {
		if f, is := self.Snapshot().FrameOf(e); is && f != own {
			self.Dock(f)
			if r.Chance(0.5) {
				return
			}
		}
	}
}

// bear spawns something in its own frame or attached to a friend.
func (s *sailor) bear(self *simulation.Self, out *message.Outbox, r *random.Stream, friend handle.Entity) {
	in := self.Frame()
	if in.IsNone() {
		return
	}
	d := randomDesc(r, in)
	switch {
	case r.Chance(0.3):
		d = slug(r, in, &geom.Vec3{}, geom.Vec3{})
	case r.Chance(0.15):
		d = randomShip(r, in)
	case !friend.IsNone() && r.Chance(0.3):
		d = simulation.SpawnDesc{AttachTo: friend, Offset: d.Pose}
	}
	d.Components = crew()
	child, err := self.Spawn(&d)
	if err != nil {
		panic(err)
	}
	s.meet(child)
	if r.Chance(0.1) {
		message.Destroys.Send(out, message.To(child), message.Destroy{})
	}
}

// ride boards a component on rails, or leaves all of them.
func (s *sailor) ride(self *simulation.Self, r *random.Stream) {
	if r.Chance(0.5) {
		self.RemoveType(simulation.TypeOf[*ride.KeplerMotion]())
		self.RemoveType(simulation.TypeOf[*ride.SpinMotion]())
		return
	}
	s.rode++
	self.Add(randomRails(r))
}

// move asks for anything that its entity takes.
func (s *sailor) move(self *simulation.Self, r *random.Stream) {
	body := self.Body()
	_, attached := self.AttachedTo()
	switch {
	case attached:
		s.pushAsPart(self, r)
		return
	case !body.Exists():
		s.moveFreely(self, r)
		return
	case body.MotionProblem(physics.Dynamic) == nil && r.Chance(0.1):
		body.SetMotion(physics.BodyMotion(r.Below(3)))
		s.set++
	}
	switch body.NextStepMotion() {
	case physics.Static:
		if r.Chance(0.1) {
			body.Teleport(s.near(self, r))
		}
	case physics.Kinematic:
		s.moveFreely(self, r)
		if r.Chance(0.03) {
			body.Teleport(s.near(self, r))
		}
	case physics.Dynamic:
		s.push(self, r)
	}
}

func (s *sailor) pushAsPart(self *simulation.Self, r *random.Stream) {
	if b := self.Body(); b.CanPush() {
		v := r.Direction().Single().Scale(random.Pick(r, []float32{1, 100, 1e4}))
		b.AddForce(v)
		b.AddTorque(v)
	}
}

// near is a pose not far from where the entity is, and seldom far out.
func (s *sailor) near(self *simulation.Self, r *random.Stream) geom.Pose {
	pose := self.PoseAtNextStepStart()
	pose.Position = pose.Position.Add(r.Direction().Scale(random.Pick(r, []float64{0.01, 0.3, 2, 30})))
	pose.Rotation = geom.AxisAngle(r.Direction(), r.Between(0, 0.1)).Mul(pose.Rotation)
	if pose.Position.Length() > 1000 {
		pose.Position = randomPlace(r)
	}
	return pose
}

// moveFreely moves what has no body or a kinematic one.
func (s *sailor) moveFreely(self *simulation.Self, r *random.Stream) {
	sample := motion.Sample{Pose: s.near(self, r)}
	if !self.TakesMotionIntent(motion.IntentOfSample(sample)) {
		return
	}
	switch r.Below(4) {
	case 0, 1:
		self.MoveKinematic(sample.Pose)
	case 2:
		sample.Chord = sample.Pose.Position.Sub(self.PoseAtNextStepStart().Position).Scale(1 / self.DeltaTime())
		sample.Velocity = sample.Chord.AddScaled(r.Direction(), 0.1)
		sample.Acceleration, sample.AngularVelocity, sample.AngularAcceleration = r.Direction(), r.Direction(), r.Direction()
		self.MoveOnRails(sample)
	case 3:
		if self.PlaceProblem() == nil {
			self.SetTransform(sample.Pose)
		}
	}
}

// push asks physics for anything that a dynamic body takes.
func (s *sailor) push(self *simulation.Self, r *random.Stream) {
	b := self.Body()
	v := r.Direction().Single().Scale(random.Pick(r, []float32{1, 100, 1e4}))
	switch r.Below(10) {
	case 0:
		b.AddForce(v)
	case 1:
		b.AddTorque(v)
	case 2:
		b.AddImpulse(v)
	case 3:
		b.AddAngularImpulse(v)
	case 4:
		b.SetVelocity(v.Scale(0.1))
	case 5:
		b.SetAngularVelocity(v.Scale(0.001))
	case 6:
		if r.Chance(0.2) {
			b.Teleport(s.near(self, r))
		}
	case 7:
		b.SetCollision(physics.Collision{Groups: physics.Groups(r.Below(4)), Mask: physics.Groups(r.Below(4))})
	default:
		s.steer++
		b.SteerTo(s.near(self, r))
	}
}

// slug is a small fast ball that flies at a place, which moves at a velocity.
func slug(r *random.Stream, in handle.Frame, at *geom.Vec3, velocity geom.Vec3) simulation.SpawnDesc {
	toward := r.Direction()
	speed := math.Pow(10, r.Between(0, 3))
	away := r.Between(5, 60)
	body := physics.Body(physics.NewSphere(r.Between(0.05, 0.4)), physics.Dynamic)
	return simulation.SpawnDesc{
		Frame: in, Pose: geom.At(at.AddScaled(toward, -away)), Velocity: velocity.AddScaled(toward, speed), Body: &body,
		Components: crew(),
	}
}

// randomShip is the owner of a frame: with a hull of any motion, or without one, and with a bubble of any size, or without one.
func randomShip(r *random.Stream, in handle.Frame) simulation.SpawnDesc {
	d := simulation.SpawnDesc{
		Frame: in, Pose: geom.Pose{Position: r.Direction().Scale(r.Between(0, 60)), Rotation: geom.AxisAngle(r.Direction(), r.Between(0, 3))},
		Owns:       &simulation.FrameSpec{Gravity: randomGravity(r), Medium: randomAir(r)},
		Components: crew(),
	}
	if r.Chance(0.85) {
		size := math.Pow(10, r.Between(0.3, 2))
		d.Owns.Bounds = geom.Vec3{X: size * r.Between(0.6, 1), Y: size * r.Between(0.6, 1), Z: size * r.Between(0.6, 1)}
	}
	if r.Chance(0.2) {
		d.FirstMove = motion.IntentOfEndPose(motion.EndPose{Pose: d.Pose})
		return d
	}
	body := physics.Body(cabin(), physics.BodyMotion(r.Below(3)))
	switch r.Below(4) {
	case 0:
		body.Shape = randomShape(r)
	case 1:
		body.InteriorShape, body.Shape = cabin(), physics.NewBox(3.2, 1.8, 4.2)
	}
	body.MassKilograms = random.Pick(r, []float64{0, 10, 1000, 1e6})
	body.NeverSleeps = body.Motion == physics.Dynamic && r.Chance(0.1)
	d.Body = &body
	if body.Motion != physics.Static {
		d.Velocity = r.Direction().Scale(random.Pick(r, []float64{0, 1, 30, 300}))
		if r.Chance(0.5) { // at the origin, around which most things are
			d.Velocity = d.Pose.Position.Scale(-r.Between(0.1, 4))
		}
		d.AngularVelocity = r.Direction().Single().Scale(random.Pick(r, []float32{0, 0, 0.3}))
	}
	return d
}

func randomGravity(r *random.Stream) field.Gravity {
	switch r.Below(4) {
	case 0:
		return pullDown(r.Between(0, 20))
	case 1:
		return field.GravityOfPoint(field.Point{Mu: random.Pick(r, []float64{1, orbitMu}), RadiusMeters: 2})
	}
	return field.Gravity{}
}

func randomAir(r *random.Stream) field.Medium {
	switch r.Below(4) {
	case 0:
		corner := geom.Vec3{X: 5, Y: 5, Z: 5}
		return field.MediumOfUniformMedium(field.UniformMedium{DensityKilogramsPerCubicMeter: 1.2, DragPerSecond: r.Float64(), Region: field.Region{Min: corner.Neg(), Max: corner}})
	case 1:
		return field.MediumOfPlanetMedium(field.PlanetMedium{RadiusMeters: 2, SurfaceDensityKilogramsPerCubicMeter: 1.2, ScaleHeightMeters: 30, DragPerSecond: 0.1})
	}
	return field.Medium{}
}

// randomRails is a component on rails, which most entities refuse.
func randomRails(r *random.Stream) simulation.Component {
	if r.Chance(0.3) {
		m, err := ride.NewSpinMotion(&rails.FrameSpin{Spin: rails.Spin{
			AxialTiltRadians: r.Between(0, 1), RateRadiansPerSecond: random.Pick(r, []float64{0, 0.01, 0.3}),
		}})
		if err != nil {
			panic(err)
		}
		return m
	}
	attitude := rails.AttitudeOfFacesParent(rails.FacesParent{})
	if r.Chance(0.5) {
		attitude = rails.AttitudeOfSpin(rails.Spin{RateRadiansPerSecond: random.Pick(r, []float64{0, 0.3})})
	}
	m, err := ride.NewKeplerMotion(&rails.Orbit{
		SemiMajorAxisMeters: r.Between(20, 100), Eccentricity: r.Between(0, 0.8), InclinationRadians: r.Between(0, 3),
		AscendingNodeRadians: r.Between(0, 3), ArgumentOfPeriapsisRadians: r.Between(0, 3), MeanAnomalyAtEpochRadians: r.Between(0, 6),
		Attitude: attitude,
	})
	if err != nil {
		panic(err)
	}
	return m
}
