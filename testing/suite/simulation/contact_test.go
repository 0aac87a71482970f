package simulation_test

import (
	"fmt"
	"slices"
	"testing"

	"tertius.dev/core/clock"
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/message"
	"tertius.dev/core/physics"
	"tertius.dev/simulation"
	"tertius.dev/testing/worldtest"
)

// hears is a component that writes down each collision and each end.
func hears(into *[]string) *worldtest.Actor {
	return &worldtest.Actor{
		Hears: []message.AnyToken{message.Collisions, message.CollisionsEnded},
		Do: func(_ *simulation.Self, events *message.List, _ *message.Outbox) {
			for c := range message.Collisions.In(events) {
				*into = append(*into, fmt.Sprintf("hit %v", c.Other))
			}
			for c := range message.CollisionsEnded.In(events) {
				*into = append(*into, fmt.Sprintf("left %v", c.Other))
			}
		},
	}
}

func TestLandingIsHeardOnceByBothAndEndsWithTheCrate(t *testing.T) {
	w := worldtest.New(t, simulation.Options{})
	f, _ := worldtest.Frame(t, w, worldtest.EarthGravity)
	var floorHeard, crateHeard []string
	floor := worldtest.Spawn(t, w, worldtest.Body(f, geom.Vec3{Y: -1}, physics.NewBox(50, 1, 50), physics.Static, hears(&floorHeard)))
	crate := worldtest.Spawn(t, w, worldtest.Body(f, geom.Vec3{Y: 0.8}, physics.NewBox(0.5, 0.5, 0.5), physics.Dynamic, hears(&crateHeard)))
	worldtest.Tick(w, 300)
	if w.Snapshot().Awake(crate) {
		t.Fatal("after 5 s the crate is awake")
	}
	if want := []string{"hit " + crate.String()}; !slices.Equal(floorHeard, want) {
		t.Errorf("the floor heard %q, want %q: sleep ends nothing", floorHeard, want)
	}
	if want := []string{"hit " + floor.String()}; !slices.Equal(crateHeard, want) {
		t.Errorf("the crate heard %q, want %q", crateHeard, want)
	}
	if err := w.Destroy(crate); err != nil {
		t.Fatal(err)
	}
	worldtest.Tick(w, 2)
	if want := []string{"hit " + crate.String(), "left " + crate.String()}; !slices.Equal(floorHeard, want) {
		t.Errorf("after the crate's end the floor heard %q, want %q", floorHeard, want)
	}
}

func TestCollisionTellsWhereFromWhichSideAndHowHard(t *testing.T) {
	w := worldtest.New(t, simulation.Options{})
	f, _ := worldtest.Frame(t, w, 0)
	type hit struct {
		tick  clock.Ticks
		other handle.Entity
		message.Collision
	}
	var hits [2][]hit
	look := func(side int) *worldtest.Actor {
		return &worldtest.Actor{Hears: []message.AnyToken{message.Collisions}, Do: func(self *simulation.Self, events *message.List, _ *message.Outbox) {
			for c := range message.Collisions.In(events) {
				hits[side] = append(hits[side], hit{self.Tick(), c.Other, *c})
			}
		}}
	}
	ball := func(x float64, speed float64, side int) handle.Entity {
		d := without(worldtest.Body(f, geom.Vec3{X: x}, physics.NewSphere(0.5), physics.Dynamic, look(side)))
		d.Body.MassKilograms, d.Velocity.X = 2, speed
		return worldtest.Spawn(t, w, d)
	}
	a, b := ball(0, 3, 0), ball(1.5, -3, 1)
	worldtest.Tick(w, 20)
	if len(hits[0]) != 1 || len(hits[1]) != 1 {
		t.Fatalf("heard %v and %v, want one hit each", hits[0], hits[1])
	}
	for side, want := range []struct {
		other  handle.Entity
		normal float32
	}{{b, 1}, {a, -1}} {
		got := hits[side][0]
		// The gap of 0.5 m closes at 6 m/s in 5 steps; in the one that closes it, the points of touch are within a step of
		// the middle. The reduced mass is 1 kg, so the impulse is the approach speed.
		if got.other != want.other || got.Frame != f || got.tick < 5 || got.tick > 6 {
			t.Errorf("side %d was hit by %v in frame %v, heard in tick %d", side, got.other, got.Frame, got.tick)
		}
		if got.Normal.Unit().Sub(geom.Vec3f{X: want.normal}).Length() > 1e-4 || got.Point.Sub(geom.Vec3{X: 0.75}).Length() > 0.06 {
			t.Errorf("side %d was hit at %v along %v", side, got.Point, got.Normal.Unit())
		}
		if d := got.ImpulseNewtonSeconds - 6; d < -1e-4 || d > 1e-4 {
			t.Errorf("side %d was hit with %v N s, want 6", side, got.ImpulseNewtonSeconds)
		}
	}
}
