package scene

import (
	"tertius.dev/demo/orbit"
	"tertius.dev/demo/space"
	"tertius.dev/host"
	"tertius.dev/simulation"
)

// Orbit is a ship over the earth.
func Orbit() host.Scene {
	return spaceScene("orbit", "crates float in the cabin of a ship that falls around the earth, with the moon and the sun",
		func(w *simulation.World, k *space.Kit) (view, error) {
			s, err := orbit.Build(w, k)
			if err != nil {
				return view{}, err
			}
			return view{s.Eye, orbit.FovRadians, s.Named}, nil
		})
}
