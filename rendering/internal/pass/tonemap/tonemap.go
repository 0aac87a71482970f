// Package tonemap maps the light of the HDR image to the bytes of the output.
//
// Reads: HDR, pre-exposed radiance, RGBA16F. Writes: output, RGBA8 with sRGB encoding; the bytes are B, G, R, A for a
// window whose images are, so that they are copied as they are.
// When: after the last pass that writes the HDR image.
// Source: see tonecurve.glsl.
package tonemap

import (
	_ "embed"
	"structs"

	"tertius.dev/rendering/internal/gpu"
	"tertius.dev/rendering/internal/store"
)

//go:embed tonemap.comp.spv
var computeShader []byte

// Push is the push constants.
type Push struct {
	_         structs.HostLayout
	BlueFirst uint32 // 1 where the bytes of the output are B, G, R, A
}

// Pass is the tone map.
type Pass struct {
	device   *gpu.Device
	targets  *store.Targets
	layout   *gpu.SetLayout
	pipeline *gpu.Pipeline
	set      *gpu.Set
	uses     []gpu.Use
	push     Push
}

// New makes the pass.
func New(d *gpu.Device) (*Pass, error) {
	p := &Pass{device: d}
	if err := p.create(); err != nil {
		p.Close()
		return nil, err
	}
	return p, nil
}

func (p *Pass) create() (err error) {
	if p.layout, err = p.device.NewSetLayout("tone map",
		gpu.Binding{Kind: gpu.SampledBinding, Stages: gpu.ComputeStage},
		gpu.Binding{Kind: gpu.StorageImageBinding, Stages: gpu.ComputeStage},
	); err != nil {
		return err
	}
	p.pipeline, err = p.device.NewCompute(gpu.ComputeDesc{
		Name: "tone map", Shader: computeShader, Sets: []*gpu.SetLayout{p.layout}, PushBytes: 4,
	})
	return err
}

// Resize takes new targets and the order of the output's bytes.
func (p *Pass) Resize(t *store.Targets, blueFirst bool) error {
	if p.set != nil {
		p.set.Close()
		p.set = nil // a set that cannot be made leaves none to free
	}
	p.targets, p.push.BlueFirst = t, 0
	if blueFirst {
		p.push.BlueFirst = 1
	}
	set, err := p.device.NewSet(p.layout, "tone map")
	if err != nil {
		return err
	}
	p.set = set
	set.SetImage(0, 0, t.HDR.View())
	set.SetImage(1, 0, t.Output.View())
	p.uses = []gpu.Use{
		{Image: t.HDR, Access: gpu.Sampled, Stages: gpu.ComputeStage},
		{Image: t.Output, Access: gpu.StorageWrite, Stages: gpu.ComputeStage, Discard: true},
	}
	return nil
}

// Name is the pass's name.
func (p *Pass) Name() string { return "tone map" }

// Uses is the HDR image and the output.
func (p *Pass) Uses(*gpu.Frame) []gpu.Use { return p.uses }

// Record runs one invocation for each pixel.
func (p *Pass) Record(c *gpu.Commands, _ *gpu.Frame) {
	c.Bind(p.pipeline)
	c.BindSet(0, p.set)
	gpu.Push(c, &p.push)
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
