package demo_test

import (
	"slices"
	"testing"

	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/demo/space"
	"tertius.dev/demo/station"
	"tertius.dev/simulation"
	"tertius.dev/testing/worldtest"
)

func newStation(t *testing.T) (*simulation.World, *station.Station) {
	t.Helper()
	w, kit := newSpace(t, 2)
	s, err := station.Build(w, kit)
	if err != nil {
		t.Fatal(err)
	}
	return w, s
}

// TestStationIsOnItsOrbitAndFeelsNothing compares every tick with the orbit's own evaluation, to the last bit.
func TestStationIsOnItsOrbitAndFeelsNothing(t *testing.T) {
	w, s := newStation(t)
	for range 300 {
		worldtest.Tick(w, 1)
		place, velocity, err := s.Orbit.StateAt(station.PlanetMu, w.Time())
		if err != nil {
			t.Fatal(err)
		}
		if got := w.Frames().Local(s.Hangar); got.Pose.Position != place || got.Velocity != velocity {
			t.Fatalf("after %d ticks the station is at %v with %v, its orbit at %v with %v",
				w.TickNumber(), got.Pose.Position, got.Velocity, place, velocity)
		}
		if felt, _ := w.Snapshot().ProperAcceleration(s.Hangar); felt != (geom.Vec3{}) {
			t.Fatalf("after %d ticks the station feels %v", w.TickNumber(), felt)
		}
	}
}

// TestPodsCrossTheBubbleOnTheirRoutes looks at every tick: a pod is on its route beside the station, in whatever frame it is, and
// changes frames as often as the route crosses the bubble. Steering hits its aim but for what gravity does in two ticks, 0.1 mm.
func TestPodsCrossTheBubbleOnTheirRoutes(t *testing.T) {
	w, s := newStation(t)
	pods := []*pod{
		{name: "leaver", entity: s.Leaver, route: station.Leaves, want: []handle.Frame{s.Hangar, s.Planet, s.Hangar}},
		{name: "comer", entity: s.Comer, route: station.Comes, want: []handle.Frame{s.Planet, s.Hangar}},
	}
	for range station.LastStop + 30 {
		for _, p := range pods {
			if f := worldtest.Where(t, w, p.entity).Frame; len(p.frames) == 0 || f != p.frames[len(p.frames)-1] {
				p.frames = append(p.frames, f)
			}
			p.check(t, w, s)
		}
		worldtest.Tick(w, 1)
	}
	for _, p := range pods {
		if !slices.Equal(p.frames, p.want) {
			t.Errorf("the %s was in the frames %v, want %v", p.name, p.frames, p.want)
		}
	}
}

// pod is a pod on its route, and the frames that it has been in.
type pod struct {
	name         string
	entity       handle.Entity
	route        space.Route
	frames, want []handle.Frame
}

// check compares where the pod is with its route, once it is steered.
func (p *pod) check(t *testing.T, w *simulation.World, s *station.Station) {
	t.Helper()
	n := w.TickNumber()
	if n <= p.route[0].At+2 {
		return
	}
	at, _ := w.Snapshot().PoseIn(p.entity, s.Hangar)
	if want := p.route.PoseAt(n).Position; at.Position.Sub(want).Length() > 1e-3 {
		t.Fatalf("after %d ticks the %s is at %v beside the station, want %v", n, p.name, at.Position, want)
	}
	if v, _ := w.Snapshot().VelocityIn(p.entity, s.Planet); v.Length() >= 400 {
		t.Fatalf("after %d ticks the %s flies at %v m/s", n, p.name, v.Length())
	}
}
