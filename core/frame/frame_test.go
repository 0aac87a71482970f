package frame_test

import (
	"slices"
	"testing"

	"tertius.dev/core/field"
	"tertius.dev/core/frame"
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
)

func owner(i uint32) handle.Entity { return handle.Entity{Index: i, Generation: 1} }

func pull(down float64) field.Gravity {
	return field.GravityOfUniform(field.Uniform{Acceleration: geom.Vec3{Y: -down}})
}

func TestTreeKeepsWhatItsFramesWereMadeWith(t *testing.T) {
	var tree frame.Tree
	a := tree.AddRoot(owner(5), pull(9))
	b := tree.AddRoot(owner(6), field.Gravity{})
	if tree.Owner(a) != owner(5) || tree.Owner(b) != owner(6) {
		t.Errorf("the owners are %v and %v", tree.Owner(a), tree.Owner(b))
	}
	tree.SetGravity(b, pull(2))
	if !tree.Gravity(a).Equal(pull(9)) || !tree.Gravity(b).Equal(pull(2)) {
		t.Errorf("the gravities are %v and %v", tree.Gravity(a), tree.Gravity(b))
	}
	if tree.Len() != 2 || tree.Cap() != 2 || !tree.Live(a) || tree.Live(handle.Frame{}) {
		t.Error("the tree does not count its frames")
	}
}

func TestTreeWalksInTheOrderOfIndicesWhateverWasMadeFirst(t *testing.T) {
	var tree frame.Tree
	var made []handle.Frame
	for i := range uint32(4) {
		made = append(made, tree.AddRoot(owner(i), field.Gravity{}))
	}
	tree.Remove(made[2])
	tree.Remove(made[0])
	if tree.Live(made[0]) || tree.Len() != 2 {
		t.Error("a removed frame is live")
	}
	late := tree.AddRoot(owner(9), pull(1)) // takes the slot of made[0]
	want := []handle.Frame{late, made[1], made[3]}
	if got := slices.Collect(tree.All()); !slices.Equal(got, want) {
		t.Errorf("the walk is %v, not %v", got, want)
	}
	if late.Index != made[0].Index || late == made[0] || tree.Owner(late) != owner(9) {
		t.Errorf("the late frame is %v of %v", late, tree.Owner(late))
	}
	for f := range tree.All() {
		if f != late {
			t.Errorf("walked on to %v", f)
		}
		break
	}
}

func TestRemovedFrameLeavesNoGravityBehind(t *testing.T) {
	var tree frame.Tree
	old := tree.AddRoot(owner(1), pull(9))
	tree.Remove(old)
	again := tree.AddRoot(owner(2), field.Gravity{})
	if g := tree.Gravity(again); !g.IsNone() {
		t.Errorf("the new frame has the gravity %v", g)
	}
}

func TestWalkAllocatesNothing(t *testing.T) {
	var tree frame.Tree
	for i := range uint32(4) {
		tree.AddRoot(owner(i), field.Gravity{})
	}
	count := 0
	if n := testing.AllocsPerRun(100, func() {
		for range tree.All() {
			count++
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
