package vulkan

import (
	"errors"
	"fmt"
	"sync"

	"tertius.dev/core/contract"
	"tertius.dev/core/render"
	"tertius.dev/rendering/internal/batch"
	"tertius.dev/rendering/internal/gpu"
	"tertius.dev/rendering/internal/store"
)

// Renderer draws snapshots. It implements render.Renderer.
type Renderer struct {
	options   render.Options
	resources *render.Store
	stops     float32

	device  *gpu.Device
	scene   *store.Scene
	passes  *passes
	targets *store.Targets
	window  *window // nil for a headless renderer

	batcher *batch.Batcher
	target  batch.Target

	sinksLock sync.Mutex
	sinks     []render.CaptureSink
	refusal   error                // of sinks, once it draws no more
	taken     []render.CaptureSink // those of the frame that is being drawn

	stats    render.Stats
	pictures uint64
	pictured [8]pictureOfFrame // the newest frames, at their number modulo 8
	failed   error             // why it draws no more
}

// pictureOfFrame says which picture a frame of the device shows: a frame that a window skips shows none.
type pictureOfFrame struct{ frame, picture uint64 }

// New opens a device and makes a renderer that draws what the store holds, headless unless the options name a surface.
//
// Errors: an UnavailableError where the machine lacks something; options with a problem; out of memory.
func New(resources *render.Store, options render.Options) (*Renderer, error) {
	if err := options.Problem(); err != nil {
		return nil, err
	}
	r := &Renderer{options: options, resources: resources, stops: stopsOf(&options.Exposure)}
	if err := r.open(); err != nil {
		return nil, errors.Join(err, r.Close())
	}
	return r, nil
}

func stopsOf(e *render.Exposure) float32 {
	switch e.Kind() {
	case render.ExposureFixedExposure:
		fixed, _ := e.AsFixedExposure()
		return fixed.Stops
	}
	panic(contract.Unreachable(e.Kind()))
}

func (r *Renderer) open() error {
	checks := r.options.Checks == render.ValidationChecks
	options := gpu.Options{Application: "Tertius", Validation: checks, HazardCheck: checks}
	if s := r.options.Surface; s != nil {
		options.InstanceExtensions, options.Surface = s.InstanceExtensions(), s.CreateSurface
	}
	device, err := gpu.Open(options)
	if err != nil {
		return &UnavailableError{err}
	}
	r.device = device
	r.stats.Device, r.stats.Stops = device.Info().Name, r.stops
	r.batcher = batch.New(batch.CutoffIrradiance(r.stops))
	if r.scene, err = store.NewScene(device, r.stops); err != nil {
		return err
	}
	if r.passes, err = newPasses(device, r.scene); err != nil {
		return err
	}
	if r.options.Surface != nil {
		r.window = &window{device: device, surface: r.options.Surface}
		return nil // its images are made when it has an area
	}
	return r.retarget(r.options.Width, r.options.Height, false)
}

// retarget makes the images of a new size.
func (r *Renderer) retarget(width, height int, blueFirst bool) error {
	targets, err := store.NewTargets(r.device, width, height)
	if err != nil {
		return fmt.Errorf("an output of %d × %d: %w", width, height, err)
	}
	if r.targets != nil {
		r.targets.Close()
	}
	r.targets = targets
	if err := r.passes.resize(targets, blueFirst); err != nil {
		err = fmt.Errorf("the renderer draws no more: %w", err)
		r.drawNoMore(err) // some passes have the old images, which are gone
		return err
	}
	return nil
}

// Render draws the snapshot. See render.Renderer.
//
// Errors: a DeviceLostError, after which every call gives it; what the checks report; what sinks return, wrapped.
func (r *Renderer) Render(s *render.Snapshot, alpha float32) error {
	if r.failed != nil {
		return r.failed
	}
	if err := r.scene.Update(r.resources); err != nil { // before a frame takes the window's image, which it must show
		return r.fail(err)
	}
	frame, image, err := r.begin()
	if err != nil {
		return r.fail(err)
	}
	if frame == nil {
		return r.complaints()
	}
	if err := r.draw(frame, image, s, alpha); err != nil {
		return r.fail(err)
	}
	return errors.Join(r.capture(frame), r.complaints())
}

// begin starts a frame, with the window's image if there is a window. No frame without an error means that the output
// skips this picture.
func (r *Renderer) begin() (*gpu.Frame, *gpu.Image, error) {
	if r.window == nil {
		f, err := r.device.BeginFrame()
		return f, nil, err
	}
	const tries = 3 // a window that changes all the time shows the next picture
	for range tries {
		if ready, err := r.followWindow(); err != nil || !ready {
			return nil, nil, err
		}
		f, err := r.device.BeginFrame()
		if err != nil {
			return nil, nil, err
		}
		image, err := r.window.chain.Acquire(f)
		if err == nil && image != nil {
			return f, image, nil
		}
		if err := errors.Join(err, r.device.Submit(f)); err != nil {
			return nil, nil, err
		}
	}
	return nil, nil, nil
}

// followWindow brings the images up to the window's size.
func (r *Renderer) followWindow() (ready bool, err error) {
	ready, changed, err := r.window.ready()
	if err != nil || !ready {
		return false, err
	}
	width, height := r.window.chain.Size()
	if changed || r.targets == nil {
		return true, r.retarget(width, height, r.window.blueFirst())
	}
	return true, nil
}

