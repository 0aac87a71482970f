package ride_test

import (
	"fmt"
	"testing"

	"tertius.dev/simulation"
	"tertius.dev/simulation/ride"
)

// BenchmarkRails runs ticks of frames without bodies that all ride orbits: step records, views of owners, and the solves.
func BenchmarkRails(b *testing.B) {
	for _, frames := range []int{100, 1000} {
		b.Run(fmt.Sprintf("frames-%d", frames), func(b *testing.B) {
			w, err := simulation.New(simulation.Options{Workers: 1})
			if err != nil {
				b.Fatal(err)
			}
			defer w.Close()
			owner, err := w.Spawn(&simulation.SpawnDesc{Owns: &simulation.FrameSpec{Gravity: earth()}})
			if err != nil {
				b.Fatal(err)
			}
			space, _ := w.FrameOf(owner)
			for range frames {
				orbit := lowOrbit()
				m, err := ride.NewKeplerMotion(&orbit)
				if err != nil {
					b.Fatal(err)
				}
				d := simulation.SpawnDesc{Frame: space, Owns: &simulation.FrameSpec{}}
				gravity := earth()
				if err := m.Start(&d, &gravity, w.TimeAt(1), w.Rate()); err != nil {
					b.Fatal(err)
				}
				if _, err := w.Spawn(&d); err != nil {
					b.Fatal(err)
				}
			}
			for b.Loop() {
				w.Tick()
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(frames), "ns/frame")
		})
	}
}
