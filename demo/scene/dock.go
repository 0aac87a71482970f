package scene

import (
	"tertius.dev/demo/dock"
	"tertius.dev/demo/space"
	"tertius.dev/host"
	"tertius.dev/simulation"
)

// Dock is a carrier with its fighter, and two tugs.
func Dock() host.Scene {
	return spaceScene("dock", "a fighter flies into the bay of a carrier and out again; two tugs dock and part",
		func(w *simulation.World, k *space.Kit) (view, error) {
			s, err := dock.Build(w, k)
			if err != nil {
				return view{}, err
			}
			return view{s.Eye, dock.FovRadians, s.Named}, nil
		})
}
