package physics_test

import (
	"fmt"
	"testing"

	"tertius.dev/core/physics"
)

func TestEveryShapeHasAKindOfItsName(t *testing.T) {
	seen := map[physics.ShapeKind]bool{}
	for name, s := range map[string]physics.Shape{
		"no shape": nil, "box": physics.NewBox(1, 1, 1), "sphere": physics.NewSphere(1), "capsule": physics.NewCapsule(1, 1),
		"hull": physics.NewHull(), "compound": physics.NewCompound(), "assembly": &physics.Assembly{},
	} {
		if k := physics.KindOf(s); k.String() != name || seen[k] {
			t.Errorf("the kind of a %s is %v, and another's: %v", name, k, seen[k])
		}
		seen[physics.KindOf(s)] = true
	}
	if k := physics.ShapeKind(len(seen)); k.String() != fmt.Sprintf("ShapeKind(%d)", len(seen)) {
		t.Errorf("beyond the last kind is %v", k)
	}
}
