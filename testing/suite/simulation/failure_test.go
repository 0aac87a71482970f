package simulation_test

import (
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"tertius.dev/core/clock"
	"tertius.dev/core/contract"
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/message"
	"tertius.dev/core/physics"
	"tertius.dev/simulation"
	"tertius.dev/testing/faulty"
	"tertius.dev/testing/worldtest"
)

// failingTick runs ticks until one fails, and returns what it failed with.
func failingTick(t *testing.T, w *simulation.World) (failure *simulation.TickFailure) {
	t.Helper()
	defer func() {
		t.Helper()
		value := recover()
		f, ok := value.(*simulation.TickFailure)
		if !ok {
			t.Fatalf("Tick panicked with %v, want a *TickFailure", value)
		}
		failure = f
	}()
	worldtest.Tick(w, 100)
	t.Fatal("no tick failed")
	return nil
}

// pile drops crates in a frame, and returns them. Each counts its runs.
func pile(t *testing.T, w *simulation.World, f handle.Frame, n int, runs *atomic.Int64) (crates []handle.Entity) {
	t.Helper()
	worldtest.Floor(t, w, f)
	box := physics.NewBox(0.25, 0.25, 0.25)
	for i := range n {
		place := geom.Vec3{X: float64(i%5) * 0.6, Y: 0.5 + 0.6*float64(i/25), Z: float64(i/5%5) * 0.6}
		crates = append(crates, worldtest.Spawn(t, w, worldtest.Body(f, place, box, physics.Dynamic,
			worldtest.EveryTick(func(*simulation.Self, *message.Outbox) { runs.Add(1) }))))
	}
	return crates
}

func TestFailedTickFreesEveryNativeObject(t *testing.T) {
	boom := errors.New("boom")
	for _, workers := range []int{1, 8} {
		for _, where := range []string{"component", "physics"} {
			t.Run(fmt.Sprintf("%s-workers-%d", where, workers), func(t *testing.T) {
				jolt := worldtest.Jolt(t)
				backend := faulty.Wrap(jolt)
				w := worldtest.NewLoose(t, simulation.Options{Workers: workers, Backend: backend})
				f, _ := worldtest.Frame(t, w, worldtest.EarthGravity)
				g, _ := worldtest.Frame(t, w, worldtest.EarthGravity)
				var runs, steps atomic.Int64
				pile(t, w, f, 200, &runs)
				crates := pile(t, w, g, 200, &runs)
				victim := worldtest.Spawn(t, w, simulation.SpawnDesc{Frame: g, Pose: geom.IdentityPose, Components: []simulation.Component{
					worldtest.EveryTick(func(self *simulation.Self, _ *message.Outbox) {
						if where == "component" && self.Tick() == 30 {
							panic(boom)
						}
					}),
				}})
				backend.Working = func(tick clock.Ticks, frame handle.Frame) {
					steps.Add(1)
					if where == "physics" && tick == 30 && frame == g {
						panic(boom)
					}
				}
				failure := failingTick(t, w)
				if failure.Tick != 30 || failure.Value != boom || len(failure.Stack) == 0 {
					t.Errorf("the failure is %v of tick %d", failure, failure.Tick)
				}
				if where == "component" && (failure.Entity != victim || failure.Component != "tertius.dev/testing/worldtest.Actor") {
					t.Errorf("the failure names %v and %q, want %v", failure.Entity, failure.Component, victim)
				}
				if where == "physics" && failure.Frame != g {
					t.Errorf("the failure names frame %v, want %v", failure.Frame, g)
				}
				if got := steps.Load(); got != 2*31 {
					t.Errorf("%d steps of frames began, want both in each of 31 ticks", got)
				}
				if where == "physics" && runs.Load() != 31*400 {
					t.Errorf("%d components ran, want all in each of 31 ticks", runs.Load())
				}
				if jolt.LiveObjects() == 0 || len(crates) != 200 {
					t.Error("there is nothing to free")
				}
				if again := failingTick(t, w); again != failure {
					t.Errorf("a later tick failed with %v", again)
				}
				for range 2 {
					if err := w.Close(); err != nil {
						t.Error(err)
					}
				}
				if n := jolt.LiveObjects(); n != 0 || backend.Closed != 1 {
					t.Errorf("%d native objects are alive after Close, and physics was closed %d times", n, backend.Closed)
				}
			})
		}
	}
}

func TestBrokenOutputOfOneBodyLeavesTheOthersAlone(t *testing.T) {
	backend := faulty.Wrap(worldtest.Jolt(t))
	w := worldtest.NewLoose(t, simulation.Options{Backend: backend})
	f, _ := worldtest.Frame(t, w, worldtest.EarthGravity)
	var runs atomic.Int64
	crates := pile(t, w, f, 50, &runs)
	w.Tick()
	before := worldtest.Where(t, w, crates[7])
	backend.Finished = func(_ clock.Ticks, out *physics.StepOutput) {
		for i := range out.Bodies {
			if out.Bodies[i].Entity == crates[7] {
				out.Bodies[i].Frame.Generation++
			}
		}
	}
	if contract.Enabled {
		if failure := failingTick(t, w); !strings.Contains(failure.Error(), "broken contract") {
			t.Errorf("the failure is %v", failure)
		}
		return
	}
	w.Tick()
	if got := worldtest.Where(t, w, crates[7]); got != before {
		t.Errorf("the broken update landed: %+v", got)
	}
	if errs := w.Errors(); len(errs) != 1 || !strings.HasPrefix(errs[0], "tick 1: ") || !strings.Contains(errs[0], crates[7].String()) {
		t.Errorf("the log is %q, want one line of tick 1 that names %v", errs, crates[7])
	}
	backend.Finished = nil
	w.Tick()
	if got := worldtest.Where(t, w, crates[7]); got.Pose.Position.Y >= before.Pose.Position.Y {
		t.Error("after a good step the crate still hangs in the air")
	}
	if len(w.Errors()) != 1 {
		t.Errorf("the log is %q", w.Errors())
	}
}

func TestChangeThatPhysicsCannotApplyIsLogged(t *testing.T) {
	backend := faulty.Wrap(worldtest.Jolt(t))
	w := worldtest.NewLoose(t, simulation.Options{Backend: backend})
	f, _ := worldtest.Frame(t, w, 0)
	backend.Applied = func(c *physics.Changes, errs []error) []error {
		if c.Empty() { // it is asked in every tick, so that hulls follow the tree
			return errs
		}
		return append(errs, errors.New("no room"))
	}
	worldtest.Floor(t, w, f)
	w.Tick()
	if errs := w.Errors(); len(errs) != 1 || !strings.Contains(errs[0], "no room") {
		t.Errorf("the log is %q", errs)
	}
}
