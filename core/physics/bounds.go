package physics

import (
	"fmt"

	"tertius.dev/core/field"
)

// How far from the origin of its frame something may be, along each axis.
const (
	// FarthestPlaceMeters bounds all that a world holds: a thousand times the diameter of what can be seen of the universe,
	// and so near that whatever moves between two such places in one tick has a velocity that is a finite float, at any rate.
	FarthestPlaceMeters = 1e30

	// FarthestBodyMeters bounds bodies, what is asked about them, and the length of a ray or a cast: doubles there lie an
	// eighth of a meter apart, and Jolt, whose bounds end at 1e15 m, holds nothing much farther out.
	FarthestBodyMeters = 9e14
)

// StrongestGravity bounds the field of a frame, and its proper acceleration, in m/s²: a body reaches the fastest speed of the library,
// 30 km/s, in far less than one step of it.
const StrongestGravity = 1e9

// HeaviestBodyKilograms is the heaviest body, five times the sun: its momentum at the fastest speed that a body can have or be met
// at is a float.
const HeaviestBodyKilograms = 1e31

// GravityProblem says why bodies cannot be in the field, or gives an empty string. It repeats the field's own Problem.
func GravityProblem(g *field.Gravity) string {
	if problem := g.Problem(); problem != "" {
		return problem
	}
	if strongest := g.Strongest(); strongest > StrongestGravity {
		return fmt.Sprintf("it pulls by up to %.3g m/s², and physics takes no more than %g m/s²", strongest, StrongestGravity)
	}
	return ""
}
