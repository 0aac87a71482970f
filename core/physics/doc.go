// Package physics is the seam between the simulation and a physics library: what a backend promises, and the plain data
// that crosses. A backend such as physics/jolt implements Backend; nothing here computes.
//
// Words: a body is what the library simulates for one entity; an intent is what gameplay asks of a body for the next step;
// a step moves every body over one tick.
//
// Units and frames: SI. Every pose, velocity, force and gravity is in the axes of the frame that the row names. Every
// linear velocity is that of the body's origin, the point that its pose names, not of its center of mass.
//
// Invariants:
//  1. Each frame has a physics system of its own. What happens in one frame changes nothing in another.
//  2. The same calls give the same results to the last bit, whichever goroutines ran the work items.
//  3. A backend reports what only a bug produces, and leaves out the rest of that one change.
package physics
