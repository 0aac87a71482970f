// Package gpu is the renderer's layer over Vulkan: the device, memory, images, descriptors, pipelines, and a recorder that
// derives every barrier, label and timing from what passes declare. It has no idea of what is drawn.
//
// Words: a slot is what one frame in flight needs of its own. A use is what a step does with an image or a buffer. A step
// is a part of a pass with uses of its own. A range is one level and layer of an image, or a whole buffer.
//
// Invariants:
//  1. No pass writes a barrier. A step's barriers come from its uses, before its first command.
//  2. A resource's layout and last accesses are known by the recorder alone, in the order of recording, which is the order
//     of the queue. So frames and RunOnce never interleave.
//  3. What the CPU writes each frame has one copy per slot.
//  4. Close of a resource frees it when the frames that may use it have finished. Closing the device names what is left.
//  5. Recording allocates nothing on the Go heap when warm.
//  6. The CPU never waits for the GPU in a frame but for its own slot.
//
// Threads: one thread makes, records and closes, the render thread. Messages may be read from any.
//
// Map, to do X use Y:
//   - open a device: Open (headless, or with Options.Surface and a Swapchain). In tests: package devicetest.
//   - memory: NewBuffer, NewSlotBuffers (one per slot; At(f)), NewImage, Image.NewView; Buffer.Bytes and Values for what
//     the CPU writes or reads; UploadBuffer and UploadImage for the rest. An uploaded image that is AsSampled may be sampled
//     without a use as long as nothing else writes it: so textures need none.
//   - what shaders see: NewSetLayout, NewSet, Set.SetImage and so on, once per resize and not per frame; push constants by
//     Push; the bindless texture array by NewTextures.
//   - pipelines: NewCompute, NewGraphics, with SPIR-V that shaderpack built and the pass embeds.
//   - targets: NewRendering in Resize, Commands.BeginRendering in Record. Its images are the step's ColorTarget and
//     DepthTarget (or DepthTest) uses.
//   - a pass: implement Pass, or StepPass for a pass of several steps; put them into a Graph in order. Declare a Use for
//     every image and buffer that the step touches, and Discard where the old content does not matter: the first use of an
//     image in its life needs it.
//   - a frame: BeginFrame, write the slot's buffers, Graph.Record, Submit; for a window Swapchain.Acquire between, with
//     a last step that declares Present. For a capture: a step with CopyImageToBuffer into a readback buffer of the slot, a
//     step that declares HostRead, then Wait, then Buffer.Bytes.
//   - one-off work: RunOnce; Download and DownloadBuffer in tests.
//   - GPU times: Timings, after BeginFrame or Wait.
//   - what went wrong: Messages. Options.Validation and Options.HazardCheck turn the checks on; tests always do. The layer's
//     messages keep their IDs. The engine's own are GPU-HAZARD-… (a barrier is missing or too weak, hazard.go),
//     GPU-HAZARD-HOST (the CPU takes a buffer that a frame uses), GPU-UNDECLARED-USE (a command or a shader touches what the
//     step does not declare, declared.go) and GPU-USES-CONFLICT (uses of one step that cannot both hold).
//
// Files: the orders of things are in graph.go (a frame) and frame.go (its life); sync.go derives barriers and hazard.go
// checks them, each from its own account, so that one finds the other's mistakes.
package gpu
