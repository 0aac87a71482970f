package frames

import (
	"errors"
	"fmt"
	"io"

	"tertius.dev/core/field"
	"tertius.dev/core/geom"
	"tertius.dev/core/physics"
	"tertius.dev/simulation"
)

// newStation makes a frame of static props on a grid, with ships parked at it, and a crate that drifts by or nothing that moves.
func newStation(props, ships int, drifts bool) (*site, error) {
	s, err := newSite(field.Gravity{})
	if err != nil {
		return nil, err
	}
	err = s.furnish(props, ships)
	if err == nil && drifts {
		crate := physics.Body(physics.NewBox(0.25, 0.25, 0.25), physics.Dynamic)
		crate.LinearDampingPerSecond = 0
		_, err = s.world.Spawn(&simulation.SpawnDesc{
			Frame: s.space, Body: &crate, Pose: geom.At(geom.Vec3{Z: -100}), Velocity: geom.Vec3{X: 1},
		})
	}
	if err != nil {
		return nil, errors.Join(err, s.close())
	}
	s.ticks(warmTicks)
	return s, nil
}

func (s *site) furnish(props, ships int) error {
	desc := physics.Body(physics.NewBox(0.4, 0.4, 0.4), physics.Static)
	for i := range props {
		place := geom.Vec3{X: float64(i % 50), Y: float64(i / 50 % 10), Z: float64(i / 500)}
		if _, err := s.body(s.space, desc, place); err != nil {
			return err
		}
	}
	hull := physics.Body(physics.NewBox(1, 1, 1), physics.Static)
	for i := range ships {
		_, _, err := s.frame(&simulation.SpawnDesc{
			Frame: s.space, Body: &hull, Pose: geom.At(geom.Vec3{X: float64(20 * i), Y: -4}),
			Owns: &simulation.FrameSpec{Bounds: ball(6)},
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// newSleepers makes a frame whose floor is the ghost of one around it, with crates asleep on it.
func newSleepers(crates int) (*site, error) {
	s, err := newSite(field.Gravity{})
	if err != nil {
		return nil, err
	}
	if err := s.layToSleep(crates); err != nil {
		return nil, errors.Join(err, s.close())
	}
	s.ticks(warmTicks)
	return s, nil
}

func (s *site) layToSleep(crates int) error {
	if _, err := s.body(s.space, physics.Body(physics.NewBox(20, 0.5, 20), physics.Static), geom.Vec3{Y: -0.5}); err != nil {
		return err
	}
	_, room, err := s.frame(&simulation.SpawnDesc{
		Frame: s.space, Pose: geom.At(geom.Vec3{Y: 10}), Owns: &simulation.FrameSpec{Gravity: earthGravity(), Bounds: ball(30)},
	})
	if err != nil {
		return err
	}
	s.ticks(2) // the floor's ghost is there from the second step on
	crate := physics.Body(physics.NewBox(0.25, 0.25, 0.25), physics.Dynamic)
	for i := range crates {
		if _, err := s.body(room, crate, geom.Vec3{X: float64(i%10) - 5, Y: -9.7, Z: float64(i/10) - 5}); err != nil {
			return err
		}
	}
	return s.sleepAll()
}

// PrintStation measures static props beside parked ships, and sleepers on a static ghost.
func PrintStation(out io.Writer, rounds int) error {
	const props, ships, crates = 2000, 3, 100
	sites := make([]*site, 5)
	for i, build := range []func() (*site, error){
		func() (*site, error) { return newStation(props, 0, false) },
		func() (*site, error) { return newStation(props, ships, false) },
		func() (*site, error) { return newStation(props, 0, true) },
		func() (*site, error) { return newStation(props, ships, true) },
		func() (*site, error) { return newSleepers(crates) },
	} {
		s, err := build()
		if err != nil {
			return err
		}
		defer func() { _ = s.world.Close() }()
		sites[i] = s
	}
	t := inTurn(rounds, roundTicks, sites[0].world.Tick, sites[1].world.Tick, sites[2].world.Tick, sites[3].world.Tick, sites[4].world.Tick)
	fmt.Fprintf(out, "whole ticks of what rests, one worker, µs, medians of %d interleaved rounds of %d ticks:\n", rounds, roundTicks)
	for i, line := range []struct {
		what, aim string
		systems   int
	}{
		{fmt.Sprintf("%d static props", props), "", 0},
		{fmt.Sprintf("the same beside %d parked ships", ships), "; aim 344, at most 688", 0},
		{fmt.Sprintf("%d static props and a crate that drifts by", props), "", 1},
		{fmt.Sprintf("the same beside %d parked ships", ships), "; aim 344, at most 688", 1},
		{fmt.Sprintf("%d crates asleep on a static ghost", crates), "; aim 37, at most 74", 0},
	} {
		if n := sites[i].physics.systems; n != line.systems {
			return fmt.Errorf("%s: %d systems step, want %d", line.what, n, line.systems)
		}
		fmt.Fprintf(out, "  %-44s %v%s; %d objects allocated in %d ticks\n", line.what, t[i], line.aim, sites[i].allocations(), allocTicks)
	}
	fmt.Fprintf(out, "  the ships add, while all rests and beside what drifts, %.1f (least %.1f) and %.1f (least %.1f); aim 196, at most 392\n",
		t[1].median-t[0].median, t[1].least-t[0].least, t[3].median-t[2].median, t[3].least-t[2].least)
	for _, s := range sites {
		if err := s.close(); err != nil {
			return err
		}
	}
	return nil
}
