package yard

import (
	"tertius.dev/simulation"
	"tertius.dev/simulation/blueprint"
)

// Kinds returns the kit's blueprints.
func (k *Kit) Kinds() *blueprint.Registry { return &k.kinds }

// StackedSides are the sides by which the yard stacks its crates, in meters, by blueprint.
var StackedSides = map[string]float64{"crate": crateSide, "lift-crate": crateSide, "brick": brickSide, "small-crate": smallSide}

// PlateBulbs returns bulbs in the palette's colors, at the power of the lamps over plates, by blueprint.
func (k *Kit) PlateBulbs(watts float32) map[string]*simulation.Visual {
	return map[string]*simulation.Visual{"plate-lamp-magenta": k.bulb(magenta, watts), "plate-lamp-green": k.bulb(green, watts)}
}
