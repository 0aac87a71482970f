package vulkan

import (
	"tertius.dev/rendering/internal/gpu"
	"tertius.dev/rendering/internal/store"
)

// outputPass hands the picture on: to a capture's readback buffer, and to the window's image. It records nothing in a
// frame that needs neither.
type outputPass struct {
	device    *gpu.Device
	output    *gpu.Image
	blueFirst bool
	readback  []*gpu.Buffer // per slot; nil until a capture needs it
	steps     []gpu.Step

	// Of the frame that is being recorded: whether it is read back, and the window's image, or nil.
	capture bool
	window  *gpu.Image

	readSteps, windowSteps []gpu.Step
}

func newOutputPass(d *gpu.Device) *outputPass {
	p := &outputPass{device: d, readback: make([]*gpu.Buffer, d.FramesInFlight()), steps: make([]gpu.Step, 0, 4)}
	nothing := func(*gpu.Commands, *gpu.Frame) {}
	p.readSteps = []gpu.Step{
		{Name: "read back", Uses: make([]gpu.Use, 2), Record: p.readBack},
		{Name: "hand over", Uses: make([]gpu.Use, 1), Record: nothing},
	}
	p.windowSteps = []gpu.Step{
		{Name: "show", Uses: make([]gpu.Use, 2), Record: p.show},
		{Name: "present", Uses: make([]gpu.Use, 1), Record: nothing},
	}
	return p
}

// resize takes a new output. Readback buffers of another size are made anew when they are needed.
func (p *outputPass) resize(t *store.Targets, blueFirst bool) {
	p.output, p.blueFirst = t.Output, blueFirst
	p.close()
}

// begin says what the frame needs.
//
// Errors: no memory to read back into.
func (p *outputPass) begin(f *gpu.Frame, capture bool, window *gpu.Image) error {
	p.capture, p.window = capture, window
	if !capture || p.readback[f.Slot] != nil {
		return nil
	}
	desc := p.output.Desc()
	buffer, err := p.device.NewBuffer(gpu.BufferDesc{
		Name: "readback", SizeBytes: 4 * desc.Width * desc.Height, Usage: gpu.AsCopyTarget, Memory: gpu.ReadbackMemory,
	})
	if err != nil {
		return err
	}
	p.readback[f.Slot] = buffer
	return nil
}

// pixels is the picture of a finished frame that was read back: red first. Valid: until the slot's next frame.
func (p *outputPass) pixels(f *gpu.Frame) []byte {
	pixels := p.readback[f.Slot].Bytes()
	if p.blueFirst {
		for i := 0; i+3 < len(pixels); i += 4 {
			pixels[i], pixels[i+2] = pixels[i+2], pixels[i]
		}
	}
	return pixels
}

// Name is the pass's name.
func (p *outputPass) Name() string { return "output" }

// Steps is what the frame needs: the readback first, since the window's step waits for the window's image.
func (p *outputPass) Steps(f *gpu.Frame) []gpu.Step {
	p.steps = p.steps[:0]
	if p.capture {
		p.readSteps[0].Uses[0] = gpu.Use{Image: p.output, Access: gpu.CopySource}
		p.readSteps[0].Uses[1] = gpu.Use{Buffer: p.readback[f.Slot], Access: gpu.CopyTarget}
		p.readSteps[1].Uses[0] = gpu.Use{Buffer: p.readback[f.Slot], Access: gpu.HostRead}
		p.steps = append(p.steps, p.readSteps...)
	}
	if p.window != nil {
		p.windowSteps[0].Uses[0] = gpu.Use{Image: p.output, Access: gpu.CopySource}
		p.windowSteps[0].Uses[1] = gpu.Use{Image: p.window, Access: gpu.CopyTarget, Discard: true}
		p.windowSteps[1].Uses[0] = gpu.Use{Image: p.window, Access: gpu.Present}
		p.steps = append(p.steps, p.windowSteps...)
	}
	return p.steps
}

func (p *outputPass) readBack(c *gpu.Commands, f *gpu.Frame) {
	c.CopyImageToBuffer(p.output, gpu.Place{}, p.readback[f.Slot], 0)
}

// show copies the bytes as they are: the tone map has written them in the order of the window's format.
func (p *outputPass) show(c *gpu.Commands, _ *gpu.Frame) {
	c.CopyImage(p.output, gpu.Place{}, p.window, gpu.Place{})
}

// close frees the readback buffers.
func (p *outputPass) close() {
	for i, b := range p.readback {
		if b != nil {
			b.Close()
		}
		p.readback[i] = nil
	}
}
