// Package frames measures worlds of many frames: on rails, asleep, beside a station, and what crosses from one into another.
//
// Every figure is one of whole ticks of a World on one worker, on the real Jolt where there are bodies. The worlds that are
// compared take turns, so that what the machine does meanwhile meets all of them.
package frames

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"tertius.dev/core/field"
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/physics"
	"tertius.dev/core/quiet"
	"tertius.dev/physics/jolt"
	"tertius.dev/simulation"
)

const (
	warmTicks  = 60
	roundTicks = 20  // of one world, before the next one's turn
	allocTicks = 100 // of a round that counts allocations
)

// site is a world that is measured, with a root frame.
type site struct {
	world   *simulation.World
	space   handle.Frame
	physics *counter // nil without physics
}

// counter is Jolt with the number of systems that the last step had to step.
type counter struct {
	*jolt.Backend
	systems int
}

// Prepare takes the intents of a step.
func (c *counter) Prepare(in *physics.StepInput) int {
	c.systems = c.Backend.Prepare(in)
	return c.systems
}

// newSite makes a world on Jolt whose root frame has the gravity.
func newSite(gravity field.Gravity) (*site, error) {
	library, err := jolt.Open(jolt.DefaultOptions())
	if err != nil {
		return nil, err
	}
	c := &counter{Backend: library}
	s, err := open(simulation.Options{Workers: 1, Backend: c}, gravity)
	if err != nil {
		return nil, err
	}
	s.physics = c
	return s, nil
}

// open makes a world with a root frame that has the gravity.
func open(o simulation.Options, gravity field.Gravity) (*site, error) {
	w, err := simulation.New(o)
	if err != nil {
		return nil, err
	}
	s := &site{world: w}
	if _, s.space, err = s.frame(&simulation.SpawnDesc{Owns: &simulation.FrameSpec{Gravity: gravity}}); err != nil {
		return nil, errors.Join(err, w.Close())
	}
	return s, nil
}

// frame spawns the owner of a frame.
func (s *site) frame(d *simulation.SpawnDesc) (handle.Entity, handle.Frame, error) {
	e, err := s.world.Spawn(d)
	if err != nil {
		return handle.Entity{}, handle.Frame{}, err
	}
	f, _ := s.world.FrameOf(e)
	return e, f, nil
}

// body spawns a plain body with components.
func (s *site) body(in handle.Frame, desc physics.BodyDesc, place geom.Vec3, of ...simulation.Component) (handle.Entity, error) {
	return s.world.Spawn(&simulation.SpawnDesc{Frame: in, Body: &desc, Pose: geom.At(place), Components: of})
}

func (s *site) ticks(n int) {
	for range n {
		s.world.Tick()
	}
}

// close ends the world, and returns what it reported besides.
func (s *site) close() error {
	if reports := s.world.Errors(); len(reports) > 0 {
		return errors.Join(fmt.Errorf("the world reports: %s", reports[0]), s.world.Close())
	}
	return s.world.Close()
}

// sleepAll ticks until no system steps any more.
func (s *site) sleepAll() error {
	const most = 600
	for range most {
		if s.world.Tick(); s.physics.systems == 0 {
			return nil
		}
	}
	return fmt.Errorf("after %d ticks %d systems still step", most, s.physics.systems)
}

// allocations returns how many objects 100 warm ticks allocate, at the best of several rounds.
func (s *site) allocations() uint64 {
	objects, _ := quiet.LeastMallocs(5, func() { s.ticks(allocTicks) })
	return objects
}

// spread is the middle and the least of several times in microseconds.
type spread struct{ median, least float64 }

func (s spread) String() string { return fmt.Sprintf("%8.1f (least %8.1f)", s.median, s.least) }

func spreadOf(micros []float64) spread {
	slices.Sort(micros)
	return spread{median: micros[len(micros)/2], least: micros[0]}
}

// inTurn measures what each function takes for one call, in microseconds, each so many times in a row before the next one's turn.
func inTurn(rounds, calls int, each ...func()) []spread {
	times := make([][]float64, len(each))
	for range rounds {
		for i, do := range each {
			begin := time.Now()
			for range calls {
				do()
			}
			times[i] = append(times[i], micros(time.Since(begin))/float64(calls))
		}
	}
	spreads := make([]spread, len(each))
	for i := range times {
		spreads[i] = spreadOf(times[i])
	}
	return spreads
}

func micros(d time.Duration) float64 { return float64(d.Nanoseconds()) / 1e3 }

// earthGravity is the pull at sea level, along −Y.
func earthGravity() field.Gravity {
	return field.GravityOfUniform(field.Uniform{Acceleration: geom.Vec3{Y: -9.81}})
}

// ball returns radii of a bubble that are all equal.
func ball(radiusMeters float64) geom.Vec3 {
	return geom.Vec3{X: radiusMeters, Y: radiusMeters, Z: radiusMeters}
}
