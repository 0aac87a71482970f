package store

import (
	"fmt"

	"tertius.dev/core/render"
	"tertius.dev/rendering/internal/gpu"
)

// anisotropy is the most samples along the longer axis of a texture's footprint.
const anisotropy = 8

// textures is the texture set: every texture of the store, TextureID i in slot i − 1.
type textures struct {
	device  *gpu.Device
	sampler *gpu.Sampler
	array   *gpu.Textures
	images  []*gpu.Image
}

func newTextures(d *gpu.Device) (*textures, error) {
	t := &textures{device: d}
	if err := t.create(); err != nil {
		t.close()
		return nil, err
	}
	return t, nil
}

func (t *textures) create() (err error) {
	if t.sampler, err = t.device.NewSampler(gpu.SamplerDesc{
		Name: "materials", Filter: gpu.Linear, Mips: gpu.Linear, Wrap: gpu.Repeat, Anisotropy: anisotropy,
	}); err != nil {
		return err
	}
	t.array, err = t.device.NewTextures(t.sampler, gpu.FragmentStage)
	return err
}

// update uploads the textures past those that it has.
func (t *textures) update(all []*render.Texture) error {
	for len(t.images) < len(all) {
		if err := t.add(all[len(t.images)]); err != nil {
			return err
		}
	}
	return nil
}

// add makes the texture's image with all its mip levels. Slots are given in order.
func (t *textures) add(from *render.Texture) error {
	desc := gpu.ImageDesc{
		Name: from.Name, Width: from.Width, Height: from.Height, Levels: mipLevels(from.Width, from.Height),
		Format: gpu.FormatRGBA8, Usage: gpu.AsSampled | gpu.AsCopyTarget,
	}
	if from.SRGB {
		desc.Format = gpu.FormatSRGBA8
	}
	if len(t.images) == gpu.MaxTextures {
		return fmt.Errorf("texture %q: %w: it holds %d", from.Name, gpu.ErrTexturesFull, gpu.MaxTextures)
	}
	image, err := t.device.NewImage(desc)
	if err != nil {
		return fmt.Errorf("texture %q: %w", from.Name, err)
	}
	t.images = append(t.images, image)
	texels, width, height := from.Pixels, from.Width, from.Height
	for level := range desc.Levels {
		if level > 0 {
			texels, width, height = halved(texels, width, height, from.SRGB)
		}
		if err := t.device.UploadImage(image, gpu.Place{Level: level}, texels); err != nil {
			return fmt.Errorf("texture %q: %w", from.Name, err)
		}
	}
	slot, err := t.array.Add(image)
	if err == nil && slot != len(t.images)-1 {
		err = fmt.Errorf("texture %q: it came to slot %d, not %d", from.Name, slot, len(t.images)-1)
	}
	return err
}

func (t *textures) close() {
	for _, image := range t.images {
		image.Close()
	}
	if t.array != nil {
		t.array.Close()
	}
	if t.sampler != nil {
		t.sampler.Close()
	}
}
