// Package frames measures what moving frames cost: samples of orbits, step records, the views of owners, and hand-offs.
package frames

import (
	"fmt"
	"io"
	"math"
	"slices"
	"time"

	"tertius.dev/core/field"
	"tertius.dev/core/frame"
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/motion"
	"tertius.dev/core/physics"
	"tertius.dev/core/rails"
	"tertius.dev/physics/jolt"
	"tertius.dev/simulation"
	"tertius.dev/simulation/ride"
)

const mu, radiusMeters = 3.986004418e14, 6.371e6

func gravity() field.Gravity {
	return field.GravityOfPoint(field.Point{Mu: mu, RadiusMeters: radiusMeters})
}

func orbit(i int) rails.Orbit {
	return rails.Orbit{
		SemiMajorAxisMeters: 7e6 + float64(i), Eccentricity: 0.01, InclinationRadians: 0.9,
		MeanAnomalyAtEpochRadians: float64(i), Attitude: rails.AttitudeOfFacesParent(rails.FacesParent{}),
	}
}

// Samples returns the time of one sample of an orbit.
func Samples(n int) (time.Duration, error) {
	begin := time.Now()
	for i := range n {
		o := orbit(i)
		if _, err := o.Sample(mu, float64(i), 1.0/60); err != nil {
			return 0, err
		}
	}
	return time.Since(begin) / time.Duration(n), nil
}

// Records returns the time in which a tree takes the records of n frames that all move in one root, the least of the passes.
func Records(n, passes int) time.Duration {
	var tree frame.Tree
	owner := handle.Entity{Index: 1, Generation: 1}
	root := tree.AddRoot(owner, gravity())
	records := []frame.StepRecord{{}}
	at := motion.RestAt(geom.At(geom.Vec3{X: 7e6}))
	for range n {
		tree.Add(owner, root, &at, field.Gravity{})
		record := motion.Sample{Pose: at.Pose, Chord: geom.Vec3{Y: 7500}, Velocity: geom.Vec3{Y: 7500}}
		records = append(records, frame.StepRecord{Moved: true, Record: record, Follows: frame.FollowsRails})
	}
	tree.Arrange()
	return least(passes, func() { tree.TakeStepRecords(records, 1.0/60) })
}

func least(n int, do func()) time.Duration {
	best := time.Duration(math.MaxInt64)
	for range n {
		begin := time.Now()
		do()
		best = min(best, time.Since(begin))
	}
	return best
}

// Rails returns the time of step 2 of the sync point, and of the whole tick, of a world in which n frames without bodies ride
// orbits: the means.
func Rails(n, ticks int) (output, whole time.Duration, err error) {
	w, err := simulation.New(simulation.Options{Workers: 1})
	if err != nil {
		return 0, 0, err
	}
	defer w.Close()
	space, err := root(w, gravity())
	if err != nil {
		return 0, 0, err
	}
	pull := gravity()
	for i := range n {
		o := orbit(i)
		m, err := ride.NewKeplerMotion(&o)
		if err != nil {
			return 0, 0, err
		}
		d := simulation.SpawnDesc{Frame: space, Owns: &simulation.FrameSpec{}}
		if err := m.Start(&d, &pull, w.TimeAt(1), w.Rate()); err != nil {
			return 0, 0, err
		}
		if _, err := w.Spawn(&d); err != nil {
			return 0, 0, err
		}
	}
	for range 10 {
		w.Tick()
	}
	w.MeasureTicks(true)
	for range ticks {
		w.Tick()
	}
	p := w.Profile()
	for _, lap := range p.Total {
		whole += lap
	}
	return p.Total[simulation.LapOutput] / time.Duration(p.Ticks), whole / time.Duration(p.Ticks), nil
}

func root(w *simulation.World, g field.Gravity) (handle.Frame, error) {
	owner, err := w.Spawn(&simulation.SpawnDesc{Owns: &simulation.FrameSpec{Gravity: g}})
	if err != nil {
		return handle.Frame{}, err
	}
	f, _ := w.FrameOf(owner)
	return f, nil
}

