// Package store keeps on the GPU what the passes of a frame share: the geometry, the materials and the textures of the
// render.Store, the tables, the exposure, what the CPU writes for each frame, and the images between the passes.
//
// Words: a slot is one of the frames in flight; the frame set is descriptor set 0, and the texture set is set 1, as
// frame.glsl and material.glsl declare them.
//
// Invariants:
//  1. What the CPU writes each frame has one buffer per slot, so it never waits for the GPU to finish reading.
//  2. A resource of the render.Store is uploaded once; a buffer that grows is uploaded anew.
//  3. A frame without new resources allocates nothing.
//
// Threads: the render thread only.
package store
