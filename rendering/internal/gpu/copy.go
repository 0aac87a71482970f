package gpu

import "tertius.dev/rendering/internal/vk"

// copyScratch is the structs of copy commands. What is the same in every copy is written once, by init.
type copyScratch struct {
	buffer       vk.CopyBufferInfo2
	bufferRegion vk.BufferCopy2
	image        vk.CopyImageInfo2
	imageRegion  vk.ImageCopy2
	toImage      vk.CopyBufferToImageInfo2
	fromImage    vk.CopyImageToBufferInfo2
	texels       vk.BufferImageCopy2
	blit         vk.BlitImageInfo2
	blitRegion   vk.ImageBlit2
}

// init writes the constant parts. The scratch stays where it is from here on.
func (s *copyScratch) init() {
	const source, target = vk.IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, vk.IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL
	s.bufferRegion.SType = vk.STRUCTURE_TYPE_BUFFER_COPY_2
	s.imageRegion.SType = vk.STRUCTURE_TYPE_IMAGE_COPY_2
	s.texels.SType = vk.STRUCTURE_TYPE_BUFFER_IMAGE_COPY_2
	s.blitRegion.SType = vk.STRUCTURE_TYPE_IMAGE_BLIT_2
	s.buffer = vk.CopyBufferInfo2{
		SType: vk.STRUCTURE_TYPE_COPY_BUFFER_INFO_2, RegionCount: 1, PRegions: &s.bufferRegion,
	}
	s.image = vk.CopyImageInfo2{
		SType: vk.STRUCTURE_TYPE_COPY_IMAGE_INFO_2, SrcImageLayout: source, DstImageLayout: target,
		RegionCount: 1, PRegions: &s.imageRegion,
	}
	s.toImage = vk.CopyBufferToImageInfo2{
		SType: vk.STRUCTURE_TYPE_COPY_BUFFER_TO_IMAGE_INFO_2, DstImageLayout: target, RegionCount: 1, PRegions: &s.texels,
	}
	s.fromImage = vk.CopyImageToBufferInfo2{
		SType: vk.STRUCTURE_TYPE_COPY_IMAGE_TO_BUFFER_INFO_2, SrcImageLayout: source, RegionCount: 1, PRegions: &s.texels,
	}
	s.blit = vk.BlitImageInfo2{
		SType: vk.STRUCTURE_TYPE_BLIT_IMAGE_INFO_2, SrcImageLayout: source, DstImageLayout: target,
		RegionCount: 1, PRegions: &s.blitRegion,
	}
}

// CopyBuffer copies size bytes between buffers. Uses: from CopySource, to CopyTarget.
func (c *Commands) CopyBuffer(from *Buffer, fromOffset int, to *Buffer, toOffset, size int) {
	c.expectBuffer(from, CopySource)
	c.expectBuffer(to, CopyTarget)
	s := &c.copies
	s.bufferRegion.SrcOffset, s.bufferRegion.DstOffset, s.bufferRegion.Size = uint64(fromOffset), uint64(toOffset), uint64(size)
	s.buffer.SrcBuffer, s.buffer.DstBuffer = from.handle, to.handle
	c.fn.CmdCopyBuffer2(c.handle, &s.buffer)
	c.copied()
}

// Place is a level and layer of an image.
type Place struct{ Level, Layer int }

// CopyBufferToImage fills a level of an image with the texels at offset in a buffer, rows from the top without gaps.
// Uses: from CopySource, to CopyTarget.
func (c *Commands) CopyBufferToImage(from *Buffer, offset int, to *Image, at Place) {
	c.expectBuffer(from, CopySource)
	c.expectImage(to, CopyTarget)
	s := &c.copies
	s.setTexels(to, at, offset)
	s.toImage.SrcBuffer, s.toImage.DstImage = from.handle, to.handle
	c.fn.CmdCopyBufferToImage2(c.handle, &s.toImage)
	c.copied()
}

