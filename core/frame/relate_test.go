package frame_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tertius.dev/core/field"
	"tertius.dev/core/frame"
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/motion"
)

// at returns a state of rest with a quarter turn about +Y, which takes +X to -Z.
func turnedAt(x float64) motion.State {
	return motion.RestAt(geom.Pose{Position: geom.Vec3{X: x}, Rotation: geom.AxisAngle(geom.UnitY, math.Pi/2)})
}

func restAt(x, y, z float64) motion.State { return motion.RestAt(geom.At(geom.Vec3{X: x, Y: y, Z: z})) }

func wantPlace(t *testing.T, tree *frame.Tree, of, in handle.Frame, want geom.Vec3) {
	t.Helper()
	if p, ok := tree.PoseIn(of, in); !ok || p.Position.Sub(want).Length() > 1e-13 {
		t.Errorf("%v is at %v in %v (%v), want %v", of, p.Position, in, ok, want)
	}
}

func TestFramesRelateThroughTheLowestFrameAboveBoth(t *testing.T) {
	var tree frame.Tree
	root := tree.AddRoot(owner(0), field.Gravity{})
	a, b := turnedAt(10), restAt(0, 5, 0)
	ship := tree.Add(owner(1), root, &a, field.Gravity{})
	station := tree.Add(owner(2), root, &b, field.Gravity{})
	c := restAt(2, 0, 0)
	cabin := tree.Add(owner(3), ship, &c, field.Gravity{})
	wantPlace(t, &tree, cabin, cabin, geom.Vec3{})
	wantPlace(t, &tree, cabin, ship, geom.Vec3{X: 2})
	wantPlace(t, &tree, cabin, root, geom.Vec3{X: 10, Z: -2})
	wantPlace(t, &tree, cabin, station, geom.Vec3{X: 10, Y: -5, Z: -2})
	wantPlace(t, &tree, root, ship, geom.Vec3{Z: -10})
	wantPlace(t, &tree, station, cabin, geom.Vec3{X: -2, Y: 5, Z: -10})
	other := tree.AddRoot(owner(4), field.Gravity{})
	if s, ok := tree.Relate(cabin, other); ok {
		t.Errorf("two roots relate: %+v", s)
	}
	if tree.Root(cabin) != root || !tree.Within(cabin, ship) || !tree.Within(ship, ship) || tree.Within(ship, cabin) || tree.Within(cabin, other) {
		t.Error("the tree does not know what is within what")
	}
}

// The path of two cabins of one ship does not go through the ship's own place: far out it would cost their nearness.
func TestNeighborsRelateExactlyHoweverFarFromTheRoot(t *testing.T) {
	var tree frame.Tree
	root := tree.AddRoot(owner(0), field.Gravity{})
	far, left, right := restAt(1e15+0.3, 7e14, 0), restAt(0.1, 0, 0), restAt(0.30000000000000004, 0, 0)
	ship := tree.Add(owner(1), root, &far, field.Gravity{})
	a := tree.Add(owner(2), ship, &left, field.Gravity{})
	b := tree.Add(owner(3), ship, &right, field.Gravity{})
	p, _ := tree.PoseIn(b, a)
	if want := 0.30000000000000004 - 0.1; p.Position.X != want {
		t.Errorf("the cabins are %v m apart, want %v", p.Position.X, want)
	}
}

// A ship that flies along +X and turns, with a cabin that moves in it, seen from the root: v + ω × r and ω add up.
func TestVelocitiesAddUpAlongThePath(t *testing.T) {
	var tree frame.Tree
	root := tree.AddRoot(owner(0), field.Gravity{})
	ship := motion.State{Pose: geom.At(geom.Vec3{X: 1}), Velocity: geom.Vec3{X: 3}, AngularVelocity: geom.Vec3{Y: 2}}
	s := tree.Add(owner(1), root, &ship, field.Gravity{})
	cabin := motion.State{Pose: geom.At(geom.Vec3{X: 4}), Velocity: geom.Vec3{Z: 1}, AngularVelocity: geom.Vec3{Y: 1}}
	c := tree.Add(owner(2), s, &cabin, field.Gravity{})
	got, _ := tree.Relate(c, root)
	want := motion.State{Pose: geom.At(geom.Vec3{X: 5}), Velocity: geom.Vec3{X: 3, Z: -8 + 1}, AngularVelocity: geom.Vec3{Y: 3}}
	if got != want {
		t.Errorf("the cabin moves as %+v, want %+v", got, want)
	}
	back, _ := tree.Relate(root, c)
	if r := got.ToParent(&back); !near(r.Velocity, geom.Vec3{}) || !near(r.AngularVelocity, geom.Vec3{}) || !near(r.Pose.Position, geom.Vec3{}) {
		t.Errorf("there and back again moves as %+v", r)
	}
}

