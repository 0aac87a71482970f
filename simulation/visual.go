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
	Mesh                 render.MeshID     // of World.Resources; 0 draws nothing
	Material             render.MaterialID // of World.Resources; 0 is the default material
	Scale                geom.Vec3f        // along the mesh's axes; the zero vector is read as 1, 1, 1
	BoundingRadiusMeters float32           // about the entity's origin; 0 takes the mesh's own, scaled
	Light                render.Light      // the light that the entity carries, or none
	Hidden               bool              // draws neither the mesh nor the light
}

// row returns v as the table keeps it.
func (v *Visual) row() table.Visual {
	row := table.Visual(*v)
	if row.Scale == (geom.Vec3f{}) {
		row.Scale = geom.Vec3f{X: 1, Y: 1, Z: 1}
	}
	return row
}

// resourceProblem says which resource of v the store does not hold, or gives nil.
func (v *Visual) resourceProblem(store *render.Store) error {
	switch {
	case v.Mesh != 0 && store.Mesh(v.Mesh) == nil:
		return fmt.Errorf("Visual.Mesh is %d, which the world's resources do not hold", v.Mesh)
	case int(v.Material) > len(store.Materials()):
		return fmt.Errorf("Visual.Material is %d, which the world's resources do not hold", v.Material)
	}
	return nil
}

// Problem says which number of v nothing can draw, or gives nil. The error names the field.
func (v *Visual) Problem() error {
	switch {
	case !v.Scale.Finite():
		return fmt.Errorf("Visual.Scale is %v; it must be finite", v.Scale)
	case !(v.BoundingRadiusMeters >= 0 && v.BoundingRadiusMeters <= math.MaxFloat32):
		return fmt.Errorf("Visual.BoundingRadiusMeters is %v m; it must be finite and 0 or more", v.BoundingRadiusMeters)
	}
	if err := v.Light.Problem(); err != nil {
		return fmt.Errorf("Visual.Light: %w", err)
	}
	return nil
}
