package gpu

import (
	"errors"
	"fmt"
	"math"

	"tertius.dev/rendering/internal/vk"
)

// acquireStages is where a frame waits for the swapchain's image: everything that may write it. A frame's earlier passes
// in other stages run on.
const acquireStages = copyStages | vk.PIPELINE_STAGE_2_COLOR_ATTACHMENT_OUTPUT_BIT

// SwapchainDesc describes how a window's images are made.
type SwapchainDesc struct {
	Width, Height int  // of the framebuffer, in pixels
	VSync         bool // show one image per refresh, without tearing
}

// Swapchain is the images of a window's surface. Its format is one of 8-bit UNORM where the surface offers it, because the
// tone map encodes sRGB itself and the image is copied.
//
// Threads: the render thread only.
type Swapchain struct {
	device  *Device
	desc    SwapchainDesc
	handle  vk.SwapchainKHR
	format  vk.SurfaceFormatKHR
	images  []*swapImage
	present vk.PresentInfoKHR
	index   uint32
	old     bool // the surface has changed: make it anew
}

// swapImage is one image of a swapchain, with the semaphore that presentation waits for.
type swapImage struct {
	chain    *Swapchain
	image    *Image
	finished vk.Semaphore
	index    uint32
}

// NewSwapchain makes the images of the device's surface.
//
// Errors: a headless device, a surface that is gone or offers no format that can be copied to. A window without an area
// is none: Acquire then gives no image.
func (d *Device) NewSwapchain(desc SwapchainDesc) (*Swapchain, error) {
	if d.surface == 0 {
		return nil, errors.New("gpu: a headless device has no swapchain")
	}
	s := &Swapchain{device: d}
	s.present = vk.PresentInfoKHR{
		SType: vk.STRUCTURE_TYPE_PRESENT_INFO_KHR, WaitSemaphoreCount: 1, SwapchainCount: 1, PSwapchains: &s.handle,
		PImageIndices: &s.index,
	}
	switch err := s.create(desc); {
	case errors.Is(err, errHidden):
		s.old = true
	case err != nil:
		return nil, err
	}
	d.live.swapchains++
	return s, nil
}

// create makes the chain, in place of an earlier one.
func (s *Swapchain) create(desc SwapchainDesc) error {
	d := s.device
	var caps vk.SurfaceCapabilitiesKHR
	if err := d.inst.GetPhysicalDeviceSurfaceCapabilitiesKHR(d.physical, d.surface, &caps).Err(); err != nil {
		return fmt.Errorf("the window's surface: %w", err)
	}
	format, err := d.surfaceFormat()
	if err != nil {
		return err
	}
	mode, err := d.presentMode(desc.VSync)
	if err != nil {
		return err
	}
	extent := surfaceExtent(&caps, desc)
	if extent.Width == 0 || extent.Height == 0 {
		return errHidden
	}
	usage := vk.ImageUsageFlags(vk.IMAGE_USAGE_TRANSFER_DST_BIT)
	if caps.SupportedUsageFlags&usage == 0 {
		return errors.New("the window's surface cannot be copied to")
	}
	usage |= caps.SupportedUsageFlags & (vk.IMAGE_USAGE_TRANSFER_SRC_BIT | vk.IMAGE_USAGE_COLOR_ATTACHMENT_BIT)
	info := vk.SwapchainCreateInfoKHR{
		SType: vk.STRUCTURE_TYPE_SWAPCHAIN_CREATE_INFO_KHR, Surface: d.surface, MinImageCount: imageCount(&caps),
		ImageFormat: format.Format, ImageColorSpace: format.ColorSpace, ImageExtent: extent, ImageArrayLayers: 1,
		ImageUsage: usage, PreTransform: caps.CurrentTransform, CompositeAlpha: compositeAlpha(&caps), PresentMode: mode,
		Clipped: 1, OldSwapchain: s.handle,
	}
	var handle vk.SwapchainKHR
	if err := d.fn.CreateSwapchainKHR(d.handle, &info, &handle).Err(); err != nil {
		return fmt.Errorf("the window's swapchain: %w", err)
	}
	s.freeChain()
	s.desc, s.handle, s.format, s.old = desc, handle, format, false
	return s.takeImages(extent, usage)
}

// errHidden is the answer of a window without an area, such as a minimized one.
var errHidden = errors.New("the window has no area")