func near(a, b geom.Vec3) bool { return a.Sub(b).Length() <= 1e-12 }

// forest makes random trees by random adds, removals and reparents, and keeps the parents beside.
func forest(t *testing.T, r *rand.Rand, steps int) (*frame.Tree, map[handle.Frame]handle.Frame) {
	t.Helper()
	tree, parents := &frame.Tree{}, map[handle.Frame]handle.Frame{}
	state := func() *motion.State {
		v := func() geom.Vec3 { return geom.Vec3{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()} }
		return &motion.State{
			Pose: geom.Pose{Position: v().Scale(100), Rotation: geom.AxisAngle(v(), r.Float64())}, Velocity: v(), AngularVelocity: v(),
		}
	}
	pick := func() handle.Frame { all := slices.Collect(tree.All()); return all[r.IntN(len(all))] }
	for i := range steps {
		switch n := r.IntN(10); {
		case tree.Len() == 0 || n == 0:
			parents[tree.AddRoot(owner(uint32(i)), field.Gravity{})] = handle.Frame{}
		case n < 6:
			parent := pick()
			parents[tree.Add(owner(uint32(i)), parent, state(), field.Gravity{})] = parent
		case n < 8:
			h, parent := pick(), pick()
			if !tree.IsRoot(h) && !tree.Within(parent, h) {
				tree.Reparent(h, parent, state())
				parents[h] = parent
			}
		default:
			removeLeaf(tree, parents, pick())
		}
		if i%7 == 0 {
			tree.Arrange()
		}
	}
	tree.Arrange()
	return tree, parents
}

func removeLeaf(tree *frame.Tree, parents map[handle.Frame]handle.Frame, h handle.Frame) {
	for _, parent := range parents {
		if parent == h {
			return
		}
	}
	tree.Remove(h)
	delete(parents, h)
}

func TestRandomTreesKeepTheirInvariants(t *testing.T) {
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 1))
		tree, parents := forest(t, r, 60)
		if err := tree.Check(); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if tree.Len() != len(parents) {
			t.Fatalf("seed %d: %d frames, want %d", seed, tree.Len(), len(parents))
		}
		for h, parent := range parents {
			if tree.Parent(h) != parent {
				t.Fatalf("seed %d: %v is in %v, want %v", seed, h, tree.Parent(h), parent)
			}
		}
	}
}

// Each relation equals the one by way of the root, up to the rounding of a path of 60 frames of some 100 m.
func TestRelationsEqualThoseByWayOfTheRoot(t *testing.T) {
	for seed := range uint64(50) {
		r := rand.New(rand.NewPCG(seed, 2))
		tree, _ := forest(t, r, 60)
		inRoot := make([]motion.State, tree.Len())
		for row := range inRoot {
			inRoot[row] = motion.Rest
			if up := tree.Up(row); up >= 0 {
				inRoot[row] = inRoot[up].ToParent(tree.LocalAt(row))
			}
		}
		for i := range tree.Len() {
			for k := range tree.Len() {
				of, in := tree.At(i), tree.At(k)
				got, ok := tree.Relate(of, in)
				if ok != (tree.Root(of) == tree.Root(in)) {
					t.Fatalf("seed %d: %v and %v relate: %v", seed, of, in, ok)
				}
				want := inRoot[k].FromParent(&inRoot[i])
				if ok && (got.Pose.Position.Sub(want.Pose.Position).Length() > 1e-9 || got.Velocity.Sub(want.Velocity).Length() > 1e-8) {
					t.Fatalf("seed %d: %v in %v is %+v, want %+v", seed, of, in, got, want)
				}
			}
		}
	}
}

// The rows are in one order, whatever happened before: a frame of every depth by its index.
func TestOrderOfRowsTellsNothingOfTheirHistory(t *testing.T) {
	var straight, winding frame.Tree
	at := restAt(1, 2, 3)
	build := func(tree *frame.Tree, parents ...int) {
		var all []handle.Frame
		for i, parent := range parents {
			if parent < 0 {
				all = append(all, tree.AddRoot(owner(uint32(i)), field.Gravity{}))
			} else {
				all = append(all, tree.Add(owner(uint32(i)), all[parent], &at, field.Gravity{}))
			}
		}
	}
	build(&straight, -1, 0, 0, 1)
	build(&winding, -1, 0, 1, 0)
	h := slices.Collect(winding.All())
	winding.Arrange()
	winding.Reparent(h[3], h[1], &at)
	winding.Reparent(h[2], h[0], &at)
	straight.Arrange()
	winding.Arrange()
	for row := range straight.Len() {
		if straight.At(row) != winding.At(row) || straight.Up(row) != winding.Up(row) {
			t.Errorf("row %d holds %v in one tree and %v in the other", row, straight.At(row), winding.At(row))
		}
	}
}

