package part_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tertius.dev/core/bitset"
	"tertius.dev/core/field"
	"tertius.dev/core/frame"
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/physics"
	"tertius.dev/simulation/internal/part"
	"tertius.dev/simulation/internal/table"
)

// yard is rows and chains: a frame's owner in slot 0, and bodies in the frame.
type yard struct {
	rows  table.Entities
	parts part.Table
	frame handle.Frame
	dying bitset.Set
}

func newYard() *yard {
	y := &yard{}
	var frames frame.Tree
	owner := y.reserve()
	y.rows.Add(owner, &table.Transform{Place: table.Place{Pose: geom.IdentityPose}}, &table.Visual{})
	y.frame = frames.AddRoot(owner, field.Gravity{})
	y.rows.Owned[0] = y.frame
	return y
}

func (y *yard) reserve() handle.Entity {
	e := y.rows.Slots.Reserve()
	y.rows.Grow()
	y.parts.Grow(y.rows.Cap())
	y.dying.Grow(y.rows.Cap())
	return e
}

func (y *yard) body(x float64) handle.Entity {
	e := y.reserve()
	y.rows.Add(e, &table.Transform{Place: table.Place{Frame: y.frame, Pose: geom.At(geom.Vec3{X: x})}}, &table.Visual{})
	y.rows.AddBody(int(e.Index), &table.Body{Desc: physics.Body(physics.NewSphere(1), physics.Dynamic)})
	return e
}

func (y *yard) attach(parent handle.Entity, x float64) handle.Entity {
	e := y.reserve()
	offset := geom.At(geom.Vec3{X: x})
	y.parts.Attach(e, parent, &offset, &y.rows)
	y.rows.Add(e, &table.Transform{Place: table.Place{Frame: y.frame, Pose: geom.IdentityPose}}, &table.Visual{})
	return e
}

func (y *yard) push(e handle.Entity, force float32) {
	y.parts.Push(int(e.Index), y.frame).Add(physics.HasForce, geom.Vec3f{Y: force})
}

func (y *yard) carry() []error {
	y.rows.Intents.Swap(&y.rows.Slots)
	return y.parts.CarryPushes(&y.rows, &y.dying)
}

func TestCheckFindsEachBrokenInvariant(t *testing.T) {
	for _, c := range []struct {
		name, want string
		corrupt    func(y *yard)
	}{
		{"none", "", func(*yard) {}},
		{"other-place", "pushes at", func(y *yard) { y.parts.BreakPlace() }},
		{"broken-list", "the list of", func(y *yard) { y.parts.BreakList() }},
		{"mark", "marked or summed", func(y *yard) { y.parts.BreakMark() }},
		{"count", "are attached", func(y *yard) { y.parts.BreakCount() }},
		{"other-offset", "offsets do not lead", func(y *yard) { y.parts.BreakPose() }},
		{"ref", "has the link of", func(y *yard) { y.parts.BreakRef() }},
		{"stale-root", "is a root", func(y *yard) { y.parts.BreakRoot() }},
		{"other-body", "another body", func(y *yard) { y.rows.Bodies[1].CenterOfMass.X = 1 }},
		{"sum", "is a root", func(y *yard) { y.parts.BreakSum() }},
		{"head", "is the root of nothing", func(y *yard) { y.parts.BreakHead() }},
		{"other-frame", "its root in another", func(y *yard) { y.rows.Back[2].Frame.Index++ }},
		{"body", "a body or a frame", func(y *yard) { y.rows.HasBody.Add(2) }},
		{"writer", "asks something", func(y *yard) { y.rows.Intents.Write(2, y.frame) }},
		{"front-intent", "asks something", func(y *yard) { y.rows.Intents.Join(handle.Entity{Index: 2, Generation: 1}, y.frame) }},
		{"not-carried", "waits to be carried", func(y *yard) { y.push(handle.Entity{Index: 2, Generation: 1}, 1) }},
		{"push-of-none", "not attached pushes", func(y *yard) { y.parts.BreakMarks() }},
		{"free-slot", "free slot", func(y *yard) { y.rows.Remove(handle.Entity{Index: 3, Generation: 1}) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			y := newYard()
			arm := y.attach(y.body(0), 1) // slots 1 and 2
			y.attach(arm, 2)              // slot 3
			y.body(5)                     // slot 4
			c.corrupt(y)
			err := y.parts.Check(&y.rows)
			switch {
			case c.want == "" && err != nil:
				t.Errorf("whole chains have the error %v", err)
			case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
				t.Errorf("the error is %v, want one that tells of %q", err, c.want)
			}
		})
	}
}

