package gpu

import (
	"fmt"

	"tertius.dev/rendering/internal/vk"
)

// Filter says how a sampler mixes texels.
type Filter uint8

// The filters.
const (
	Nearest Filter = iota
	Linear
)

// Wrap says what a sampler reads outside of 0 to 1.
type Wrap uint8

// The wraps.
const (
	ClampToEdge Wrap = iota
	Repeat
	ClampToBlack // opaque black; for depth: 0, the far end of a reversed depth
)

// SamplerDesc describes a sampler.
type SamplerDesc struct {
	Name       string
	Filter     Filter
	Mips       Filter // between levels
	Wrap       Wrap
	Anisotropy int     // at most this many samples along the longer axis; 0 and 1 are none
	Compare    Compare // of a shadow sampler; CompareNone for all others
}

// Sampler says how shaders read images.
type Sampler struct {
	device *Device
	handle vk.Sampler
}

// NewSampler makes a sampler. Anisotropy is clamped to what the device has.
func (d *Device) NewSampler(desc SamplerDesc) (*Sampler, error) {
	info := vk.SamplerCreateInfo{
		SType: vk.STRUCTURE_TYPE_SAMPLER_CREATE_INFO, MaxLod: vk.LOD_CLAMP_NONE,
		MagFilter: desc.Filter.vulkan(), MinFilter: desc.Filter.vulkan(), MipmapMode: vk.SAMPLER_MIPMAP_MODE_NEAREST,
		AddressModeU: desc.Wrap.vulkan(), AddressModeV: desc.Wrap.vulkan(), AddressModeW: desc.Wrap.vulkan(),
		BorderColor: vk.BORDER_COLOR_FLOAT_OPAQUE_BLACK,
	}
	if desc.Mips == Linear {
		info.MipmapMode = vk.SAMPLER_MIPMAP_MODE_LINEAR
	}
	if desc.Anisotropy > 1 {
		info.AnisotropyEnable = 1
		info.MaxAnisotropy = min(float32(desc.Anisotropy), d.limits.MaxSamplerAnisotropy)
	}
	if desc.Compare != CompareNone {
		info.CompareEnable, info.CompareOp = 1, desc.Compare.vulkan()
	}
	s := &Sampler{device: d}
	if err := d.fn.CreateSampler(d.handle, &info, &s.handle).Err(); err != nil {
		return nil, fmt.Errorf("sampler %q: %w", desc.Name, err)
	}
	d.setName(vk.OBJECT_TYPE_SAMPLER, uint64(s.handle), desc.Name)
	d.live.samplers++
	return s, nil
}

// Close frees the sampler once the frames that may use it have finished.
func (s *Sampler) Close() {
	d := s.device
	d.live.samplers--
	d.retire(func() { d.fn.DestroySampler(d.handle, s.handle) })
}

func (f Filter) vulkan() vk.Filter {
	if f == Linear {
		return vk.FILTER_LINEAR
	}
	return vk.FILTER_NEAREST
}

func (w Wrap) vulkan() vk.SamplerAddressMode {
	switch w {
	case ClampToEdge:
		return vk.SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE
	case Repeat:
		return vk.SAMPLER_ADDRESS_MODE_REPEAT
	case ClampToBlack:
		return vk.SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER
	}
	panic("gpu: unknown wrap")
}
