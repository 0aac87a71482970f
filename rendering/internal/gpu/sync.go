package gpu

import "tertius.dev/rendering/internal/vk"

// rangeState is what the recorder knows of a buffer, or of one level and layer of an image, after what has been recorded
// so far. It outlives frames: the queue runs them in order, and a barrier reaches back over submissions.
type rangeState struct {
	layout vk.ImageLayout

	// The last write, or the stages that waited for the last change of layout, which writes too.
	writeStages vk.PipelineStageFlags2
	writeAccess vk.AccessFlags2

	// The stages that have read since, and the reads to which the write was made visible. The oldest is forgotten when
	// there is no room: then a barrier more is recorded than is needed.
	readStages vk.PipelineStageFlags2
	visible    [4]visibility
	numVisible int

	// The place of the range among the needs of the step that is being recorded.
	step uint64
	need int
}

// visibility is one destination of a memory dependency.
type visibility struct {
	stages vk.PipelineStageFlags2
	access vk.AccessFlags2
}

func (s *rangeState) sees(v visibility) bool {
	for _, have := range s.visible[:s.numVisible] {
		if v.stages&^have.stages == 0 && v.access&^have.access == 0 {
			return true
		}
	}
	return false
}

func (s *rangeState) addVisible(v visibility) {
	if s.numVisible == len(s.visible) {
		copy(s.visible[:], s.visible[1:])
		s.numVisible--
	}
	s.visible[s.numVisible] = v
	s.numVisible++
}

// need is what a step does with one range, all its uses of it together.
type need struct {
	scope
	state        *rangeState
	image        *Image
	buffer       *Buffer
	level, layer int
	discard      bool
	to           Access
}

// BarrierKind is the hazard against which a barrier guards.
type BarrierKind uint8

// The kinds of barriers.
const (
	ReadAfterWrite BarrierKind = iota
	WriteAfterRead
	WriteAfterWrite
	LayoutChange
)

// String is the kind as messages name it.
func (k BarrierKind) String() string {
	switch k {
	case ReadAfterWrite:
		return "READ-AFTER-WRITE"
	case WriteAfterRead:
		return "WRITE-AFTER-READ"
	case WriteAfterWrite:
		return "WRITE-AFTER-WRITE"
	case LayoutChange:
		return "LAYOUT"
	}
	panic("gpu: unknown barrier kind")
}

// Barrier is a derived barrier, as tests see it.
type Barrier struct {
	Pass, Step string
	Resource   string
	OfImage    bool
	Kind       BarrierKind
	To         Access // what the step does after it
}

// barrier is a derived barrier on one range, or on several of an image side by side.
type barrier struct {
	src, dst             visibility
	oldLayout, newLayout vk.ImageLayout
	image                *Image
	buffer               *Buffer
	level, layer         int
	levels, layers       int
	kind                 BarrierKind
	to                   Access
}

// deriver turns the uses of steps into barriers. It keeps its lists, so that a warm one allocates nothing.
type deriver struct {
	device   *Device
	needs    []need
	next     barrier // here and not on the stack, because a test's hook may take its address
	barriers []barrier
	images   []vk.ImageMemoryBarrier2
	buffers  []vk.BufferMemoryBarrier2
	info     vk.DependencyInfo
}

func (r *deriver) init(d *Device) {
	r.device = d
	r.info.SType = vk.STRUCTURE_TYPE_DEPENDENCY_INFO
}

// beginStep records the barriers that the uses of a step need after everything before it.
func (c *Commands) beginStep(pass, name string, uses []Use) {
	c.step = stepInfo{pass: pass, name: name, uses: uses}
	c.device.steps++
	c.sync.gather(c, uses)
	c.sync.derive(c)
	c.sync.emit(c)
	if c.device.hazards {
		c.checkStep()
	}
}

func (c *Commands) endStep() { c.step = stepInfo{} }

// gather joins the uses of each range into one need.
func (r *deriver) gather(c *Commands, uses []Use) {
	r.needs = r.needs[:0]
	for i := range uses {
		u := &uses[i]
		if u.Buffer != nil {
			u.Buffer.last = c.frameNumber()
			r.want(c, need{scope: u.scope(), state: &u.Buffer.state, buffer: u.Buffer, to: u.Access})
			continue
		}
		r.gatherImage(c, u)
	}
}

