package scene

import (
	"tertius.dev/core/handle"
	"tertius.dev/demo/space"
	"tertius.dev/host"
	"tertius.dev/simulation"
)

// view is how a scene in space is seen and named.
type view struct {
	eye        handle.Entity
	fovRadians float32
	named      []space.Named
}

// spaceScene is a scene in space, under the light of its sun.
func spaceScene(name, summary string, build func(*simulation.World, *space.Kit) (view, error)) host.Scene {
	return host.Scene{
		Name: name, Summary: summary, Exposure: space.Exposure,
		Build: func(b *host.Builder) error {
			kit, err := space.NewKit(b.World.Resources())
			if err != nil {
				return err
			}
			if err := b.World.SetAmbient(space.Ambient); err != nil {
				return err
			}
			v, err := build(b.World, kit)
			if err != nil {
				return err
			}
			for _, n := range v.named {
				b.Name(n.ID, n.Entity)
			}
			b.SetCamera(v.eye, v.fovRadians)
			return nil
		},
	}
}
