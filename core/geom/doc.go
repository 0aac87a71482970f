// Package geom holds the vector, rotation and pose mathematics of the engine.
//
// Everything is in double precision but the types whose name ends in f, which serve the edges that are single by nature:
// the physics library's velocities and the GPU. Axes are right-handed, +Y up, -Z forward. A rotation q turns a vector v
// into q v q*. Lengths are in meters and angles in radians unless a name says otherwise.
//
// Invariants:
//  1. No function here allocates, panics or reads a clock.
//  2. Every product that is added to something is wrapped in a conversion, so that no compiler fuses it: the same inputs
//     give the same bits on every processor.
//  3. State uses the transcendental functions of this package (Sin, Cos), never the standard library's, whose
//     instructions differ by processor.
//
// Threads: every function is pure.
package geom