func (r *deriver) gatherImage(c *Commands, u *Use) {
	img := u.Image
	levels, layers := u.counts()
	for level := u.Level; level < u.Level+levels; level++ {
		for layer := u.Layer; layer < u.Layer+layers; layer++ {
			state := &img.state[level*img.desc.Layers+layer]
			r.want(c, need{scope: u.scope(), state: state, image: img, level: level, layer: layer, discard: u.Discard, to: u.Access})
		}
	}
}

// counts is the levels and layers of an image's use, with 0 meaning the rest.
func (u *Use) counts() (levels, layers int) {
	levels, layers = u.Levels, u.Layers
	if levels == 0 {
		levels = u.Image.desc.Levels - u.Level
	}
	if layers == 0 {
		layers = u.Image.desc.Layers - u.Layer
	}
	return levels, layers
}

// want adds a need, or joins it to the one that the step already has of the range.
func (r *deriver) want(c *Commands, n need) {
	if n.state.step != c.device.steps {
		n.state.step, n.state.need = c.device.steps, len(r.needs)
		r.needs = append(r.needs, n)
		return
	}
	have := &r.needs[n.state.need]
	if have.layout != n.layout || have.write || n.write {
		c.device.report("GPU-USES-CONFLICT", "pass %q step %q uses %s as %v and as %v at once", c.step.pass, c.step.name, n.name(), have.to, n.to)
	}
	have.stages |= n.stages
	have.access |= n.access
	have.write = have.write || n.write
}

func (n *need) name() string { return resourceName(n.image, n.buffer, n.level, n.layer) }

// derive turns needs into barriers and moves the states on.
func (r *deriver) derive(c *Commands) {
	r.barriers = r.barriers[:0]
	for i := range r.needs {
		n := &r.needs[i]
		b, needed := n.barrier()
		n.advance(needed)
		r.next = b
		if needed && !r.dropped(c) {
			r.join(r.next)
		}
	}
}

// barrier is the barrier that a need asks for after what its range has seen.
func (n *need) barrier() (barrier, bool) {
	s := n.state
	b := barrier{
		src: visibility{s.writeStages, s.writeAccess}, dst: visibility{n.stages, n.access},
		oldLayout: s.layout, newLayout: n.layout,
		image: n.image, buffer: n.buffer, level: n.level, layer: n.layer, levels: 1, layers: 1, to: n.to,
	}
	// A read by the CPU is over before the frame that writes next is submitted.
	readStages := s.readStages &^ vk.PIPELINE_STAGE_2_HOST_BIT
	switch {
	case n.image != nil && s.layout != n.layout:
		b.kind = LayoutChange
		b.src.stages |= readStages
		if n.discard {
			b.oldLayout = vk.IMAGE_LAYOUT_UNDEFINED
		}
		return b, true
	case n.write && readStages != 0:
		b.kind = WriteAfterRead
		b.src.stages |= readStages
		return b, true
	case n.write:
		b.kind = WriteAfterWrite
		return b, s.writeStages != 0
	default:
		b.kind = ReadAfterWrite
		return b, s.writeStages != 0 && !s.sees(b.dst)
	}
}

// advance moves the range's state past the need. A change of layout writes, and what waited for it may read.
func (n *need) advance(waited bool) {
	s := n.state
	to := visibility{n.stages, n.access}
	switch {
	case n.write:
		s.writeStages, s.writeAccess = n.stages, n.access&writeAccesses
		s.readStages, s.numVisible = 0, 0
	case n.image != nil && s.layout != n.layout:
		s.writeStages, s.writeAccess = n.stages, 0
		s.readStages, s.numVisible = n.stages, 0
		s.addVisible(to)
	default:
		s.readStages |= n.stages
		if waited {
			s.addVisible(to)
		}
	}
	s.layout = n.layout
}

// dropped asks the test's hook whether to leave the next barrier out.
func (r *deriver) dropped(c *Commands) bool {
	alter := r.device.alterBarrier
	return alter != nil && alter(c, &r.next)
}

