package store

import "tertius.dev/rendering/internal/gpu"

// Targets are the images between the passes, all of the output's size.
type Targets struct {
	Width, Height int

	// The G-buffer. At a pixel of the sky only Distance holds something: 0.
	BaseColor *gpu.Image // RGBA8 sRGB: the base color
	Normals   *gpu.Image // RGBA16 SNORM: the shading and the geometric normal, octahedral
	Specular  *gpu.Image // RGBA8: metallic, roughness, reflectance, the lobe's sky share
	Emissive  *gpu.Image // RGBA16F: pre-exposed emission, and the normal's sky share
	Distance  *gpu.Image // R32F: meters from the eye
	Depth     *gpu.Image // D32F: of the range that drew last

	Direct *gpu.Image // RGBA16F: pre-exposed light of the lights, and emission
	HDR    *gpu.Image // RGBA16F: pre-exposed light
	Output *gpu.Image // RGBA8: the picture, sRGB-encoded
}

// NewTargets makes the images.
//
// Errors: a size or a format that the device does not have; out of memory.
func NewTargets(d *gpu.Device, width, height int) (*Targets, error) {
	t := &Targets{Width: width, Height: height}
	const drawn = gpu.AsColor | gpu.AsSampled | gpu.AsCopySource
	const computed = gpu.AsStorage | gpu.AsSampled | gpu.AsCopySource
	for _, want := range [...]struct {
		image  **gpu.Image
		name   string
		format gpu.Format
		usage  gpu.Usage
	}{
		{&t.BaseColor, "base color", gpu.FormatSRGBA8, drawn},
		{&t.Normals, "normals", gpu.FormatRGBA16S, drawn},
		{&t.Specular, "specular", gpu.FormatRGBA8, drawn},
		{&t.Emissive, "emissive", gpu.FormatRGBA16F, drawn},
		{&t.Distance, "distance", gpu.FormatR32F, drawn},
		{&t.Depth, "depth", gpu.FormatD32F, gpu.AsDepth},
		{&t.Direct, "direct", gpu.FormatRGBA16F, computed},
		{&t.HDR, "HDR", gpu.FormatRGBA16F, computed},
		{&t.Output, "output", gpu.FormatRGBA8, gpu.AsStorage | gpu.AsCopySource},
	} {
		image, err := d.NewImage(gpu.ImageDesc{
			Name: want.name, Width: width, Height: height, Format: want.format, Usage: want.usage,
		})
		if err != nil {
			t.Close()
			return nil, err
		}
		*want.image = image
	}
	return t, nil
}

// gbufferTargets counts the sampled targets of the G-buffer.
const gbufferTargets = 5

// GBuffer is the sampled targets of the G-buffer in the order of gbuffer.glsl's bindings.
func (t *Targets) GBuffer() [gbufferTargets]*gpu.Image {
	return [...]*gpu.Image{t.BaseColor, t.Normals, t.Specular, t.Emissive, t.Distance}
}

// newGBufferLayout makes the layout of a set that begins with the bindings of gbuffer.glsl, for a compute pass, and goes
// on with the pass's own.
func newGBufferLayout(d *gpu.Device, name string, own ...gpu.Binding) (*gpu.SetLayout, error) {
	var bindings []gpu.Binding
	for range gbufferTargets {
		bindings = append(bindings, gpu.Binding{Kind: gpu.SampledBinding, Stages: gpu.ComputeStage})
	}
	return d.NewSetLayout(name, append(bindings, own...)...)
}

// newGBufferSet makes a set of such a layout: the targets of the G-buffer, and then the pass's own images.
func (t *Targets) newGBufferSet(d *gpu.Device, layout *gpu.SetLayout, name string, own ...*gpu.Image) (*gpu.Set, error) {
	set, err := d.NewSet(layout, name)
	if err != nil {
		return nil, err
	}
	targets := t.GBuffer()
	for i, image := range append(targets[:], own...) {
		set.SetImage(i, 0, image.View())
	}
	return set, nil
}

// appendGBufferUses adds the uses of a compute pass that reads the G-buffer.
func (t *Targets) appendGBufferUses(uses []gpu.Use) []gpu.Use {
	for _, image := range t.GBuffer() {
		uses = append(uses, gpu.Use{Image: image, Access: gpu.Sampled, Stages: gpu.ComputeStage})
	}
	return uses
}

// Close frees the images.
func (t *Targets) Close() {
	targets := t.GBuffer()
	for _, image := range append(targets[:], t.Depth, t.Direct, t.HDR, t.Output) {
		if image != nil {
			image.Close()
		}
	}
}
