package ride

import (
	"errors"
	"fmt"

	"tertius.dev/core/clock"
	"tertius.dev/core/field"
	"tertius.dev/core/message"
	"tertius.dev/core/motion"
	"tertius.dev/core/rails"
	"tertius.dev/simulation"
)

// KeplerMotion is a component that moves its entity on an orbit about the origin of the frame that it is in. The gravitational
// parameter is that of the frame's own point gravity, in every tick, so what rides and what falls freely beside it fall alike.
type KeplerMotion struct {
	orbit  rails.Orbit
	course rails.Course // about the mu of the last sample
	rider  rider
}

// NewKeplerMotion returns the component.
//
// Errors: what the orbit lacks.
func NewKeplerMotion(orbit *rails.Orbit) (*KeplerMotion, error) {
	if orbit == nil {
		return nil, errors.New("the orbit is nil")
	}
	if problem := orbit.Problem(); problem != "" {
		return nil, fmt.Errorf("orbit: %s", problem)
	}
	return &KeplerMotion{orbit: *orbit}, nil
}

// Orbit returns the orbit. It never changes: another orbit is another component.
func (m *KeplerMotion) Orbit() rails.Orbit { return m.orbit }

// Start makes a description one whose entity is on the orbit where its first step ends, in a frame with the gravity: it sets where
// the entity is, its first motion and this component.
//
// Units: endSeconds is the time at the end of the first step: World.TimeAt(TickNumber()+1) for a spawn between ticks, and
// Self.TimeAt(Tick()+2) for one in a tick; rate is the world's.
// Errors: a gravity that holds no orbit, and a time at which it has no place.
func (m *KeplerMotion) Start(d *simulation.SpawnDesc, gravity *field.Gravity, endSeconds float64, rate clock.Rate) error {
	step := rate.TickSeconds()
	before, err := m.sample(gravity, endSeconds-step, step)
	if err != nil {
		return err
	}
	first, err := m.sample(gravity, endSeconds, step)
	if err != nil {
		return err
	}
	start(d, &before, &first, m)
	return nil
}

// Priority is that of most components.
func (*KeplerMotion) Priority() int { return 0 }

// Wants is every tick.
func (*KeplerMotion) Wants() []message.AnyToken { return []message.AnyToken{message.Ticks} }

// Handle gives the entity the sample of its next step.
func (m *KeplerMotion) Handle(self *simulation.Self, _ *message.List, _ *message.Outbox) {
	if !m.rider.takes(self) {
		return
	}
	gravity, _ := self.Snapshot().Gravity(self.Frame())
	step, end := self.DeltaTime(), self.TimeAt(self.Tick()+2)
	if m.rider.starts() {
		before, err := m.sample(&gravity, self.TimeAt(self.Tick()+1), step)
		if !m.rider.fits(self, &before, err) {
			return
		}
		m.rider.begin(self, &before.Pose)
	}
	sample, err := m.sample(&gravity, end, step)
	if m.rider.fits(self, &sample, err) {
		self.MoveOnRails(sample)
	}
}

var (
	errNoPointGravity = errors.New("the frame has no point gravity, so there is nothing to orbit")
	errDips           = errors.New("the orbit dips below the radius of the frame's point gravity, where that is no longer one of a point")
)

func (m *KeplerMotion) sample(gravity *field.Gravity, endSeconds, stepSeconds float64) (motion.Sample, error) {
	mu, ok := rails.MuFrom(gravity)
	if !ok {
		return motion.Sample{}, errNoPointGravity
	}
	if point, _ := gravity.AsPoint(); float64(m.orbit.SemiMajorAxisMeters*(1-m.orbit.Eccentricity)) < point.RadiusMeters {
		return motion.Sample{}, errDips
	}
	if m.course.Mu() != mu {
		course, err := rails.NewCourse(&m.orbit, mu)
		if err != nil {
			return motion.Sample{}, err
		}
		m.course = course
	}
	return m.course.Sample(endSeconds, stepSeconds)
}
