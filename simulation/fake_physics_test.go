package simulation_test

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/motion"
	"tertius.dev/core/physics"
	"tertius.dev/simulation"
)

// fakePhysics is a backend without contacts: bodies fly on straight lines under gravity and forces, one kilogram each. To
// questions every body is a sphere of one meter, and so is every shape, but that overlaps are asked with their reach. It checks that what it is told is possible, and a test may add to what it says.
type fakePhysics struct {
	bodies    []fakeBody
	frames    int
	in        *physics.StepInput
	items     []handle.Frame
	moved     [][]physics.BodyState // per item
	errors    []error               // of the next Finish
	distort   func(out *physics.StepOutput)
	answered  func(out *physics.Answers)
	asked     []physics.Asked // all questions so far
	work      func(item int)
	steps     int
	closed    int
	lastInput []physics.Intent // of the last step's writers
	center    geom.Vec3        // of mass, of every shape
}

type fakeBody struct {
	state  physics.BodyState
	motion physics.BodyMotion
	groups physics.Groups
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
	p.frames += len(c.FramesMade) - len(c.FramesGone)
	for i := range c.BodiesMade {
		b := &c.BodiesMade[i]
		if p.find(b.Entity) >= 0 {
			errs = append(errs, fmt.Errorf("a second body of %v", b.Entity))
			continue
		}
		p.bodies = append(p.bodies, fakeBody{motion: b.Desc.Motion, groups: b.Desc.Collision.Groups, state: physics.BodyState{
			Entity: b.Entity, Frame: b.Frame, Pose: b.Pose, Velocity: b.Velocity, AngularVelocity: b.AngularVelocity, Awake: true,
		}})
	}
	return errs
}

func (p *fakePhysics) Prepare(in *physics.StepInput) int {
	p.in, p.items, p.moved = in, p.items[:0], p.moved[:0]
	p.lastInput = nil
	for _, e := range in.Writers {
		if p.find(e) < 0 {
			p.errors = append(p.errors, fmt.Errorf("%v has an intent and no body", e))
		}
		p.lastInput = append(p.lastInput, *in.Intents.Of(int(e.Index)))
	}
	for _, f := range in.Frames {
		p.items = append(p.items, f.Frame)
		p.moved = append(p.moved, nil)
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
		if s.Frame != p.items[item] || b.motion == physics.Static {
			continue
		}
		in := physics.Intent{}
		if slices.Contains(p.in.Writers, s.Entity) {
			in = *p.in.Intents.Of(int(s.Entity.Index))
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
