package simulation_test

import (
	"fmt"
	"runtime"
	"testing"

	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/message"
	"tertius.dev/core/quiet"
	"tertius.dev/simulation"
)

// askEverything runs every form of query, and counts what it finds.
func askEverything(s *simulation.Snapshot, f handle.Frame, center geom.Vec3) (n int) {
	near := simulation.Near{Center: center, RadiusMeters: 40}
	types := []simulation.ComponentType{armors[0], beacons[0]}
	for _, q := range [...]simulation.Query{
		{}, {All: armors}, {All: types}, {Any: types, None: cargos}, {Groups: 1}, {In: f}, {In: f, Near: near},
		{All: beacons, In: f, Near: near},
		{In: f, Near: near, Where: func(r *simulation.QueryRow) bool { return r.Position().X > center.X && n >= 0 }},
	} {
		n += s.Count(&q)
		if e, ok := s.First(&q); ok && s.Matches(e, &q) {
			n++
		}
	}
	for a := range s.Within(f, center, 20) {
		for b := range s.Within(f, center, 20) {
			for range s.Find(&simulation.Query{All: beacons}) {
				if n++; a != b {
					break
				}
			}
		}
	}
	return n
}

func TestEntityQueryRunsAllocateNothingOnceTheWorldIsWarm(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(8))
	quiet.Runtime(t)
	for _, workers := range []int{1, 8} {
		for _, threshold := range []int{0, 1} {
			t.Run(fmt.Sprintf("workers-%d-threshold-%d", workers, threshold), func(t *testing.T) {
				w, err := simulation.New(simulation.Options{Workers: workers, Thresholds: simulation.Thresholds{Rows: threshold}})
				if err != nil {
					t.Fatal(err)
				}
				defer w.Close()
				f, _ := rootFrame(t, w)
				var counts [200]int
				for i := range counts {
					list := []simulation.Component{everyTick(func(self *simulation.Self, _ *message.Outbox) {
						counts[i] += askEverything(self.Snapshot(), self.Frame(), self.Pose().Position)
						self.SetTransform(geom.At(self.Random().Direction().Scale(100)))
					})}
					if i%3 == 0 {
						list = append(list, new(beacon))
					}
					if i%7 == 0 {
						list = append(list, new(armor))
					}
					spawn(t, w, at(f, float64(i), list...))
				}
				if objects, _ := mallocsOf(func() { ticks(w, 3) }); objects != 0 {
					t.Errorf("30 warm ticks allocated %d objects, want none", objects)
				}
				if counts[0] == 0 || counts[199] == 0 {
					t.Error("the queries found nothing")
				}
			})
		}
	}
}

func TestEntityQueriesFromOutsideAllocateNothing(t *testing.T) {
	w := newWorld(t, simulation.Options{Workers: 1})
	f, _ := rootFrame(t, w)
	for i := range 100 {
		spawn(t, w, at(f, float64(i), new(beacon), new(armor)))
	}
	n := 0
	if allocs := testing.AllocsPerRun(20, func() { n += askEverything(w.Snapshot(), f, geom.Vec3{X: 50}) }); allocs != 0 {
		t.Errorf("%v allocations per run", allocs)
	}
	if n == 0 {
		t.Error("the queries found nothing")
	}
}

// BenchmarkQueryOverhead is the cost of a query that can match nothing, and so does nothing but begin and end.
func BenchmarkQueryOverhead(b *testing.B) {
	w, f := benchWorld(b, simulation.Options{Workers: 1})
	fill(b, w, 100, func(i int) simulation.SpawnDesc { return at(f, float64(i), new(beacon)) })
	n := 0
	b.ReportAllocs()
	for b.Loop() {
		n += w.Snapshot().Count(&simulation.Query{All: []simulation.ComponentType{cargos[0]}})
	}
}

// BenchmarkQueryWalk is the cost of each match of a walk over 10,000.
func BenchmarkQueryWalk(b *testing.B) {
	w, f := benchWorld(b, simulation.Options{Workers: 1})
	fill(b, w, 10_000, func(i int) simulation.SpawnDesc { return at(f, float64(i), new(beacon)) })
	for _, c := range []struct {
		name string
		q    simulation.Query
	}{
		{"everything", simulation.Query{}}, {"type", simulation.Query{All: beacons}}, {"frame", simulation.Query{In: f}},
		{"place", simulation.Query{In: f, Near: simulation.Near{RadiusMeters: 1e5}}},
		{"where", simulation.Query{Where: func(*simulation.QueryRow) bool { return true }}},
	} {
		b.Run(c.name, func(b *testing.B) {
			n := 0
			for b.Loop() {
				n += w.Snapshot().Count(&c.q)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(n), "ns/match")
		})
	}
}
