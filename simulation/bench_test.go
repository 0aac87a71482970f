package simulation_test

import (
	"fmt"
	"testing"

	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/message"
	"tertius.dev/core/physics"
	"tertius.dev/simulation"
)

// replay is a backend that moves nothing and reports every body in each step, so that only the world's own work is measured.
type replay struct{ fakePhysics }

func (p *replay) Prepare(in *physics.StepInput) int { return len(in.Frames) }

func (*replay) Work(int) {}

func (p *replay) Finish(out *physics.StepOutput) {
	for i := range p.bodies {
		out.Bodies = append(out.Bodies, p.bodies[i].state)
	}
}

func benchWorld(b *testing.B, o simulation.Options) (*simulation.World, handle.Frame) {
	b.Helper()
	o.Messages = []message.AnyToken{pings, notes}
	w, err := simulation.New(o)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = w.Close() })
	owner, err := w.Spawn(&simulation.SpawnDesc{Owns: &simulation.FrameSpec{}})
	if err != nil {
		b.Fatal(err)
	}
	f, _ := w.FrameOf(owner)
	return w, f
}

func benchTicks(b *testing.B, w *simulation.World, per int, unit string) {
	ticks(w, 10)
	b.ReportAllocs()
	for b.Loop() {
		w.Tick()
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(per), "ns/"+unit)
}

func fill(b *testing.B, w *simulation.World, n int, describe func(i int) simulation.SpawnDesc) {
	b.Helper()
	for i := range n {
		d := describe(i)
		if _, err := w.Spawn(&d); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkTickOfBodies is what the world adds to a step that reports 1,000 bodies.
func BenchmarkTickOfBodies(b *testing.B) {
	w, f := benchWorld(b, simulation.Options{Workers: 1, Backend: &replay{}})
	fill(b, w, 1000, func(i int) simulation.SpawnDesc { return crate(f, float64(i)) })
	benchTicks(b, w, 1000, "body")
}

// BenchmarkTickOfIdleEntities is the tick of 100,000 entities that do not run.
func BenchmarkTickOfIdleEntities(b *testing.B) {
	w, f := benchWorld(b, simulation.Options{Workers: 1})
	fill(b, w, 100_000, func(i int) simulation.SpawnDesc { return at(f, float64(i)) })
	benchTicks(b, w, 100_000, "entity")
}

// BenchmarkTickOfMovers is the tick of 10,000 entities that place themselves.
func BenchmarkTickOfMovers(b *testing.B) {
	for _, workers := range workerCounts {
		b.Run(fmt.Sprintf("workers-%d", workers), func(b *testing.B) {
			w, f := benchWorld(b, simulation.Options{Workers: workers})
			fill(b, w, 10_000, func(i int) simulation.SpawnDesc { return at(f, float64(i), walk()) })
			benchTicks(b, w, 10_000, "entity")
		})
	}
}

// BenchmarkTickOfMessages is the tick of 10,000 entities that each get a message and send one.
func BenchmarkTickOfMessages(b *testing.B) {
	for _, workers := range workerCounts {
		b.Run(fmt.Sprintf("workers-%d", workers), func(b *testing.B) {
			w, f := benchWorld(b, simulation.Options{Workers: workers})
			fill(b, w, 10_000, func(i int) simulation.SpawnDesc {
				return at(f, float64(i), &actor{wants: []message.AnyToken{pings}, handle: func(self *simulation.Self, events *message.List, out *message.Outbox) {
					for p := range pings.In(events) {
						pings.Send(out, message.To(self.Entity()), ping{p.Count + 1})
					}
				}})
			})
			w.Post(pings.Event(w.Messages(), message.ToEveryone(), ping{}))
			benchTicks(b, w, 10_000, "message")
		})
	}
}

// BenchmarkTickOfPushes is what the world adds to a step for 1,000 bodies that each add a force.
func BenchmarkTickOfPushes(b *testing.B) {
	w, f := benchWorld(b, simulation.Options{Workers: 1, Backend: &replay{}})
	fill(b, w, 1000, func(i int) simulation.SpawnDesc {
		return crate(f, float64(i), everyTick(func(self *simulation.Self, _ *message.Outbox) {
			self.Body().AddForce(geom.Vec3f{Y: 1})
		}))
	})
	benchTicks(b, w, 1000, "body")
}
