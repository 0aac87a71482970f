package gpu

import "tertius.dev/rendering/internal/vk"

// CreateImpossibleSampler asks the driver for what Vulkan forbids: an anisotropy below 1.
func (d *Device) CreateImpossibleSampler() {
	info := vk.SamplerCreateInfo{SType: vk.STRUCTURE_TYPE_SAMPLER_CREATE_INFO, AnisotropyEnable: 1, MaxAnisotropy: 0.5}
	var s vk.Sampler
	if d.fn.CreateSampler(d.handle, &info, &s) == vk.SUCCESS {
		d.fn.DestroySampler(d.handle, s)
	}
}

// Refusal is the error of a choice among devices that lack features: names to what each lacks.
func Refusal(wanted string, names []string, missing [][]string) error {
	var all []*candidate
	for i, n := range names {
		c := &candidate{missing: missing[i]}
		copy(c.core.Properties.DeviceName[:], n)
		all = append(all, c)
	}
	_, err := choose(all, wanted)
	return err
}

// MissingWithout is what a device lacks that has everything but one required feature, for each of them.
func MissingWithout(d *Device) map[string][]string {
	out := map[string][]string{}
	for _, f := range requiredFeatures {
		all, err := candidates(d.inst, d.instance, 0)
		if err != nil {
			panic(err)
		}
		c := all[0]
		*f.of(c.features) = 0
		c.missing = nil
		c.findMissing(d.inst, 0)
		out[f.name] = c.missing
	}
	return out
}

// MissingAtVersion is what the device would lack if its driver had that version of Vulkan.
func MissingAtVersion(d *Device, major, minor uint32) []string {
	all, err := candidates(d.inst, d.instance, 0)
	if err != nil {
		panic(err)
	}
	c := all[0]
	c.core.Properties.ApiVersion = vk.Version(major, minor, 0)
	c.missing = nil
	c.findMissing(d.inst, 0)
	return c.missing
}

// Instance is the device's VkInstance.
func (d *Device) Instance() uintptr { return uintptr(d.instance) }

// HeadlessSurface makes a surface without a window, of VK_EXT_headless_surface.
func HeadlessSurface(instance uintptr) (uint64, error) {
	loader, err := vk.Open()
	if err != nil {
		return 0, err
	}
	inst, err := loader.Instance(vk.Instance(instance))
	if err != nil {
		return 0, err
	}
	info := vk.HeadlessSurfaceCreateInfoEXT{SType: vk.STRUCTURE_TYPE_HEADLESS_SURFACE_CREATE_INFO_EXT}
	var surface vk.SurfaceKHR
	err = inst.CreateHeadlessSurfaceEXT(vk.Instance(instance), &info, &surface).Err()
	return uint64(surface), err
}

// Block is a block of memory, for tests of the allocator.
type Block struct{ block }

// NewBlock makes a block of size bytes without memory behind it.
func NewBlock(size uint64) *Block { return &Block{block{size: size, free: []span{{0, size}}}} }

// Take cuts a range out.
func (b *Block) Take(size, alignment uint64) (uint64, bool) { return b.take(size, alignment) }

// Give returns a range.
func (b *Block) Give(offset, size uint64) { b.give(span{offset, size}) }

// FreeRanges is the number of free ranges.
func (b *Block) FreeRanges() int { return len(b.free) }

// Fill takes stamps into timings, as reading a finished slot's pool does.
func Fill(clock TimestampClock, frame uint64, names []string, stamps []uint64, out *Timings) {
	t := &timer{clock: clock, stamps: len(stamps)}
	copy(t.names[:], names)
	for i, s := range stamps {
		t.results[i] = [2]uint64{s, 1}
	}
	t.fill(frame, out)
}

// Part is a part of a barrier that a test takes out.
type Part uint8

// The parts: what the barrier waits for and whose writes it flushes, and who waits for it and sees them.
const (
	SourceStages Part = iota
	SourceAccess
	TargetStages
	TargetAccess
	ComputeSource // of the source stages, the compute stage alone
)

// WeakenBarriers takes a part out of each derived barrier for which chosen says so. nil ends it.
func (d *Device) WeakenBarriers(part Part, chosen func(Barrier) bool) {
	if chosen == nil {
		d.alterBarrier = nil
		return
	}
	d.alterBarrier = func(c *Commands, b *barrier) bool {
		if !chosen(b.seen(c)) {
			return false
		}
		switch part {
		case SourceStages:
			b.src.stages = 0
		case SourceAccess:
			b.src.access = 0
		case TargetStages:
			b.dst.stages = 0
		case TargetAccess:
			b.dst.access = 0
		case ComputeSource:
			b.src.stages &^= vk.PIPELINE_STAGE_2_COMPUTE_SHADER_BIT
		}
		return false
	}
}
