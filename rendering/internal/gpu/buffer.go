package gpu

import (
	"fmt"
	"unsafe"

	"tertius.dev/rendering/internal/vk"
)

// Usage is the set of uses for which a buffer or an image is made.
type Usage uint16

// What a resource may be used as. Each access needs its own: a buffer that is only AsStorage cannot be IndirectRead.
const (
	AsSampled    Usage = 1 << iota // images
	AsStorage                      // images and buffers
	AsColor                        // images: a color target
	AsDepth                        // images: a depth target
	AsUniform                      // buffers
	AsVertex                       // buffers
	AsIndex                        // buffers
	AsIndirect                     // buffers
	AsCopySource                   // images and buffers
	AsCopyTarget                   // images and buffers; uploads need it
)

// BufferDesc describes a buffer.
type BufferDesc struct {
	Name      string // in messages and debuggers
	SizeBytes int    // at least 1
	Usage     Usage
	Memory    Memory
}

// Buffer is a piece of memory for the GPU.
//
// Threads: the render thread only.
type Buffer struct {
	desc   BufferDesc
	device *Device
	handle vk.Buffer
	memory allocation
	state  rangeState // what the recorder knows of it
	check  *history   // what the hazard check knows of it; nil without the check
	last   uint64     // the last frame that used it, for writes by the CPU
}

// NewBuffer makes a buffer. Its content is undefined.
//
// Errors: a size below 1, or out of memory; the error names the buffer.
func (d *Device) NewBuffer(desc BufferDesc) (*Buffer, error) {
	if desc.SizeBytes < 1 {
		return nil, fmt.Errorf("buffer %q: a size of %d bytes", desc.Name, desc.SizeBytes)
	}
	b := &Buffer{desc: desc, device: d}
	if d.hazards {
		b.check = &history{}
	}
	info := vk.BufferCreateInfo{
		SType: vk.STRUCTURE_TYPE_BUFFER_CREATE_INFO, Size: uint64(desc.SizeBytes), Usage: desc.Usage.bufferFlags(),
	}
	if err := d.fn.CreateBuffer(d.handle, &info, &b.handle).Err(); err != nil {
		return nil, fmt.Errorf("buffer %q: %w", desc.Name, err)
	}
	if err := b.bind(); err != nil {
		d.fn.DestroyBuffer(d.handle, b.handle)
		return nil, fmt.Errorf("buffer %q: %w", desc.Name, err)
	}
	d.setName(vk.OBJECT_TYPE_BUFFER, uint64(b.handle), desc.Name)
	d.live.buffers++
	return b, nil
}

// bind gives the buffer its memory.
func (b *Buffer) bind() error {
	d := b.device
	info := vk.BufferMemoryRequirementsInfo2{SType: vk.STRUCTURE_TYPE_BUFFER_MEMORY_REQUIREMENTS_INFO_2, Buffer: b.handle}
	req := vk.MemoryRequirements2{SType: vk.STRUCTURE_TYPE_MEMORY_REQUIREMENTS_2}
	d.fn.GetBufferMemoryRequirements2(d.handle, &info, &req)
	memory, err := d.memory.allocate(b.desc.Memory, false, &req.MemoryRequirements)
	if err != nil {
		return err
	}
	b.memory = memory
	bind := vk.BindBufferMemoryInfo{
		SType: vk.STRUCTURE_TYPE_BIND_BUFFER_MEMORY_INFO, Buffer: b.handle,
		Memory: memory.block.memory, MemoryOffset: memory.offset,
	}
	if err := d.fn.BindBufferMemory2(d.handle, 1, &bind).Err(); err != nil {
		d.memory.release(memory)
		return err
	}
	return nil
}

func (u Usage) bufferFlags() vk.BufferUsageFlags {
	var out vk.BufferUsageFlags
	for _, p := range [...]struct {
		usage Usage
		flag  vk.BufferUsageFlags
	}{
		{AsStorage, vk.BUFFER_USAGE_STORAGE_BUFFER_BIT},
		{AsUniform, vk.BUFFER_USAGE_UNIFORM_BUFFER_BIT},
		{AsVertex, vk.BUFFER_USAGE_VERTEX_BUFFER_BIT},
		{AsIndex, vk.BUFFER_USAGE_INDEX_BUFFER_BIT},
		{AsIndirect, vk.BUFFER_USAGE_INDIRECT_BUFFER_BIT},
		{AsCopySource, vk.BUFFER_USAGE_TRANSFER_SRC_BIT},
		{AsCopyTarget, vk.BUFFER_USAGE_TRANSFER_DST_BIT},
	} {
		if u&p.usage != 0 {
			out |= p.flag
		}
	}
	return out
}

// Name is the buffer's name.
func (b *Buffer) Name() string { return b.desc.Name }

// SizeBytes is the buffer's size.
func (b *Buffer) SizeBytes() int { return b.desc.SizeBytes }

// Bytes is the buffer's memory for the CPU: to write for UploadMemory, to read for ReadbackMemory, nil for DeviceMemory.
//
// A frame in flight may still read what is here, so what the CPU rewrites each frame has one buffer per slot (see
// SlotBuffers), and what it reads it reads after Device.Wait. With the hazard check on, taking the bytes of a buffer that
// an unfinished frame uses is reported.
//
// Valid: until Close.
func (b *Buffer) Bytes() []byte {
	b.device.checkHostAccess(b)
	return b.memory.bytes(uint64(b.desc.SizeBytes))
}

// Close frees the buffer once the frames that may use it have finished. An upload into it that waits is forgotten.
func (b *Buffer) Close() {
	d := b.device
	d.live.buffers--
	d.uploads.forget(b, nil)
	d.retire(func() {
		d.fn.DestroyBuffer(d.handle, b.handle)
		d.memory.release(b.memory)
	})
}

// SlotBuffers is one buffer for each frame in flight, for what the CPU writes or reads in each frame.
type SlotBuffers struct{ buffers []*Buffer }

// NewSlotBuffers makes one buffer for each slot. The name of each ends in its slot's number.
func (d *Device) NewSlotBuffers(desc BufferDesc) (*SlotBuffers, error) {
	s := &SlotBuffers{}
	for slot := range d.FramesInFlight() {
		one := desc
		one.Name = fmt.Sprintf("%s %d", desc.Name, slot)
		b, err := d.NewBuffer(one)
		if err != nil {
			s.Close()
			return nil, err
		}
		s.buffers = append(s.buffers, b)
	}
	return s, nil
}

// At is the buffer of the frame's slot.
func (s *SlotBuffers) At(f *Frame) *Buffer { return s.buffers[f.Slot] }

// Slot is the buffer of a slot, for descriptor sets that are made once per slot.
func (s *SlotBuffers) Slot(slot int) *Buffer { return s.buffers[slot] }

// Close frees every slot's buffer.
func (s *SlotBuffers) Close() {
	for _, b := range s.buffers {
		b.Close()
	}
	s.buffers = nil
}

// Values is b's mapped memory as values of T: as many as fit. T holds no pointer and has the layout that the shader
// expects (structs.HostLayout). The rules of Bytes hold.
func Values[T any](b *Buffer) []T {
	raw := b.Bytes()
	var zero T
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(raw))), len(raw)/int(unsafe.Sizeof(zero)))
}

// Bytes is the memory of s, for uploads. T holds no pointer.
func Bytes[T any](s []T) []byte {
	var zero T
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(s))), len(s)*int(unsafe.Sizeof(zero)))
}
