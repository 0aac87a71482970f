package gpu

import (
	"fmt"
	"unsafe"

	"tertius.dev/rendering/internal/vk"
)

// BindingKind is what a binding of a descriptor set holds.
type BindingKind uint8

// The kinds of bindings, with the GLSL that declares each.
const (
	SampledBinding       BindingKind = iota // uniform texture2D
	SamplerBinding                          // uniform sampler
	CombinedBinding                         // uniform sampler2D
	StorageImageBinding                     // uniform image2D
	UniformBufferBinding                    // uniform block
	StorageBufferBinding                    // buffer block
)

// Binding is one binding of a set; its number is its place in the layout.
type Binding struct {
	Kind     BindingKind
	Count    int // array length; 0 is 1
	Stages   Stage
	Samplers []*Sampler // for SamplerBinding: fixed in the layout, one per array element; nil to set them later
}

// SetLayout is the shape of a descriptor set.
type SetLayout struct {
	device   *Device
	name     string
	handle   vk.DescriptorSetLayout
	bindings []Binding
	bindless bool
}

// NewSetLayout makes a layout.
func (d *Device) NewSetLayout(name string, bindings ...Binding) (*SetLayout, error) {
	return d.newSetLayout(name, false, bindings)
}

// newSetLayout makes a layout. In a bindless one the last binding is an array of variable length, partly filled, that
// may be written while frames that do not read the written elements are in flight.
func (d *Device) newSetLayout(name string, bindless bool, bindings []Binding) (*SetLayout, error) {
	l := &SetLayout{device: d, name: name, bindings: bindings, bindless: bindless}
	if len(bindings) == 0 {
		return nil, fmt.Errorf("descriptor layout %q: no bindings", name)
	}
	infos := make([]vk.DescriptorSetLayoutBinding, len(bindings))
	for i, b := range bindings {
		_, stages := b.Stages.vulkan()
		infos[i] = vk.DescriptorSetLayoutBinding{
			Binding: uint32(i), DescriptorType: b.Kind.vulkan(), DescriptorCount: uint32(max(b.Count, 1)),
			StageFlags: stages,
		}
		if b.Samplers != nil {
			handles := make([]vk.Sampler, len(b.Samplers))
			for k, s := range b.Samplers {
				handles[k] = s.handle
			}
			infos[i].PImmutableSamplers = &handles[0]
		}
	}
	info := vk.DescriptorSetLayoutCreateInfo{
		SType: vk.STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO, BindingCount: uint32(len(infos)), PBindings: &infos[0],
	}
	flags := make([]vk.DescriptorBindingFlags, len(bindings))
	flags[len(flags)-1] = vk.DESCRIPTOR_BINDING_PARTIALLY_BOUND_BIT | vk.DESCRIPTOR_BINDING_VARIABLE_DESCRIPTOR_COUNT_BIT |
		vk.DESCRIPTOR_BINDING_UPDATE_AFTER_BIND_BIT
	flagsInfo := vk.DescriptorSetLayoutBindingFlagsCreateInfo{
		SType:        vk.STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_BINDING_FLAGS_CREATE_INFO,
		BindingCount: uint32(len(flags)), PBindingFlags: &flags[0],
	}
	if bindless {
		info.PNext, info.Flags = unsafe.Pointer(&flagsInfo), vk.DESCRIPTOR_SET_LAYOUT_CREATE_UPDATE_AFTER_BIND_POOL_BIT
	}
	if err := d.fn.CreateDescriptorSetLayout(d.handle, &info, &l.handle).Err(); err != nil {
		return nil, fmt.Errorf("descriptor layout %q: %w", name, err)
	}
	d.setName(vk.OBJECT_TYPE_DESCRIPTOR_SET_LAYOUT, uint64(l.handle), name)
	d.live.layouts++
	return l, nil
}

// Close frees the layout. Pipelines and sets made with it must be closed too.
func (l *SetLayout) Close() {
	d := l.device
	d.live.layouts--
	d.retire(func() { d.fn.DestroyDescriptorSetLayout(d.handle, l.handle) })
}

func (k BindingKind) vulkan() vk.DescriptorType {
	switch k {
	case SampledBinding:
		return vk.DESCRIPTOR_TYPE_SAMPLED_IMAGE
	case SamplerBinding:
		return vk.DESCRIPTOR_TYPE_SAMPLER
	case CombinedBinding:
		return vk.DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER
	case StorageImageBinding:
		return vk.DESCRIPTOR_TYPE_STORAGE_IMAGE
	case UniformBufferBinding:
		return vk.DESCRIPTOR_TYPE_UNIFORM_BUFFER
	case StorageBufferBinding:
		return vk.DESCRIPTOR_TYPE_STORAGE_BUFFER
	}
	panic("gpu: unknown binding kind")
}

// Set is a descriptor set: what the shaders of a pipeline see. A set is written when it is made or when its images are
// made anew, not in a frame: a set that a frame in flight reads must not be written. What changes each frame has one set
// per slot.
type Set struct {
	layout *SetLayout
	name   string
	pool   vk.DescriptorPool
	handle vk.DescriptorSet
	bound  []boundResource // what each binding's first element holds, for the hazard check
}

