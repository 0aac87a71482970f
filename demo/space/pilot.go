package space

import (
	"tertius.dev/core/clock"
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/message"
	"tertius.dev/core/motion"
	"tertius.dev/simulation"
)

// Stop is a place of a route, where its traveler rests.
type Stop struct {
	At         clock.Ticks // where the tick starts at which the traveler is there
	Place      geom.Vec3   // in meters in the axes of the route's frame
	YawRadians float64     // about the frame's +Y, from -Z ahead toward -X
}

// Route is a way from stop to stop, each later than the one before. The way between two is straight, and starts and ends softly.
type Route []Stop

// PoseAt returns where the traveler is at the start of tick n. Before the first stop and after the last one it rests there.
func (r Route) PoseAt(n clock.Ticks) geom.Pose {
	last := &r[0]
	for i := range r {
		next := &r[i]
		if n < next.At {
			return between(last, next, n)
		}
		last = next
	}
	return geom.Pose{Position: last.Place, Rotation: geom.AxisAngle(geom.UnitY, last.YawRadians)}
}

// between returns the pose on the way from one stop to the next, with a velocity and an acceleration of 0 at both ends.
func between(from, to *Stop, n clock.Ticks) geom.Pose {
	t := 0.0
	if n > from.At {
		t = float64(n-from.At) / float64(to.At-from.At)
	}
	t = float64(float64(float64(t*t)*t) * (float64(t*(float64(6*t)-15)) + 10))
	return geom.Pose{
		Position: from.Place.Lerp(to.Place, t),
		Rotation: geom.AxisAngle(geom.UnitY, from.YawRadians+float64((to.YawRadians-from.YawRadians)*t)),
	}
}

// Pilot steers a dynamic body along a route beside or inside a frame that does not turn. It asks for nothing before the first
// stop's tick, and as long as its entity takes no steer target.
type Pilot struct {
	In    handle.Frame // whose axes the route is in
	Route Route
}

// Priority says that the pilot has no order.
func (*Pilot) Priority() int { return 0 }

// Wants says that the pilot runs in every tick.
func (*Pilot) Wants() []message.AnyToken { return []message.AnyToken{message.Ticks} }

var anySteer = motion.IntentOfSteerTarget(motion.SteerTarget{})

// Handle steers to where the route is at the end of the next step.
func (p *Pilot) Handle(self *simulation.Self, _ *message.List, _ *message.Outbox) {
	if self.Tick() < p.Route[0].At || !self.TakesMotionIntent(anySteer) {
		return
	}
	end := p.Route.PoseAt(self.Tick() + 2)
	if self.Frame() != p.In {
		in, ok := self.Snapshot().FrameIn(p.In, self.Frame())
		if !ok {
			return // the frame has ended
		}
		in.Pose.Position = in.Pose.Position.AddScaled(in.Velocity, 2*self.DeltaTime())
		end = in.Pose.Compose(&end)
	}
	self.Body().SteerTo(end)
}
