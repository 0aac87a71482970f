package jolt_test

import (
	"sync"
	"testing"

	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/physics"
	"tertius.dev/physics/jolt"
)

// fillYard fills a frame with a floor, a pile of crates, balls that roll into it and a lift, and returns the bodies.
func (b *bench) fillYard(frame int) []handle.Entity {
	b.t.Helper()
	bodies := []handle.Entity{b.add(frame, physics.Body(physics.NewBox(50, 0.5, 50), physics.Static), place(0, -0.5, 0))}
	for j := range 5 {
		for i := range 4 {
			for k := range 4 {
				at := place(0.51*float64(i), 0.26+0.51*float64(j), 0.51*float64(k))
				bodies = append(bodies, b.add(frame, crate(), at))
			}
		}
	}
	for i := range 6 {
		ball := physics.Body(physics.NewSphere(0.3), physics.Dynamic)
		ball.Restitution = 0.5
		bodies = append(bodies, b.add(frame, ball, place(-4-float64(i), 1+float64(i), 0.8)))
	}
	bodies = append(bodies, b.add(frame, physics.Body(hammer(), physics.Dynamic), place(1, 4, 1)))
	bodies = append(bodies, b.add(frame, physics.Body(physics.NewBox(1, 0.1, 1), physics.Kinematic), place(4, 0.1, 0)))
	return bodies
}

// driveYard pushes the balls at the start and moves the lift, for the tick to come.
func (b *bench) driveYard(bodies []handle.Entity) {
	tick := int(b.in.Tick)
	balls := bodies[81:87]
	if tick == 10 {
		for _, e := range balls {
			in := b.intend(e)
			in.Parts, in.Velocity = physics.HasVelocity, geom.Vec3f{X: 9}
		}
	}
	if tick < 100 {
		moveTo(b.intend(bodies[88]), place(4, 0.1+0.02*float64(tick), 0))
	}
	if tick == 60 {
		in := b.intend(bodies[87])
		in.Parts, in.Impulse, in.AngularImpulse = physics.HasImpulse|physics.HasAngularImpulse, geom.Vec3f{Y: 300}, geom.Vec3f{Z: 20}
	}
}

// runYard steps one yard in one frame and returns the hash of its states and its numbers of contacts.
func runYard(t *testing.T, o jolt.Options, steps int) (hash uint64, started, ended int) {
	b := newBenchWith(t, o, 1)
	bodies := b.fillYard(0)
	b.apply()
	for range steps {
		b.driveYard(bodies)
		b.step()
	}
	return b.hash(), len(b.started), len(b.ended)
}

func TestRunsAreEqualToTheLastBit(t *testing.T) {
	first, started, ended := runYard(t, jolt.DefaultOptions(), 400)
	again, startedAgain, endedAgain := runYard(t, jolt.DefaultOptions(), 400)
	if first != again || started != startedAgain || ended != endedAgain {
		t.Errorf("the runs have the hashes %x and %x, %d and %d starts, %d and %d ends",
			first, again, started, startedAgain, ended, endedAgain)
	}
	if started < 100 || ended < 20 {
		t.Errorf("a pile that was knocked over has only %d starts and %d ends", started, ended)
	}
}

// Threads that step a frame together hear of its contacts in any order, and change no bit.
func TestThreadsOfAFrameChangeNoBit(t *testing.T) {
	want, started, ended := runYard(t, jolt.DefaultOptions(), 400)
	for _, threads := range []int{2, 4} {
		o := jolt.DefaultOptions()
		o.ThreadsPerFrame = threads
		hash, starts, ends := runYard(t, o, 400)
		if hash != want || starts != started || ends != ended {
			t.Errorf("%d threads give the hash %x, %d starts and %d ends; one gives %x, %d and %d", threads, hash, starts, ends, want, started, ended)
		}
	}
}

// Two frames step side by side on two goroutines; each equals the single run, and what happens in one changes nothing in
// the other.
func TestFramesSideBySideEqualTheSingleRun(t *testing.T) {
	const steps = 300
	single := newBench(t, 1)
	alone := single.fillYard(0)
	single.apply()
	for range steps {
		single.driveYard(alone)
		single.step()
	}
	b := newBench(t, 3)
	yards := [][]handle.Entity{b.fillYard(0), b.fillYard(1)}
	b.apply()
	other := b.spawn(2, crate(), place(0, 100, 0))
	for range steps {
		b.driveYard(yards[0])
		b.driveYard(yards[1])
		var done sync.WaitGroup
		for i := range b.backend.Prepare(&b.in) {
			done.Go(func() { b.backend.Work(i) })
		}
		done.Wait()
		b.backend.Finish(&b.out)
		b.keep()
	}
	for _, yard := range yards {
		for i, e := range yard {
			got, want := *b.at(e), *single.at(alone[i])
			got.Entity, got.Frame = want.Entity, want.Frame
			if got != want {
				t.Fatalf("body %d of frame %v is %+v, alone %+v", i, b.at(e).Frame, got, want)
			}
		}
	}
	if !b.at(other).Awake {
		t.Error("the crate of the third frame sleeps while it falls")
	}
	if 2*len(single.started) != len(b.started) || 2*len(single.ended) != len(b.ended) {
		t.Errorf("two yards have %d starts and %d ends, one has %d and %d",
			len(b.started), len(b.ended), len(single.started), len(single.ended))
	}
}

// Several backends in one process step at once and do not meet.
func TestBackendsSideBySideAreEqual(t *testing.T) {
	want, _, _ := runYard(t, jolt.DefaultOptions(), 200)
	var done sync.WaitGroup
	hashes := make([]uint64, 4)
	for i := range hashes {
		b := newBench(t, 1)
		bodies := b.fillYard(0)
		b.apply()
		done.Go(func() {
			for range 200 {
				b.driveYard(bodies)
				b.stepRaw()
			}
			hashes[i] = b.hash()
		})
	}
	done.Wait()
	for i, got := range hashes {
		if got != want {
			t.Errorf("backend %d has the hash %x, alone %x", i, got, want)
		}
	}
}

// The output is in the order of the slots, whatever the order of the spawns.
func TestOutputIsInTheOrderOfTheSlots(t *testing.T) {
	b := newBench(t, 1)
	bodies := b.fillYard(0)
	made := b.changes.BodiesMade
	for i := range len(made) / 2 {
		made[i], made[len(made)-1-i] = made[len(made)-1-i], made[i]
	}
	b.apply()
	for range 120 {
		b.driveYard(bodies)
		b.step()
		for i := 1; i < len(b.out.Bodies); i++ {
			if b.out.Bodies[i-1].Entity.Index >= b.out.Bodies[i].Entity.Index {
				t.Fatalf("%v comes before %v", b.out.Bodies[i-1].Entity, b.out.Bodies[i].Entity)
			}
		}
		for i := 1; i < len(b.out.Started); i++ {
			last, c := &b.out.Started[i-1], &b.out.Started[i]
			if last.A.Index > c.A.Index || last.A == c.A && last.B.Index >= c.B.Index {
				t.Fatalf("the contact of %v and %v comes before that of %v and %v", last.A, last.B, c.A, c.B)
			}
		}
	}
}
