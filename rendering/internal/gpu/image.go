package gpu

import (
	"fmt"

	"tertius.dev/rendering/internal/vk"
)

// ImageDesc describes an image.
type ImageDesc struct {
	Name          string // in messages and debuggers
	Width, Height int    // of level 0, in texels
	Levels        int    // mip levels; 0 is 1
	Layers        int    // array layers; 0 is 1, and the image is then no array to shaders
	Cube          bool   // the layers are cube faces in groups of 6, and shaders see a cube array
	Format        Format
	Usage         Usage
}

// Image is an image of the GPU with its memory and a view of all of it.
//
// Threads: the render thread only.
type Image struct {
	desc   ImageDesc
	device *Device
	handle vk.Image
	memory allocation
	view   *View
	views  []*View
	owned  bool // false for a swapchain's image

	// One entry per level and layer, layers of a level side by side.
	state []rangeState // what the recorder knows of it
	check []history    // what the hazard check knows of it; nil without the check
}

// ViewDesc is the part of an image that a view shows. Levels 0 means every level from Level on, Layers 0 every layer
// from Layer on. A view of more than one layer is an array to shaders.
type ViewDesc struct {
	Level, Levels int
	Layer, Layers int
}

// View is what attachments and descriptors refer to: an image's range.
type View struct {
	image  *Image
	handle vk.ImageView
	part   ViewDesc // with no zero counts
}

// NewImage makes an image. Its content is undefined, so its first use must be with Discard or an upload.
//
// Errors: a size outside the device's limit, a format that the device does not have for the usage, or out of memory; the
// error names the image.
func (d *Device) NewImage(desc ImageDesc) (*Image, error) {
	desc.Levels, desc.Layers = max(desc.Levels, 1), max(desc.Layers, 1)
	if err := d.checkImage(&desc); err != nil {
		return nil, fmt.Errorf("image %q: %w", desc.Name, err)
	}
	i := &Image{desc: desc, device: d, owned: true}
	if err := i.create(); err != nil {
		return nil, fmt.Errorf("image %q: %w", desc.Name, err)
	}
	d.setName(vk.OBJECT_TYPE_IMAGE, uint64(i.handle), desc.Name)
	i.initStates()
	view, err := i.newView(ViewDesc{}, desc.Cube)
	if err != nil {
		i.destroy()
		return nil, err
	}
	i.view = view
	d.live.images++
	return i, nil
}

func (i *Image) initStates() {
	n := i.desc.Levels * i.desc.Layers
	i.state = make([]rangeState, n)
	if i.device.hazards {
		i.check = make([]history, n)
	}
}

func (d *Device) checkImage(desc *ImageDesc) error {
	limit := int(d.limits.MaxImageDimension2D)
	if desc.Cube {
		limit = int(d.limits.MaxImageDimensionCube)
	}
	if desc.Width < 1 || desc.Height < 1 || desc.Width > limit || desc.Height > limit {
		return fmt.Errorf("%d×%d texels, and the device takes 1 to %d", desc.Width, desc.Height, limit)
	}
	if desc.Layers > int(d.limits.MaxImageArrayLayers) {
		return fmt.Errorf("%d layers, and the device takes %d", desc.Layers, d.limits.MaxImageArrayLayers)
	}
	if desc.Cube && (desc.Layers%6 != 0 || desc.Width != desc.Height) {
		return fmt.Errorf("a cube of %d layers of %d×%d texels", desc.Layers, desc.Width, desc.Height)
	}
	if missing := desc.Usage.formatFeatures() &^ d.formatFeatures(desc.Format); missing != 0 {
		return fmt.Errorf("the device has no %v for the usage (format features %#x)", desc.Format, missing)
	}
	return nil
}

// formatFeatures is what the device can do with tiled images of a format.
func (d *Device) formatFeatures(f Format) vk.FormatFeatureFlags {
	props := vk.FormatProperties2{SType: vk.STRUCTURE_TYPE_FORMAT_PROPERTIES_2}
	d.inst.GetPhysicalDeviceFormatProperties2(d.physical, f, &props)
	return props.FormatProperties.OptimalTilingFeatures
}

