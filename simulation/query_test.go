package simulation_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/message"
	"tertius.dev/core/physics"
	"tertius.dev/simulation"
)

var (
	armors  = []simulation.ComponentType{simulation.TypeOf[*armor]()}
	beacons = []simulation.ComponentType{simulation.TypeOf[*beacon]()}
	cargos  = []simulation.ComponentType{simulation.TypeOf[*cargo]()}
)

func found(w *simulation.World, q simulation.Query) []handle.Entity {
	return slices.Collect(w.Snapshot().Find(&q))
}

func wantFound(t *testing.T, w *simulation.World, q simulation.Query, want ...handle.Entity) {
	t.Helper()
	if got := found(w, q); !slices.Equal(got, want) {
		t.Errorf("%+v finds %v, want %v; its plan is\n%s", q, got, want, q.Plan(w.Snapshot()))
	}
}

func TestZeroQueryMeansEveryLiveEntity(t *testing.T) {
	w := newWorld(t, simulation.Options{})
	wantFound(t, w, simulation.Query{})
	f, owner := rootFrame(t, w)
	a, b := spawn(t, w, at(f, 0)), spawn(t, w, at(f, 1))
	wantFound(t, w, simulation.Query{}, owner, a, b)
	if err := w.Destroy(a); err != nil {
		t.Fatal(err)
	}
	wantFound(t, w, simulation.Query{}, owner, b)
}

func TestMasksAskForAllOfAnyOfAndNoneOf(t *testing.T) {
	w := newWorld(t, simulation.Options{})
	f, owner := rootFrame(t, w)
	bare := spawn(t, w, at(f, 0))
	lit := spawn(t, w, at(f, 1, new(beacon)))
	strong := spawn(t, w, at(f, 2, new(armor)))
	both := spawn(t, w, at(f, 3, new(beacon), new(armor)))
	wantFound(t, w, simulation.Query{All: beacons}, lit, both)
	wantFound(t, w, simulation.Query{All: slices.Concat(beacons, armors, beacons)}, both)
	wantFound(t, w, simulation.Query{Any: slices.Concat(beacons, armors)}, lit, strong, both)
	wantFound(t, w, simulation.Query{None: beacons}, owner, bare, strong)
	wantFound(t, w, simulation.Query{Any: slices.Concat(beacons, armors), None: armors}, lit)
}

func TestTypeThatNoEntityHadIsHadByNone(t *testing.T) {
	w := newWorld(t, simulation.Options{})
	f, owner := rootFrame(t, w)
	lit := spawn(t, w, at(f, 0, new(beacon)))
	for _, q := range []simulation.Query{{All: cargos}, {Any: cargos}, {All: slices.Concat(beacons, cargos)}} {
		wantFound(t, w, q)
		if text := q.Plan(w.Snapshot()); text != "start: nothing can match\n" {
			t.Errorf("the plan is %q", text)
		}
	}
	wantFound(t, w, simulation.Query{Any: slices.Concat(cargos, beacons)}, lit)
	wantFound(t, w, simulation.Query{None: cargos}, owner, lit)
	late := spawn(t, w, at(f, 0, new(cargo)))
	wantFound(t, w, simulation.Query{All: cargos}, late)
}

func TestNearTakesWhoseOriginIsInTheBallOrOnIt(t *testing.T) {
	w := newWorld(t, simulation.Options{})
	f, _ := rootFrame(t, w)
	other, _ := rootFrame(t, w)
	var row []handle.Entity
	for x := -100; x <= 100; x += 10 {
		row = append(row, spawn(t, w, at(f, float64(x))))
	}
	spawn(t, w, at(other, 0)) // in a frame of its own
	near := func(x, r float64) simulation.Query {
		return simulation.Query{In: f, Near: simulation.Near{Center: geom.Vec3{X: x}, RadiusMeters: r}}
	}
	wantFound(t, w, near(0, 30), row[7:14]...)
	wantFound(t, w, near(0, math.Nextafter(30, 0)), row[8:13]...)
	wantFound(t, w, near(95, 5), row[19:]...)
	wantFound(t, w, near(1e9, 1e9-95), row[20:]...)
	wantFound(t, w, near(4, 1))
	wantFound(t, w, near(0, 1e150), row...)
	if got := slices.Collect(w.Snapshot().Within(f, geom.Vec3{X: -100}, 10)); !slices.Equal(got, row[:2]) {
		t.Errorf("within 10 m of one end are %v, want %v", got, row[:2])
	}
}

