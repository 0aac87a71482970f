// Package vulkan draws snapshots with Vulkan 1.3: it keeps the promises of core/render.
//
// Words: a frame is one drawn picture while the GPU works on it; a pass is one stage of a frame; the output is the image
// that the passes end in, which a window shows and a capture reads.
//
// Invariants:
//  1. The passes run in the one order of frame.go.
//  2. The same snapshot and alpha give the same pixels, to the byte, on one device.
//  3. A warm Render allocates nothing on the Go heap.
//  4. No pass writes a NaN or an infinity: see package batch for the limits of what comes from the CPU.
//
// Threads: one goroutine at a time calls Render, Resize, Stats and Close; CaptureNext may be called from anywhere.
//
// Map: New opens a device and makes a Renderer; UnavailableError and DeviceLostError tell failures of the machine apart
// from mistakes; package capture has a sink for PNG files.
package vulkan