// FilterableLinearly says whether the device samples f with linear filtering.
func (d *Device) FilterableLinearly(f Format) bool {
	return d.formatFeatures(f)&vk.FORMAT_FEATURE_SAMPLED_IMAGE_FILTER_LINEAR_BIT != 0
}

// Blendable says whether the device blends into color targets of f.
func (d *Device) Blendable(f Format) bool {
	return d.formatFeatures(f)&vk.FORMAT_FEATURE_COLOR_ATTACHMENT_BLEND_BIT != 0
}

func (u Usage) formatFeatures() vk.FormatFeatureFlags {
	var out vk.FormatFeatureFlags
	for _, p := range u.imageFlagPairs() {
		if u&p.usage != 0 {
			out |= p.feature
		}
	}
	return out
}

func (u Usage) imageFlags() vk.ImageUsageFlags {
	var out vk.ImageUsageFlags
	for _, p := range u.imageFlagPairs() {
		if u&p.usage != 0 {
			out |= p.flag
		}
	}
	return out
}

type imageFlag struct {
	usage   Usage
	flag    vk.ImageUsageFlags
	feature vk.FormatFeatureFlags
}

func (u Usage) imageFlagPairs() [6]imageFlag {
	return [...]imageFlag{
		{AsSampled, vk.IMAGE_USAGE_SAMPLED_BIT, vk.FORMAT_FEATURE_SAMPLED_IMAGE_BIT},
		{AsStorage, vk.IMAGE_USAGE_STORAGE_BIT, vk.FORMAT_FEATURE_STORAGE_IMAGE_BIT},
		{AsColor, vk.IMAGE_USAGE_COLOR_ATTACHMENT_BIT, vk.FORMAT_FEATURE_COLOR_ATTACHMENT_BIT},
		{AsDepth, vk.IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT, vk.FORMAT_FEATURE_DEPTH_STENCIL_ATTACHMENT_BIT},
		{AsCopySource, vk.IMAGE_USAGE_TRANSFER_SRC_BIT, vk.FORMAT_FEATURE_TRANSFER_SRC_BIT},
		{AsCopyTarget, vk.IMAGE_USAGE_TRANSFER_DST_BIT, vk.FORMAT_FEATURE_TRANSFER_DST_BIT},
	}
}

// create makes the Vulkan image and gives it memory.
func (i *Image) create() error {
	d := i.device
	info := vk.ImageCreateInfo{
		SType: vk.STRUCTURE_TYPE_IMAGE_CREATE_INFO, ImageType: vk.IMAGE_TYPE_2D, Format: i.desc.Format,
		Extent:    vk.Extent3D{Width: uint32(i.desc.Width), Height: uint32(i.desc.Height), Depth: 1},
		MipLevels: uint32(i.desc.Levels), ArrayLayers: uint32(i.desc.Layers), Samples: vk.SAMPLE_COUNT_1_BIT,
		Usage: i.desc.Usage.imageFlags(),
	}
	if i.desc.Cube {
		info.Flags = vk.IMAGE_CREATE_CUBE_COMPATIBLE_BIT
	}
	if err := d.fn.CreateImage(d.handle, &info, &i.handle).Err(); err != nil {
		return err
	}
	reqInfo := vk.ImageMemoryRequirementsInfo2{SType: vk.STRUCTURE_TYPE_IMAGE_MEMORY_REQUIREMENTS_INFO_2, Image: i.handle}
	req := vk.MemoryRequirements2{SType: vk.STRUCTURE_TYPE_MEMORY_REQUIREMENTS_2}
	d.fn.GetImageMemoryRequirements2(d.handle, &reqInfo, &req)
	memory, err := d.memory.allocate(DeviceMemory, true, &req.MemoryRequirements)
	if err != nil {
		d.fn.DestroyImage(d.handle, i.handle)
		return err
	}
	i.memory = memory
	bind := vk.BindImageMemoryInfo{
		SType: vk.STRUCTURE_TYPE_BIND_IMAGE_MEMORY_INFO, Image: i.handle,
		Memory: memory.block.memory, MemoryOffset: memory.offset,
	}
	if err := d.fn.BindImageMemory2(d.handle, 1, &bind).Err(); err != nil {
		i.destroy()
		return err
	}
	return nil
}

