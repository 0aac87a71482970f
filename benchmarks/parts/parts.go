// Package parts measures what the sync point takes to carry the pushes of parts to the bodies of their roots.
package parts

import (
	"fmt"
	"io"
	"runtime"
	"slices"
	"time"

	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/message"
	"tertius.dev/core/physics"
	"tertius.dev/physics/jolt"
	"tertius.dev/simulation"
)

// Parts is how many parts push in every tick.
const Parts = 10_000

// Layout is how the parts hang on their roots.
type Layout struct{ Roots, Depth int }

// Layouts are the measured ones.
var Layouts = []Layout{{1000, 1}, {1000, 4}, {1, 1}, {1, 4}}

// String tells the layout in words.
func (l Layout) String() string {
	if l.Roots == 1 {
		return fmt.Sprintf("all on one root, chains %d deep", l.Depth)
	}
	return fmt.Sprintf("on %d roots, chains %d deep", l.Roots, l.Depth)
}

// jet pushes in every tick, one way in even ticks and back in odd ones, if it is on.
type jet struct {
	force geom.Vec3f
	on    bool
	swing bool
}

func (*jet) Priority() int             { return 0 }
func (*jet) Wants() []message.AnyToken { return []message.AnyToken{message.Ticks} }

func (j *jet) Handle(self *simulation.Self, _ *message.List, _ *message.Outbox) {
	switch {
	case !j.on:
	case j.swing && self.Tick()%2 == 1:
		self.Body().AddForce(j.force.Neg())
	default:
		self.Body().AddForce(j.force)
	}
}

// Yard is a world of roots with jets on the real physics, without gravity.
type Yard struct {
	World *simulation.World
	roots []handle.Entity
}

// Mode says what the jets of a yard do.
type Mode uint8

const (
	// Off pushes nothing.
	Off Mode = iota
	// Swing pushes one way in even ticks and back in odd ones.
	Swing
	// Opposed pushes in pairs at one place, each against the other.
	Opposed
)

// NewYard builds a yard of Parts jets. Close its World in the end.
func NewYard(l Layout, m Mode, workers int) (*Yard, error) {
	backend, err := jolt.Open(jolt.DefaultOptions())
	if err != nil {
		return nil, err
	}
	w, err := simulation.New(simulation.Options{Workers: workers, Backend: backend})
	if err != nil {
		return nil, err
	}
	y := &Yard{World: w}
	if err := y.fill(l, m); err != nil {
		_ = w.Close()
		return nil, err
	}
	return y, nil
}

func (y *Yard) fill(l Layout, m Mode) error {
	owner, err := y.World.Spawn(&simulation.SpawnDesc{Owns: &simulation.FrameSpec{}})
	if err != nil {
		return err
	}
	f, _ := y.World.FrameOf(owner)
	body := physics.Body(physics.NewBox(0.5, 0.5, 0.5), physics.Dynamic)
	jets := 0
	for i := range l.Roots {
		turn := geom.AxisAngle(geom.Vec3{X: 1, Y: float64(i)}, float64(i))
		root, err := y.World.Spawn(&simulation.SpawnDesc{
			Frame: f, Pose: geom.Pose{Position: geom.Vec3{X: 3 * float64(i)}, Rotation: turn}, Body: &body,
		})
		if err != nil {
			return err
		}
		y.roots = append(y.roots, root)
		for jets < (i+1)*Parts/l.Roots {
			n, err := y.chain(root, l.Depth, jets, m)
			if err != nil {
				return err
			}
			jets += n
		}
	}
	return nil
}

// chain hangs a chain of jets on a parent and returns their number. Opposed jets come as two chains at the same places.
func (y *Yard) chain(parent handle.Entity, depth, number int, m Mode) (int, error) {
	at := geom.Pose{
		Position: geom.Vec3{X: 0.1 * float64(number%7), Y: 0.3, Z: -0.2},
		Rotation: geom.AxisAngle(geom.UnitZ, float64(number)),
	}
	ends := []handle.Entity{parent}
	if m == Opposed {
		ends = append(ends, parent)
	}
	n := 0
	for level := range depth {
		for side := range ends {
			force := geom.Vec3f{X: 0.1, Y: float32(number%5) / 3, Z: float32(level) + 0.7}
			if side == 1 {
				force = force.Neg()
			}
			e, err := y.World.Spawn(&simulation.SpawnDesc{
				AttachTo: ends[side], Offset: at,
				Components: []simulation.Component{&jet{force: force, on: m != Off, swing: m == Swing}},
			})
			if err != nil {
				return 0, err
			}
			ends[side] = e
			n++
		}
	}
	return n, nil
}