func TestStampTellsOfEachChange(t *testing.T) {
	var tree frame.Tree
	root := tree.AddRoot(owner(0), field.Gravity{})
	at := restAt(1, 0, 0)
	a, b := tree.Add(owner(1), root, &at, field.Gravity{}), tree.Add(owner(2), root, &at, field.Gravity{})
	for _, c := range []struct {
		what   string
		change func()
	}{
		{"state", func() { tree.SetLocal(a, &at) }},
		{"parent", func() { tree.Reparent(a, b, &at) }},
		{"birth", func() { tree.Add(owner(3), root, &at, field.Gravity{}) }},
		{"end", func() { tree.Remove(a) }},
	} {
		before := tree.Stamp()
		if c.change(); tree.Stamp() == before {
			t.Errorf("the stamp does not tell of a change by %s", c.what)
		}
	}
	before := tree.Stamp()
	tree.SetGravity(b, pull(1))
	if tree.Arrange(); tree.Stamp() != before {
		t.Error("the stamp tells of a change of a field or of the order")
	}
}

func TestStaleFrameIsRefused(t *testing.T) {
	var tree frame.Tree
	root := tree.AddRoot(owner(0), field.Gravity{})
	at := restAt(1, 0, 0)
	gone := tree.Add(owner(1), root, &at, field.Gravity{})
	tree.Remove(gone)
	late := tree.Add(owner(1), root, &at, field.Gravity{}) // in the same slot
	for name, use := range map[string]func(){
		"Owner": func() { tree.Owner(gone) }, "Parent": func() { tree.Parent(gone) }, "IsRoot": func() { tree.IsRoot(gone) },
		"Root": func() { tree.Root(gone) }, "Within": func() { tree.Within(gone, root) }, "WithinTop": func() { tree.Within(root, gone) },
		"Gravity": func() { tree.Gravity(gone) }, "SetGravity": func() { tree.SetGravity(gone, field.Gravity{}) },
		"Local": func() { tree.Local(gone) }, "SetLocal": func() { tree.SetLocal(gone, &at) },
		"Reparent": func() { tree.Reparent(gone, root, &at) }, "ReparentInto": func() { tree.Reparent(late, gone, &at) },
		"Add": func() { tree.Add(owner(5), gone, &at, field.Gravity{}) }, "Remove": func() { tree.Remove(gone) },
		"Relate": func() { tree.Relate(root, gone) }, "PoseIn": func() { tree.PoseIn(gone, root) }, "Row": func() { tree.Row(handle.Frame{}) },
	} {
		func() {
			defer func() {
				if v := recover(); v == nil || !strings.Contains(v.(error).Error(), "is not live") {
					t.Errorf("%s of a stale frame ends with %v", name, v)
				}
			}()
			use()
		}()
	}
	tree.Arrange()
	if err := tree.Check(); err != nil || tree.Local(late) != at || tree.Live(gone) {
		t.Errorf("a refused call changed the tree: %v", err)
	}
}

func TestRelationAllocatesNothing(t *testing.T) {
	var tree frame.Tree
	at := restAt(1, 0, 0)
	deep := []handle.Frame{tree.AddRoot(owner(0), field.Gravity{})}
	for i := range uint32(8) {
		deep = append(deep, tree.Add(owner(i), deep[len(deep)-1], &at, field.Gravity{}))
	}
	tree.Arrange()
	if n := testing.AllocsPerRun(100, func() {
		tree.Relate(deep[8], deep[0])
		tree.Reparent(deep[8], deep[3], &at)
		tree.Arrange()
		tree.Reparent(deep[8], deep[7], &at)
		tree.Arrange()
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkRelateOfCousins(b *testing.B) {
	var tree frame.Tree
	root := tree.AddRoot(owner(0), field.Gravity{})
	ends := [2]handle.Frame{root, root}
	at := turnedAt(5)
	for i := range uint32(6) {
		ends[i%2] = tree.Add(owner(i), ends[i%2], &at, field.Gravity{})
	}
	tree.Arrange()
	for b.Loop() {
		tree.Relate(ends[0], ends[1])
	}
}
