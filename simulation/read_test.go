package simulation_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/message"
	"tertius.dev/simulation"
)

// TestEveryoneReadsThePoseOfThePreviousTick has one watcher that runs before the mover and one that runs after it, and the
// mover itself, before and after its write.
func TestEveryoneReadsThePoseOfThePreviousTick(t *testing.T) {
	w := newWorld(t, simulation.Options{Workers: 1})
	f, _ := rootFrame(t, w)
	var mover handle.Entity
	seen := map[string][]float64{}
	see := func(who string, s *simulation.Snapshot) {
		transform, _ := s.Transform(mover)
		seen[who] = append(seen[who], transform.Pose.Position.X)
	}
	watcher := func(who string) simulation.Component {
		return everyTick(func(self *simulation.Self, _ *message.Outbox) { see(who, self.Snapshot()) })
	}
	spawn(t, w, at(f, 0, watcher("before")))
	mover = spawn(t, w, at(f, 0, everyTick(func(self *simulation.Self, _ *message.Outbox) {
		next := self.Pose().Position.X + 1
		self.SetTransform(geom.At(geom.Vec3{X: next}))
		see("itself", self.Snapshot())
		if self.Pose().Position.X != next-1 {
			t.Errorf("in tick %d it reads its own pose as it wrote it", self.Tick())
		}
	})))
	spawn(t, w, at(f, 0, watcher("after")))
	ticks(w, 4)
	for _, who := range []string{"before", "itself", "after"} {
		if want := []float64{0, 1, 2, 3}; !slices.Equal(seen[who], want) {
			t.Errorf("%s was seen %v, want %v", who, seen[who], want)
		}
	}
}

func TestEveryoneReadsTheVelocityOfThePreviousTick(t *testing.T) {
	w := newWorld(t, simulation.Options{Workers: 1})
	f, _ := rootFrame(t, w)
	mover := spawn(t, w, at(f, 0, everyTick(func(self *simulation.Self, _ *message.Outbox) {
		p := self.Pose()
		p.Position.X += 0.5
		self.MoveKinematic(p)
	})))
	var seen []float64
	spawn(t, w, at(f, 0, everyTick(func(self *simulation.Self, _ *message.Outbox) {
		transform, _ := self.Snapshot().Transform(mover)
		seen = append(seen, transform.Velocity.X)
	})))
	ticks(w, 3)
	// Asked in tick 0, moved in the step of tick 1 by half a meter in a sixtieth of a second, seen in tick 2.
	if want := []float64{0, 0, 30}; !slices.Equal(seen, want) {
		t.Errorf("the velocities were seen as %v, want %v", seen, want)
	}
}

// blinker carries a beacon in every third tick or so, and counts which of its neighbors carry one, as all others do.
type blinker struct {
	number int
	all    []handle.Entity // shared, fixed
	lamp   beacon
	lit    bool
	counts []int
}

var beaconType = simulation.TypeOf[*beacon]()

func (*blinker) Priority() int             { return 0 }
func (*blinker) Wants() []message.AnyToken { return wantsTicks }
func (b *blinker) Handle(self *simulation.Self, _ *message.List, _ *message.Outbox) {
	n := 0
	for _, e := range b.all {
		if self.Snapshot().Has(e, beaconType) {
			n++
		}
	}
	b.counts = append(b.counts, n)
	if b.lit {
		b.lit = !self.Remove(&b.lamp)
	} else if (b.number+int(self.Tick()))%3 == 0 {
		self.Add(&b.lamp)
		b.lit = true
	}
}

func TestManyWorkersSeeTheFlagsOfThePreviousTickWhileEntitiesChangeTheirOwn(t *testing.T) {
	const entities, rounds = 200, 30
	for _, workers := range []int{1, 8} {
		w := newWorld(t, simulation.Options{Workers: workers})
		f, _ := rootFrame(t, w)
		blinkers := make([]*blinker, entities)
		var all []handle.Entity
		for i := range blinkers {
			blinkers[i] = &blinker{number: i}
			blinkers[i].lamp.handle = func(*simulation.Self, *message.List, *message.Outbox) {}
			all = append(all, spawn(t, w, at(f, 0, blinkers[i])))
		}
		var want []int // what a look at each between ticks gives
		for _, b := range blinkers {
			b.all = all
		}
		for range rounds {
			n := 0
			for _, b := range blinkers {
				if b.lit {
					n++
				}
			}
			want = append(want, n)
			w.Tick()
		}
		for i, b := range blinkers {
			if !slices.Equal(b.counts, want) {
				t.Fatalf("with %d workers, entity %d counted %v, want %v", workers, i, b.counts, want)
			}
		}
		if slices.Max(want) < entities/4 {
			t.Errorf("at most %d beacons were lit", slices.Max(want))
		}
	}
}

// mayDuringATick are the members of World that only tell what is fixed for the tick, or do nothing but tell.
var mayDuringATick = []string{
	"AttachedTo", "Camera", "DockedAt", "Entities", "Errors", "FrameOf", "Frames", "Log", "Messages", "PhysicsProfile", "Published", "Rate", "Resources",
	"Snapshot", "TickNumber", "Time", "TimeAt",
}

// TestEveryOtherMemberOfWorldIsRefusedDuringATick calls each with zero arguments; what it gives to walk is walked.
func TestEveryOtherMemberOfWorldIsRefusedDuringATick(t *testing.T) {
	w := newWorld(t, simulation.Options{Workers: 1})
	f, _ := rootFrame(t, w)
	refusals := map[string]string{}
	spawn(t, w, at(f, 0, inTicks(func(*simulation.Self) {
		v := reflect.ValueOf(w)
		for i := range v.NumMethod() {
			refusals[v.Type().Method(i).Name] = refusalOf(v.Method(i))
		}
	})))
	w.Tick()
	for name, text := range refusals {
		may := slices.Contains(mayDuringATick, name)
		if refused := strings.HasPrefix(text, "World."+name+" during a tick: "); refused == may {
			t.Errorf("World.%s during a tick ended with %q", name, text)
		}
	}
	if len(refusals) < 40 {
		t.Errorf("only %d members were called", len(refusals))
	}
}

// refusalOf calls a method with zero arguments and returns the text of its panic.
func refusalOf(method reflect.Value) (text string) {
	defer func() {
		if v := recover(); v != nil {
			text = fmt.Sprint(v)
		}
	}()
	var in []reflect.Value
	for i := range method.Type().NumIn() {
		in = append(in, reflect.Zero(method.Type().In(i)))
	}
	for _, out := range method.Call(in) {
		if out.Type().CanSeq() && out.Kind() == reflect.Func {
			for range out.Seq() {
				break
			}
		} else if out.Type().CanSeq2() && out.Kind() == reflect.Func {
			for range out.Seq2() {
				break
			}
		}
	}
	return ""
}
