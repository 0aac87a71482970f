package scene

import (
	"tertius.dev/demo/yard"
	"tertius.dev/host"
)

// Yards is two yards in two root frames, which know nothing of each other. Scene ids start with left- and right-.
func Yards() host.Scene {
	return yardScene("yards", "two yards in two frames, seen from the left one", func(b *host.Builder, k *yard.Kit) error {
		for i, prefix := range [...]string{"left-", "right-"} {
			y, err := yard.Build(b.World, k, yard.Options{Fountain: true})
			if err != nil {
				return err
			}
			nameAll(b, y, prefix)
			if i == 0 {
				b.SetCamera(y.Eye, yard.FovRadians)
			}
		}
		return nil
	})
}
