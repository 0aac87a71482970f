package thrust

import (
	"tertius.dev/core/clock"
	"tertius.dev/core/geom"
	"tertius.dev/core/message"
	"tertius.dev/simulation"
)

// Burn is a stretch of a drive's plan, which ends where the next one begins.
type Burn struct {
	From    clock.Ticks // the first tick of the burn
	Newtons float32     // along the drive's -Z axis
}

// Drive pushes the body that its entity is a part of, and shows a fire as long as it pushes, along its +Z axis.
type Drive struct {
	Plan []Burn // in the order of their ticks
	Fire simulation.Visual
	Full float32 // the push at which the fire has its whole length, in N

	pushes float32 // of the tick before, in N
}

// Priority says that the drive has no order.
func (*Drive) Priority() int { return 0 }

// Wants says that the drive runs in every tick.
func (*Drive) Wants() []message.AnyToken { return []message.AnyToken{message.Ticks} }

// Handle pushes as the plan says.
func (d *Drive) Handle(self *simulation.Self, _ *message.List, _ *message.Outbox) {
	newtons := d.at(self.Tick())
	if body := self.Body(); newtons > 0 && body.CanPush() {
		body.AddLocalForce(geom.Forward.Single().Scale(newtons))
	}
	if newtons != d.pushes {
		d.pushes = newtons
		d.show(self)
	}
}

// at returns the push in a tick, in N.
func (d *Drive) at(tick clock.Ticks) float32 {
	newtons := float32(0)
	for _, b := range d.Plan {
		if tick >= b.From {
			newtons = b.Newtons
		}
	}
	return newtons
}

func (d *Drive) show(self *simulation.Self) {
	fire := d.Fire
	fire.Hidden = d.pushes == 0
	fire.Scale.Z *= 0.35 + float32(0.65*d.pushes)/d.Full
	self.SetVisual(fire)
}
