// Package yard builds the engine's show piece: a walled yard at dusk with crates, balls, a lift, a fountain of small
// things and lamps that light when something hits their plates.
//
// The yard is made by Build, from parts in files of their own: the ground and its sky, the wall and the heavy ball, the
// ramp with its pins, the stacks, the lift, the fountain, the scattered things, the lamps. Every part spawns plain
// entities; what lives has a component:
//
//	Lift      moves its platform up and down by end poses
//	Fountain  spawns small things in ticks, and removes the oldest
//	Plate     tells a lamp that something hit it
//	Lamp      lights for a while when it is told so
//
// Axes: +X is right and -Z away as the yard's own eye sees it, +Y up. The middle of the yard is at Options.Origin.
package yard