// Unmoved checks that no root has left its place by a bit or has any velocity.
func (y *Yard) Unmoved() error {
	for i, e := range y.roots {
		row, _ := y.World.Snapshot().Transform(e)
		if row.Pose.Position != (geom.Vec3{X: 3 * float64(i)}) || row.Velocity != (geom.Vec3{}) || row.AngularVelocity != (geom.Vec3f{}) {
			return fmt.Errorf("opposite jets have moved the root %v: %+v", e, row)
		}
	}
	return nil
}

// Laps is what each of some ticks took for steps of the sync point, in microseconds.
type Laps struct {
	Swap   []float64 // step 4, which forgets what the roots were asked before
	Carry  []float64 // step 5, which carries the pushes and has nothing to destroy here
	Follow []float64 // step 7, which puts the attached entities where their roots are
}

// Laps runs ticks and measures them.
func (y *Yard) Laps(ticks int) (l Laps) {
	y.World.MeasureTicks(true)
	defer y.World.MeasureTicks(false)
	for range ticks {
		y.World.Tick()
		last := y.World.Profile().Last
		l.Swap = append(l.Swap, microseconds(last[simulation.LapIntents]))
		l.Carry = append(l.Carry, microseconds(last[simulation.LapDestroys]))
		l.Follow = append(l.Follow, microseconds(last[simulation.LapDerive]))
	}
	return l
}

func microseconds(d time.Duration) float64 { return float64(d.Nanoseconds()) / 1e3 }

// Figure is what one layout takes on the sync point, in microseconds.
type Figure struct{ Swap, Carry, CarryLeast, Idle, Follow float64 }

// Measure runs a layout with jets and the same world without in turn, after 60 ticks each, and returns medians.
func Measure(l Layout, workers, runs, ticks int) (Figure, error) {
	var sum, rest Laps
	yards := [2]*Yard{}
	for m := range Opposed {
		y, err := NewYard(l, m, workers)
		if err != nil {
			return Figure{}, err
		}
		defer func() { _ = y.World.Close() }()
		y.Laps(60)
		yards[m] = y
	}
	for range runs {
		rest.add(yards[Off].Laps(ticks))
		sum.add(yards[Swing].Laps(ticks))
	}
	for _, y := range yards {
		if errs := y.World.Errors(); len(errs) > 0 {
			return Figure{}, fmt.Errorf("the world reports: %s", errs[0])
		}
	}
	return Figure{median(sum.Swap), median(sum.Carry), slices.Min(sum.Carry), median(rest.Carry), median(sum.Follow)}, nil
}

func (l *Laps) add(more Laps) {
	l.Swap, l.Carry, l.Follow = append(l.Swap, more.Swap...), append(l.Carry, more.Carry...), append(l.Follow, more.Follow...)
}

func median(of []float64) float64 {
	sorted := slices.Sorted(slices.Values(of))
	return sorted[len(sorted)/2]
}

// Allocations returns how many objects 100 warm ticks of pushing parts allocate, on all goroutines together.
func Allocations(l Layout, workers int) (uint64, error) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(max(8, runtime.NumCPU())))
	y, err := NewYard(l, Swing, workers)
	if err != nil {
		return 0, err
	}
	defer func() { _ = y.World.Close() }()
	y.run(60)
	var before, after runtime.MemStats
	least := ^uint64(0)
	for range 5 { // the runtime's own threads come and go; the ticks allocate no more than the least of five
		runtime.ReadMemStats(&before)
		y.run(100)
		runtime.ReadMemStats(&after)
		least = min(least, after.Mallocs-before.Mallocs)
	}
	return least, nil
}

func (y *Yard) run(ticks int) {
	for range ticks {
		y.World.Tick()
	}
}

// Cancel runs opposite jets and returns an error when they move a root at all.
func Cancel(l Layout, workers int) error {
	y, err := NewYard(l, Opposed, workers)
	if err != nil {
		return err
	}
	defer func() { _ = y.World.Close() }()
	y.run(100)
	return y.Unmoved()
}

// Print writes the figures of every layout.
func Print(out io.Writer, runs, workers int) error {
	const ticks = 60
	fmt.Fprintf(out, "carrying the pushes of %d parts in every tick, %d workers, medians of %d interleaved runs of %d ticks:\n", Parts, workers, runs, ticks)
	for _, l := range Layouts {
		f, err := Measure(l, workers, runs, ticks)
		if err != nil {
			return err
		}
		objects, err := Allocations(l, workers)
		if err != nil {
			return err
		}
		if err := Cancel(l, workers); err != nil {
			return err
		}
		fmt.Fprintf(out, "  %-32s %6.1f µs (least %6.1f; %4.1f when none pushes), %5.1f µs in step 4, "+
			"%6.1f µs to follow the roots, %d objects allocated in 100 ticks, opposite jets leave exactly 0\n", l, f.Carry, f.CarryLeast, f.Idle, f.Swap, f.Follow, objects)
	}
	return nil
}
