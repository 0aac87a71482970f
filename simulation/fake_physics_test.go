package simulation_test

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"tertius.dev/core/frame"
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/motion"
	"tertius.dev/core/physics"
	"tertius.dev/simulation"
)

// fakePhysics is a backend without contacts: bodies fly on straight lines under gravity and forces, one kilogram each, and hulls
// carry their frames. To questions every body is a sphere of one meter, and so is every shape, but that overlaps are asked with
// their reach. It checks that what it is told is possible, and a test may add to what it says.
type fakePhysics struct {
	bodies      []fakeBody
	frames      int
	known       []handle.Frame
	in          *physics.StepInput
	items       []handle.Frame
	moved       [][]physics.BodyState  // per item
	carried     [][]physics.FrameState // per item
	tree        *frame.Tree            // of the last batch of changes
	errors      []error                // of the next Finish
	broken      error                  // that its own check finds
	distort     func(out *physics.StepOutput)
	answered    func(out *physics.Answers)
	asked       []physics.Asked // all questions so far
	work        func(item int)
	steps       int
	movedBodies int
	closed      int
	lastInput   []physics.Intent // of the last step's writers
	center      geom.Vec3        // of mass, of every shape
}

type fakeBody struct {
	state  physics.BodyState
	motion physics.BodyMotion
	groups physics.Groups
	owns   handle.Frame
	turn   geom.Vec3 // in rad/s, of a hull, in doubles
}

func newFakePhysics() *fakePhysics { return &fakePhysics{} }

// crate describes a dynamic body at (x, 0, 0).
func crate(f handle.Frame, x float64, components ...simulation.Component) simulation.SpawnDesc {
	d := at(f, x, components...)
	body := physics.Body(physics.NewBox(0.5, 0.5, 0.5), physics.Dynamic)
	d.Body = &body
	return d
}

func (p *fakePhysics) entities() []handle.Entity {
	var all []handle.Entity
	for i := range p.bodies {
		all = append(all, p.bodies[i].state.Entity)
	}
	return all
}

func (p *fakePhysics) ShapeProblem(s physics.Shape) error   { return s.Problem() }
func (p *fakePhysics) CenterOfMass(physics.Shape) geom.Vec3 { return p.center }
func (p *fakePhysics) WorkFrame(item int) handle.Frame      { return p.items[item] }
func (p *fakePhysics) Check() error                         { return p.broken }
func (p *fakePhysics) Close() error                         { p.closed++; return nil }
func (p *fakePhysics) find(e handle.Entity) int {
	return slices.IndexFunc(p.bodies, func(b fakeBody) bool { return b.state.Entity == e })
}

func (p *fakePhysics) Apply(c *physics.Changes) (errs []error) {
	for _, e := range c.BodiesGone {
		i := p.find(e)
		if i < 0 {
			errs = append(errs, fmt.Errorf("no body of %v", e))
			continue
		}
		p.bodies = slices.Delete(p.bodies, i, i+1)
	}
	for i := range c.BodiesMoved {
		errs = append(errs, p.move(&c.BodiesMoved[i])...)
	}
	for _, f := range c.FramesGone {
		p.known = slices.DeleteFunc(p.known, func(k handle.Frame) bool { return k == f })
	}
	for _, f := range c.FramesMade {
		if slices.ContainsFunc(p.known, func(k handle.Frame) bool { return k.Index == f.Index }) {
			errs = append(errs, fmt.Errorf("the frame %v is made, and the slot is taken", f))
		}
		p.known = append(p.known, f)
	}
	p.frames += len(c.FramesMade) - len(c.FramesGone)
	for i := range c.BodiesMade {
		b := &c.BodiesMade[i]
		if p.find(b.Entity) >= 0 {
			errs = append(errs, fmt.Errorf("a second body of %v", b.Entity))
			continue
		}
		p.bodies = append(p.bodies, fakeBody{motion: b.Desc.Motion, groups: b.Desc.Collision.Groups, owns: b.Owns, state: physics.BodyState{
			Entity: b.Entity, Frame: b.Frame, Pose: b.Pose, Velocity: b.Velocity, AngularVelocity: b.AngularVelocity, Awake: true,
		}})
	}
	p.tree = c.Tree
	p.reconcile()
	return append(errs, p.strays()...)
}

