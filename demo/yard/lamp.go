package yard

import (
	"tertius.dev/core/clock"
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/message"
	"tertius.dev/core/physics"
	"tertius.dev/core/render"
	"tertius.dev/demo/paint"
	"tertius.dev/simulation"
)

// Hit tells a lamp that something hit its plate.
type Hit struct {
	ImpulseNewtonSeconds float32
}

// Hits is the token of Hit.
var Hits = message.Type[Hit]("demo.hit")

// Plate tells a lamp of every touch that is hard enough.
type Plate struct {
	Lamp               handle.Entity
	LeastNewtonSeconds float32 // softer touches are not told
}

// Priority says that the plate has no order.
func (*Plate) Priority() int { return 0 }

// Wants says that the plate hears of touches.
func (*Plate) Wants() []message.AnyToken { return []message.AnyToken{message.Collisions} }

// Handle passes the touches on.
func (p *Plate) Handle(_ *simulation.Self, events *message.List, out *message.Outbox) {
	for c := range message.Collisions.In(events) {
		if c.ImpulseNewtonSeconds >= p.LeastNewtonSeconds {
			Hits.Send(out, message.To(p.Lamp), Hit{ImpulseNewtonSeconds: c.ImpulseNewtonSeconds})
		}
	}
}

// Lamp lights when it is hit, and goes out Hold ticks after the last hit.
type Lamp struct {
	On, Off simulation.Visual
	Hold    clock.Ticks

	lit   bool
	until clock.Ticks // the tick in which a lit lamp goes out
}

// Priority says that the lamp has no order.
func (*Lamp) Priority() int { return 0 }

// Wants says that the lamp hears of hits, and runs in every tick to go out in time.
func (*Lamp) Wants() []message.AnyToken { return []message.AnyToken{Hits, message.Ticks} }

// Handle lights the lamp or puts it out.
func (l *Lamp) Handle(self *simulation.Self, events *message.List, _ *message.Outbox) {
	if Hits.First(events) != nil {
		l.until = self.Tick() + l.Hold
	}
	if lit := self.Tick() < l.until; lit != l.lit {
		l.lit = lit
		l.show(self)
	}
}

func (l *Lamp) show(self *simulation.Self) {
	if l.lit {
		self.SetVisual(l.On)
	} else {
		self.SetVisual(l.Off)
	}
}

// The lamps' colors, as weights of the channels, and their kinds.
const (
	cyan = iota
	magenta
	amber
	green
	violet
)

var lampColors = [...]geom.Vec3f{
	cyan:    paint.Hue(0.12, 0.85, 1),
	magenta: paint.Hue(1, 0.10, 0.45),
	amber:   paint.Hue(1, 0.50, 0.10),
	green:   paint.Hue(0.15, 1, 0.28),
	violet:  paint.Hue(0.45, 0.20, 1),
}

// A lamp's sizes in meters, and its brightness.
const (
	bulbRadius   = 0.22
	postRadius   = 0.07
	lampWatts    = 900.0
	bulbRadiance = 9.0 // of a bulb's surface, in W/(m² sr): bright, but not so bright that its color is lost
	leastHit     = 2   // N s; a plate leaves softer touches untold
)

// buildLamps sets the lamps that always shine, and those that light when their plate is hit.
func (b *builder) buildLamps() {
	for _, l := range [...]struct {
		id     string
		foot   geom.Vec3
		height float64
		color  int
	}{
		{"lamp-lift", liftAt.Add(geom.Vec3{X: 2.9, Z: 1.2}), 2.6, cyan},
		{"lamp-tower", towerAt.Add(geom.Vec3{X: -3.2, Z: 2.0}), 2.6, magenta},
		{"lamp-fountain", fountainAt.Add(geom.Vec3{X: -3.0, Z: 1.2}), 2.8, amber},
		{"lamp-pyramid", pyramidAt.Add(geom.Vec3{X: -2.9, Z: 1.4}), 2.0, violet},
	} {
		b.post(l.foot, l.height)
		b.put(l.id, geom.At(l.foot.AddScaled(geom.UnitY, l.height)), &simulation.SpawnDesc{Visual: b.kit.bulb(l.color, lampWatts)})
	}
}

// plateDesc describes a plate and the lamp over it.
type plateDesc struct {
	id, lampID string
	pose       geom.Pose // of the plate's middle, in the yard
	sides      geom.Vec3 // in meters
	lamp       string    // the lamp's blueprint
}

// buildPlate sets a plate with a lamp over it.
func (b *builder) buildPlate(d *plateDesc) (plate, lamp handle.Entity) {
	const raised = 0.9 // the lamp over the plate, in meters
	top := d.pose.Position.AddScaled(geom.UnitY, d.sides.Y/2)
	b.post(top, raised)
	lamp = b.make(d.lampID, d.lamp, geom.At(top.AddScaled(geom.UnitY, raised)))
	slab, look := b.kit.slab(d.sides, b.kit.paint.plate)
	desc := slab.describe(physics.Static, look)
	desc.Components = []simulation.Component{&Plate{Lamp: lamp, LeastNewtonSeconds: leastHit}}
	return b.put(d.id, d.pose, desc), lamp
}

// post draws a thin post. It has no body, so that nothing hangs on it.
func (b *builder) post(foot geom.Vec3, height float64) {
	sides := geom.Vec3{X: 2 * postRadius, Y: height, Z: 2 * postRadius}
	b.put("", geom.At(foot.AddScaled(geom.UnitY, height/2)), &simulation.SpawnDesc{
		Visual: &simulation.Visual{Mesh: b.kit.box, Material: b.kit.paint.post, Scale: sides.Single()},
	})
}

// bulb is a lit bulb and its light.
func (k *Kit) bulb(color int, watts float32) *simulation.Visual {
	return &simulation.Visual{
		Mesh: k.ball, Material: k.paint.bulbs[color], Scale: even(bulbRadius),
		Light: render.LightOfPointLight(render.PointLight{Color: lampColors[color], PowerWatts: watts, RadiusMeters: bulbRadius}),
	}
}