func TestOwnerOfARootFrameIsNearNothing(t *testing.T) {
	w := newWorld(t, simulation.Options{})
	f, owner := rootFrame(t, w)
	wantFound(t, w, simulation.Query{In: f, Near: simulation.Near{RadiusMeters: 1e9}})
	wantFound(t, w, simulation.Query{In: f})
	wantFound(t, w, simulation.Query{}, owner)
}

func TestDeadFrameHoldsNothingEvenWhenAnotherTakesItsPlace(t *testing.T) {
	w := newWorld(t, simulation.Options{})
	f, owner := rootFrame(t, w)
	spawn(t, w, at(f, 0, new(beacon)))
	if err := w.Destroy(owner); err != nil {
		t.Fatal(err)
	}
	successor, _ := rootFrame(t, w)
	late := spawn(t, w, at(successor, 0, new(beacon)))
	if f.Index != successor.Index {
		t.Fatalf("frame %v does not take the place of %v", successor, f)
	}
	for _, all := range [][]simulation.ComponentType{nil, beacons} {
		wantFound(t, w, simulation.Query{All: all, In: f})
		wantFound(t, w, simulation.Query{All: all, In: f, Near: simulation.Near{RadiusMeters: 5}})
		wantFound(t, w, simulation.Query{All: all, In: successor, Near: simulation.Near{RadiusMeters: 5}}, late)
	}
}

func TestGroupsShowAsTheLastFinishedStepKnewThem(t *testing.T) {
	w := newWorld(t, simulation.Options{Backend: newFakePhysics()})
	f, _ := rootFrame(t, w)
	d := crate(f, 0, inTicks(func(self *simulation.Self) { self.Body().SetCollision(physics.Collision{Groups: 4}) }))
	e := spawn(t, w, d)
	spawn(t, w, at(f, 0)) // without a body it is in no group
	solid, four := simulation.Query{Groups: physics.Solid | 2}, simulation.Query{Groups: 4}
	wantFound(t, w, solid, e)
	w.Tick() // writes it
	wantFound(t, w, solid, e)
	wantFound(t, w, four)
	w.Tick() // whose step applies it
	wantFound(t, w, solid)
	wantFound(t, w, four, e)
	if err := w.Destroy(e); err != nil {
		t.Fatal(err)
	}
	wantFound(t, w, four)
}

func TestWhereIsAskedLastAndInSlotOrder(t *testing.T) {
	w := newWorld(t, simulation.Options{})
	f, _ := rootFrame(t, w)
	a := spawn(t, w, at(f, 5, new(beacon)))
	spawn(t, w, at(f, 5))
	spawn(t, w, at(f, 500, new(beacon)))
	c := spawn(t, w, at(f, 7, new(beacon)))
	var asked []handle.Entity
	q := simulation.Query{All: beacons, In: f, Near: simulation.Near{RadiusMeters: 50}, Where: func(r *simulation.QueryRow) bool {
		asked = append(asked, r.Entity())
		if r.Frame() != f || r.Velocity() != (geom.Vec3{}) || !r.Snapshot().Has(r.Entity(), beacons[0]) {
			t.Errorf("the row of %v is not its own", r.Entity())
		}
		return r.Position().X > 6
	}}
	wantFound(t, w, q, c)
	if want := []handle.Entity{a, c}; !slices.Equal(asked, want) {
		t.Errorf("Where was asked about %v, want %v", asked, want)
	}
	if w.Snapshot().Matches(a, &q) || !w.Snapshot().Matches(c, &q) {
		t.Error("Matches does not ask Where")
	}
}

func TestStaleEntityMatchesNothing(t *testing.T) {
	w := newWorld(t, simulation.Options{})
	f, _ := rootFrame(t, w)
	e := spawn(t, w, at(f, 0))
	s, q := w.Snapshot(), simulation.Query{}
	if !s.Matches(e, &q) {
		t.Error("a live entity does not match the zero query")
	}
	if err := w.Destroy(e); err != nil {
		t.Fatal(err)
	}
	if s.Matches(e, &q) || s.Matches(handle.Entity{}, &q) {
		t.Error("the dead match")
	}
}

