package yard

import (
	"math"

	"tertius.dev/core/clock"
	"tertius.dev/core/geom"
	"tertius.dev/core/message"
	"tertius.dev/core/physics"
	"tertius.dev/simulation"
)

// Lift moves a kinematic platform between Low and Low + Rise, in a sine of whole ticks, so that it never drifts.
type Lift struct {
	Low    geom.Pose   // of the platform at its lowest, in its frame
	Rise   float64     // in meters along +Y
	Period clock.Ticks // of one way up and down
}

// Priority says that the lift has no order.
func (*Lift) Priority() int { return 0 }

// Wants says that the lift runs in every tick.
func (*Lift) Wants() []message.AnyToken { return []message.AnyToken{message.Ticks} }

// Handle moves the platform to where it must be at the end of the next step.
func (l *Lift) Handle(self *simulation.Self, _ *message.List, _ *message.Outbox) {
	self.MoveKinematic(l.poseAt(self.Tick() + 2))
}

// poseAt returns where the platform is at the start of tick n, in its frame. It is lowest at tick 0, at rest.
func (l *Lift) poseAt(n clock.Ticks) geom.Pose {
	phase := float64(n%l.Period) / float64(l.Period)
	height := 0.5 * l.Rise * (1 - geom.Cos(2*math.Pi*phase))
	return geom.Pose{Position: l.Low.Position.AddScaled(geom.UnitY, height), Rotation: l.Low.Rotation}
}

var liftAt = geom.Vec3{X: -11, Z: -5.5}

const (
	liftRise   = 3.0 // in meters
	liftPeriod = 300 // in ticks
	liftSide   = 2.8 // in meters
	liftThick  = 0.24
	mastHeight = 4.6
)

// buildLift sets the platform with a crate on it between two masts.
func (b *builder) buildLift() {
	low := geom.At(liftAt.Add(geom.Vec3{Y: 0.1 + liftThick/2}))
	platform, look := b.kit.slab(geom.Vec3{X: liftSide, Y: liftThick, Z: liftSide}, b.kit.paint.lift)
	platform.friction = 0.8
	desc := platform.describe(physics.Kinematic, look)
	inFrame := geom.At(low.Position.Add(b.options.Origin))
	desc.Components = []simulation.Component{&Lift{Low: inFrame, Rise: liftRise, Period: liftPeriod}}
	b.yard.Lift = b.put("lift", low, desc)
	onTop := low.Position.AddScaled(geom.UnitY, liftThick/2+crateSide/2)
	b.yard.LiftCrate = b.make("lift-crate", "lift-crate", geom.Pose{Position: onTop, Rotation: geom.AxisAngle(geom.UnitY, 0.5)})
	for _, side := range [...]float64{-1, 1} {
		mast, look := b.kit.slab(geom.Vec3{X: 0.22, Y: mastHeight, Z: 0.22}, b.kit.paint.metal)
		at := liftAt.Add(geom.Vec3{X: float64(side * (liftSide/2 + 0.2)), Y: mastHeight / 2})
		b.static("", geom.At(at), mast, look)
	}
}
