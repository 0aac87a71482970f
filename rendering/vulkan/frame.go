package vulkan

import (
	"fmt"

	"tertius.dev/rendering/internal/gpu"
	"tertius.dev/rendering/internal/pass/ambient"
	"tertius.dev/rendering/internal/pass/direct"
	"tertius.dev/rendering/internal/pass/gbuffer"
	"tertius.dev/rendering/internal/pass/tonemap"
	"tertius.dev/rendering/internal/store"
)

// passes is the order of a drawn frame. Uploads come before the first, and are not timed.
type passes struct {
	graph   *gpu.Graph
	gbuffer *gbuffer.Pass
	direct  *direct.Pass
	ambient *ambient.Pass
	tonemap *tonemap.Pass
	output  *outputPass
}

// newPasses makes the passes and puts them in order.
func newPasses(d *gpu.Device, scene *store.Scene) (*passes, error) {
	p := &passes{graph: d.NewGraph(), output: newOutputPass(d)}
	if err := p.create(d, scene); err != nil {
		p.close()
		return nil, err
	}
	return p, nil
}

func (p *passes) create(d *gpu.Device, scene *store.Scene) (err error) {
	if p.gbuffer, err = gbuffer.New(d, scene); err != nil {
		return err
	}
	if p.direct, err = direct.New(d, scene); err != nil {
		return err
	}
	if p.ambient, err = ambient.New(d, scene); err != nil {
		return err
	}
	if p.tonemap, err = tonemap.New(d); err != nil {
		return err
	}
	for _, pass := range [...]gpu.Pass{
		p.gbuffer, // first: everything reads the surfaces
		p.direct,  // before the ambient light, so that what gathers bounced light can stand between the two
		p.ambient, // completes the light of the surfaces, and shows the sky behind them
		p.tonemap, // after the last pass that writes light
	} {
		if err = p.graph.Add(pass); err != nil {
			return err
		}
	}
	return p.graph.AddSteps(p.output) // last: a capture and a window show everything
}

// resize gives every pass the images of a new size.
func (p *passes) resize(t *store.Targets, blueFirst bool) error {
	for _, resize := range [...]func(*store.Targets) error{p.gbuffer.Resize, p.direct.Resize, p.ambient.Resize} {
		if err := resize(t); err != nil {
			return fmt.Errorf("an output of %d × %d: %w", t.Width, t.Height, err)
		}
	}
	if err := p.tonemap.Resize(t, blueFirst); err != nil {
		return fmt.Errorf("an output of %d × %d: %w", t.Width, t.Height, err)
	}
	p.output.resize(t, blueFirst)
	return nil
}

func (p *passes) close() {
	if p.gbuffer != nil {
		p.gbuffer.Close()
	}
	if p.direct != nil {
		p.direct.Close()
	}
	if p.ambient != nil {
		p.ambient.Close()
	}
	if p.tonemap != nil {
		p.tonemap.Close()
	}
	p.output.close()
}
