package frame

import (
	"math"
	"strings"
	"testing"

	"tertius.dev/core/field"
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/motion"
)

func TestCheckFindsEachBrokenInvariant(t *testing.T) {
	at := motion.RestAt(geom.At(geom.UnitX))
	for _, c := range []struct {
		name, want string
		corrupt    func(tree *Tree)
	}{
		{"none", "", func(*Tree) {}},
		{"lost-row", "have a row", func(tree *Tree) { tree.rows.truncate(1) }},
		{"crossed-rows", "another row", func(tree *Tree) { tree.rowOf[1] = 0 }},
		{"no-owner", "no owner", func(tree *Tree) { tree.rows.owner[1] = handle.Entity{} }},
		{"not-arranged", "not arranged", func(tree *Tree) { tree.unordered = true }},
		{"moving-root", "is a root", func(tree *Tree) { tree.rows.local[0].Velocity.X = 1 }},
		{"dead-parent", "not live", func(tree *Tree) { tree.rows.parent[2] = handle.Frame{Index: 9, Generation: 1} }},
		{"child-first", "before its parent", func(tree *Tree) { tree.rows.parent[1] = tree.rows.frame[2] }},
		{"not-finite", "not finite", func(tree *Tree) { tree.rows.local[1].Velocity.X /= 0 }},
		{"root-with-a-bubble", "is a root", func(tree *Tree) { tree.rows.own[0].bounds = geom.Vec3{X: 1, Y: 1, Z: 1} }},
		{"root-that-feels", "is a root", func(tree *Tree) { tree.rows.proper[0].X = 1 }},
		{"flat-bubble", "bounds", func(tree *Tree) { tree.rows.own[1].bounds.X = 1 }},
		{"motion-of-no-hull", "a hull that is none", func(tree *Tree) { tree.rows.own[1].hull.Motion = motion.Dynamic }},
		{"strange-follows", "follows", func(tree *Tree) { tree.rows.last[1].follows = FollowsPhysics + 1 }},
		{"endless-push", "proper acceleration", func(tree *Tree) { tree.rows.proper[1].X = math.Inf(1) }},
		{"thick-nothing", "medium", func(tree *Tree) {
			tree.rows.own[1].medium = field.MediumOfUniformMedium(field.UniformMedium{DensityKilogramsPerCubicMeter: -1})
		}},
		{"stretched", "unit length", func(tree *Tree) { tree.rows.local[1].Pose.Rotation.W += 1e-12 }},
	} {
		t.Run(c.name, func(t *testing.T) {
			var tree Tree
			root := tree.AddRoot(handle.Entity{Index: 1, Generation: 1}, field.Gravity{})
			a := tree.Add(handle.Entity{Index: 2, Generation: 1}, root, &at, field.Gravity{})
			tree.Add(handle.Entity{Index: 3, Generation: 1}, a, &at, field.Gravity{})
			tree.Arrange()
			c.corrupt(&tree)
			err := tree.Check()
			switch {
			case c.want == "" && err != nil:
				t.Errorf("a whole tree has the error %v", err)
			case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
				t.Errorf("the error is %v, want one that tells of %q", err, c.want)
			}
		})
	}
}
