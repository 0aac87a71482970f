// Package direct lights every pixel with every light that reaches the view, and adds the emission.
//
// Reads: the G-buffer, the lights, the DFG table and the exposure. Writes: direct, pre-exposed radiance, RGBA16F; 0 for
// the sky.
// When: after the G-buffer, and before the ambient pass, so that what gathers bounced light can stand between them.
// Bounds: the lights' sum and the result are at most MaxRadiance each.
package direct

import (
	_ "embed"

	"tertius.dev/rendering/internal/gpu"
	"tertius.dev/rendering/internal/store"
)

//go:embed direct.comp.spv
var computeShader []byte

// Pass is the direct pass.
type Pass struct {
	device   *gpu.Device
	scene    *store.Scene
	targets  *store.Targets
	layout   *gpu.SetLayout
	pipeline *gpu.Pipeline
	set      *gpu.Set
	uses     []gpu.Use
}

// New makes the pass.
func New(d *gpu.Device, scene *store.Scene) (*Pass, error) {
	p := &Pass{device: d, scene: scene}
	if err := p.create(); err != nil {
		p.Close()
		return nil, err
	}
	return p, nil
}

func (p *Pass) create() (err error) {
	if p.layout, err = store.NewGBufferLayout(p.device, "direct light",
		gpu.Binding{Kind: gpu.StorageImageBinding, Stages: gpu.ComputeStage}); err != nil {
		return err
	}
	p.pipeline, err = p.device.NewCompute(gpu.ComputeDesc{
		Name: "direct light", Shader: computeShader,
		Sets: []*gpu.SetLayout{p.scene.Layout(), p.scene.TextureLayout(), p.layout},
	})
	return err
}

// Resize takes new targets.
func (p *Pass) Resize(t *store.Targets) (err error) {
	if p.set != nil {
		p.set.Close()
	}
	p.targets = t
	p.set, err = t.NewGBufferSet(p.device, p.layout, "direct light", t.Direct)
	return err
}

// Name is the pass's name.
func (p *Pass) Name() string { return "direct light" }

// Uses is the G-buffer, the lights and the direct image.
func (p *Pass) Uses(f *gpu.Frame) []gpu.Use {
	p.uses = p.scene.AppendLightUses(p.uses[:0], f)
	p.uses = p.targets.AppendGBufferUses(p.uses)
	p.uses = append(p.uses, gpu.Use{
		Image: p.targets.Direct, Access: gpu.StorageWrite, Stages: gpu.ComputeStage, Discard: true,
	})
	return p.uses
}

// Record runs one invocation for each pixel.
func (p *Pass) Record(c *gpu.Commands, f *gpu.Frame) {
	c.Bind(p.pipeline)
	c.BindSet(0, p.scene.Set(f))
	c.BindSet(2, p.set)
	c.DispatchOver(p.targets.Width, p.targets.Height, 8, 8)
}

// Close frees what the pass made.
func (p *Pass) Close() {
	if p.set != nil {
		p.set.Close()
	}
	if p.pipeline != nil {
		p.pipeline.Close()
	}
	if p.layout != nil {
		p.layout.Close()
	}
}
