// Package ambient adds the light of the hemisphere's sky and ground to every surface, and shows the sky behind them.
//
// Reads: the G-buffer, the direct image, the DFG table and the exposure. Writes: HDR, pre-exposed radiance, RGBA16F.
// When: after the direct pass, whose image it completes.
// Bounds: the ambient light and the result are at most MaxRadiance each.
package ambient

import (
	_ "embed"

	"tertius.dev/rendering/internal/gpu"
	"tertius.dev/rendering/internal/store"
)

//go:embed ambient.comp.spv
var computeShader []byte

// Pass is the ambient pass.
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
	if p.layout, err = store.NewGBufferLayout(p.device, "ambient light",
		gpu.Binding{Kind: gpu.SampledBinding, Stages: gpu.ComputeStage},
		gpu.Binding{Kind: gpu.StorageImageBinding, Stages: gpu.ComputeStage},
	); err != nil {
		return err
	}
	p.pipeline, err = p.device.NewCompute(gpu.ComputeDesc{
		Name: "ambient light", Shader: computeShader,
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
	p.set, err = t.NewGBufferSet(p.device, p.layout, "ambient light", t.Direct, t.HDR)
	return err
}

// Name is the pass's name.
func (p *Pass) Name() string { return "ambient light" }

// Uses is the G-buffer, the direct image and the HDR image.
func (p *Pass) Uses(f *gpu.Frame) []gpu.Use {
	p.uses = p.scene.AppendLightUses(p.uses[:0], f)
	p.uses = p.targets.AppendGBufferUses(p.uses)
	p.uses = append(p.uses,
		gpu.Use{Image: p.targets.Direct, Access: gpu.Sampled, Stages: gpu.ComputeStage},
		gpu.Use{Image: p.targets.HDR, Access: gpu.StorageWrite, Stages: gpu.ComputeStage, Discard: true},
	)
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