// surfaceFormat chooses an 8-bit format that holds sRGB.
func (d *Device) surfaceFormat() (vk.SurfaceFormatKHR, error) {
	var count uint32
	if err := d.inst.GetPhysicalDeviceSurfaceFormatsKHR(d.physical, d.surface, &count, nil).Err(); err != nil || count == 0 {
		return vk.SurfaceFormatKHR{}, errors.New("the window's surface has no formats")
	}
	formats := make([]vk.SurfaceFormatKHR, count)
	d.inst.GetPhysicalDeviceSurfaceFormatsKHR(d.physical, d.surface, &count, &formats[0])
	for _, want := range []Format{FormatBGRA8, FormatRGBA8, FormatSBGRA8, FormatSRGBA8} {
		for _, f := range formats[:count] {
			if f.Format == want && f.ColorSpace == vk.COLOR_SPACE_SRGB_NONLINEAR_KHR {
				return f, nil
			}
		}
	}
	return vk.SurfaceFormatKHR{}, fmt.Errorf("the window's surface has no 8-bit format, only %v", formats)
}

// presentMode is FIFO, which every surface has, or without vsync the first of mailbox and immediate that it has.
func (d *Device) presentMode(vsync bool) (vk.PresentModeKHR, error) {
	if vsync {
		return vk.PRESENT_MODE_FIFO_KHR, nil
	}
	var count uint32
	if err := d.inst.GetPhysicalDeviceSurfacePresentModesKHR(d.physical, d.surface, &count, nil).Err(); err != nil {
		return 0, fmt.Errorf("the window's surface: %w", err)
	}
	modes := make([]vk.PresentModeKHR, max(count, 1))
	d.inst.GetPhysicalDeviceSurfacePresentModesKHR(d.physical, d.surface, &count, &modes[0])
	for _, want := range []vk.PresentModeKHR{vk.PRESENT_MODE_MAILBOX_KHR, vk.PRESENT_MODE_IMMEDIATE_KHR} {
		for _, m := range modes[:count] {
			if m == want {
				return m, nil
			}
		}
	}
	return vk.PRESENT_MODE_FIFO_KHR, nil
}

// surfaceExtent is the surface's own size, or the wanted one within its limits where it leaves that open.
func surfaceExtent(caps *vk.SurfaceCapabilitiesKHR, desc SwapchainDesc) vk.Extent2D {
	if caps.CurrentExtent.Width != math.MaxUint32 {
		return caps.CurrentExtent
	}
	return vk.Extent2D{
		Width:  min(max(uint32(max(desc.Width, 0)), caps.MinImageExtent.Width), caps.MaxImageExtent.Width),
		Height: min(max(uint32(max(desc.Height, 0)), caps.MinImageExtent.Height), caps.MaxImageExtent.Height),
	}
}

func imageCount(caps *vk.SurfaceCapabilitiesKHR) uint32 {
	n := caps.MinImageCount + 1
	if caps.MaxImageCount > 0 {
		n = min(n, caps.MaxImageCount)
	}
	return n
}

func compositeAlpha(caps *vk.SurfaceCapabilitiesKHR) vk.CompositeAlphaFlagBitsKHR {
	if caps.SupportedCompositeAlpha&vk.COMPOSITE_ALPHA_OPAQUE_BIT_KHR != 0 {
		return vk.COMPOSITE_ALPHA_OPAQUE_BIT_KHR
	}
	return vk.COMPOSITE_ALPHA_INHERIT_BIT_KHR
}

// takeImages wraps the chain's images.
func (s *Swapchain) takeImages(extent vk.Extent2D, usage vk.ImageUsageFlags) error {
	d := s.device
	var count uint32
	if err := d.fn.GetSwapchainImagesKHR(d.handle, s.handle, &count, nil).Err(); err != nil {
		return fmt.Errorf("the swapchain's images: %w", err)
	}
	handles := make([]vk.Image, max(count, 1))
	if err := d.fn.GetSwapchainImagesKHR(d.handle, s.handle, &count, &handles[0]).Err(); err != nil {
		return fmt.Errorf("the swapchain's images: %w", err)
	}
	u := AsCopyTarget
	if usage&vk.IMAGE_USAGE_TRANSFER_SRC_BIT != 0 {
		u |= AsCopySource
	}
	if usage&vk.IMAGE_USAGE_COLOR_ATTACHMENT_BIT != 0 {
		u |= AsColor
	}
	for i, h := range handles[:count] {
		img := &Image{device: d, handle: h, desc: ImageDesc{
			Name: fmt.Sprintf("swapchain %d", i), Width: int(extent.Width), Height: int(extent.Height),
			Levels: 1, Layers: 1, Format: s.format.Format, Usage: u,
		}}
		img.initStates()
		si := &swapImage{chain: s, image: img, index: uint32(i)}
		s.images = append(s.images, si)
		d.setName(vk.OBJECT_TYPE_IMAGE, uint64(h), img.desc.Name)
		info := vk.SemaphoreCreateInfo{SType: vk.STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO}
		if err := d.fn.CreateSemaphore(d.handle, &info, &si.finished).Err(); err != nil {
			return fmt.Errorf("the swapchain's semaphores: %w", err)
		}
	}
	return nil
}

