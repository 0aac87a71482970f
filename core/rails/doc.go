// Package rails holds motions that are exact functions of time: orbits, paths between two places, and steady spins.
//
// A motion on rails is a description without a state of integration, so no error builds up, and to save it is to save the
// description. Orbit and FrameSpin give a full motion.Sample for the end of any step; a Course is an orbit that is sampled
// often. Propagate, Chord, Lambert and OrbitFrom are two-body mathematics from places and velocities.
//
// Axes are those of the parent frame: right-handed, +Y up, -Z forward. The center of attraction is the parent's origin.
// Angles that orient an orbit are counted as astronomers do, with these three directions of the parent:
//
//	the reference plane is the parent's XZ plane, and its pole is +Y;
//	the reference direction, from which longitudes are counted, is +X;
//	longitudes grow counter-clockwise seen from +Y, from +X toward -Z.
//
// So the x, y and z of a textbook are the parent's X, -Z and Y. An orbit of inclination 0 goes the way that a positive
// spin about +Y turns.
//
// Units: meters, seconds, radians, m/s, m/s². Mu, the gravitational parameter G·M, is in m³/s² and is no part of an
// orbit: it has one home, the parent's gravity field (MuFrom), so that what is on rails and what falls freely beside it
// fall alike.
//
// Invariants:
//  1. What comes back without an error is finite. A bad argument is an error that names it.
//  2. The acceleration of an orbit's sample is the point field at the place where the step started, found as the sample's
//     place less its chord over the step: the same bits as field.Gravity.At. So a frame on an orbit feels exactly nothing.
//  3. The same inputs give the same bits on every processor.
//
// Threads: every function is pure. Cost: nothing allocates but an error.
package rails