func TestResultsAreInSlotOrderWhateverTheyStartFrom(t *testing.T) {
	w := newWorld(t, simulation.Options{Backend: newFakePhysics()})
	f, _ := rootFrame(t, w)
	var all []handle.Entity
	for range 300 {
		all = append(all, spawn(t, w, at(f, 0)))
	}
	for _, e := range all[10:290] { // freed last to first, so that slots are taken out of order
		if err := w.Destroy(e); err != nil {
			t.Fatal(err)
		}
	}
	for i := range 280 {
		d := crate(f, float64(i*37%101), new(beacon), new(armor))
		spawn(t, w, d)
	}
	near := simulation.Near{RadiusMeters: 1000}
	for _, q := range []simulation.Query{
		{}, {All: beacons}, {Any: slices.Concat(beacons, armors)}, {Groups: physics.Solid}, {In: f}, {In: f, Near: near},
		{All: beacons, In: f, Near: near},
	} {
		got := found(w, q)
		if len(got) < 280 {
			t.Errorf("%+v finds %d entities", q, len(got))
		}
		if !slices.IsSortedFunc(got, func(a, b handle.Entity) int { return int(a.Index) - int(b.Index) }) {
			t.Errorf("%+v finds them out of order, by the plan\n%s", q, q.Plan(w.Snapshot()))
		}
	}
}

func TestPlanStartsFromTheFewestCandidates(t *testing.T) {
	w := newWorld(t, simulation.Options{Backend: newFakePhysics()})
	f, _ := rootFrame(t, w) // slot 0
	hall, _ := rootFrame(t, w)
	for i := range 1000 {
		d := at(f, float64(i), new(cargo))
		if i%2 == 0 {
			d.Components = append(d.Components, new(beacon))
		}
		if i%10 == 0 {
			d.Components = append(d.Components, new(armor))
			b := physics.Body(physics.NewSphere(1), physics.Kinematic)
			d.Body = &b
		}
		spawn(t, w, d)
	}
	for i := range 20 {
		spawn(t, w, at(hall, float64(i)))
	}
	near := simulation.Near{Center: geom.Vec3{X: 500}, RadiusMeters: 50}
	for _, c := range []struct {
		q    simulation.Query
		want string
	}{
		{simulation.Query{}, "start: all 1022 live entities\n"},
		{simulation.Query{None: armors}, "start: all 1022 live entities\nbut: has none of *T.armor\n"},
		{simulation.Query{All: slices.Concat(cargos, armors, beacons)}, "start: the 100 entities with *T.armor\n" +
			"and: has *T.cargo (1000 entities)\nand: has *T.beacon (500 entities)\n"},
		{simulation.Query{Any: slices.Concat(armors, beacons), All: cargos}, "start: the entities with one of *T.armor, *T.beacon, 600 at most\n" +
			"and: has *T.cargo (1000 entities)\n"},
		{simulation.Query{Groups: physics.Solid, Any: beacons}, "start: the bodies in the groups 0x1, 100 at most\n" +
			"and: has one of *T.beacon (500 entities at most)\n"},
		{simulation.Query{In: hall, All: beacons, Groups: physics.Solid}, fmt.Sprintf("start: the 20 entities in frame %v\n"+
			"and: has *T.beacon (500 entities)\nand: in the groups 0x1 (100 entities at most)\n", hall)},
		// The cells from 448 to 576 m hold 128 entities, of which 101 are near.
		{simulation.Query{In: f, Near: near}, fmt.Sprintf("start: the 128 entities in the cells of frame %v near {500 0 0}\n"+
			"then: within 50 m of {500 0 0}\n", f)},
		{simulation.Query{In: f, Near: near, All: beacons}, fmt.Sprintf("start: the 128 entities in the cells of frame %v near {500 0 0}\n"+
			"and: has *T.beacon (500 entities)\nthen: within 50 m of {500 0 0}\n", f)},
		{simulation.Query{In: f, Near: near, All: armors}, fmt.Sprintf("start: the 100 entities with *T.armor\n"+
			"and: in frame %v (1000 entities)\nthen: within 50 m of {500 0 0}\n", f)},
		{simulation.Query{Where: func(*simulation.QueryRow) bool { return true }}, "start: all 1022 live entities\nthen: Where\n"},
	} {
		want := strings.ReplaceAll(c.want, "*T.", "*tertius.dev/simulation_test.")
		if got := c.q.Plan(w.Snapshot()); got != want {
			t.Errorf("the plan is\n%swant\n%s", got, want)
		}
	}
}