// seen is the barrier as tests see it.
func (b *barrier) seen(c *Commands) Barrier {
	return Barrier{
		Pass: c.step.pass, Step: c.step.name, Resource: resourceName(b.image, b.buffer, b.level, b.layer),
		OfImage: b.image != nil, Kind: b.kind, To: b.to,
	}
}

// join adds a barrier. Equal ones on neighbouring layers, and then on whole rows of neighbouring levels, become one.
func (r *deriver) join(b barrier) {
	for len(r.barriers) > 0 {
		last := &r.barriers[len(r.barriers)-1]
		if !last.takes(&b) {
			break
		}
		b = *last
		r.barriers = r.barriers[:len(r.barriers)-1]
	}
	r.barriers = append(r.barriers, b)
}

// takes widens b by next if they are equal and side by side.
func (b *barrier) takes(next *barrier) bool {
	if b.image == nil || b.image != next.image || b.src != next.src || b.dst != next.dst ||
		b.oldLayout != next.oldLayout || b.newLayout != next.newLayout {
		return false
	}
	switch {
	case b.level == next.level && b.levels == next.levels && b.layer+b.layers == next.layer:
		b.layers += next.layers
		return true
	case b.layer == next.layer && b.layers == next.layers && b.level+b.levels == next.level:
		b.levels += next.levels
		return true
	default:
		return false
	}
}

// emit records the barriers as one command.
func (r *deriver) emit(c *Commands) {
	r.images, r.buffers = r.images[:0], r.buffers[:0]
	for i := range r.barriers {
		b := &r.barriers[i]
		if b.image != nil {
			r.images = append(r.images, b.imageBarrier())
		} else {
			r.buffers = append(r.buffers, b.bufferBarrier())
		}
	}
	if len(r.barriers) == 0 {
		return
	}
	r.info.ImageMemoryBarrierCount, r.info.PImageMemoryBarriers = uint32(len(r.images)), nil
	if len(r.images) > 0 {
		r.info.PImageMemoryBarriers = &r.images[0]
	}
	r.info.BufferMemoryBarrierCount, r.info.PBufferMemoryBarriers = uint32(len(r.buffers)), nil
	if len(r.buffers) > 0 {
		r.info.PBufferMemoryBarriers = &r.buffers[0]
	}
	c.fn.CmdPipelineBarrier2(c.handle, &r.info)
	c.count.Barriers += len(r.barriers)
	c.count.Total++
}

func (b *barrier) imageBarrier() vk.ImageMemoryBarrier2 {
	return vk.ImageMemoryBarrier2{
		SType:        vk.STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER_2,
		SrcStageMask: b.src.stages, SrcAccessMask: b.src.access, DstStageMask: b.dst.stages, DstAccessMask: b.dst.access,
		OldLayout: b.oldLayout, NewLayout: b.newLayout,
		SrcQueueFamilyIndex: vk.QUEUE_FAMILY_IGNORED, DstQueueFamilyIndex: vk.QUEUE_FAMILY_IGNORED, Image: b.image.handle,
		SubresourceRange: vk.ImageSubresourceRange{
			AspectMask: aspectOf(b.image.desc.Format), BaseMipLevel: uint32(b.level), LevelCount: uint32(b.levels),
			BaseArrayLayer: uint32(b.layer), LayerCount: uint32(b.layers),
		},
	}
}

func (b *barrier) bufferBarrier() vk.BufferMemoryBarrier2 {
	return vk.BufferMemoryBarrier2{
		SType:        vk.STRUCTURE_TYPE_BUFFER_MEMORY_BARRIER_2,
		SrcStageMask: b.src.stages, SrcAccessMask: b.src.access, DstStageMask: b.dst.stages, DstAccessMask: b.dst.access,
		SrcQueueFamilyIndex: vk.QUEUE_FAMILY_IGNORED, DstQueueFamilyIndex: vk.QUEUE_FAMILY_IGNORED,
		Buffer: b.buffer.handle, Size: vk.WHOLE_SIZE,
	}
}