// CopyImageToBuffer writes a level of an image into a buffer at offset, rows from the top without gaps.
// Uses: from CopySource, to CopyTarget.
func (c *Commands) CopyImageToBuffer(from *Image, at Place, to *Buffer, offset int) {
	c.expectImage(from, CopySource)
	c.expectBuffer(to, CopyTarget)
	s := &c.copies
	s.setTexels(from, at, offset)
	s.fromImage.SrcImage, s.fromImage.DstBuffer = from.handle, to.handle
	c.fn.CmdCopyImageToBuffer2(c.handle, &s.fromImage)
	c.copied()
}

func (s *copyScratch) setTexels(i *Image, at Place, offset int) {
	s.texels.BufferOffset, s.texels.ImageSubresource, s.texels.ImageExtent = uint64(offset), i.layersAt(at), i.extentAt(at)
}

// CopyImage copies a level between images of one size and of formats with one texel size.
// Uses: from CopySource, to CopyTarget.
func (c *Commands) CopyImage(from *Image, fromAt Place, to *Image, toAt Place) {
	c.expectImage(from, CopySource)
	c.expectImage(to, CopyTarget)
	s := &c.copies
	r := &s.imageRegion
	r.SrcSubresource, r.DstSubresource, r.Extent = from.layersAt(fromAt), to.layersAt(toAt), from.extentAt(fromAt)
	s.image.SrcImage, s.image.DstImage = from.handle, to.handle
	c.fn.CmdCopyImage2(c.handle, &s.image)
	c.copied()
}

// Blit scales a level of one image into a level of another, converting the format.
// Uses: from CopySource, to CopyTarget.
func (c *Commands) Blit(from *Image, fromAt Place, to *Image, toAt Place, filter Filter) {
	c.expectImage(from, CopySource)
	c.expectImage(to, CopyTarget)
	s := &c.copies
	r := &s.blitRegion
	r.SrcSubresource, r.SrcOffsets[1] = from.layersAt(fromAt), from.cornerAt(fromAt)
	r.DstSubresource, r.DstOffsets[1] = to.layersAt(toAt), to.cornerAt(toAt)
	s.blit.SrcImage, s.blit.DstImage, s.blit.Filter = from.handle, to.handle, filter.vulkan()
	c.fn.CmdBlitImage2(c.handle, &s.blit)
	c.copied()
}

// FillBuffer sets size bytes at offset to repeats of value; offset and size are multiples of 4. Use: CopyTarget.
func (c *Commands) FillBuffer(b *Buffer, offset, size int, value uint32) {
	c.expectBuffer(b, CopyTarget)
	c.fn.CmdFillBuffer(c.handle, b.handle, uint64(offset), uint64(size), value)
	c.copied()
}

// ClearColor sets every texel of an image of a float or normalized format. Use: CopyTarget of the whole image.
func (c *Commands) ClearColor(i *Image, red, green, blue, alpha float32) {
	c.expectImage(i, CopyTarget)
	c.color = vk.ColorValue(red, green, blue, alpha)
	c.part = i.wholeRange()
	c.fn.CmdClearColorImage(c.handle, i.handle, vk.IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, &c.color, 1, &c.part)
	c.copied()
}

func (c *Commands) copied() {
	c.count.Copies++
	c.count.Total++
}

func (i *Image) layersAt(at Place) vk.ImageSubresourceLayers {
	return vk.ImageSubresourceLayers{
		AspectMask: aspectOf(i.desc.Format), MipLevel: uint32(at.Level), BaseArrayLayer: uint32(at.Layer), LayerCount: 1,
	}
}

func (i *Image) extentAt(at Place) vk.Extent3D {
	w, h := i.LevelSize(at.Level)
	return vk.Extent3D{Width: uint32(w), Height: uint32(h), Depth: 1}
}

func (i *Image) cornerAt(at Place) vk.Offset3D {
	w, h := i.LevelSize(at.Level)
	return vk.Offset3D{X: int32(w), Y: int32(h), Z: 1}
}

func (i *Image) wholeRange() vk.ImageSubresourceRange {
	return vk.ImageSubresourceRange{
		AspectMask: aspectOf(i.desc.Format), LevelCount: uint32(i.desc.Levels), LayerCount: uint32(i.desc.Layers),
	}
}
