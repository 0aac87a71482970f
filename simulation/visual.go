package simulation

import (
	"fmt"
	"math"

	"tertius.dev/core/geom"
	"tertius.dev/core/render"
	"tertius.dev/simulation/internal/table"
)

// Visual is how an entity looks. Every entity has one; the zero value shows nothing.
type Visual struct {
	Mesh           render.MeshID     // of World.Resources; 0 draws nothing
	Material       render.MaterialID // of World.Resources; 0 is the default material
	Scale          geom.Vec3f        // along the mesh's axes; the zero vector is read as 1, 1, 1
	BoundingRadius float32           // in meters about the entity's origin; 0 takes the mesh's own, scaled
	Light          render.Light      // the light that the entity carries, or none
	Hidden         bool              // draws neither the mesh nor the light
}

// row returns v as the table keeps it.
func (v *Visual) row() table.Visual {
	row := table.Visual(*v)
	if row.Scale == (geom.Vec3f{}) {
		row.Scale = geom.Vec3f{X: 1, Y: 1, Z: 1}
	}
	return row
}

// problem says why v cannot be drawn with the resources, or gives nil. The error names the field.
func (v *Visual) problem(store *render.Store) error {
	switch {
	case v.Mesh != 0 && store.Mesh(v.Mesh) == nil:
		return fmt.Errorf("Visual.Mesh is %d, which the world's resources do not hold", v.Mesh)
	case int(v.Material) > len(store.Materials()):
		return fmt.Errorf("Visual.Material is %d, which the world's resources do not hold", v.Material)
	case !v.Scale.Finite():
		return fmt.Errorf("Visual.Scale is %v; it must be finite", v.Scale)
	case !(v.BoundingRadius >= 0 && v.BoundingRadius <= math.MaxFloat32):
		return fmt.Errorf("Visual.BoundingRadius is %v m; it must be finite and 0 or more", v.BoundingRadius)
	}
	return lightProblem(&v.Light)
}

func lightProblem(l *render.Light) error {
	if p, ok := l.AsPointLight(); ok {
		return emitterProblem(p.Offset, p.Color, p.Power, p.Radius)
	}
	s, ok := l.AsSpotLight()
	if !ok {
		return nil
	}
	if !(s.InnerCone >= 0 && s.OuterCone > s.InnerCone && s.OuterCone <= math.Pi) {
		return fmt.Errorf("Visual.Light has cones of %v and %v rad; the inner must be 0 or more, the outer larger and at most π",
			s.InnerCone, s.OuterCone)
	}
	return emitterProblem(s.Offset, s.Color, s.Power, s.Radius)
}

func emitterProblem(offset, color geom.Vec3f, power, radius float32) error {
	switch {
	case !offset.Finite():
		return fmt.Errorf("Visual.Light.Offset is %v; it must be finite", offset)
	case !color.Finite() || color.X < 0 || color.Y < 0 || color.Z < 0:
		return fmt.Errorf("Visual.Light.Color is %v; each weight must be finite and 0 or more", color)
	case !(power > 0 && power <= math.MaxFloat32):
		return fmt.Errorf("Visual.Light.Power is %v W; it must be finite and above 0", power)
	case !(radius >= 0 && radius <= math.MaxFloat32):
		return fmt.Errorf("Visual.Light.Radius is %v m; it must be finite and 0 or more", radius)
	}
	return nil
}