// draw records and submits the frame.
func (r *Renderer) draw(f *gpu.Frame, image *gpu.Image, s *render.Snapshot, alpha float32) error {
	err := r.prepare(f, image, s, alpha)
	if err == nil {
		r.passes.graph.Record(f)
	}
	r.stats.Commands = f.Commands().Count().Total
	return errors.Join(err, r.device.Submit(f))
}

func (r *Renderer) prepare(f *gpu.Frame, image *gpu.Image, s *render.Snapshot, alpha float32) error {
	r.target = batch.Target{
		Width: r.targets.Width, Height: r.targets.Height,
		Meshes: r.scene.Geometry.Meshes(), Materials: r.scene.Materials(),
	}
	scene := r.batcher.Prepare(s, alpha, &r.target)
	if err := r.scene.Begin(f, scene, &s.Ambient, r.targets.Width, r.targets.Height); err != nil {
		return err
	}
	r.takeSinks()
	r.stats.Picture, r.stats.Instances, r.stats.Drawn = r.pictures, scene.Placed, len(scene.Instances)
	r.stats.Draws, r.stats.Lights = len(scene.Commands), len(scene.Lights)
	r.pictured[f.Number%uint64(len(r.pictured))] = pictureOfFrame{f.Number, r.pictures}
	r.pictures++
	return r.passes.output.begin(f, len(r.taken) > 0, image)
}

// takeSinks moves the sinks that wait to the frame that is being drawn.
func (r *Renderer) takeSinks() {
	r.sinksLock.Lock()
	defer r.sinksLock.Unlock()
	r.taken = append(r.taken[:0], r.sinks...)
	clear(r.sinks)
	r.sinks = r.sinks[:0]
}

// capture waits for the frame and hands its picture to the sinks.
func (r *Renderer) capture(f *gpu.Frame) error {
	if len(r.taken) == 0 {
		return nil
	}
	if err := r.device.Wait(f); err != nil {
		return r.fail(err)
	}
	img := render.CapturedImage{Width: r.targets.Width, Height: r.targets.Height, Pixels: r.passes.output.pixels(f)}
	var errs []error
	for i, sink := range r.taken {
		if err := sink.Take(img); err != nil {
			errs = append(errs, fmt.Errorf("capture: %w", err))
		}
		r.taken[i] = nil
	}
	return errors.Join(errs...)
}

// CaptureNext hands the next picture that Render draws to the sink.
//
// Errors: no sink; a renderer that draws no more.
func (r *Renderer) CaptureNext(sink render.CaptureSink) error {
	if sink == nil {
		return errors.New("capture: the sink is nil")
	}
	r.sinksLock.Lock()
	defer r.sinksLock.Unlock()
	if r.refusal != nil {
		return r.refusal
	}
	r.sinks = append(r.sinks, sink)
	return nil
}

// Resize changes the size of a headless output. A window's output follows the window.
//
// Errors: a side outside 1 to render.MostTexels, or past what the device can draw to, or no memory for the images: the size
// then stays. Where a pass cannot follow, the renderer draws no more.
func (r *Renderer) Resize(width, height int) error {
	if r.failed != nil {
		return r.failed
	}
	wanted := r.options
	wanted.Width, wanted.Height = width, height
	if err := wanted.Problem(); err != nil {
		return err
	}
	if r.window != nil || (width == r.targets.Width && height == r.targets.Height) {
		return nil
	}
	return r.fail(r.retarget(width, height, false))
}

// Stats tells what the last drawn picture was made of, with the newest GPU timings.
func (r *Renderer) Stats() *render.Stats {
	if r.failed != nil {
		return &r.stats
	}
	t := r.device.Timings()
	out := &r.stats.Timings
	out.Available, out.SpanMilliseconds, out.Passes = t.Frame > 0, t.SpanMilliseconds, out.Passes[:0]
	for i := range t.Passes {
		out.Passes = append(out.Passes, render.PassTiming{Name: t.Passes[i].Name, Milliseconds: t.Passes[i].Milliseconds})
	}
	if p := r.pictured[t.Frame%uint64(len(r.pictured))]; p.frame == t.Frame {
		out.Picture = p.picture
	}
	return &r.stats
}

// complaints is what the checks report since the last call.
func (r *Renderer) complaints() error {
	if r.options.Checks == render.NoChecks {
		return nil
	}
	messages := r.device.Messages()
	if len(messages) > 0 {
		r.device.ClearMessages()
	}
	return reported(messages)
}

// fail keeps a lost device's error for every later call.
func (r *Renderer) fail(err error) error {
	err = drawingError(err)
	if lost := (*DeviceLostError)(nil); errors.As(err, &lost) {
		r.drawNoMore(lost)
	}
	return err
}

// drawNoMore makes every later call refuse, with the reason. Sinks that still wait get no picture.
func (r *Renderer) drawNoMore(reason error) {
	r.failed = reason
	r.sinksLock.Lock()
	defer r.sinksLock.Unlock()
	r.refusal = reason
	clear(r.sinks)
	r.sinks = r.sinks[:0]
}

// Close waits for the device and frees everything. It may be called twice.
//
// Errors: what the checks report.
func (r *Renderer) Close() error {
	if r.device == nil {
		return nil
	}
	if r.window != nil {
		r.window.close()
	}
	if r.passes != nil {
		r.passes.close()
	}
	if r.targets != nil {
		r.targets.Close()
	}
	if r.scene != nil {
		r.scene.Close()
	}
	err := r.device.Close()
	if r.options.Checks != render.NoChecks {
		err = errors.Join(err, reported(r.device.Messages()))
	}
	r.device = nil
	r.drawNoMore(ErrClosed)
	return err
}
