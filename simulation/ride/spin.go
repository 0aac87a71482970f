package ride

import (
	"errors"
	"fmt"

	"tertius.dev/core/clock"
	"tertius.dev/core/geom"
	"tertius.dev/core/message"
	"tertius.dev/core/rails"
	"tertius.dev/simulation"
)

// SpinMotion is a component that keeps its entity where it is and turns it in place, as the ground of a planet turns.
type SpinMotion struct {
	spin  rails.FrameSpin
	rider rider
}

// NewSpinMotion returns the component.
//
// Errors: what the spin lacks.
func NewSpinMotion(spin *rails.FrameSpin) (*SpinMotion, error) {
	if spin == nil {
		return nil, errors.New("the spin is nil")
	}
	if problem := spin.Problem(); problem != "" {
		return nil, fmt.Errorf("spin: %s", problem)
	}
	return &SpinMotion{spin: *spin}, nil
}

// Spin returns the spin. It never changes: another spin is another component.
func (m *SpinMotion) Spin() rails.FrameSpin { return m.spin }

// Start makes a description one whose entity turns at a place from its first step on. Units and errors: as KeplerMotion.Start.
func (m *SpinMotion) Start(d *simulation.SpawnDesc, place geom.Vec3, endSeconds float64, rate clock.Rate) error {
	step := rate.TickSeconds()
	before, err := m.spin.Sample(place, endSeconds-step, step)
	if err != nil {
		return err
	}
	first, err := m.spin.Sample(place, endSeconds, step)
	if err != nil {
		return err
	}
	start(d, &before, &first, m)
	return nil
}

// Priority is that of most components.
func (*SpinMotion) Priority() int { return 0 }

// Wants is every tick.
func (*SpinMotion) Wants() []message.AnyToken { return []message.AnyToken{message.Ticks} }

// Handle gives the entity the sample of its next step, at the place where that step starts.
func (m *SpinMotion) Handle(self *simulation.Self, _ *message.List, _ *message.Outbox) {
	if !m.rider.takes(self) {
		return
	}
	place, step := self.PoseAtNextStepStart().Position, self.DeltaTime()
	if m.rider.starts() {
		before, err := m.spin.Sample(place, self.TimeAt(self.Tick()+1), step)
		if !m.rider.fits(self, &before, err) {
			return
		}
		m.rider.begin(self, &before.Pose)
	}
	sample, err := m.spin.Sample(place, self.TimeAt(self.Tick()+2), step)
	if m.rider.fits(self, &sample, err) {
		self.MoveOnRails(sample)
	}
}
