package frames

import (
	"errors"
	"fmt"
	"io"

	"tertius.dev/core/field"
	"tertius.dev/core/geom"
	"tertius.dev/core/motion"
	"tertius.dev/core/physics"
	"tertius.dev/core/rails"
	"tertius.dev/simulation"
	"tertius.dev/simulation/ride"
)

const (
	earthMu     = 3.986004418e14 // in m³/s²
	earthRadius = 6.371e6        // in meters
)

// fleetKind is what the owners of the measured frames are.
type fleetKind struct {
	name string
	rest bool // they hold still
	hull bool // they have kinematic hulls
}

var fleetKinds = []fleetKind{
	{name: "on orbits, without bodies"},
	{name: "on orbits, with hulls", hull: true},
	{name: "at rest, without bodies", rest: true},
}

// orbitOf returns the orbit of frame i, kilometers apart from the others: from a circle to an eccentricity of a half.
func orbitOf(i int) rails.Orbit {
	return rails.Orbit{
		SemiMajorAxisMeters: 14e6 + 3e3*float64(i), Eccentricity: 0.0005 * float64(i), InclinationRadians: 0.9,
		AscendingNodeRadians: 1, ArgumentOfPeriapsisRadians: 2, MeanAnomalyAtEpochRadians: 0.01 * float64(i),
		Attitude: rails.AttitudeOfFacesParent(rails.FacesParent{}),
	}
}

// newFleet makes a world of frames about an earth.
func newFleet(k fleetKind, frames int) (*site, error) {
	gravity := field.GravityOfPoint(field.Point{Mu: earthMu, RadiusMeters: earthRadius})
	s, err := newFleetSite(k, gravity)
	if err != nil {
		return nil, err
	}
	hull := physics.Body(physics.NewSphere(1), physics.Kinematic)
	for i := range frames {
		d := simulation.SpawnDesc{Frame: s.space, Owns: &simulation.FrameSpec{}}
		if k.hull {
			d.Body = &hull
		}
		if err := s.putOnRails(&d, k, i, &gravity); err != nil {
			return nil, errors.Join(err, s.close())
		}
	}
	s.ticks(warmTicks)
	return s, nil
}

func newFleetSite(k fleetKind, gravity field.Gravity) (*site, error) {
	if k.hull {
		return newSite(gravity)
	}
	return open(simulation.Options{Workers: 1}, gravity)
}

func (s *site) putOnRails(d *simulation.SpawnDesc, k fleetKind, i int, gravity *field.Gravity) error {
	orbit := orbitOf(i)
	m, err := ride.NewKeplerMotion(&orbit)
	if err != nil {
		return err
	}
	if err := m.Start(d, gravity, s.world.TimeAt(1), s.world.Rate()); err != nil {
		return err
	}
	if k.rest {
		d.FirstMove, d.Components = motion.Intent{}, nil
	}
	_, err = s.world.Spawn(d)
	return err
}

// laps are the times of the passes over the tree, in microseconds of each tick.
type laps struct{ records, views, tick []float64 }

// measure runs ticks.
func (l *laps) measure(w *simulation.World, ticks int) {
	w.MeasureTicks(true)
	defer w.MeasureTicks(false)
	for range ticks {
		w.Tick()
		last, whole := w.Profile().Last, 0.0
		for _, d := range last {
			whole += micros(d)
		}
		l.records = append(l.records, micros(last[simulation.LapRecords]))
		l.views = append(l.views, micros(last[simulation.LapViews]))
		l.tick = append(l.tick, whole)
	}
}

// PrintRails measures frames that move on orbits, and the orbits alone.
func PrintRails(out io.Writer, frames, rounds int) error {
	sites := make([]*site, len(fleetKinds))
	for i, k := range fleetKinds {
		s, err := newFleet(k, frames)
		if err != nil {
			return err
		}
		defer func() { _ = s.world.Close() }()
		sites[i] = s
	}
	times := make([]laps, len(sites))
	for range rounds {
		for i, s := range sites {
			times[i].measure(s.world, roundTicks)
		}
	}
	fmt.Fprintf(out, "%d frames in one parent, one worker, µs of each tick, medians of %d interleaved rounds of %d ticks:\n",
		frames, rounds, roundTicks)
	for i, s := range sites {
		if err := s.moves(!fleetKinds[i].rest); err != nil {
			return fmt.Errorf("%s: %w", fleetKinds[i].name, err)
		}
		t := &times[i]
		fmt.Fprintf(out, "  %-26s step records %v, aim 100; owner views %v, aim 100; whole tick %v; %d objects allocated in %d ticks\n",
			fleetKinds[i].name, spreadOf(t.records), spreadOf(t.views), spreadOf(t.tick), s.allocations(), allocTicks)
		if err := s.close(); err != nil {
			return err
		}
	}
	return printSamples(out, frames, rounds)
}

// moves checks that every frame moves, or that none does, and that each feels nothing on its orbit.
func (s *site) moves(want bool) error {
	tree := s.world.Frames()
	for f := range tree.All() {
		if tree.IsRoot(f) {
			continue
		}
		local := tree.Local(f)
		if moves := local.Velocity != (geom.Vec3{}); moves != want || (want && tree.ProperAcceleration(f) != geom.Vec3{}) {
			return fmt.Errorf("frame %v has the velocity %v and feels %v", f, local.Velocity, tree.ProperAcceleration(f))
		}
	}
	return nil
}

// printSamples measures the orbits of the frames without a world: as the component on rails samples them, and from the elements.
func printSamples(out io.Writer, frames, rounds int) error {
	orbits := make([]rails.Orbit, frames)
	courses := make([]rails.Course, frames)
	for i := range orbits {
		orbits[i] = orbitOf(i)
		var err error
		if courses[i], err = rails.NewCourse(&orbits[i], earthMu); err != nil {
			return err
		}
	}
	samples := make([]motion.Sample, frames)
	seconds, failures := 0.0, 0
	keep := func(i int, s motion.Sample, err error) {
		samples[i] = s
		if err != nil {
			failures++
		}
	}
	took := inTurn(10*rounds, 1, func() {
		seconds += 1.0 / 60
		for i := range courses {
			s, err := courses[i].Sample(seconds, 1.0/60)
			keep(i, s, err)
		}
	}, func() {
		for i := range orbits {
			s, err := orbits[i].Sample(earthMu, seconds, 1.0/60)
			keep(i, s, err)
		}
	})
	if failures > 0 {
		return fmt.Errorf("%d samples failed", failures)
	}
	each := 1e3 / float64(frames)
	fmt.Fprintf(out, "  a Kepler sample of these orbits, as on rails %.0f ns (least %.0f), aim 500; from the elements alone %.0f ns (least %.0f)\n",
		took[0].median*each, took[0].least*each, took[1].median*each, took[1].least*each)
	return nil
}