// move takes a plain body into another frame.
func (p *fakePhysics) move(m *physics.BodyMove) []error {
	i := p.find(m.Entity)
	if i < 0 || !p.bodies[i].owns.IsNone() {
		return []error{fmt.Errorf("%v moves to frame %v and is no plain body", m.Entity, m.Frame)}
	}
	s := &p.bodies[i].state
	state := motion.State{Pose: s.Pose, Velocity: s.Velocity, AngularVelocity: s.AngularVelocity.Double()}
	state = m.Relation.ToParent(&state).Unit()
	s.Frame, s.Pose, s.Velocity, s.AngularVelocity = m.Frame, state.Pose, state.Velocity, state.AngularVelocity.Single()
	p.movedBodies++
	return nil
}

// reconcile puts every hull where its frame is in the tree, if that is in another parent.
func (p *fakePhysics) reconcile() {
	for i := range p.bodies {
		b := &p.bodies[i]
		if b.owns.IsNone() || p.tree.IsRoot(b.owns) || p.tree.Parent(b.owns) == b.state.Frame {
			continue
		}
		p.follow(b)
	}
}

func (p *fakePhysics) follow(b *fakeBody) {
	b.state.Frame = p.tree.Parent(b.owns)
	p.standInTree(b)
}

// standInTree leaves the frame alone, which the work items of the other frames read meanwhile.
func (p *fakePhysics) standInTree(b *fakeBody) {
	local := p.tree.Local(b.owns)
	b.state.Pose, b.state.Velocity, b.turn = local.Pose, local.Velocity, local.AngularVelocity
}

// strays finds the bodies that are in no frame that physics knows.
func (p *fakePhysics) strays() (errs []error) {
	for i := range p.bodies {
		if s := &p.bodies[i].state; !s.Frame.IsNone() && !slices.Contains(p.known, s.Frame) {
			errs = append(errs, fmt.Errorf("the body of %v is in frame %v, which is gone", s.Entity, s.Frame))
		}
	}
	return errs
}

func (p *fakePhysics) Prepare(in *physics.StepInput) int {
	p.in, p.items, p.moved, p.carried = in, p.items[:0], p.moved[:0], p.carried[:0]
	p.tree = in.Tree
	p.reconcile()
	p.lastInput = nil
	for _, e := range in.Writers {
		if p.find(e) < 0 {
			p.errors = append(p.errors, fmt.Errorf("%v has an intent and no body", e))
		}
		p.lastInput = append(p.lastInput, *in.Intents.Of(int(e.Index)))
	}
	for _, f := range in.Frames {
		p.items = append(p.items, f.Frame)
		p.moved, p.carried = append(p.moved, nil), append(p.carried, nil)
	}
	return len(p.items)
}

func (p *fakePhysics) Work(item int) {
	if p.work != nil {
		p.work(item)
	}
	h := float64(p.in.StepSeconds)
	for i := range p.bodies {
		b := &p.bodies[i]
		s := &b.state
		if s.Frame != p.items[item] {
			continue
		}
		in := physics.Intent{}
		if slices.Contains(p.in.Writers, s.Entity) {
			in = *p.in.Intents.Of(int(s.Entity.Index))
		}
		if !b.owns.IsNone() {
			p.carryFrame(b, &in, item)
			continue
		}
		if b.motion == physics.Static {
			continue
		}
		if in.Parts&physics.HasTeleport != 0 {
			s.Pose = in.Teleport
		}
		if b.motion == physics.Kinematic {
			p.carry(s, &in, h)
		} else {
			p.fly(s, &in, h, p.in.Frames[item].Gravity.At(s.Pose.Position))
		}
		p.moved[item] = append(p.moved[item], *s)
	}
}

