package batch

import (
	"math"
	"structs"

	"tertius.dev/core/geom"
	"tertius.dev/core/render"
)

// Vec4 is four floats as shaders read them.
type Vec4 struct {
	_          structs.HostLayout
	X, Y, Z, W float32
}

// Instance is one element of the instance array, as shaders read it in std430.
type Instance struct {
	_        structs.HostLayout
	Position geom.Vec3f // relative to the eye, in meters
	Material uint32     // its slot in the material array
	Rotation geom.Quatf // of unit length
	Scale    geom.Vec3f // along the mesh's axes
	Mirror   float32    // −1 when the scale turns the mesh inside out, else 1
	Up       Vec4       // see hemisphere.glsl
}

// Light is one element of the light array, as shaders read it in std430.
type Light struct {
	_           structs.HostLayout
	Position    geom.Vec3f // relative to the eye, in meters
	ReachMeters float32    // where the light has fallen to nothing
	Intensity   geom.Vec3f // in W/sr
	Spot        uint32     // 1 for a spot light, else 0
	Axis        geom.Vec3f // of a spot light's center, of unit length; else zero
	CosOuter    float32    // where a spot light ends
	CosInner    float32    // where a spot light begins to fade, above CosOuter
	Radius      float32    // of the sphere that sends the light, in meters
	_, _        float32
}

// Material is one element of the material array, as shaders read it in std430.
type Material struct {
	_                                             structs.HostLayout
	BaseColor                                     geom.Vec3f
	Metallic                                      float32
	Emissive                                      geom.Vec3f // in W/(m² sr)
	Roughness                                     float32
	Reflectance                                   float32
	BaseColorMap, NormalMap, MetallicRoughnessMap uint32 // 1 more than the slot of the texture; 0 is none
}

// MaterialOf reads a material of a store. A texture's slot is 1 less than its id, since an id of 0 names none.
func MaterialOf(m *render.Material) Material {
	return Material{
		BaseColor:            Fractions(m.BaseColor),
		Metallic:             Fraction(m.Metallic),
		Emissive:             Radiance(m.Emissive),
		Roughness:            Fraction(m.Roughness),
		Reflectance:          Fraction(m.Reflectance),
		BaseColorMap:         uint32(m.BaseColorMap),
		NormalMap:            uint32(m.NormalMap),
		MetallicRoughnessMap: uint32(m.MetallicRoughnessMap),
	}
}

// DefaultMaterial is what slot 0 holds: a white non-metal of roughness 0.5.
func DefaultMaterial() Material {
	m := render.Matte(geom.Vec3f{X: 1, Y: 1, Z: 1}, 0.5)
	return MaterialOf(&m)
}

// Command is one indirect draw, laid out as VkDrawIndexedIndirectCommand.
type Command struct {
	_             structs.HostLayout
	IndexCount    uint32
	InstanceCount uint32
	FirstIndex    uint32
	VertexOffset  int32
	FirstInstance uint32
}

// Mesh is where a mesh lies in the geometry store. The zero value is no mesh, and draws nothing.
type Mesh struct {
	FirstIndex, IndexCount uint32
	VertexOffset           int32
	RadiusMeters           float32 // of the sphere about the mesh's origin that holds it
}

// Vertex is a corner of a mesh as the geometry store holds it: unit normals and tangents, or zero.
type Vertex struct {
	_        structs.HostLayout
	Position geom.Vec3f
	Normal   geom.Vec3f
	Tangent  geom.Vec3f
	U, V     float32
}

// VertexOf brings the directions of a mesh's vertex to unit length, so that no shader squares a long one past the float
// range. A direction of length zero stays zero, and the shaders give it one.
func VertexOf(v *render.Vertex) Vertex {
	return Vertex{Position: v.Position, Normal: unitOrZero(v.Normal), Tangent: unitOrZero(v.Tangent), U: v.U, V: v.V}
}

func unitOrZero(v geom.Vec3f) geom.Vec3f {
	d := v.Double()
	largest := max(math.Abs(d.X), math.Abs(d.Y), math.Abs(d.Z))
	if !(largest > 0) {
		return geom.Vec3f{}
	}
	// Scaled by the largest part first, so that the shortest subnormal vector has a direction too.
	return d.Scale(1 / largest).Unit(geom.Vec3{}).Single()
}

// RadiusOf is the radius of the sphere about a mesh's origin that holds it, in meters, rounded up.
func RadiusOf(m *render.Mesh) float32 {
	var squared float64
	for i := range m.Vertices {
		p := m.Vertices[i].Position.Double()
		squared = max(squared, p.LengthSquared())
	}
	radius := math.Sqrt(squared)
	if radius > math.MaxFloat32 {
		return float32(math.Inf(1))
	}
	return math.Nextafter32(float32(radius), float32(math.Inf(1)))
}
