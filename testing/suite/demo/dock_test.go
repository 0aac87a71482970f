package demo_test

import (
	"slices"
	"testing"

	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/demo/dock"
	"tertius.dev/simulation"
	"tertius.dev/testing/worldtest"
)

func newDock(t *testing.T) (*simulation.World, *dock.Dock) {
	t.Helper()
	w, kit := newSpace(t, 2)
	s, err := dock.Build(w, kit)
	if err != nil {
		t.Fatal(err)
	}
	return w, s
}

// TestFighterIsAChildOfTheCarrierWhileItIsInside looks at every tick: the fighter's frame is in the carrier's as long as the
// fighter is in its bubble, and what floats in the cockpit stays there. Beside the carrier the fighter is on its route: what is
// steered is its center of mass, 1 m from its origin, about which it turns in floats, so the origin is off by some 1e-5 m.
func TestFighterIsAChildOfTheCarrierWhileItIsInside(t *testing.T) {
	w, s := newDock(t)
	var parents []handle.Frame
	for range dock.SortieEnds + 30 {
		if p := w.Frames().Parent(s.Cockpit); len(parents) == 0 || p != parents[len(parents)-1] {
			parents = append(parents, p)
		}
		if box := worldtest.Where(t, w, s.Box); box.Frame != s.Cockpit || box.Pose.Position.Length() > 2 { // its inside is 3.2 m long
			t.Fatalf("after %d ticks the box is at %v in %v", w.TickNumber(), box.Pose.Position, box.Frame)
		}
		if n := w.TickNumber(); n > 5 {
			at, _ := w.Snapshot().PoseIn(s.Fighter, s.Bay)
			if want := dock.Sortie.PoseAt(n).Position; at.Position.Sub(want).Length() > 1e-4 {
				t.Fatalf("after %d ticks the fighter is at %v beside the carrier, want %v", n, at.Position, want)
			}
		}
		worldtest.Tick(w, 1)
	}
	if want := []handle.Frame{s.Space, s.Bay, s.Space}; !slices.Equal(parents, want) {
		t.Errorf("the fighter was in the frames %v, want %v", parents, want)
	}
}

// TestTugsDockAndPart lets the tug dock and part by its component, and looks at what everyone in it keeps: the inertial velocity within
// one float step of the convoy's 60 m/s, and the place where that leads in a tick, within 1e-6 m. The pair is one hull of both masses.
func TestTugsDockAndPart(t *testing.T) {
	w, s := newDock(t)
	worldtest.Tick(w, dock.DockAt-1)
	cargo := append([]handle.Entity{s.Runner, s.Tug}, s.TugCrates...)

	still := cargo[1:] // the runner still slides
	before := inSpace(t, w, s, still)
	alone, _ := w.Snapshot().BodyOf(s.Barge)
	w.Tick()
	checkKept(t, w, before, inSpace(t, w, s, still))
	if pair, _ := w.Snapshot().BodyOf(s.Barge); pair.CenterOfMass.X-alone.CenterOfMass.X < 0.4*dock.DockedMeters {
		t.Errorf("the hull of the barge has its center of mass at %v, and had it at %v", pair.CenterOfMass, alone.CenterOfMass)
	}
	for _, e := range cargo {
		if got := worldtest.Where(t, w, e).Frame; got != s.BargeHold {
			t.Errorf("%v is in %v after the tug docked", e, got)
		}
	}

	worldtest.Tick(w, dock.UndockAt-dock.DockAt-1)
	still = append(still, s.Barge)
	before = inSpace(t, w, s, still)
	w.Tick()
	own, _ := w.FrameOf(s.Tug)
	checkKept(t, w, before, inSpace(t, w, s, still))
	if again, _ := w.Snapshot().BodyOf(s.Barge); again != alone {
		t.Errorf("the hull of the barge is %+v, and was %+v", again, alone)
	}
	for _, e := range s.TugCrates {
		if got := worldtest.Where(t, w, e).Frame; got != own {
			t.Errorf("%v is in %v after the tug parted", e, got)
		}
	}
	if got := worldtest.Where(t, w, s.Runner).Frame; got != s.BargeHold {
		t.Errorf("the runner is in %v, not in the barge, after the tug parted", got)
	}
	worldtest.Tick(w, 240)
	if apart, _ := w.Snapshot().PoseIn(s.Tug, s.BargeHold); apart.Position.Length() < dock.DockedMeters+10 {
		t.Errorf("the tug is at %v beside the barge and does not leave", apart.Position)
	}
}

// stateInSpace is a state beside an observer who rests in the root.
type stateInSpace struct{ place, velocity geom.Vec3 }

func inSpace(t *testing.T, w *simulation.World, s *dock.Dock, all []handle.Entity) []stateInSpace {
	t.Helper()
	var states []stateInSpace
	for _, e := range all {
		state, ok := w.Snapshot().StateIn(e, s.Space)
		if !ok {
			t.Fatalf("%v is nowhere in space", e)
		}
		states = append(states, stateInSpace{state.Pose.Position, state.Velocity})
	}
	return states
}

func checkKept(t *testing.T, w *simulation.World, before, after []stateInSpace) {
	t.Helper()
	for i := range before {
		moved := after[i].place.Sub(before[i].place).AddScaled(before[i].velocity, -w.Rate().TickSeconds()).Length()
		gained := after[i].velocity.Sub(before[i].velocity).Length()
		if moved > 1e-6 || gained > 60*0x1p-23 {
			t.Errorf("the one at %v moved by %v m and gained %v m/s", before[i].place, moved, gained)
		}
	}
}