func (p *fakePhysics) carry(s *physics.BodyState, in *physics.Intent, h float64) {
	from := s.Pose.Position
	if end, ok := in.Move.AsEndPose(); ok {
		s.Pose = end.Pose
	}
	s.Velocity = s.Pose.Position.Sub(from).Scale(1 / h)
}

// carryFrame moves a hull as its motion in the step says, and says how that moved its frame.
func (p *fakePhysics) carryFrame(b *fakeBody, in *physics.Intent, item int) {
	s, h := &b.state, float64(p.in.StepSeconds)
	about := &p.in.Frames[slices.IndexFunc(p.in.Frames, func(f physics.FrameInput) bool { return f.Frame == b.owns })]
	if about.HullMotion != b.motion {
		p.standInTree(b)
	}
	b.motion = about.HullMotion
	from, teleports := s.Velocity, in.Parts&physics.HasTeleport != 0
	if teleports {
		s.Pose = in.Teleport
	}
	out := physics.FrameState{Frame: b.owns, Parent: s.Frame, Awake: b.motion == physics.Dynamic}
	switch {
	case b.motion == physics.Dynamic:
		gravity := p.in.Frames[item].Gravity.At(s.Pose.Position).Sub(p.in.Frames[item].ProperAcceleration)
		p.fly(s, in, h, gravity)
		out.Measured = true
		out.ProperAcceleration = s.Pose.Rotation.Unrotate(s.Velocity.Sub(from).Scale(1 / h).Sub(gravity))
		turn := geom.AxisAngle(b.turn.Unit(geom.UnitX), b.turn.Length()*h)
		s.Pose.Rotation, _ = turn.Mul(s.Pose.Rotation).Unit()
		out.Record = motion.Sample{
			Pose: s.Pose, Chord: s.Velocity, Velocity: s.Velocity, Acceleration: s.Velocity.Sub(from).Scale(1 / h), AngularVelocity: b.turn,
		}
	case about.Moves:
		out.Record = about.Record
		s.Pose, s.Velocity, b.turn = about.Record.Pose, about.Record.Velocity, about.Record.AngularVelocity
	case teleports:
		out.Record = motion.Still(s.Pose)
		s.Velocity, b.turn = geom.Vec3{}, geom.Vec3{}
	default:
		s.Velocity, b.turn = geom.Vec3{}, geom.Vec3{}
		return
	}
	p.carried[item] = append(p.carried[item], out)
}

func (p *fakePhysics) fly(s *physics.BodyState, in *physics.Intent, h float64, gravity geom.Vec3) {
	if in.Parts&physics.HasVelocity != 0 {
		s.Velocity = in.Velocity.Double()
	}
	push := gravity.Add(in.Force.Double()).Scale(h).Add(in.Impulse.Double())
	s.Velocity = s.Velocity.Add(push)
	s.Pose.Position = s.Pose.Position.AddScaled(s.Velocity, h)
}

func (p *fakePhysics) Finish(out *physics.StepOutput) {
	p.steps++
	for _, states := range p.moved {
		slices.SortFunc(states, func(a, b physics.BodyState) int { return int(a.Entity.Index) - int(b.Entity.Index) })
		out.Bodies = append(out.Bodies, states...)
	}
	for _, states := range p.carried {
		out.Frames = append(out.Frames, states...)
	}
	out.Errors = append(out.Errors, p.errors...)
	p.errors = nil
	if p.distort != nil {
		p.distort(out)
	}
}