// NewView makes a view of a part of the image, which lives as long as the image. A view of one level serves storage
// images and attachments; NewCubeView gives one of cube faces.
//
// Errors: a part outside the image.
func (i *Image) NewView(part ViewDesc) (*View, error) { return i.newView(part, false) }

// NewCubeView makes a view of whole cubes, as a cube array to shaders.
func (i *Image) NewCubeView(part ViewDesc) (*View, error) { return i.newView(part, true) }

func (i *Image) newView(part ViewDesc, cube bool) (*View, error) {
	if part.Levels == 0 {
		part.Levels = i.desc.Levels - part.Level
	}
	if part.Layers == 0 {
		part.Layers = i.desc.Layers - part.Layer
	}
	if part.Level < 0 || part.Levels < 1 || part.Level+part.Levels > i.desc.Levels ||
		part.Layer < 0 || part.Layers < 1 || part.Layer+part.Layers > i.desc.Layers {
		return nil, fmt.Errorf("image %q: a view of %+v of %d levels and %d layers", i.desc.Name, part, i.desc.Levels, i.desc.Layers)
	}
	v := &View{image: i, part: part}
	info := vk.ImageViewCreateInfo{
		SType: vk.STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO, Image: i.handle, Format: i.desc.Format,
		ViewType: viewType(part.Layers, cube),
		SubresourceRange: vk.ImageSubresourceRange{
			AspectMask: aspectOf(i.desc.Format), BaseMipLevel: uint32(part.Level), LevelCount: uint32(part.Levels),
			BaseArrayLayer: uint32(part.Layer), LayerCount: uint32(part.Layers),
		},
	}
	d := i.device
	if err := d.fn.CreateImageView(d.handle, &info, &v.handle).Err(); err != nil {
		return nil, fmt.Errorf("image %q: a view: %w", i.desc.Name, err)
	}
	d.setName(vk.OBJECT_TYPE_IMAGE_VIEW, uint64(v.handle), i.desc.Name)
	i.views = append(i.views, v)
	return v, nil
}

func viewType(layers int, cube bool) vk.ImageViewType {
	switch {
	case cube:
		return vk.IMAGE_VIEW_TYPE_CUBE_ARRAY
	case layers > 1:
		return vk.IMAGE_VIEW_TYPE_2D_ARRAY
	default:
		return vk.IMAGE_VIEW_TYPE_2D
	}
}

// View is the view of the whole image.
func (i *Image) View() *View { return i.view }

// Name is the image's name.
func (i *Image) Name() string { return i.desc.Name }

// Desc is what the image was made from, with no zero counts.
func (i *Image) Desc() ImageDesc { return i.desc }

// LevelSize is the size of a mip level in texels.
func (i *Image) LevelSize(level int) (width, height int) {
	return max(i.desc.Width>>level, 1), max(i.desc.Height>>level, 1)
}

// Image is the image that the view shows.
func (v *View) Image() *Image { return v.image }

// Close frees the image and its views once the frames that may use it have finished. An upload into it that waits is
// forgotten.
func (i *Image) Close() {
	i.device.live.images--
	i.device.uploads.forget(nil, i)
	i.device.retire(i.destroy)
}

func (i *Image) destroy() {
	d := i.device
	for _, v := range i.views {
		d.fn.DestroyImageView(d.handle, v.handle)
	}
	i.views = nil
	if i.owned {
		d.fn.DestroyImage(d.handle, i.handle)
		d.memory.release(i.memory)
	}
}