// Size is the size of the images in pixels, which may differ from the wanted one.
func (s *Swapchain) Size() (width, height int) {
	if len(s.images) == 0 {
		return 0, 0
	}
	return s.images[0].image.desc.Width, s.images[0].image.desc.Height
}

// Format is the format of the images.
func (s *Swapchain) Format() Format { return s.format.Format }

// Readable says whether captures can copy from the images.
func (s *Swapchain) Readable() bool {
	return len(s.images) > 0 && s.images[0].image.desc.Usage&AsCopySource != 0
}

// Resize makes the images anew. It waits for the GPU.
//
// Errors: as NewSwapchain. A window without an area is none: Acquire then gives no image.
func (s *Swapchain) Resize(desc SwapchainDesc) error {
	s.device.fn.DeviceWaitIdle(s.device.handle)
	err := s.create(desc)
	if errors.Is(err, errHidden) {
		s.old = true
		return nil
	}
	return err
}

// Acquire takes the next image for the frame, which waits for it on the GPU before it writes it. The frame's last use of
// the image is Present. nil without an error means that there is none, because the window has no area or has changed: skip
// the frame's output, Submit it, and Resize.
//
// Errors: a lost device or surface.
func (s *Swapchain) Acquire(f *Frame) (*Image, error) {
	if s.old || len(s.images) == 0 {
		return nil, nil
	}
	d := s.device
	switch r := d.fn.AcquireNextImageKHR(d.handle, s.handle, math.MaxUint64, f.slot.acquired, 0, &s.index); r {
	case vk.SUCCESS:
	case vk.SUBOPTIMAL_KHR:
		s.old = true // this image still works
	case vk.ERROR_OUT_OF_DATE_KHR:
		s.old = true
		return nil, nil
	default:
		return nil, fmt.Errorf("the window's next image: %w", r)
	}
	f.target = s.images[s.index]
	f.target.image.acquired()
	return f.target.image, nil
}

// acquired sets what the recorder and the check know of a swapchain's image when the frame gets it: nothing of its
// content, and the semaphore's stages as what to wait for.
func (i *Image) acquired() {
	i.state[0] = rangeState{writeStages: acquireStages}
	if !i.device.hazards {
		return
	}
	i.check[0] = history{write: record{
		happened: true, stages: acquireStages, available: true, pass: "presentation", as: Present,
	}}
}

// Changed says whether the surface has changed since the images were made, so that they must be made anew.
func (s *Swapchain) Changed() bool { return s.old }

// presentImage shows the image after the frame that was just submitted.
func (s *Swapchain) presentImage(t *swapImage) error {
	s.index = t.index
	s.present.PWaitSemaphores = &t.finished
	switch r := s.device.fn.QueuePresentKHR(s.device.queue, &s.present); r {
	case vk.SUCCESS:
	case vk.SUBOPTIMAL_KHR, vk.ERROR_OUT_OF_DATE_KHR:
		s.old = true
	default:
		return fmt.Errorf("showing the frame: %w", r)
	}
	return nil
}

// Close frees the images. It waits for the GPU.
func (s *Swapchain) Close() {
	s.device.fn.DeviceWaitIdle(s.device.handle)
	s.freeChain()
	s.device.live.swapchains--
}

// freeChain frees the chain, of which the GPU uses nothing any more.
func (s *Swapchain) freeChain() {
	d := s.device
	for _, i := range s.images {
		d.fn.DestroySemaphore(d.handle, i.finished)
	}
	s.images = nil
	if s.handle != 0 {
		d.fn.DestroySwapchainKHR(d.handle, s.handle)
	}
	s.handle = 0
}
