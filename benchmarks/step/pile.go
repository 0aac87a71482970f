// Package step measures one tick of crates, in a pile or in towers of a hundred frames, with the whole engine beside Jolt alone.
//
// Both sides have the same bodies, settings, room and step, one thread and no sleep, and end at the same double. The native
// side, native/bench/pile.cpp, reads no pose and has no contact listener, so the ratio holds all that the engine adds: intents
// and gravity in, contacts and poses out, the tables and the sync point.
package step

import (
	"fmt"
	"os/exec"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"tertius.dev/core/handle"
	"tertius.dev/core/physics"
	"tertius.dev/core/quiet"
	"tertius.dev/physics/jolt"
	"tertius.dev/simulation"
	"tertius.dev/testing/scenes"
)

// Config says how much to measure.
type Config struct {
	Side   int // crates along an edge of the pile; unused for towers
	Frames int // with a tower in each; 0 for the pile in a root frame
	Layers int // crates of a tower, which feels nothing in its first step, as whatever is in a new frame
	Warm   int // ticks before the measured ones
	Ticks  int // measured ticks of a run
}

// Run is one run of one side.
type Run struct {
	Milliseconds []float64 // of a processor, for each measured tick in order
	TopMeters    float64   // where the last crate ended, which tells whether both sides did the same
	Shares       Shares    // of the engine's side only
	Allocations  uint64    // objects in allocTicks ticks after the measured ones, of the engine's side only
}

// allocTicks is in how many ticks a run counts allocations.
const allocTicks = 20

// Shares is where the mean tick of the engine went, in milliseconds that passed.
type Shares struct{ Write, Step, Contacts, Read, Tick float64 }

// Engine runs the pile with a World, whose one worker is the caller.
func Engine(c Config) (Run, error) {
	runtime.LockOSThread() // whose time is measured
	defer runtime.UnlockOSThread()
	backend, err := jolt.Open(jolt.Options{Profile: true})
	if err != nil {
		return Run{}, err
	}
	w, err := simulation.New(simulation.Options{Workers: 1, Backend: backend})
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
	passed := time.Duration(0)
	for range c.Ticks {
		clock, begin := time.Now(), threadTime()
		w.Tick()
		times = append(times, milliseconds((threadTime() - begin).Nanoseconds()))
		passed += time.Since(clock)
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
	return Run{times, top.Pose.Position.Y, sharesOf(sum, passed, c.Ticks), objects}, nil
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
		scene = []string{"--side", "1", "--layers", fmt.Sprint(c.Layers), "--systems", fmt.Sprint(c.Frames), "--weightless", "1"}
	}
	out, err := exec.Command(program, append(scene, "--warm", fmt.Sprint(c.Warm),
		"--steps", fmt.Sprint(c.Ticks), "--repeats", "1")...).Output()
	if err != nil {
		return Run{}, fmt.Errorf("%s: %w", program, err)
	}
	run, err := readNative(string(out))
	if err == nil && len(run.Milliseconds) != c.Ticks {
		err = fmt.Errorf("the times of %d steps, not of %d", len(run.Milliseconds), c.Ticks)
	}
	if err != nil {
		return Run{}, fmt.Errorf("%s printed %q: %w", program, out, err)
	}
	return run, nil
}

// readNative reads the two lines that the native program prints for a run.
func readNative(out string) (r Run, err error) {
	head, times, _ := strings.Cut(out, "\nsteps_ms ")
	var side, layers, systems, weightless, bodies, warm, steps int
	if _, err = fmt.Sscanf(head, "pile side=%d layers=%d systems=%d weightless=%d bodies=%d warm=%d steps=%d top_m=%g",
		&side, &layers, &systems, &weightless, &bodies, &warm, &steps, &r.TopMeters); err != nil {
		return r, err
	}
	for _, word := range strings.Fields(times) {
		ms, err := strconv.ParseFloat(word, 64)
		if err != nil {
			return r, err
		}
		r.Milliseconds = append(r.Milliseconds, ms)
	}
	return r, nil
}

// Quietest keeps for each tick the least that it took in the runs seen so far. Every run does the same in the same tick, so what
// other programs do to a shared machine, which comes and goes, leaves it first.
type Quietest []float64

// See takes a run into account.
func (q *Quietest) See(times []float64) {
	if *q == nil {
		*q = slices.Clone(times)
	}
	for i, t := range times {
		(*q)[i] = min((*q)[i], t)
	}
}

// Mean returns the mean of the kept ticks.
func (q Quietest) Mean() float64 {
	sum := 0.0
	for _, t := range q {
		sum += t
	}
	return sum / float64(len(q))
}

// Median returns the middle of the values.
func Median(values []float64) float64 {
	return slices.Sorted(slices.Values(values))[len(values)/2]
}

func milliseconds(nanos int64) float64 { return float64(nanos) / 1e6 }

func added(a, b physics.StepProfile) physics.StepProfile {
	return physics.StepProfile{
		WriteNanos: a.WriteNanos + b.WriteNanos, StepNanos: a.StepNanos + b.StepNanos,
		ContactsNanos: a.ContactsNanos + b.ContactsNanos, ReadNanos: a.ReadNanos + b.ReadNanos,
	}
}

func sharesOf(sum physics.StepProfile, passed time.Duration, ticks int) Shares {
	n := float64(ticks)
	return Shares{
		Write: milliseconds(sum.WriteNanos) / n, Step: milliseconds(sum.StepNanos) / n,
		Contacts: milliseconds(sum.ContactsNanos) / n, Read: milliseconds(sum.ReadNanos) / n,
		Tick: milliseconds(passed.Nanoseconds()) / n,
	}
}
