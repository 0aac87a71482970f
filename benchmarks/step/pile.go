// Package step measures one tick of crates, in a pile or in towers of a hundred frames, with the whole engine beside Jolt alone.
//
// Both sides have the same bodies, settings and step, one thread and no sleep. The native side, native/bench/pile.cpp,
// reads no pose and has no contact listener, so the ratio holds all that the engine adds: intents and gravity in, contacts
// and poses out, the tables and the sync point.
package step

import (
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"time"

	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/physics"
	"tertius.dev/core/quiet"
	"tertius.dev/physics/jolt"
	"tertius.dev/simulation"
	"tertius.dev/testing/scenes"
)

// Config says how much to measure.
type Config struct {
	Side    int // crates along an edge of the pile; unused for towers
	Frames  int // with a tower in each; 0 for the pile in a root frame
	Layers  int // crates of a tower
	Warm    int // ticks before the measured ones
	Ticks   int // measured ticks of a run
	Workers int // goroutines of a tick, the caller counted
}

// Run is one run of one side.
type Run struct {
	MedianMilliseconds float64
	TopMeters          float64 // where the last crate ended, which tells whether both sides did the same
	Shares             Shares  // of the engine's side only
	Allocations        uint64  // objects in allocTicks ticks after the measured ones, of the engine's side only
}

// allocTicks is in how many ticks a run counts allocations.
const allocTicks = 20

// Shares is where the mean tick of the engine went, in milliseconds.
type Shares struct{ Write, Step, Contacts, Read, Tick float64 }

// Engine runs the pile with a World.
func Engine(c Config) (Run, error) {
	backend, err := jolt.Open(jolt.Options{Profile: true})
	if err != nil {
		return Run{}, err
	}
	w, err := simulation.New(simulation.Options{Workers: c.Workers, Backend: backend})
	if err != nil {
		return Run{}, err
	}
	defer w.Close()
	last, err := fill(w, c)
	if err != nil {
		return Run{}, err
	}
	for range c.Warm {
		w.Tick()
	}
	times := make([]float64, 0, c.Ticks)
	var sum physics.StepProfile
	for range c.Ticks {
		begin := time.Now()
		w.Tick()
		times = append(times, milliseconds(time.Since(begin).Nanoseconds()))
		sum = added(sum, w.PhysicsProfile())
	}
	top, _ := w.Snapshot().Transform(last)
	objects, _ := quiet.LeastMallocs(5, func() {
		for range allocTicks {
			w.Tick()
		}
	})
	if errs := w.Errors(); len(errs) > 0 {
		return Run{}, fmt.Errorf("the world reports: %s", errs[0])
	}
	return Run{Median(times), topOf(top.Pose), sharesOf(sum, times), objects}, nil
}

// fill puts what is measured into the world, and returns the crate whose height is compared.
func fill(w *simulation.World, c Config) (handle.Entity, error) {
	if c.Frames > 0 {
		return scenes.Towers(w, c.Frames, c.Layers)
	}
	return scenes.Pile(w, c.Side)
}

// Native runs the same with Jolt alone, in a process of its own: the frames of towers are systems there.
func Native(program string, c Config) (Run, error) {
	scene := []string{"--side", fmt.Sprint(c.Side)}
	if c.Frames > 0 {
		scene = []string{"--side", "1", "--layers", fmt.Sprint(c.Layers), "--systems", fmt.Sprint(c.Frames)}
	}
	out, err := exec.Command(program, append(scene, "--warm", fmt.Sprint(c.Warm),
		"--steps", fmt.Sprint(c.Ticks), "--repeats", "1")...).Output()
	if err != nil {
		return Run{}, fmt.Errorf("%s: %w", program, err)
	}
	var side, bodies, warm, steps int
	var median, mean, top float64
	if _, err := fmt.Sscanf(strings.TrimSpace(string(out)),
		"pile side=%d bodies=%d warm=%d steps=%d median_ms=%g mean_ms=%g top_m=%g",
		&side, &bodies, &warm, &steps, &median, &mean, &top); err != nil {
		return Run{}, fmt.Errorf("%s printed %q: %w", program, out, err)
	}
	return Run{MedianMilliseconds: median, TopMeters: top}, nil
}

// Median returns the middle of the values, which it sorts.
func Median(values []float64) float64 {
	slices.Sort(values)
	return values[len(values)/2]
}

func topOf(p geom.Pose) float64 { return p.Position.Y }

func milliseconds(nanos int64) float64 { return float64(nanos) / 1e6 }

func added(a, b physics.StepProfile) physics.StepProfile {
	return physics.StepProfile{
		WriteNanos: a.WriteNanos + b.WriteNanos, StepNanos: a.StepNanos + b.StepNanos,
		ContactsNanos: a.ContactsNanos + b.ContactsNanos, ReadNanos: a.ReadNanos + b.ReadNanos,
	}
}

func sharesOf(sum physics.StepProfile, ticks []float64) Shares {
	n := float64(len(ticks))
	tick := 0.0
	for _, t := range ticks {
		tick += t
	}
	return Shares{
		Write: milliseconds(sum.WriteNanos) / n, Step: milliseconds(sum.StepNanos) / n,
		Contacts: milliseconds(sum.ContactsNanos) / n, Read: milliseconds(sum.ReadNanos) / n,
		Tick: tick / n,
	}
}