func TestSmallFrameOfALargeWorldIsWalkedByItsCells(t *testing.T) {
	w := newWorld(t, simulation.Options{})
	f, _ := rootFrame(t, w)
	cabin, _ := rootFrame(t, w)
	for i := range 1500 {
		spawn(t, w, at(f, float64(i)))
	}
	var inside []handle.Entity
	for i := range 2 {
		inside = append(inside, spawn(t, w, at(cabin, float64(i)*1000)))
	}
	q := simulation.Query{In: cabin}
	wantFound(t, w, q, inside...)
	if want := fmt.Sprintf("start: the 2 entities in the cells of frame %v\n", cabin); q.Plan(w.Snapshot()) != want {
		t.Errorf("the plan is %swant %s", q.Plan(w.Snapshot()), want)
	}
}

func TestBadQueryIsRefusedByName(t *testing.T) {
	w := newWorld(t, simulation.Options{})
	f, owner := rootFrame(t, w)
	here := geom.Vec3{}
	for _, c := range []struct {
		want string
		q    simulation.Query
	}{
		{"All[1]", simulation.Query{All: []simulation.ComponentType{armors[0], {}}}},
		{"Any[0]", simulation.Query{Any: make([]simulation.ComponentType, 1)}},
		{"None[0]", simulation.Query{None: make([]simulation.ComponentType, 1)}},
		{"without In", simulation.Query{Near: simulation.Near{RadiusMeters: 1}}},
		{"Near.Center", simulation.Query{In: f, Near: simulation.Near{Center: geom.Vec3{X: math.NaN()}, RadiusMeters: 1}}},
		{"Near.RadiusMeters is NaN", simulation.Query{In: f, Near: simulation.Near{Center: here, RadiusMeters: math.NaN()}}},
		{"Near.RadiusMeters is -1", simulation.Query{In: f, Near: simulation.Near{Center: here, RadiusMeters: -1}}},
		{"Near.RadiusMeters is 0", simulation.Query{In: f, Near: simulation.Near{Center: geom.UnitX}}},
		{"Near.RadiusMeters is +Inf", simulation.Query{In: f, Near: simulation.Near{Center: here, RadiusMeters: math.Inf(1)}}},
	} {
		s := w.Snapshot()
		for name, do := range map[string]func(){
			"Find": func() { s.Count(&c.q) }, "Matches": func() { s.Matches(owner, &c.q) }, "Plan": func() { _ = c.q.Plan(s) },
		} {
			if text := mustPanic(t, do); !strings.Contains(text, c.want) {
				t.Errorf("%s panics with %q, want it to name %q", name, text, c.want)
			}
		}
		if err := c.q.Problem(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("the problem is %v, want it to name %q", err, c.want)
		}
	}
	if err := (&simulation.Query{All: armors, In: f, Near: simulation.Near{RadiusMeters: 1}}).Problem(); err != nil {
		t.Error(err)
	}
}

func TestLoopOutsideATickMayChangeTheWorld(t *testing.T) {
	w := newWorld(t, simulation.Options{})
	f, _ := rootFrame(t, w)
	var all []handle.Entity
	for i := range 200 {
		all = append(all, spawn(t, w, at(f, float64(i%60), new(beacon))))
	}
	for _, q := range []simulation.Query{{All: beacons}, {In: f, Near: simulation.Near{RadiusMeters: 100}, All: beacons}} {
		var seen []handle.Entity
		for e := range w.Snapshot().Find(&q) {
			seen = append(seen, e)
			k := slices.Index(all, e)
			if k%4 == 0 { // the neighbor behind is gone before its turn
				if err := w.Destroy(all[k+1]); err != nil {
					t.Fatal(err)
				}
			}
			if k%4 == 2 { // and this one is no beacon when its turn comes
				if _, err := w.RemoveComponents(all[k+1], beacons[0]); err != nil {
					t.Fatal(err)
				}
			}
		}
		if len(seen) != len(all)/2 {
			t.Errorf("it saw %d entities, want %d", len(seen), len(all)/2)
		}
		all = seen
	}
}

func TestLoopOutsideATickMayMeetNewComponentTypes(t *testing.T) {
	w := newWorld(t, simulation.Options{})
	f, _ := rootFrame(t, w)
	for range 10 {
		spawn(t, w, at(f, 0, new(cargo)))
	}
	want := found(w, simulation.Query{All: cargos})
	var seen []handle.Entity
	for e := range w.Snapshot().Find(&simulation.Query{All: cargos}) {
		seen = append(seen, e)
		if len(seen) == 3 { // the numbers of armor and beacon push that of cargo up
			spawn(t, w, at(f, 0, new(beacon), new(armor)))
		}
	}
	if !slices.Equal(seen, want) {
		t.Errorf("it saw %v, want %v", seen, want)
	}
}

