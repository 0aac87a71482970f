package frames

import (
	"errors"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"

	"tertius.dev/core/field"
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/physics"
	"tertius.dev/simulation"
)

// newHarbor makes frames whose owners are parked ships with a bubble, or have neither.
func newHarbor(frames int, ships bool) (*site, []handle.Frame, error) {
	s, err := newSite(field.Gravity{})
	if err != nil {
		return nil, nil, err
	}
	hull := physics.Body(physics.NewBox(1, 1, 1), physics.Static)
	var rooms []handle.Frame
	for i := range frames {
		d := simulation.SpawnDesc{
			Frame: s.space, Pose: geom.At(geom.Vec3{X: 20 * float64(i%100), Y: 20 * float64(i/100)}),
			Owns: &simulation.FrameSpec{Gravity: earthGravity()},
		}
		if ships {
			d.Body, d.Owns.Bounds = &hull, ball(6)
		}
		_, f, err := s.frame(&d)
		if err != nil {
			return nil, nil, errors.Join(err, s.close())
		}
		rooms = append(rooms, f)
	}
	s.ticks(warmTicks)
	return s, rooms, nil
}

// load puts a crate into each frame, and a floor under it where the frame has no interior of a hull.
func (s *site) load(rooms []handle.Frame, floors bool) error {
	crate := physics.Body(physics.NewBox(0.25, 0.25, 0.25), physics.Dynamic)
	floor := physics.Body(physics.NewBox(1, 1, 1), physics.Static)
	for _, f := range rooms {
		if floors {
			if _, err := s.body(f, floor, geom.Vec3{}); err != nil {
				return err
			}
		}
		if _, err := s.body(f, crate, geom.Vec3{Y: 1.26}); err != nil {
			return err
		}
	}
	return s.sleepAll()
}

// PrintAsleep measures frames in which everything sleeps.
func PrintAsleep(out io.Writer, frames, rounds int) error {
	if err := printSystems(out, frames); err != nil {
		return err
	}
	s, rooms, err := newHarbor(frames, true)
	if err != nil {
		return err
	}
	defer func() { _ = s.world.Close() }()
	empty, _, err := newHarbor(frames, false)
	if err != nil {
		return err
	}
	defer func() { _ = empty.world.Close() }()
	if err := s.load(rooms, false); err != nil {
		return err
	}
	s.ticks(warmTicks)
	t := inTurn(rounds, roundTicks, s.world.Tick, empty.world.Tick)
	fmt.Fprintf(out, "whole ticks of %d frames at rest, one worker, µs, medians of %d interleaved rounds of %d ticks:\n",
		frames, rounds, roundTicks)
	for i, what := range []string{"parked ships with a sleeping crate each", "the same frames without bodies"} {
		of := []*site{s, empty}[i]
		fmt.Fprintf(out, "  %-40s %v, %d systems step; %d objects allocated in %d ticks\n",
			what, t[i], of.physics.systems, of.allocations(), allocTicks)
		if err := of.close(); err != nil {
			return err
		}
	}
	return nil
}

// printSystems measures the memory that a Jolt system with a floor and a sleeping crate takes beside what Go holds.
func printSystems(out io.Writer, frames int) error {
	s, rooms, err := newHarbor(frames, false)
	if err != nil {
		return err
	}
	defer func() { _ = s.world.Close() }()
	before, known := nativeBytes()
	if err := s.load(rooms, true); err != nil {
		return err
	}
	after, _ := nativeBytes()
	if !known {
		fmt.Fprintln(out, "memory of a system: this system does not tell how much a process holds")
		return s.close()
	}
	fmt.Fprintf(out, "memory of each of %d systems with a floor and a sleeping crate, beside the tables in Go: %.1f KB\n",
		frames, float64(after-before)/float64(frames)/1e3)
	return s.close()
}

// nativeBytes returns the memory that the process holds beside Go's, and false where the system does not tell.
func nativeBytes() (int64, bool) {
	debug.FreeOSMemory()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	resident, ok := residentBytes()
	return resident - int64(m.Sys-m.HeapReleased), ok
}
