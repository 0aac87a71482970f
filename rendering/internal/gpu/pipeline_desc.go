package gpu

// pipeline_desc.go is what a pipeline is made from.

// Compare is the test of a depth against what is there, or of a shadow sampler.
type Compare uint8

// The comparisons: the new value against the stored one. With a reversed depth, nearer is Greater.
const (
	CompareNone Compare = iota // no test
	Always
	Never
	Less
	LessOrEqual
	Equal
	GreaterOrEqual
	Greater
)

// Blend is how a color target mixes what a fragment writes with what is there.
type Blend uint8

// The blends.
const (
	Opaque        Blend = iota // the new value
	Add                        // new + old
	Over                       // new · a + old · (1 − a)
	Premultiplied              // new + old · (1 − a)
	Transmittance              // new + old · T, where T is the second output of the fragment shader (dual source)
)

// Cull is which faces of triangles are not drawn. A front face is counter-clockwise on the screen as the viewer sees it.
type Cull uint8

// The culls.
const (
	CullNone Cull = iota
	CullBack
	CullFront
)

// Topology is what a vertex list forms.
type Topology uint8

// The topologies.
const (
	Triangles Topology = iota
	TriangleStrip
	Lines
)

// Attribute is one vertex attribute; its location is its place in the list.
type Attribute struct {
	Buffer      int // the index of the vertex buffer
	Format      Format
	OffsetBytes int
}

// VertexBuffer is one stream of vertices.
type VertexBuffer struct {
	StrideBytes int
	PerInstance bool
}

// ColorTargetState is one color target of a pipeline.
type ColorTargetState struct {
	Format Format
	Blend  Blend
}

// GraphicsDesc describes a pipeline that draws.
type GraphicsDesc struct {
	Name             string
	Vertex, Fragment []byte // SPIR-V; no Fragment draws depth only
	Sets             []*SetLayout
	PushBytes        int // at most 256, a multiple of 4

	VertexBuffers []VertexBuffer
	Attributes    []Attribute
	Topology      Topology
	Cull          Cull

	Colors []ColorTargetState

	Depth      Format // FormatNone without a depth target
	DepthTest  Compare
	DepthWrite bool
	DepthClamp bool // clamp to the depth range instead of clipping at near and far

	// Constants are the specialization constants of both shaders, constant_id 0 first.
	Constants []uint32
}

// ComputeDesc describes a compute pipeline.
type ComputeDesc struct {
	Name      string
	Shader    []byte // SPIR-V
	Sets      []*SetLayout
	PushBytes int      // at most 256, a multiple of 4
	Constants []uint32 // specialization constants, constant_id 0 first
}