func TestLoopMayEndEarlyAndNest(t *testing.T) {
	w := newWorld(t, simulation.Options{})
	f, _ := rootFrame(t, w)
	for i := range 100 {
		spawn(t, w, at(f, float64(i), new(beacon)))
	}
	near := simulation.Query{In: f, Near: simulation.Near{RadiusMeters: 9.5}}
	deep := 0
	var dive func(left int)
	dive = func(left int) {
		if left == 0 {
			return
		}
		for range w.Snapshot().Find(&near) {
			deep++
			dive(left - 1)
			break
		}
	}
	dive(12) // deeper than runs are kept
	if deep != 12 {
		t.Errorf("%d loops ran, want 12", deep)
	}
	pairs := 0
	for a := range w.Snapshot().Find(&near) {
		for b := range w.Snapshot().Find(&near) {
			if a != b {
				pairs++
			}
		}
	}
	if pairs != 10*9 {
		t.Errorf("%d pairs of 10 neighbors, want 90", pairs)
	}
}

func TestComponentFindsEntitiesAsTheyWereAtTheEndOfThePreviousTick(t *testing.T) {
	for _, workers := range workerCounts {
		w := newWorld(t, simulation.Options{Workers: workers, Thresholds: simulation.Thresholds{Rows: 1}})
		f, _ := rootFrame(t, w)
		var counts [2][]int // by watcher: one runs before the mover, one after
		watch := func(k int) *actor {
			return everyTick(func(self *simulation.Self, _ *message.Outbox) {
				q := simulation.Query{All: armors, In: self.Frame(), Near: simulation.Near{RadiusMeters: 50}}
				counts[k] = append(counts[k], self.Snapshot().Count(&q))
			})
		}
		spawn(t, w, at(f, 0, watch(0)))
		for range 100 { // into other chunks
			spawn(t, w, at(f, 1e6))
		}
		spawn(t, w, at(f, 10, inTicks(
			func(self *simulation.Self) { self.Add(new(armor)) },
			func(self *simulation.Self) { self.SetTransform(geom.At(geom.Vec3{X: 1000})) },
			func(self *simulation.Self) { self.SetTransform(geom.At(geom.Vec3{X: -20})) },
			func(self *simulation.Self) { self.RemoveType(armors[0]) },
		)))
		for range 100 {
			spawn(t, w, at(f, 1e6))
		}
		spawn(t, w, at(f, 0, watch(1)))
		ticks(w, 6)
		for k := range counts {
			if want := []int{0, 1, 0, 1, 0, 0}; !slices.Equal(counts[k], want) {
				t.Errorf("with %d workers watcher %d counts %v, want %v", workers, k, counts[k], want)
			}
		}
	}
}

// TestManyWorkersFindTheSameNeighborsAsOne lets 200 entities, which move and change their components in each tick, count
// their neighbors with eight workers and with one.
func TestManyWorkersFindTheSameNeighborsAsOne(t *testing.T) {
	count := func(workers int) []int {
		w := newWorld(t, simulation.Options{Workers: workers, Thresholds: simulation.Thresholds{Rows: 1}})
		f, _ := rootFrame(t, w)
		counts := make([]int, 200)
		for i := range counts {
			spawn(t, w, at(f, float64(i), everyTick(func(self *simulation.Self, _ *message.Outbox) {
				q := simulation.Query{Any: slices.Concat(armors, beacons), None: cargos, In: f,
					Near: simulation.Near{Center: self.Pose().Position, RadiusMeters: 40}}
				for e := range self.Snapshot().Find(&q) {
					counts[i] = counts[i]*31 + int(e.Index)
				}
				for _, kind := range []func() simulation.Component{
					func() simulation.Component { return new(armor) }, func() simulation.Component { return new(beacon) },
					func() simulation.Component { return new(cargo) },
				} {
					c := kind()
					if self.RemoveType(simulation.TypeOfComponent(c)) == 0 && self.Random().Chance(0.5) {
						self.Add(c)
					}
				}
				self.SetTransform(geom.At(self.Random().Direction().Scale(100)))
			})))
		}
		ticks(w, 10)
		return counts
	}
	want := count(1)
	if slices.Max(want) == 0 {
		t.Fatal("nobody found anybody")
	}
	if got := count(8); !slices.Equal(got, want) {
		t.Errorf("eight workers find\n%v, one finds\n%v", got, want)
	}
}
