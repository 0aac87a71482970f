package vk

import (
	"math"
	"strconv"
	"unsafe"
)

// Vulkan's handles have 64 bits also on 32-bit machines, where a uintptr argument cannot carry them: there this does not
// compile.
var _ [unsafe.Sizeof(uintptr(0)) - 8]struct{}

// Bool32 is VkBool32: TRUE or FALSE.
type Bool32 uint32

// DeviceSize is a size or offset in bytes.
type DeviceSize = uint64

// DeviceAddress is an address in the device's memory.
type DeviceAddress = uint64

// Bool is b as Vulkan's.
func Bool(b bool) Bool32 {
	if b {
		return 1
	}
	return 0
}

// Error makes a Result an error: its name in the registry. Only a negative Result is a failure.
func (v Result) Error() string { return v.String() }

// Err is nil for a success code, and the Result as an error for a failure.
func (v Result) Err() error {
	if v < 0 {
		return v
	}
	return nil
}

// unnamed is the text of an enum value that the registry's version does not know.
func unnamed(typ string, v int64) string { return typ + "(" + strconv.FormatInt(v, 10) + ")" }

// API_VERSION_1_3 is Vulkan 1.3, packed as Version does.
const API_VERSION_1_3 uint32 = 1<<22 | 3<<12

// Version packs an API version.
func Version(major, minor, patch uint32) uint32 { return major<<22 | minor<<12 | patch }

// VersionString is a packed API version as text, such as 1.3.239.
func VersionString(v uint32) string {
	part := func(v uint32) string { return strconv.FormatUint(uint64(v), 10) }
	return part(v>>22&0x7f) + "." + part(v>>12&0x3ff) + "." + part(v&0xfff)
}

// CString is s as a C string on the heap.
func CString(s string) *byte {
	b := make([]byte, len(s)+1)
	copy(b, s)
	return &b[0]
}

// GoString copies the C string at p. A nil p is "".
func GoString(p *byte) string {
	if p == nil {
		return ""
	}
	n := 0
	for *(*byte)(unsafe.Add(unsafe.Pointer(p), n)) != 0 {
		n++
	}
	return string(unsafe.Slice(p, n))
}

// Text is the C string in a fixed array of a struct.
func Text(b []byte) string {
	for i, c := range b {
		if c == 0 {
			return string(b[:i])
		}
	}
	return string(b)
}

// ColorValue is a clear color of a float or normalized format.
func ColorValue(r, g, b, a float32) ClearColorValue {
	return ClearColorValue{Data: [4]uint32{math.Float32bits(r), math.Float32bits(g), math.Float32bits(b), math.Float32bits(a)}}
}

// Color is a clear value of a color attachment of a float or normalized format.
func Color(r, g, b, a float32) ClearValue { return ClearValue{Data: ColorValue(r, g, b, a).Data} }

// ColorUint is a clear value of a color attachment of an unsigned integer format.
func ColorUint(r, g, b, a uint32) ClearValue { return ClearValue{Data: [4]uint32{r, g, b, a}} }

// Depth is a clear value of a depth attachment.
func Depth(depth float32) ClearValue {
	return ClearValue{Data: [4]uint32{math.Float32bits(depth)}}
}
