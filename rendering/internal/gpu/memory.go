package gpu

import (
	"fmt"
	"slices"
	"unsafe"

	"tertius.dev/rendering/internal/vk"
)

// Memory says where a buffer lives.
type Memory uint8

// The kinds of memory.
const (
	DeviceMemory   Memory = iota // fast for the GPU, out of the CPU's reach
	UploadMemory                 // the CPU writes it, in order and without reading; the GPU reads it
	ReadbackMemory               // the GPU writes it, the CPU reads it
)

// blockBytes is the size of the blocks from which resources are cut. A resource of more than a quarter of it gets
// memory of its own, so that a block never stays for one large tenant.
const blockBytes = 32 << 20

// allocator cuts resources out of blocks of device memory. Buffers and images have blocks of their own, so that the
// granularity between linear and tiled resources never matters.
//
// Threads: the render thread only.
type allocator struct {
	device *Device
	types  []vk.MemoryType
	blocks []*block
	live   int // allocations that are not freed
}

// block is one piece of device memory with its free ranges in order of their offsets.
type block struct {
	memory    vk.DeviceMemory
	typeIndex uint32
	images    bool
	size      uint64
	mapped    unsafe.Pointer // nil for memory out of the CPU's reach
	free      []span
}

type span struct{ offset, size uint64 }

// allocation is a part of a block.
type allocation struct {
	block        *block
	offset, size uint64
}

// bytes is the mapped memory of the allocation, or nil.
func (a *allocation) bytes(size uint64) []byte {
	if a.block.mapped == nil {
		return nil
	}
	return unsafe.Slice((*byte)(unsafe.Add(a.block.mapped, a.offset)), size)
}

// wanted is the property flags of a kind of memory, best first.
func (m Memory) wanted() []vk.MemoryPropertyFlags {
	const visible = vk.MEMORY_PROPERTY_HOST_VISIBLE_BIT | vk.MEMORY_PROPERTY_HOST_COHERENT_BIT
	switch m {
	case DeviceMemory:
		return []vk.MemoryPropertyFlags{vk.MEMORY_PROPERTY_DEVICE_LOCAL_BIT, 0}
	case UploadMemory:
		return []vk.MemoryPropertyFlags{visible}
	case ReadbackMemory:
		return []vk.MemoryPropertyFlags{visible | vk.MEMORY_PROPERTY_HOST_CACHED_BIT, visible}
	}
	panic("gpu: unknown kind of memory")
}

// chooseType finds the first memory type of the kind among those that a resource allows. Vulkan guarantees a type that
// is visible and coherent for every buffer.
func (a *allocator) chooseType(kind Memory, allowed uint32) (uint32, error) {
	for _, want := range kind.wanted() {
		for i, t := range a.types {
			if allowed&(1<<i) != 0 && t.PropertyFlags&want == want {
				return uint32(i), nil
			}
		}
	}
	return 0, fmt.Errorf("no memory type of the device fits (kind %d, allowed %#x)", kind, allowed)
}

// allocate takes memory for a resource with the given requirements.
//
// Errors: out of memory, with the size that was asked for.
func (a *allocator) allocate(kind Memory, images bool, req *vk.MemoryRequirements) (allocation, error) {
	mapped := kind != DeviceMemory
	typeIndex, err := a.chooseType(kind, req.MemoryTypeBits)
	if err != nil {
		return allocation{}, err
	}
	if req.Size <= blockBytes/4 {
		for _, b := range a.blocks {
			if b.typeIndex != typeIndex || b.images != images || (b.mapped != nil) != mapped {
				continue
			}
			if offset, ok := b.take(req.Size, req.Alignment); ok {
				a.live++
				return allocation{b, offset, req.Size}, nil
			}
		}
	}
	size := uint64(blockBytes)
	if req.Size > blockBytes/4 {
		size = req.Size
	}
	b, err := a.newBlock(typeIndex, images, size, mapped)
	if err != nil {
		return allocation{}, fmt.Errorf("%d bytes of device memory: %w", req.Size, err)
	}
	offset, _ := b.take(req.Size, req.Alignment)
	a.live++
	return allocation{b, offset, req.Size}, nil
}

// take cuts size bytes out of the first free range that holds them. Offset 0 of a block meets every alignment.
func (b *block) take(size, alignment uint64) (uint64, bool) {
	for i, f := range b.free {
		offset := (f.offset + alignment - 1) / alignment * alignment
		end := offset + size
		if end > f.offset+f.size {
			continue
		}
		rest := b.free[:i:i]
		if offset > f.offset {
			rest = append(rest, span{f.offset, offset - f.offset})
		}
		if end < f.offset+f.size {
			rest = append(rest, span{end, f.offset + f.size - end})
		}
		b.free = append(rest, b.free[i+1:]...)
		return offset, true
	}
	return 0, false
}

func (a *allocator) newBlock(typeIndex uint32, images bool, size uint64, mapped bool) (*block, error) {
	b := &block{typeIndex: typeIndex, images: images, size: size, free: []span{{0, size}}}
	info := vk.MemoryAllocateInfo{
		SType: vk.STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, AllocationSize: size, MemoryTypeIndex: typeIndex,
	}
	d := a.device
	if err := d.fn.AllocateMemory(d.handle, &info, &b.memory).Err(); err != nil {
		return nil, err
	}
	if mapped {
		if err := d.fn.MapMemory(d.handle, b.memory, 0, vk.WHOLE_SIZE, 0, &b.mapped).Err(); err != nil {
			d.fn.FreeMemory(d.handle, b.memory)
			return nil, err
		}
	}
	a.blocks = append(a.blocks, b)
	return b, nil
}

// release gives an allocation back, and an empty block to the device.
func (a *allocator) release(m allocation) {
	a.live--
	b := m.block
	b.give(span{m.offset, m.size})
	if len(b.free) == 1 && b.free[0].size == b.size {
		a.device.fn.FreeMemory(a.device.handle, b.memory)
		a.blocks = slices.DeleteFunc(a.blocks, func(have *block) bool { return have == b })
	}
}

// give returns a range and joins it with its neighbours.
func (b *block) give(s span) {
	i, _ := slices.BinarySearchFunc(b.free, s, func(a, s span) int {
		switch {
		case a.offset < s.offset:
			return -1
		case a.offset > s.offset:
			return 1
		default:
			return 0
		}
	})
	b.free = slices.Insert(b.free, i, s)
	if i+1 < len(b.free) && b.free[i].offset+b.free[i].size == b.free[i+1].offset {
		b.free[i].size += b.free[i+1].size
		b.free = slices.Delete(b.free, i+1, i+2)
	}
	if i > 0 && b.free[i-1].offset+b.free[i-1].size == b.free[i].offset {
		b.free[i-1].size += b.free[i].size
		b.free = slices.Delete(b.free, i, i+1)
	}
}
