package scene

import (
	"tertius.dev/demo/yard"
	"tertius.dev/host"
)

// YardCalm is the yard without its fountain, so that nothing is spawned in a tick.
func YardCalm() host.Scene {
	return oneYard("yard-calm", "the yard with its fountain off", yard.Options{})
}
