// Package gbuffer draws every instance of the view into the G-buffer: what the lighting passes need to know of each
// pixel's surface.
//
// Reads: the instances, materials, textures, BRDF tables and the exposure. Writes: the G-buffer's targets (see
// store.Targets), emission pre-exposed. Clears only the distance, whose 0 marks the sky: no later pass reads another
// target at such a pixel.
// When: first, since everything else reads it.
// Bounds: the emission is at most MaxRadiance.
// Source: three slabs of view depth with one infinite reversed Z each, after Reed 2015, "Depth Precision Visualized".
package gbuffer

import (
	_ "embed"
	"structs"

	"tertius.dev/rendering/internal/batch"
	"tertius.dev/rendering/internal/gpu"
	"tertius.dev/rendering/internal/store"
)

//go:embed gbuffer.vert.spv
var vertexShader []byte

//go:embed gbuffer.frag.spv
var fragmentShader []byte

// Push is the push constants.
type Push struct {
	_          structs.HostLayout
	NearMeters float32 // the near plane of the range that draws
}

// Pass is the G-buffer pass.
type Pass struct {
	scene     *store.Scene
	targets   *store.Targets
	pipelines [batch.NumRuns]*gpu.Pipeline
	// renderings differ in the depth that they begin with: that of the range that draws first.
	renderings [batch.NumRanges]*gpu.Rendering
	uses       []gpu.Use
	push       Push
}

// New makes the pass.
func New(d *gpu.Device, scene *store.Scene) (*Pass, error) {
	p := &Pass{scene: scene}
	for run, cull := range [...]gpu.Cull{batch.Regular: gpu.CullBack, batch.Mirrored: gpu.CullFront} {
		pipeline, err := d.NewGraphics(pipelineDesc(scene, cull))
		if err != nil {
			p.Close()
			return nil, err
		}
		p.pipelines[run] = pipeline
	}
	return p, nil
}

// attributes is where a batch.Vertex holds what the vertex shader reads.
var attributes = []gpu.Attribute{
	{Format: gpu.FormatRGB32F, OffsetBytes: 0},  // position
	{Format: gpu.FormatRGB32F, OffsetBytes: 12}, // normal
	{Format: gpu.FormatRGB32F, OffsetBytes: 24}, // tangent
	{Format: gpu.FormatRG32F, OffsetBytes: 36},  // texture coordinates
}

func pipelineDesc(scene *store.Scene, cull gpu.Cull) gpu.GraphicsDesc {
	return gpu.GraphicsDesc{
		Name: "G-buffer", Vertex: vertexShader, Fragment: fragmentShader,
		Sets: []*gpu.SetLayout{scene.Layout(), scene.TextureLayout()}, PushBytes: 4,
		VertexBuffers: []gpu.VertexBuffer{{StrideBytes: store.VertexBytes}},
		Attributes:    attributes,
		Cull:          cull,
		Colors: []gpu.ColorTargetState{
			{Format: gpu.FormatSRGBA8}, {Format: gpu.FormatRGBA16S}, {Format: gpu.FormatRGBA8}, {Format: gpu.FormatRGBA16F},
			{Format: gpu.FormatR32F},
		},
		Depth: gpu.FormatD32F, DepthTest: gpu.Greater, DepthWrite: true,
	}
}

// Resize takes new targets.
func (p *Pass) Resize(t *store.Targets) error {
	p.targets = t
	for r := range p.renderings {
		desc := gpu.RenderingDesc{
			Name: "G-buffer", Width: t.Width, Height: t.Height,
			Depth: gpu.DepthAttachment{
				View: t.Depth.View(), Load: gpu.LoadClear, Clear: batch.Range(r).ClearDepth(), Drop: true,
			},
		}
		for _, image := range t.GBuffer() {
			attachment := gpu.ColorAttachment{View: image.View(), Load: gpu.LoadNothing}
			if image == t.Distance {
				attachment.Load = gpu.LoadClear
			}
			desc.Colors = append(desc.Colors, attachment)
		}
		rendering, err := gpu.NewRendering(desc)
		if err != nil {
			return err
		}
		p.renderings[r] = rendering
	}
	return nil
}

// Name is the pass's name.
func (p *Pass) Name() string { return "G-buffer" }

// Uses is the targets and what the scene draws with.
func (p *Pass) Uses(f *gpu.Frame) []gpu.Use {
	p.uses = p.scene.AppendDrawUses(p.uses[:0], f)
	for _, image := range p.targets.GBuffer() {
		p.uses = append(p.uses, gpu.Use{Image: image, Access: gpu.ColorTarget, Discard: true})
	}
	p.uses = append(p.uses, gpu.Use{Image: p.targets.Depth, Access: gpu.DepthTarget, Discard: true})
	return p.uses
}

// Record draws the ranges from far to near.
func (p *Pass) Record(c *gpu.Commands, f *gpu.Frame) {
	scene := p.scene.Batch()
	first := firstRange(scene)
	rendering := p.renderings[first]
	c.BeginRendering(rendering)
	c.BindVertices(0, p.scene.Geometry.Vertices(), 0)
	c.BindIndices(p.scene.Geometry.Indices(), 0)
	for r := first; r < batch.NumRanges; r++ {
		if r != first {
			c.ClearDepth(rendering, r.ClearDepth())
		}
		p.push.NearMeters = r.NearPlaneMeters()
		for run := range p.pipelines {
			p.draw(c, f, run, scene.Runs[r][run])
		}
	}
	c.EndRendering()
}

func (p *Pass) draw(c *gpu.Commands, f *gpu.Frame, run int, span batch.Span) {
	if span.Count == 0 {
		return
	}
	c.Bind(p.pipelines[run])
	c.BindSet(0, p.scene.Set(f))
	c.BindSet(1, p.scene.TextureSet())
	gpu.Push(c, &p.push)
	c.DrawIndexedIndirect(p.scene.Commands(f), span.First*gpu.IndexedDrawBytes, span.Count)
}

// firstRange is the first range that draws something, and the near one for nothing.
func firstRange(scene *batch.Scene) batch.Range {
	for r := batch.Far; r < batch.Near; r++ {
		if scene.Runs[r][batch.Regular].Count+scene.Runs[r][batch.Mirrored].Count > 0 {
			return r
		}
	}
	return batch.Near
}

// Close frees the pipelines.
func (p *Pass) Close() {
	for _, pipeline := range p.pipelines {
		if pipeline != nil {
			pipeline.Close()
		}
	}
}
