package gpu

import (
	"fmt"
	"unsafe"

	"tertius.dev/rendering/internal/vk"
)

// Commands records the commands of a frame. A pass gets it in Record and uses it until Record returns.
//
// It holds the structs that commands point to, so recording allocates nothing.
//
// Threads: the render thread only.
type Commands struct {
	device *Device
	fn     *vk.DeviceCommands
	handle vk.CommandBuffer

	pipeline *Pipeline     // the bound one
	bound    [maxSets]*Set // by their index
	sync     deriver       // barriers of the current step
	step     stepInfo

	push      [MaxPushBytes]byte
	viewport  vk.Viewport
	scissor   vk.Rect2D
	set       vk.DescriptorSet
	buffer    vk.Buffer
	offset    vk.DeviceSize
	clear     vk.ClearAttachment
	clearRect vk.ClearRect
	color     vk.ClearColorValue
	depth     vk.ClearDepthStencilValue
	part      vk.ImageSubresourceRange
	copies    copyScratch

	count CommandCount
}

// CommandCount is how many commands of a kind a frame recorded, for tests and statistics.
type CommandCount struct {
	Draws, Dispatches, Copies, Barriers, Total int
}

// stepInfo names the step that is being recorded.
type stepInfo struct {
	pass, name string
	uses       []Use
}

// Count is what has been recorded since the frame began.
func (c *Commands) Count() CommandCount { return c.count }

// Bind binds a pipeline for what follows.
func (c *Commands) Bind(p *Pipeline) {
	c.pipeline = p
	c.fn.CmdBindPipeline(c.handle, p.point, p.handle)
	c.count.Total++
}

// maxSets is how many descriptor sets a pipeline may have; Vulkan promises 4.
const maxSets = 4

// BindSet binds a descriptor set of the bound pipeline, as GLSL's set = index, 0 to 3.
func (c *Commands) BindSet(index int, s *Set) {
	p := c.pipeline
	c.set, c.bound[index] = s.handle, s
	c.fn.CmdBindDescriptorSets(c.handle, p.point, p.layout, uint32(index), 1, &c.set, 0, nil)
	c.count.Total++
}

// Push sets the push constants of the bound pipeline to v, whose layout is the shader's block.
//
// Errors: panics if v is not as large as the pipeline's push constants, which a mistake in its description causes.
func Push[T any](c *Commands, v *T) {
	size := int(unsafe.Sizeof(*v))
	if size != c.pipeline.pushBytes {
		panic(fmt.Sprintf("gpu: %d bytes pushed to pipeline %q, which has %d", size, c.pipeline.name, c.pipeline.pushBytes))
	}
	copy(c.push[:], unsafe.Slice((*byte)(unsafe.Pointer(v)), size))
	c.pushBytes(size)
}

func (c *Commands) pushBytes(size int) {
	p := c.pipeline
	c.fn.CmdPushConstants(c.handle, p.layout, p.pushStages, 0, uint32(size), unsafe.Pointer(&c.push))
	c.count.Total++
}

// Viewport sets where clip space lands: the rectangle in pixels from the top left corner, and the depths to which 0 and
// 1 after the division are mapped. A negative height turns +Y up, with y at the bottom.
func (c *Commands) Viewport(x, y, width, height, minDepth, maxDepth float32) {
	c.viewport = vk.Viewport{X: x, Y: y, Width: width, Height: height, MinDepth: minDepth, MaxDepth: maxDepth}
	c.fn.CmdSetViewport(c.handle, 0, 1, &c.viewport)
	c.count.Total++
}

// Scissor sets the rectangle outside of which nothing is drawn, in pixels from the top left corner.
func (c *Commands) Scissor(x, y, width, height int) {
	c.scissor = vk.Rect2D{
		Offset: vk.Offset2D{X: int32(x), Y: int32(y)}, Extent: vk.Extent2D{Width: uint32(width), Height: uint32(height)},
	}
	c.fn.CmdSetScissor(c.handle, 0, 1, &c.scissor)
	c.count.Total++
}

// BindVertices binds a vertex buffer from an offset on.
func (c *Commands) BindVertices(index int, b *Buffer, offsetBytes int) {
	c.expectBuffer(b, VertexRead)
	c.buffer, c.offset = b.handle, uint64(offsetBytes)
	c.fn.CmdBindVertexBuffers(c.handle, uint32(index), 1, &c.buffer, &c.offset)
	c.count.Total++
}

// BindIndices binds a buffer of 32-bit indices from an offset on.
func (c *Commands) BindIndices(b *Buffer, offsetBytes int) {
	c.expectBuffer(b, IndexRead)
	c.fn.CmdBindIndexBuffer(c.handle, b.handle, uint64(offsetBytes), vk.INDEX_TYPE_UINT32)
	c.count.Total++
}

// Draw draws vertices without an index buffer.
func (c *Commands) Draw(vertices, instances, firstVertex, firstInstance int) {
	c.fn.CmdDraw(c.handle, uint32(vertices), uint32(instances), uint32(firstVertex), uint32(firstInstance))
	c.drawn()
}

// DrawIndexed draws indexed vertices.
func (c *Commands) DrawIndexed(indices, instances, firstIndex, vertexOffset, firstInstance int) {
	c.fn.CmdDrawIndexed(c.handle, uint32(indices), uint32(instances), uint32(firstIndex), int32(vertexOffset), uint32(firstInstance))
	c.drawn()
}

// IndexedDraw is one command of DrawIndexedIndirect, in the layout that the GPU reads.
type IndexedDraw = vk.DrawIndexedIndirectCommand

// IndexedDrawBytes is the size of an IndexedDraw in a buffer.
const IndexedDrawBytes = int(unsafe.Sizeof(IndexedDraw{}))

// DrawIndexedIndirect draws count IndexedDraws that lie in b, one after the other from offsetBytes on.
func (c *Commands) DrawIndexedIndirect(b *Buffer, offsetBytes, count int) {
	c.expectBuffer(b, IndirectRead)
	c.fn.CmdDrawIndexedIndirect(c.handle, b.handle, uint64(offsetBytes), uint32(count), uint32(IndexedDrawBytes))
	c.drawn()
}

func (c *Commands) drawn() {
	c.expectDescriptors()
	c.count.Draws++
	c.count.Total++
}

// Dispatch runs x × y × z work groups.
func (c *Commands) Dispatch(x, y, z int) {
	c.fn.CmdDispatch(c.handle, uint32(x), uint32(y), uint32(z))
	c.dispatched()
}

// DispatchOver runs as many work groups of the given size as cover width × height.
func (c *Commands) DispatchOver(width, height, groupWidth, groupHeight int) {
	c.Dispatch((width+groupWidth-1)/groupWidth, (height+groupHeight-1)/groupHeight, 1)
}

// DispatchIndirect runs the work groups whose three counts lie in b.
func (c *Commands) DispatchIndirect(b *Buffer, offsetBytes int) {
	c.expectBuffer(b, IndirectRead)
	c.fn.CmdDispatchIndirect(c.handle, b.handle, uint64(offsetBytes))
	c.dispatched()
}

func (c *Commands) dispatched() {
	c.expectDescriptors()
	c.count.Dispatches++
	c.count.Total++
}
