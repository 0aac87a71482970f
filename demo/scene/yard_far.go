package scene

import (
	"tertius.dev/core/geom"
	"tertius.dev/demo/yard"
	"tertius.dev/host"
)

// farOrigin is where the far yard stands in its frame, in meters: there floats lie a meter apart.
var farOrigin = geom.Vec3{X: 1e7}

// YardFar is the yard far from its frame's origin. It must look and rest as the one at the origin does.
func YardFar() host.Scene {
	return oneYard("yard-far", "the yard 10,000 km from its frame's origin", yard.Options{Origin: farOrigin, Fountain: true})
}
