package store

import "tertius.dev/rendering/internal/gpu"

// LightImage is an image that a lighting pass binds besides the G-buffer.
type LightImage struct {
	Of     func(*Targets) *gpu.Image
	Access gpu.Access // Sampled, or StorageWrite for one that the pass fills anew
}

// LightDesc describes a lighting pass.
type LightDesc struct {
	Name   string
	Shader []byte       // SPIR-V of a compute shader whose set 2 begins with gbuffer.glsl's bindings
	Images []LightImage // in the order of the bindings behind those
}

// LightPass shades each pixel of the G-buffer with what the frame set holds, one invocation for each.
type LightPass struct {
	desc     LightDesc
	device   *gpu.Device
	scene    *Scene
	targets  *Targets
	layout   *gpu.SetLayout
	pipeline *gpu.Pipeline
	set      *gpu.Set
	uses     []gpu.Use
}

// NewLightPass makes a lighting pass, which has no targets until its Resize.
func NewLightPass(d *gpu.Device, scene *Scene, desc LightDesc) (*LightPass, error) {
	p := &LightPass{desc: desc, device: d, scene: scene}
	if err := p.create(); err != nil {
		p.Close()
		return nil, err
	}
	return p, nil
}

func (p *LightPass) create() (err error) {
	if p.layout, err = newGBufferLayout(p.device, p.desc.Name, p.desc.bindings()...); err != nil {
		return err
	}
	p.pipeline, err = p.device.NewCompute(gpu.ComputeDesc{
		Name: p.desc.Name, Shader: p.desc.Shader,
		Sets: []*gpu.SetLayout{p.scene.Layout(), p.scene.TextureLayout(), p.layout},
	})
	return err
}

func (d *LightDesc) bindings() []gpu.Binding {
	var list []gpu.Binding
	for i := range d.Images {
		kind := gpu.SampledBinding
		if d.Images[i].Access == gpu.StorageWrite {
			kind = gpu.StorageImageBinding
		}
		list = append(list, gpu.Binding{Kind: kind, Stages: gpu.ComputeStage})
	}
	return list
}

// Resize takes new targets.
func (p *LightPass) Resize(t *Targets) (err error) {
	if p.set != nil {
		p.set.Close()
	}
	p.targets = t
	var own []*gpu.Image
	for i := range p.desc.Images {
		own = append(own, p.desc.Images[i].Of(t))
	}
	p.set, err = t.newGBufferSet(p.device, p.layout, p.desc.Name, own...)
	return err
}

// Name is the pass's name.
func (p *LightPass) Name() string { return p.desc.Name }

// Uses is the lights, the G-buffer and the pass's own images.
func (p *LightPass) Uses(f *gpu.Frame) []gpu.Use {
	p.uses = p.scene.AppendLightUses(p.uses[:0], f)
	p.uses = p.targets.appendGBufferUses(p.uses)
	for i := range p.desc.Images {
		image := &p.desc.Images[i]
		p.uses = append(p.uses, gpu.Use{
			Image: image.Of(p.targets), Access: image.Access, Stages: gpu.ComputeStage, Discard: image.Access == gpu.StorageWrite,
		})
	}
	return p.uses
}

// Record runs one invocation for each pixel.
func (p *LightPass) Record(c *gpu.Commands, f *gpu.Frame) {
	c.Bind(p.pipeline)
	c.BindSet(0, p.scene.Set(f))
	c.BindSet(2, p.set)
	c.DispatchOver(p.targets.Width, p.targets.Height, 8, 8)
}

// Close frees what the pass made.
func (p *LightPass) Close() {
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
