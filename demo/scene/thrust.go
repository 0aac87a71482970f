package scene

import (
	"tertius.dev/demo/space"
	"tertius.dev/demo/thrust"
	"tertius.dev/host"
	"tertius.dev/simulation"
)

// Thrust is a hauler whose drive starts.
func Thrust() host.Scene {
	return spaceScene("thrust", "cargo slides astern on the deck of a hauler whose drive starts",
		func(w *simulation.World, k *space.Kit) (view, error) {
			s, err := thrust.Build(w, k)
			if err != nil {
				return view{}, err
			}
			return view{s.Eye, thrust.FovRadians, s.Named}, nil
		})
}
