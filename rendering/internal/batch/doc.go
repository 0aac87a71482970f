// Package batch is the CPU side of a drawn frame: what is drawn, where, in which order, and with which lights. It knows
// no graphics library, so its tests need none.
//
// Words: a placement is an instance at its place of this picture, relative to the eye; a range is a slab of view depth
// with a depth buffer of its own; a run is a stretch of the instance array that one indirect call draws; the eye is the
// interpolated camera.
//
// Invariants:
//  1. An instance is placed once per picture, by one interpolation, whichever view or range draws it.
//  2. Equal snapshots give equal bytes: nothing here depends on a clock, a map's order or an earlier picture.
//  3. What leaves this package for a shader is finite and within the limits of input.go.
//  4. A warm Batcher allocates nothing.
//
// Units and frames: SI; places are in meters relative to the eye, in the axes of the camera's refFrame. What is named
// View is in the eye's own axes: X right, Y up, depth forward.
//
// Threads: one goroutine at a time uses a Batcher; the functions are pure.
//
// Map: Batcher.Prepare turns a snapshot into a Scene; Shines, Reach and ConeOf are the light's arithmetic; the structs
// marked HostLayout are what shaders read, byte for byte.
package batch
