package space

import (
	"fmt"

	"tertius.dev/core/geom"
	"tertius.dev/core/render"
	"tertius.dev/core/render/mesh"
	"tertius.dev/demo/paint"
)

// Kit holds what the scenes in space of one world share.
type Kit struct {
	store *render.Store
	box   render.MeshID // of sides of 1 m
	ball  render.MeshID // of radius 1 m
	paint [numPaints]render.MaterialID
	sun   render.MaterialID
	stars [numMagnitudes]star
}

// NewKit fills the world's resources with what every scene in space shows.
func NewKit(store *render.Store) (*Kit, error) {
	k := &Kit{store: store}
	p := paint.Painter{Store: store}
	k.box = p.Mesh(mesh.Box("unit box", geom.Vec3{X: 0.5, Y: 0.5, Z: 0.5}))
	k.ball = p.Mesh(mesh.Sphere("unit ball", 1, 32))
	k.addPaint(&p)
	k.addStars(&p)
	if p.Err != nil {
		return nil, fmt.Errorf("space: %w", p.Err)
	}
	return k, nil
}

// Material returns the material of a paint.
func (k *Kit) Material(p Paint) render.MaterialID { return k.paint[p] }
