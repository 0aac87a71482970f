package scene

import (
	"tertius.dev/demo/yard"
	"tertius.dev/host"
)

// YardFar is the yard far from its frame's origin. It must look and rest as the one at the origin does.
func YardFar() host.Scene {
	return oneYard("yard-far", "the yard 10,000 km from its frame's origin", yard.Options{Origin: yard.FarOrigin, Fountain: true})
}
