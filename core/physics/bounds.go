package physics

// How far from the origin of its frame something may be, along each axis.
const (
	// FarthestPlaceMeters bounds all that a world holds: a thousand times the diameter of what can be seen of the universe,
	// and so near that whatever moves between two such places in one tick has a velocity that is a finite float, at any rate.
	FarthestPlaceMeters = 1e30

	// FarthestBodyMeters bounds bodies, what is asked about them, and the length of a ray or a cast: doubles there lie an
	// eighth of a meter apart, and Jolt, whose bounds end at 1e15 m, holds nothing much farther out.
	FarthestBodyMeters = 9e14
)
