package scene

import (
	"tertius.dev/demo/space"
	"tertius.dev/demo/station"
	"tertius.dev/host"
	"tertius.dev/simulation"
)

// Station is a station around a dwarf planet, and its pods.
func Station() host.Scene {
	return spaceScene("station", "pods leave and enter a station on rails by its airlock, over a dwarf planet",
		func(w *simulation.World, k *space.Kit) (view, error) {
			s, err := station.Build(w, k)
			if err != nil {
				return view{}, err
			}
			return view{s.Eye, station.FovRadians, s.Named}, nil
		})
}
