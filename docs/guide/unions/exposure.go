// Package unions is the union that the guide to the checks shows, so that it compiles and does what the guide says.
package unions

// Exposure says how bright a picture is.
//
//union:cases zero=Fixed Auto
type Exposure struct{ exposureSlots }

// Fixed is a number of stops.
type Fixed struct{ Stops float32 }

// Auto follows the picture between two limits.
type Auto struct{ MinStops, MaxStops float32 }