func (p *fakePhysics) Ask(in *physics.Questions, out *physics.Answers) {
	out.Reset()
	p.asked = append(p.asked, in.Asked...)
	for i := range in.Asked {
		first := len(out.Hits)
		out.Hits = p.hits(&in.Asked[i], out.Hits)
		slices.SortFunc(out.Hits[first:], func(a, b physics.Hit) int {
			return cmp.Or(cmp.Compare(a.DistanceMeters, b.DistanceMeters), cmp.Compare(a.Entity.Index, b.Entity.Index))
		})
		if a := &in.Asked[i]; a.Question.FirstHitOnly() && !a.AllHits {
			out.Hits = out.Hits[:min(len(out.Hits), first+1)]
		}
		out.Ends = append(out.Ends, len(out.Hits))
	}
	if p.answered != nil {
		p.answered(out)
	}
}

// hits appends the bodies that answer a question, in no order.
func (p *fakePhysics) hits(a *physics.Asked, hits []physics.Hit) []physics.Hit {
	for i := range p.bodies {
		b := &p.bodies[i]
		e, center := b.state.Entity, b.state.Pose.Position
		if b.state.Frame != a.Frame || e == a.Except || a.Groups != 0 && a.Groups&b.groups == 0 {
			continue
		}
		switch a.Question.Kind() {
		case physics.QuestionNone:
		case physics.QuestionRayCast:
			c, _ := a.Question.AsRayCast()
			if d, n, ok := meets(c.Origin, c.Direction, c.LengthMeters, center, 1); ok {
				hits = append(hits, physics.Hit{Entity: e, DistanceMeters: d, Normal: n.Single(), Point: center.Add(n)})
			}
		case physics.QuestionShapeCast:
			c, _ := a.Question.AsShapeCast()
			if d, n, ok := meets(c.Start.Position, c.Direction, c.LengthMeters, center, 2); ok {
				hits = append(hits, physics.Hit{Entity: e, DistanceMeters: d, Normal: n.Single(), Point: center.Add(n)})
			}
		case physics.QuestionOverlap:
			c, _ := a.Question.AsOverlap()
			if c.Pose.Position.Sub(center).Length() <= 1+c.Shape.Reach() {
				hits = append(hits, physics.Hit{Entity: e})
			}
		}
	}
	return hits
}

// meets says where a line first comes within a distance of a center, and in which direction from it that is.
func meets(from, direction geom.Vec3, length float64, center geom.Vec3, radius float64) (d float64, n geom.Vec3, ok bool) {
	to := center.Sub(from)
	along := to.Dot(direction)
	inside := radius*radius - (to.LengthSquared() - along*along)
	if inside < 0 {
		return 0, n, false
	}
	d = max(0, along-math.Sqrt(inside))
	n = from.AddScaled(direction, d).Sub(center).Unit(direction.Neg())
	return d, n, along+math.Sqrt(inside) >= 0 && d <= length
}

// endAt is the intent to be at (x, 0, 0) at the end of the step.
func endAt(x float64) motion.Intent {
	return motion.IntentOfEndPose(motion.EndPose{Pose: geom.At(geom.Vec3{X: x})})
}

// handOff adds a hand-off to what the step did, and moves the body as it says. Its state replaces the one that the step gave.
func (p *fakePhysics) handOff(out *physics.StepOutput, h physics.HandOff) {
	b := &p.bodies[p.find(h.Entity)]
	b.state.Frame, b.state.Pose, b.state.Velocity, b.turn = h.To, h.State.Pose, h.State.Velocity, h.State.AngularVelocity
	out.HandOffs = append(out.HandOffs, h)
	if b.owns.IsNone() {
		out.Bodies = slices.DeleteFunc(out.Bodies, func(s physics.BodyState) bool { return s.Entity == h.Entity })
		out.Bodies = append(out.Bodies, b.state)
		return
	}
	out.Frames = slices.DeleteFunc(out.Frames, func(s physics.FrameState) bool { return s.Frame == b.owns })
	out.Frames = append(out.Frames, physics.FrameState{
		Frame: b.owns, Parent: h.To, Awake: true, Measured: true,
		Record: motion.Sample{Pose: h.State.Pose, Velocity: h.State.Velocity, AngularVelocity: h.State.AngularVelocity},
	})
}
