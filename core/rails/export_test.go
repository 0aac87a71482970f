package rails

import "tertius.dev/core/geom"

// SolveKepler opens the search of Kepler's equation, for its steps.
func SolveKepler(meanAnomaly, eccentricity float64) (eccentric, sine, versine, lead float64, steps int) {
	a, steps := solveKepler(meanAnomaly, eccentricity)
	return a.eccentric, a.sine, a.versine, a.lead, steps
}

// StumpffOf opens Stumpff's functions.
func StumpffOf(z float64) [4]float64 {
	s := stumpffOf(z)
	return [4]float64{s.c0, s.c1, s.c2, s.c3}
}

// ShortChord opens the path of Chord for short steps.
func ShortChord(position, velocity geom.Vec3, mu, step float64) (geom.Vec3, bool) {
	return shortChord(position, velocity, mu, step)
}

// TurnedBy opens the reduction of long turns.
func TurnedBy(rate, seconds, start float64) (float64, bool) { return turnedBy(rate, seconds, start) }
