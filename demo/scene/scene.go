// Package scene lists the demo's scenes, one file each.
package scene

import (
	"tertius.dev/demo/yard"
	"tertius.dev/host"
)

// All lists every scene, in the order in which the demo shows them.
func All() []host.Scene {
	return []host.Scene{Yard(), YardCalm(), YardFar(), Yards(), Thrust(), Orbit(), Station(), Dock()}
}

// yardScene is a scene of yards, which differ only in the given ways.
func yardScene(name, summary string, build func(*host.Builder, *yard.Kit) error) host.Scene {
	return host.Scene{
		Name: name, Summary: summary, Messages: yard.Messages(), Exposure: yard.Exposure,
		Build: func(b *host.Builder) error {
			kit, err := yard.NewKit(b.World.Resources())
			if err != nil {
				return err
			}
			if err := b.World.SetAmbient(yard.Ambient); err != nil {
				return err
			}
			return build(b, kit)
		},
	}
}

// oneYard is a scene of one yard, seen by its own eye.
func oneYard(name, summary string, o yard.Options) host.Scene {
	return yardScene(name, summary, func(b *host.Builder, k *yard.Kit) error {
		y, err := yard.Build(b.World, k, o)
		if err != nil {
			return err
		}
		nameAll(b, y, "")
		b.SetCamera(y.Eye, yard.FovRadians)
		return nil
	})
}

// nameAll gives the yard's entities their scene ids, each behind the prefix.
func nameAll(b *host.Builder, y *yard.Yard, prefix string) {
	for _, n := range y.Named {
		b.Name(prefix+n.ID, n.Entity)
	}
}