// boundResource is what a binding of a set holds.
type boundResource struct {
	view   *View
	buffer *Buffer
}

// NewSet makes a set with nothing in it. Every binding that a shader reads must be written before the set is bound.
func (d *Device) NewSet(layout *SetLayout, name string) (*Set, error) {
	s := &Set{layout: layout, name: name, bound: make([]boundResource, len(layout.bindings))}
	sizes := make([]vk.DescriptorPoolSize, len(layout.bindings))
	for i, b := range layout.bindings {
		sizes[i] = vk.DescriptorPoolSize{Type: b.Kind.vulkan(), DescriptorCount: uint32(max(b.Count, 1))}
	}
	pool := vk.DescriptorPoolCreateInfo{
		SType: vk.STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO, MaxSets: 1,
		PoolSizeCount: uint32(len(sizes)), PPoolSizes: &sizes[0],
	}
	if layout.bindless {
		pool.Flags = vk.DESCRIPTOR_POOL_CREATE_UPDATE_AFTER_BIND_BIT
	}
	if err := d.fn.CreateDescriptorPool(d.handle, &pool, &s.pool).Err(); err != nil {
		return nil, fmt.Errorf("descriptor set %q: %w", name, err)
	}
	if err := s.allocate(); err != nil {
		d.fn.DestroyDescriptorPool(d.handle, s.pool)
		return nil, fmt.Errorf("descriptor set %q: %w", name, err)
	}
	d.setName(vk.OBJECT_TYPE_DESCRIPTOR_SET, uint64(s.handle), name)
	d.live.sets++
	return s, nil
}

func (s *Set) allocate() error {
	d := s.layout.device
	info := vk.DescriptorSetAllocateInfo{
		SType: vk.STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO, DescriptorPool: s.pool,
		DescriptorSetCount: 1, PSetLayouts: &s.layout.handle,
	}
	count := uint32(max(s.layout.bindings[len(s.layout.bindings)-1].Count, 1))
	variable := vk.DescriptorSetVariableDescriptorCountAllocateInfo{
		SType:              vk.STRUCTURE_TYPE_DESCRIPTOR_SET_VARIABLE_DESCRIPTOR_COUNT_ALLOCATE_INFO,
		DescriptorSetCount: 1, PDescriptorCounts: &count,
	}
	if s.layout.bindless {
		info.PNext = unsafe.Pointer(&variable)
	}
	return d.fn.AllocateDescriptorSets(d.handle, &info, &s.handle).Err()
}

// SetImage puts a view into an element of a SampledBinding or a StorageImageBinding (element 0 if it is no array).
func (s *Set) SetImage(binding, element int, v *View) { s.setImage(binding, element, v, nil) }

// SetCombined puts a view and a sampler into an element of a CombinedBinding.
func (s *Set) SetCombined(binding, element int, v *View, sampler *Sampler) {
	s.setImage(binding, element, v, sampler)
}

// SetSampler puts a sampler into an element of a SamplerBinding.
func (s *Set) SetSampler(binding, element int, sampler *Sampler) {
	s.setImage(binding, element, nil, sampler)
}

func (s *Set) setImage(binding, element int, v *View, sampler *Sampler) {
	info := vk.DescriptorImageInfo{ImageLayout: vk.IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL}
	if s.layout.bindings[binding].Kind == StorageImageBinding {
		info.ImageLayout = vk.IMAGE_LAYOUT_GENERAL
	}
	if v != nil {
		info.ImageView = v.handle
	}
	if sampler != nil {
		info.Sampler = sampler.handle
	}
	write := s.write(binding, element)
	write.PImageInfo = &info
	d := s.layout.device
	d.fn.UpdateDescriptorSets(d.handle, 1, write, 0, nil)
	if v != nil && element == 0 {
		s.bound[binding] = boundResource{view: v}
	}
}

// SetBuffer puts a whole buffer into an element of a UniformBufferBinding or StorageBufferBinding.
func (s *Set) SetBuffer(binding, element int, b *Buffer) {
	info := vk.DescriptorBufferInfo{Buffer: b.handle, Range: vk.WHOLE_SIZE}
	write := s.write(binding, element)
	write.PBufferInfo = &info
	d := s.layout.device
	d.fn.UpdateDescriptorSets(d.handle, 1, write, 0, nil)
	if element == 0 {
		s.bound[binding] = boundResource{buffer: b}
	}
}

func (s *Set) write(binding, element int) *vk.WriteDescriptorSet {
	return &vk.WriteDescriptorSet{
		SType: vk.STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET, DstSet: s.handle, DstBinding: uint32(binding),
		DstArrayElement: uint32(element), DescriptorCount: 1, DescriptorType: s.layout.bindings[binding].Kind.vulkan(),
	}
}

// Layout is the set's layout.
func (s *Set) Layout() *SetLayout { return s.layout }

// Close frees the set once the frames that may use it have finished.
func (s *Set) Close() {
	d := s.layout.device
	d.live.sets--
	d.retire(func() { d.fn.DestroyDescriptorPool(d.handle, s.pool) })
}
