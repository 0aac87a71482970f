package jolt_test

import (
	"slices"
	"testing"
	"time"

	"tertius.dev/core/physics"
	"tertius.dev/physics/jolt"
)

// BenchmarkPile steps the pile of native/bench/pile.cpp through the seam, without a world: compare its median with the
// one that the native program prints.
func BenchmarkPile(b *testing.B) {
	o := jolt.DefaultOptions()
	o.Profile = true
	w := newBenchWith(b, o, 1)
	const side, pitch, middle = 10, 0.51, 4.5
	w.add(0, physics.Body(physics.NewBox(60, 0.5, 60), physics.Static), place(0, -0.5, 0))
	desc := crate()
	desc.NeverSleeps = true
	for j := range side {
		for i := range side {
			for k := range side {
				w.add(0, desc, place((float64(i)-middle)*pitch, 0.26+float64(j)*pitch, (float64(k)-middle)*pitch))
			}
		}
	}
	w.measure(b)
}

// BenchmarkTowers steps a hundred frames with a tower of ten crates in each: compare its median with that of the native
// program with --side 1 --layers 10 --systems 100.
func BenchmarkTowers(b *testing.B) {
	o := jolt.DefaultOptions()
	o.Profile = true
	const frames, layers = 100, 10
	w := newBenchWith(b, o, frames)
	desc := crate()
	desc.NeverSleeps = true
	for i := range frames {
		w.add(i, physics.Body(physics.NewBox(60, 0.5, 60), physics.Static), place(0, -0.5, 0))
		for j := range layers {
			w.add(i, desc, place(0, 0.26+float64(j)*0.51, 0))
		}
	}
	w.measure(b)
}

// measure applies the changes, lets things settle, and measures the steps.
func (w *bench) measure(b *testing.B) {
	b.Helper()
	w.apply()
	w.steps(120)
	var profile physics.StepProfile
	var times []time.Duration
	for b.Loop() {
		start := time.Now()
		for i := range w.backend.Prepare(&w.in) {
			w.backend.Work(i)
		}
		w.backend.Finish(&w.out)
		times = append(times, time.Since(start))
		p := &w.out.Profile
		profile.WriteNanos += p.WriteNanos
		profile.StepNanos += p.StepNanos
		profile.ContactsNanos += p.ContactsNanos
		profile.ReadNanos += p.ReadNanos
	}
	slices.Sort(times)
	b.ReportMetric(times[0].Seconds()*1e3, "least-ms")
	steps := float64(len(times))
	b.ReportMetric(times[len(times)/2].Seconds()*1e3, "median-ms")
	b.ReportMetric(float64(profile.WriteNanos)/steps/1e3, "write-µs")
	b.ReportMetric(float64(profile.StepNanos)/steps/1e3, "step-µs")
	b.ReportMetric(float64(profile.ContactsNanos)/steps/1e3, "contacts-µs")
	b.ReportMetric(float64(profile.ReadNanos)/steps/1e3, "read-µs")
}
