package scene

import (
	"tertius.dev/demo/yard"
	"tertius.dev/host"
)

// Yard is the whole yard.
func Yard() host.Scene {
	return oneYard("yard", "crates, balls, a lift, a fountain and lamps at dusk", yard.Options{Fountain: true})
}
