package gpu

import "tertius.dev/rendering/internal/vk"

// Format is the format of an image's texels or of a vertex attribute.
type Format = vk.Format

// The formats that the renderer uses. Those of depth are read as depth, the sRGB ones decode on sampling.
const (
	FormatNone = vk.FORMAT_UNDEFINED

	FormatR8       = vk.FORMAT_R8_UNORM
	FormatRG8      = vk.FORMAT_R8G8_UNORM
	FormatRGBA8    = vk.FORMAT_R8G8B8A8_UNORM
	FormatBGRA8    = vk.FORMAT_B8G8R8A8_UNORM
	FormatSRGBA8   = vk.FORMAT_R8G8B8A8_SRGB
	FormatSBGRA8   = vk.FORMAT_B8G8R8A8_SRGB
	FormatRGBA8U   = vk.FORMAT_R8G8B8A8_UINT
	FormatRGB10A2  = vk.FORMAT_A2B10G10R10_UNORM_PACK32
	FormatB10GR11F = vk.FORMAT_B10G11R11_UFLOAT_PACK32
	FormatR16F     = vk.FORMAT_R16_SFLOAT
	FormatRG16F    = vk.FORMAT_R16G16_SFLOAT
	FormatRG16S    = vk.FORMAT_R16G16_SNORM
	FormatRGBA16F  = vk.FORMAT_R16G16B16A16_SFLOAT
	FormatRGBA16S  = vk.FORMAT_R16G16B16A16_SNORM
	FormatRGBA16U  = vk.FORMAT_R16G16B16A16_UINT
	FormatR32F     = vk.FORMAT_R32_SFLOAT
	FormatR32U     = vk.FORMAT_R32_UINT
	FormatRG32F    = vk.FORMAT_R32G32_SFLOAT
	FormatRG32U    = vk.FORMAT_R32G32_UINT
	FormatRGB32F   = vk.FORMAT_R32G32B32_SFLOAT
	FormatRGBA32F  = vk.FORMAT_R32G32B32A32_SFLOAT
	FormatRGBA32U  = vk.FORMAT_R32G32B32A32_UINT
	FormatD32F     = vk.FORMAT_D32_SFLOAT
)

// texelBytes is the size of one texel of f, or 0 for a format that is not listed above.
func texelBytes(f Format) int {
	switch f {
	case FormatR8:
		return 1
	case FormatRG8, FormatR16F:
		return 2
	case FormatRGBA8, FormatBGRA8, FormatSRGBA8, FormatSBGRA8, FormatRGBA8U, FormatRGB10A2, FormatB10GR11F,
		FormatRG16F, FormatRG16S, FormatR32F, FormatR32U, FormatD32F:
		return 4
	case FormatRGBA16F, FormatRGBA16S, FormatRGBA16U, FormatRG32F, FormatRG32U:
		return 8
	case FormatRGB32F:
		return 12
	case FormatRGBA32F, FormatRGBA32U:
		return 16
	default:
		return 0
	}
}

// isDepth says whether f holds depth.
func isDepth(f Format) bool { return f == FormatD32F }

// aspectOf is the aspect of an image of format f.
func aspectOf(f Format) vk.ImageAspectFlags {
	if isDepth(f) {
		return vk.IMAGE_ASPECT_DEPTH_BIT
	}
	return vk.IMAGE_ASPECT_COLOR_BIT
}