func TestPushInAnotherFrameIsABugAndPushesNothing(t *testing.T) {
	y := newYard()
	ship := y.body(0)
	good, bad := y.attach(ship, 1), y.attach(ship, 2)
	y.push(good, 3)
	y.push(bad, 5)
	y.parts.Push(int(bad.Index), handle.Frame{Index: 7, Generation: 1})
	bugs := y.carry()
	if len(bugs) != 1 || !strings.Contains(bugs[0].Error(), "slot 3") {
		t.Errorf("the bugs are %v, want one that names %v", bugs, bad)
	}
	in := y.rows.Intents.Of(int(ship.Index))
	if in.Force != (geom.Vec3f{Y: 3}) || in.Torque != (geom.Vec3f{Z: 3}) || len(y.rows.Intents.Writers) != 1 {
		t.Errorf("the root is asked for %+v", in)
	}
	if err := y.parts.Check(&y.rows); err != nil {
		t.Error(err)
	}
}

// The sum of a root is rounded once: 1 and a million times 2^-25 are 1 + 2^-25 × 10^6 in double precision, and would stay 1
// if each addition were rounded to a float.
func TestSumIsRoundedOnce(t *testing.T) {
	const n = 1 << 12
	y := newYard()
	ship := y.body(0)
	in := y.rows.Intents.Write(int(ship.Index), y.frame)
	in.Parts, in.Force.Y = physics.HasForce, 1
	for range n {
		y.push(y.attach(ship, 0), 0x1p-25)
	}
	y.carry()
	if got, want := y.rows.Intents.Of(int(ship.Index)).Force.Y, float32(1+n*0x1p-25); got != want {
		t.Errorf("the force is %v, want %v", got, want)
	}
	if len(y.rows.Intents.Writers) != 1 {
		t.Errorf("the root is %d times among the writers", len(y.rows.Intents.Writers))
	}
}

// chain is what the random test knows beside the table.
type chain map[handle.Entity]handle.Entity

// Chains come and go at random, and the table agrees with a map from child to parent.
func TestTableAgreesWithAMap(t *testing.T) {
	for seed := range uint64(100) {
		r := rand.New(rand.NewPCG(seed, 3))
		y, parents := newYard(), chain{}
		var live []handle.Entity
		for range 120 {
			switch n := r.IntN(10); {
			case n < 2 || len(live) == 0:
				live = append(live, y.body(r.Float64()))
			case n < 7:
				parent := live[r.IntN(len(live))]
				e := y.attach(parent, r.Float64())
				parents[e], live = parent, append(live, e)
			default:
				live = y.destroy(r, parents, live)
			}
			if err := y.parts.Check(&y.rows); err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			if y.parts.Len() != len(parents) {
				t.Fatalf("seed %d: %d are attached, want %d", seed, y.parts.Len(), len(parents))
			}
			for _, e := range live {
				y.compare(t, seed, e, parents)
			}
		}
	}
}

// destroy ends an entity and all below it, in random order, and returns who stays.
func (y *yard) destroy(r *rand.Rand, parents chain, live []handle.Entity) []handle.Entity {
	first := live[r.IntN(len(live))]
	dying := []handle.Entity{first}
	y.dying.Add(int(first.Index))
	y.parts.Mark(int(first.Index))
	y.parts.Mark(int(first.Index))
	for child, parent := range y.parts.Below() {
		if y.dying.Has(int(parent.Index)) {
			y.dying.Add(int(child.Index))
			dying = append(dying, child)
		}
	}
	r.Shuffle(len(dying), func(i, k int) { dying[i], dying[k] = dying[k], dying[i] })
	for _, e := range dying {
		y.parts.Remove(int(e.Index))
		y.rows.Remove(e)
		delete(parents, e)
	}
	y.dying.Clear()
	return slices.DeleteFunc(live, func(e handle.Entity) bool { return !y.rows.Slots.Live(e) })
}

func (y *yard) compare(t *testing.T, seed uint64, e handle.Entity, parents chain) {
	t.Helper()
	i := int(e.Index)
	parent, attached := y.parts.Parent(i)
	want, ok := parents[e]
	if attached != ok || parent != want || y.parts.Attached(i) != ok {
		t.Fatalf("seed %d: the parent of %v is %v (%v), want %v", seed, e, parent, attached, want)
	}
	root := e
	for up, ok := parents[root]; ok; up, ok = parents[root] {
		root = up
	}
	if got, _ := y.parts.Root(i); ok && got != root {
		t.Fatalf("seed %d: the root of %v is %v, want %v", seed, e, got, root)
	}
	if !ok {
		below := 0
		for range y.parts.Of(i) {
			below++
		}
		want := 0
		for other := range parents {
			if top, _ := y.parts.Root(int(other.Index)); top == e {
				want++
			}
		}
		if below != want || y.parts.Heads().Has(i) != (want > 0) {
			t.Fatalf("seed %d: %d hang on %v, want %d", seed, below, e, want)
		}
	}
}

func TestWarmFlowAllocatesNothing(t *testing.T) {
	y := newYard()
	var jets []handle.Entity
	for i := range 50 {
		ship := y.body(float64(i))
		for range 4 {
			jets = append(jets, y.attach(ship, 1))
		}
	}
	if n := testing.AllocsPerRun(20, func() {
		for _, e := range jets {
			y.push(e, 1)
		}
		y.carry()
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
