package yard

import (
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/render"
	"tertius.dev/demo/assets"
	"tertius.dev/simulation"
	"tertius.dev/simulation/blueprint"
)

// lamps is the kind of Lamp in blueprints.
var lamps = blueprint.Kind[Lamp]("yard.lamp")

// loadBlueprints reads what the yard spawns by name. The kit has its meshes and paint.
func (k *Kit) loadBlueprints() error {
	loader := blueprint.Loader{
		Registry: &k.kinds,
		Kinds:    []*blueprint.ComponentKind{lamps},
		Names: &blueprint.Resources{
			Meshes: map[string]render.MeshID{"box": k.box, "ball": k.ball},
			Materials: map[string]render.MaterialID{
				"wood": k.paint.crates[0], "teal": k.paint.accents[0],
				"bulb-off": k.paint.bulbOff, "bulb-magenta": k.paint.bulbs[magenta], "bulb-green": k.paint.bulbs[green],
			},
		},
	}
	return loader.LoadFS(assets.Blueprints, "yard.jsonc")
}

// make spawns a blueprint at a pose relative to the yard's middle. An empty id gives it none.
func (b *builder) make(id, name string, p geom.Pose) handle.Entity {
	return b.put(id, p, b.describe(name))
}

// makeIn is make in another material.
func (b *builder) makeIn(m render.MaterialID, name string, p geom.Pose) handle.Entity {
	d := b.describe(name)
	if d.Visual != nil {
		look := *d.Visual
		look.Material = m
		d.Visual = &look
	}
	return b.put("", p, d)
}

func (b *builder) describe(name string) *simulation.SpawnDesc {
	d, err := b.kit.kinds.CreateSpawnDesc(name, b.yard.Frame, geom.IdentityPose)
	if err != nil && b.err == nil {
		b.err = err
	}
	return &d
}
