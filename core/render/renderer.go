package render

import "fmt"

//go:generate go run tertius.dev/tools/cmd/uniongen

// Renderer draws snapshots.
//
// Threads: one goroutine at a time calls Render, Resize and Close. CaptureNext may be called from anywhere.
type Renderer interface {
	// Render draws the snapshot, alpha of the way from the previous poses (0) to the present ones (1), and presents it if
	// the output is a window. A window that shows nothing, such as a minimized one, skips the picture and keeps its
	// captures. If a capture was asked for, Render waits for the picture and hands it to the sink before it returns.
	//
	// Errors: what the sink returns, wrapped; a lost device.
	Render(s *Snapshot, alpha float32) error

	// CaptureNext hands the next picture that Render draws to the sink.
	//
	// Errors: no sink; a renderer that draws no more. What then still waits gets no picture.
	CaptureNext(sink CaptureSink) error

	// Resize changes the size of the output, in pixels, each side from 1 to MostTexels.
	Resize(width, height int) error

	// Stats tells what the last drawn picture was made of. Valid: until the next Render.
	Stats() *Stats

	// Close waits for the device and frees everything. It may be called twice.
	Close() error
}

// CaptureSink takes one picture.
type CaptureSink interface {
	// Take is called once, on the goroutine that called Render, before Render returns.
	Take(img CapturedImage) error
}

// CapturedImage is a picture as read back. Valid: during Take only.
type CapturedImage struct {
	Width, Height int
	// Pixels holds rows from the top, each pixel R, G, B with sRGB encoding and a fourth byte with no defined value.
	Pixels []byte
}

// Stats tells what a drawn picture was made of.
type Stats struct {
	Picture   uint64     // the count of pictures drawn before this one
	Instances int        // placed in some view
	Drawn     int        // placements drawn by the main view, one per depth range that they lie in
	Draws     int        // indirect commands
	Commands  int        // commands recorded into the command buffer
	Lights    int        // lights that reach the view
	Stops     float32    // the exposure that the picture's passes used
	Device    string     // the device's name, the same for every picture
	Timings   GPUTimings // of the newest picture whose GPU work has finished
}

// GPUTimings is the time that each pass took on the GPU. The pass times add up to the span.
type GPUTimings struct {
	Available        bool // false on a device that cannot time, and before the first picture has finished
	Picture          uint64
	SpanMilliseconds float64      // from before the first pass to after the last
	Passes           []PassTiming // in recording order. Valid: until the next Render
}

// PassTiming is the time of one pass.
type PassTiming struct {
	Name         string
	Milliseconds float64
}

// Options are what a renderer is made with.
type Options struct {
	Width, Height int // of the output in pixels, each from 1 to MostTexels
	Exposure      Exposure
	ToneCurve     ToneCurve
	Surface       Surface // of a window, or nil for a headless renderer
	Checks        Checks
}

// Checks says how much a renderer checks itself.
type Checks uint8

const (
	// NoChecks draws only.
	NoChecks Checks = iota
	// ValidationChecks runs the validation layer with synchronization checks and the recorder's own hazard check, and
	// makes Render return every message as an error. A missing layer is an error.
	ValidationChecks
)

// ToneCurve maps exposed radiance to the output's range.
type ToneCurve uint8

// ACESFitted is Stephen Hill's fit of the ACES reference rendering and output transforms. It mixes the channels.
const ACESFitted ToneCurve = 0

// FixedExposure multiplies every radiance by 2^Stops.
type FixedExposure struct {
	Stops float32 // from -MostStops to MostStops
}

// MostStops bounds every exposure.
const MostStops = 64

// Exposure says how radiance becomes brightness. The zero value is FixedExposure{0}, which multiplies by exactly 1.
//
//union:cases zero=FixedExposure
type Exposure struct{ exposureSlots }

// Surface is a window to present to. The host's window implements it.
type Surface interface {
	// InstanceExtensions returns the Vulkan instance extensions that the window system needs.
	InstanceExtensions() []string
	// CreateSurface returns a VkSurfaceKHR for the VkInstance, which the renderer owns from here on.
	CreateSurface(instance uintptr) (uint64, error)
	// SizePixels returns the present size of the window's content; 0 × 0 while it is minimized.
	SizePixels() (width, height int)
}

// Problem says why no renderer can be made with the options, or gives nil. The error names the field.
func (o *Options) Problem() error {
	if o.Width < 1 || o.Width > MostTexels || o.Height < 1 || o.Height > MostTexels {
		return fmt.Errorf("render options: the size is %d × %d; each side must be from 1 to %d",
			o.Width, o.Height, MostTexels)
	}
	if e, ok := o.Exposure.AsFixedExposure(); ok && !(e.Stops >= -MostStops && e.Stops <= MostStops) {
		return fmt.Errorf("render options: Exposure.Stops is %v; it must be from %d to %d", e.Stops, -MostStops, MostStops)
	}
	if o.ToneCurve != ACESFitted {
		return fmt.Errorf("render options: ToneCurve is %d, which is none", o.ToneCurve)
	}
	if o.Checks > ValidationChecks {
		return fmt.Errorf("render options: Checks is %d, which is none", o.Checks)
	}
	return nil
}
