// Package space is what the demo's scenes in space share: the sun and the stars, planets, paint, ships built of parts, and what
// flies them.
//
// A Kit holds the meshes and materials of one world. A Structure gathers the solid and the visible parts of a ship, from which
// come the shape of its hull and its looks. A Stage spawns, and keeps the names and the first error.
//
// Lights are real ones: the sun sends 1,361 W/m² from its distance, and lamps are as strong as what still shows beside it.
// Nothing casts shadows, so lamps and cameras stand where that is least seen.
//
// Axes: those of a ship, +X starboard, +Y up, -Z ahead.
package space
