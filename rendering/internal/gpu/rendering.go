package gpu

import (
	"fmt"

	"tertius.dev/rendering/internal/vk"
)

// Load says what a target holds when drawing begins.
type Load uint8

// The loads.
const (
	LoadContent Load = iota // what it held
	LoadClear               // the clear value
	LoadNothing             // nothing defined: every pixel that is read later is written first
)

// ClearValue is what LoadClear fills a color target with.
type ClearValue = vk.ClearValue

// ClearColor is the value of a target of a float or normalized format.
func ClearColor(red, green, blue, alpha float32) ClearValue { return vk.Color(red, green, blue, alpha) }

// ClearUint is the value of a target of an unsigned integer format.
func ClearUint(red, green, blue, alpha uint32) ClearValue {
	return vk.ColorUint(red, green, blue, alpha)
}

// ColorAttachment is one color target of a Rendering.
type ColorAttachment struct {
	View  *View
	Load  Load
	Clear ClearValue
}

// DepthAttachment is the depth target of a Rendering. A pass that only tests declares DepthTest and sets ReadOnly.
type DepthAttachment struct {
	View     *View
	Load     Load
	Clear    float32
	ReadOnly bool
	Drop     bool // nothing reads the depth after the drawing
}

// RenderingDesc describes what is drawn into.
type RenderingDesc struct {
	Name          string
	Width, Height int // of the drawn area, in pixels from the top left corner
	Layers        int // 0 is 1
	Colors        []ColorAttachment
	Depth         DepthAttachment // with no View: none
}

// Rendering is a prepared set of targets. A pass makes it in Resize and begins it in Record; the images are the pass's
// uses ColorTarget and DepthTarget or DepthTest.
type Rendering struct {
	desc   RenderingDesc
	info   vk.RenderingInfo
	colors []vk.RenderingAttachmentInfo
	depth  vk.RenderingAttachmentInfo
}

// NewRendering prepares a set of targets. It owns nothing that must be freed.
//
// Errors: an area outside a target.
func NewRendering(desc RenderingDesc) (*Rendering, error) {
	r := &Rendering{desc: desc}
	r.info = vk.RenderingInfo{
		SType:      vk.STRUCTURE_TYPE_RENDERING_INFO,
		RenderArea: vk.Rect2D{Extent: vk.Extent2D{Width: uint32(desc.Width), Height: uint32(desc.Height)}},
		LayerCount: uint32(max(desc.Layers, 1)),
	}
	for i, c := range desc.Colors {
		if err := desc.fits(c.View); err != nil {
			return nil, fmt.Errorf("rendering %q: color target %d: %w", desc.Name, i, err)
		}
		r.colors = append(r.colors, vk.RenderingAttachmentInfo{
			SType: vk.STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO, ImageView: c.View.handle,
			ImageLayout: vk.IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL, LoadOp: c.Load.vulkan(),
			StoreOp: vk.ATTACHMENT_STORE_OP_STORE, ClearValue: c.Clear,
		})
	}
	if len(r.colors) > 0 {
		r.info.ColorAttachmentCount, r.info.PColorAttachments = uint32(len(r.colors)), &r.colors[0]
	}
	if desc.Depth.View != nil {
		if err := desc.fits(desc.Depth.View); err != nil {
			return nil, fmt.Errorf("rendering %q: depth target: %w", desc.Name, err)
		}
		r.depth = desc.Depth.vulkan()
		r.info.PDepthAttachment = &r.depth
	}
	return r, nil
}

func (desc *RenderingDesc) fits(v *View) error {
	w, h := v.image.LevelSize(v.part.Level)
	if desc.Width < 1 || desc.Height < 1 || desc.Width > w || desc.Height > h {
		return fmt.Errorf("an area of %d×%d in image %q of %d×%d", desc.Width, desc.Height, v.image.desc.Name, w, h)
	}
	return nil
}

func (d *DepthAttachment) vulkan() vk.RenderingAttachmentInfo {
	info := vk.RenderingAttachmentInfo{
		SType: vk.STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO, ImageView: d.View.handle,
		ImageLayout: vk.IMAGE_LAYOUT_DEPTH_STENCIL_ATTACHMENT_OPTIMAL, LoadOp: d.Load.vulkan(),
		StoreOp: vk.ATTACHMENT_STORE_OP_STORE, ClearValue: vk.Depth(d.Clear),
	}
	switch {
	case d.ReadOnly:
		info.ImageLayout, info.StoreOp = vk.IMAGE_LAYOUT_DEPTH_STENCIL_READ_ONLY_OPTIMAL, vk.ATTACHMENT_STORE_OP_NONE
	case d.Drop:
		info.StoreOp = vk.ATTACHMENT_STORE_OP_DONT_CARE
	}
	return info
}

func (l Load) vulkan() vk.AttachmentLoadOp {
	switch l {
	case LoadContent:
		return vk.ATTACHMENT_LOAD_OP_LOAD
	case LoadClear:
		return vk.ATTACHMENT_LOAD_OP_CLEAR
	case LoadNothing:
		return vk.ATTACHMENT_LOAD_OP_DONT_CARE
	}
	panic("gpu: unknown load")
}

// BeginRendering begins drawing into r, with the viewport and scissor of its whole area and depths 0 to 1.
func (c *Commands) BeginRendering(r *Rendering) {
	c.expectTargets(r)
	c.fn.CmdBeginRendering(c.handle, &r.info)
	c.count.Total++
	c.Viewport(0, 0, float32(r.desc.Width), float32(r.desc.Height), 0, 1)
	c.Scissor(0, 0, r.desc.Width, r.desc.Height)
}

// EndRendering ends drawing.
func (c *Commands) EndRendering() {
	c.fn.CmdEndRendering(c.handle)
	c.count.Total++
}

// ClearDepth sets the depth of the rectangle that r draws to, between its draws.
func (c *Commands) ClearDepth(r *Rendering, depth float32) {
	c.clear = vk.ClearAttachment{AspectMask: vk.IMAGE_ASPECT_DEPTH_BIT, ClearValue: vk.Depth(depth)}
	c.clearRect = vk.ClearRect{Rect: r.info.RenderArea, LayerCount: r.info.LayerCount}
	c.fn.CmdClearAttachments(c.handle, 1, &c.clear, 1, &c.clearRect)
	c.count.Total++
}