// HandOffs returns how much longer the tick takes in which n balls enter the bubble of a frame at once than the median of the
// ticks before, for one ball.
func HandOffs(n int) (time.Duration, error) {
	backend, err := jolt.Open(jolt.DefaultOptions())
	if err != nil {
		return 0, err
	}
	w, err := simulation.New(simulation.Options{Workers: 1, Backend: backend})
	if err != nil {
		return 0, err
	}
	defer w.Close()
	space, err := root(w, field.Gravity{})
	if err != nil {
		return 0, err
	}
	const bubble, speed, before = 1000, 6, 50 // a ball flies a tenth of a meter in a tick
	d := simulation.SpawnDesc{
		Frame: space, Pose: geom.IdentityPose, Owns: &simulation.FrameSpec{Bounds: geom.Vec3{X: bubble, Y: bubble, Z: bubble}},
	}
	owner, err := w.Spawn(&d)
	if err != nil {
		return 0, err
	}
	inside, _ := w.FrameOf(owner)
	body := physics.Body(physics.NewSphere(0.5), physics.Dynamic)
	body.LinearDamping, body.AngularDamping = 0, 0
	var balls []handle.Entity
	for i := range n {
		out := direction(i, n)
		e, err := w.Spawn(&simulation.SpawnDesc{
			Frame: space, Pose: geom.At(out.Scale(bubble + 0.5 + (before+0.5)*speed/60.0)), Velocity: out.Scale(-speed), Body: &body,
		})
		if err != nil {
			return 0, err
		}
		balls = append(balls, e)
	}
	var quiet []time.Duration
	for range 2 * before {
		begin := time.Now()
		w.Tick()
		took := time.Since(begin)
		if at, _ := w.Snapshot().Transform(balls[0]); at.Frame != inside {
			quiet = append(quiet, took)
			continue
		}
		for _, e := range balls {
			if at, _ := w.Snapshot().Transform(e); at.Frame != inside {
				return 0, fmt.Errorf("not all of %d balls entered in one step", n)
			}
		}
		slices.Sort(quiet)
		return (took - quiet[len(quiet)/2]) / time.Duration(n), nil
	}
	return 0, fmt.Errorf("no ball has entered after %d ticks", 2*before)
}

// direction spreads n directions evenly: the golden spiral.
func direction(i, n int) geom.Vec3 {
	y := 1 - 2*(float64(i)+0.5)/float64(n)
	flat, turn := math.Sqrt(1-y*y), float64(i)*math.Pi*(3-math.Sqrt(5))
	return geom.Vec3{X: flat * math.Cos(turn), Y: y, Z: flat * math.Sin(turn)}
}

// Print prints the figures of n frames and n hand-offs, each the median of the runs.
func Print(out io.Writer, n, runs int) error {
	var samples, records, outputs, ticks, moves []time.Duration
	for range runs {
		sample, err := Samples(100_000)
		if err != nil {
			return err
		}
		output, whole, err := Rails(n, 300)
		if err != nil {
			return err
		}
		move, err := HandOffs(n)
		if err != nil {
			return err
		}
		samples, records = append(samples, sample), append(records, Records(n, 100))
		outputs, ticks, moves = append(outputs, output), append(ticks, whole), append(moves, move)
	}
	fmt.Fprintf(out, "frames, %d of them, medians of %d runs\n", n, runs)
	fmt.Fprintf(out, "  sample of an orbit                    %8.3f µs\n", micros(samples))
	fmt.Fprintf(out, "  pass of the step records              %8.1f µs\n", micros(records))
	fmt.Fprintf(out, "  step 2, with the views of the owners  %8.1f µs\n", micros(outputs))
	fmt.Fprintf(out, "  the whole tick                        %8.1f µs\n", micros(ticks))
	_, err := fmt.Fprintf(out, "  one of %d hand-offs in a step       %8.2f µs\n", n, micros(moves))
	return err
}

func micros(times []time.Duration) float64 {
	slices.Sort(times)
	return float64(times[len(times)/2]) / float64(time.Microsecond)
}
