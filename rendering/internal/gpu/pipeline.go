package gpu

import (
	"errors"
	"fmt"
	"unsafe"

	"tertius.dev/rendering/internal/vk"
)

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

func (c Compare) vulkan() vk.CompareOp {
	switch c {
	case CompareNone, Always:
		return vk.COMPARE_OP_ALWAYS
	case Never:
		return vk.COMPARE_OP_NEVER
	case Less:
		return vk.COMPARE_OP_LESS
	case LessOrEqual:
		return vk.COMPARE_OP_LESS_OR_EQUAL
	case Equal:
		return vk.COMPARE_OP_EQUAL
	case GreaterOrEqual:
		return vk.COMPARE_OP_GREATER_OR_EQUAL
	case Greater:
		return vk.COMPARE_OP_GREATER
	}
	panic("gpu: unknown comparison")
}

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

// MaxPushBytes is the most bytes of push constants. Vulkan 1.3 promises 128; Open refuses a device with fewer than this.
const MaxPushBytes = 256

// Pipeline is a compiled pipeline, of graphics or of compute.
type Pipeline struct {
	device     *Device
	name       string
	handle     vk.Pipeline
	layout     vk.PipelineLayout
	point      vk.PipelineBindPoint
	pushStages vk.ShaderStageFlags
	pushBytes  int
	reached    []reached // for the check of declarations
}

// NewGraphics compiles a graphics pipeline.
//
// Viewport and scissor are set while recording.
func (d *Device) NewGraphics(desc GraphicsDesc) (*Pipeline, error) {
	stages := vk.ShaderStageFlags(vk.SHADER_STAGE_VERTEX_BIT)
	if desc.Fragment != nil {
		stages |= vk.SHADER_STAGE_FRAGMENT_BIT
	}
	p, err := d.newPipeline(desc.Name, vk.PIPELINE_BIND_POINT_GRAPHICS, stages, desc.Sets, desc.PushBytes)
	if err != nil {
		return nil, err
	}
	if err := p.compileGraphics(&desc); err != nil {
		p.destroy()
		return nil, fmt.Errorf("pipeline %q: %w", desc.Name, err)
	}
	p.made()
	return p, nil
}

// NewCompute compiles a compute pipeline.
func (d *Device) NewCompute(desc ComputeDesc) (*Pipeline, error) {
	p, err := d.newPipeline(desc.Name, vk.PIPELINE_BIND_POINT_COMPUTE, vk.SHADER_STAGE_COMPUTE_BIT, desc.Sets, desc.PushBytes)
	if err != nil {
		return nil, err
	}
	if err := p.compileCompute(&desc); err != nil {
		p.destroy()
		return nil, fmt.Errorf("pipeline %q: %w", desc.Name, err)
	}
	p.made()
	return p, nil
}

// newPipeline makes the pipeline's layout.
func (d *Device) newPipeline(name string, point vk.PipelineBindPoint, stages vk.ShaderStageFlags, sets []*SetLayout, push int) (*Pipeline, error) {
	p := &Pipeline{device: d, name: name, point: point, pushStages: stages, pushBytes: push}
	if push < 0 || push > MaxPushBytes || push%4 != 0 {
		return nil, fmt.Errorf("pipeline %q: %d bytes of push constants, want a multiple of 4 up to %d", name, push, MaxPushBytes)
	}
	info := vk.PipelineLayoutCreateInfo{SType: vk.STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO}
	if len(sets) > 0 {
		handles := make([]vk.DescriptorSetLayout, len(sets))
		for i, s := range sets {
			handles[i] = s.handle
		}
		info.SetLayoutCount, info.PSetLayouts = uint32(len(handles)), &handles[0]
	}
	if push > 0 {
		info.PushConstantRangeCount = 1
		info.PPushConstantRanges = &vk.PushConstantRange{StageFlags: stages, Size: uint32(push)}
	}
	if err := d.fn.CreatePipelineLayout(d.handle, &info, &p.layout).Err(); err != nil {
		return nil, fmt.Errorf("pipeline %q: layout: %w", name, err)
	}
	return p, nil
}

func (p *Pipeline) made() {
	p.device.setName(vk.OBJECT_TYPE_PIPELINE, uint64(p.handle), p.name)
	p.device.live.pipelines++
}

// Close frees the pipeline once the frames that may use it have finished.
func (p *Pipeline) Close() {
	p.device.live.pipelines--
	p.device.retire(p.destroy)
}

func (p *Pipeline) destroy() {
	d := p.device
	d.fn.DestroyPipeline(d.handle, p.handle)
	d.fn.DestroyPipelineLayout(d.handle, p.layout)
}

var mainName = vk.CString("main")

// shaderStage makes a stage with its module, which the caller destroys after the pipeline is made.
func (d *Device) shaderStage(stage vk.ShaderStageFlags, code []byte, spec *vk.SpecializationInfo) (vk.PipelineShaderStageCreateInfo, error) {
	out := vk.PipelineShaderStageCreateInfo{
		SType: vk.STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO, Stage: stage, PName: mainName, PSpecializationInfo: spec,
	}
	if len(code) < 20 || len(code)%4 != 0 {
		return out, fmt.Errorf("%d bytes are no SPIR-V", len(code))
	}
	words := make([]uint32, len(code)/4)
	copy(Bytes(words), code)
	info := vk.ShaderModuleCreateInfo{
		SType: vk.STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, CodeSize: uintptr(len(code)), PCode: &words[0],
	}
	err := d.fn.CreateShaderModule(d.handle, &info, &out.Module).Err()
	return out, err
}

// specialization is the specialization constants, or nil for none.
func specialization(constants []uint32) *vk.SpecializationInfo {
	if len(constants) == 0 {
		return nil
	}
	entries := make([]vk.SpecializationMapEntry, len(constants))
	for i := range entries {
		entries[i] = vk.SpecializationMapEntry{ConstantID: uint32(i), Offset: uint32(4 * i), Size: 4}
	}
	return &vk.SpecializationInfo{
		MapEntryCount: uint32(len(entries)), PMapEntries: &entries[0],
		DataSize: uintptr(4 * len(constants)), PData: unsafe.Pointer(&constants[0]),
	}
}

func (p *Pipeline) compileCompute(desc *ComputeDesc) error {
	d := p.device
	stage, err := d.shaderStage(vk.SHADER_STAGE_COMPUTE_BIT, desc.Shader, specialization(desc.Constants))
	if err != nil {
		return err
	}
	defer d.fn.DestroyShaderModule(d.handle, stage.Module)
	if err := p.reach(desc.Shader, ComputeStage); err != nil {
		return err
	}
	info := vk.ComputePipelineCreateInfo{
		SType: vk.STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO, Stage: stage, Layout: p.layout,
	}
	return d.fn.CreateComputePipelines(d.handle, d.cache, 1, &info, &p.handle).Err()
}

func (p *Pipeline) compileGraphics(desc *GraphicsDesc) error {
	d := p.device
	spec := specialization(desc.Constants)
	vertex, err := d.shaderStage(vk.SHADER_STAGE_VERTEX_BIT, desc.Vertex, spec)
	if err != nil {
		return fmt.Errorf("vertex shader: %w", err)
	}
	defer d.fn.DestroyShaderModule(d.handle, vertex.Module)
	stages := []vk.PipelineShaderStageCreateInfo{vertex}
	if desc.Fragment != nil {
		fragment, err := d.shaderStage(vk.SHADER_STAGE_FRAGMENT_BIT, desc.Fragment, spec)
		if err != nil {
			return fmt.Errorf("fragment shader: %w", err)
		}
		defer d.fn.DestroyShaderModule(d.handle, fragment.Module)
		stages = append(stages, fragment)
	}
	if err := errors.Join(p.reach(desc.Vertex, VertexStage), p.reach(desc.Fragment, FragmentStage)); err != nil {
		return err
	}
	info := vk.GraphicsPipelineCreateInfo{
		SType: vk.STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO, Layout: p.layout,
		PNext:      unsafe.Pointer(desc.renderingInfo()),
		StageCount: uint32(len(stages)), PStages: &stages[0],
		PVertexInputState:   desc.vertexInput(),
		PInputAssemblyState: desc.inputAssembly(),
		PViewportState: &vk.PipelineViewportStateCreateInfo{
			SType: vk.STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO, ViewportCount: 1, ScissorCount: 1,
		},
		PRasterizationState: desc.rasterization(),
		PMultisampleState: &vk.PipelineMultisampleStateCreateInfo{
			SType: vk.STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO, RasterizationSamples: vk.SAMPLE_COUNT_1_BIT,
		},
		PDepthStencilState: desc.depthState(),
		PColorBlendState:   desc.blendState(),
		PDynamicState:      dynamicState(),
	}
	return d.fn.CreateGraphicsPipelines(d.handle, d.cache, 1, &info, &p.handle).Err()
}

func (desc *GraphicsDesc) renderingInfo() *vk.PipelineRenderingCreateInfo {
	info := &vk.PipelineRenderingCreateInfo{
		SType: vk.STRUCTURE_TYPE_PIPELINE_RENDERING_CREATE_INFO, DepthAttachmentFormat: desc.Depth,
	}
	if n := len(desc.Colors); n > 0 {
		formats := make([]vk.Format, n)
		for i, c := range desc.Colors {
			formats[i] = c.Format
		}
		info.ColorAttachmentCount, info.PColorAttachmentFormats = uint32(n), &formats[0]
	}
	return info
}

func (desc *GraphicsDesc) vertexInput() *vk.PipelineVertexInputStateCreateInfo {
	info := &vk.PipelineVertexInputStateCreateInfo{SType: vk.STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO}
	if n := len(desc.VertexBuffers); n > 0 {
		bindings := make([]vk.VertexInputBindingDescription, n)
		for i, b := range desc.VertexBuffers {
			bindings[i] = vk.VertexInputBindingDescription{Binding: uint32(i), Stride: uint32(b.StrideBytes)}
			if b.PerInstance {
				bindings[i].InputRate = vk.VERTEX_INPUT_RATE_INSTANCE
			}
		}
		info.VertexBindingDescriptionCount, info.PVertexBindingDescriptions = uint32(n), &bindings[0]
	}
	if n := len(desc.Attributes); n > 0 {
		attributes := make([]vk.VertexInputAttributeDescription, n)
		for i, a := range desc.Attributes {
			attributes[i] = vk.VertexInputAttributeDescription{
				Location: uint32(i), Binding: uint32(a.Buffer), Format: a.Format, Offset: uint32(a.OffsetBytes),
			}
		}
		info.VertexAttributeDescriptionCount, info.PVertexAttributeDescriptions = uint32(n), &attributes[0]
	}
	return info
}

func (desc *GraphicsDesc) inputAssembly() *vk.PipelineInputAssemblyStateCreateInfo {
	return &vk.PipelineInputAssemblyStateCreateInfo{
		SType: vk.STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO, Topology: desc.Topology.vulkan(),
	}
}

func (t Topology) vulkan() vk.PrimitiveTopology {
	switch t {
	case Triangles:
		return vk.PRIMITIVE_TOPOLOGY_TRIANGLE_LIST
	case TriangleStrip:
		return vk.PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP
	case Lines:
		return vk.PRIMITIVE_TOPOLOGY_LINE_LIST
	}
	panic("gpu: unknown topology")
}

func (c Cull) vulkan() vk.CullModeFlags {
	switch c {
	case CullNone:
		return vk.CULL_MODE_NONE
	case CullBack:
		return vk.CULL_MODE_BACK_BIT
	case CullFront:
		return vk.CULL_MODE_FRONT_BIT
	}
	panic("gpu: unknown cull")
}

func (desc *GraphicsDesc) rasterization() *vk.PipelineRasterizationStateCreateInfo {
	return &vk.PipelineRasterizationStateCreateInfo{
		SType:            vk.STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO,
		DepthClampEnable: vk.Bool(desc.DepthClamp), PolygonMode: vk.POLYGON_MODE_FILL,
		CullMode: desc.Cull.vulkan(), FrontFace: vk.FRONT_FACE_COUNTER_CLOCKWISE, LineWidth: 1,
	}
}

func (desc *GraphicsDesc) depthState() *vk.PipelineDepthStencilStateCreateInfo {
	return &vk.PipelineDepthStencilStateCreateInfo{
		SType:           vk.STRUCTURE_TYPE_PIPELINE_DEPTH_STENCIL_STATE_CREATE_INFO,
		DepthTestEnable: vk.Bool(desc.DepthTest != CompareNone || desc.DepthWrite), DepthWriteEnable: vk.Bool(desc.DepthWrite),
		DepthCompareOp: desc.DepthTest.vulkan(),
	}
}

func (desc *GraphicsDesc) blendState() *vk.PipelineColorBlendStateCreateInfo {
	info := &vk.PipelineColorBlendStateCreateInfo{SType: vk.STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO}
	if n := len(desc.Colors); n > 0 {
		states := make([]vk.PipelineColorBlendAttachmentState, n)
		for i, c := range desc.Colors {
			states[i] = c.Blend.vulkan()
		}
		info.AttachmentCount, info.PAttachments = uint32(n), &states[0]
	}
	return info
}

func (b Blend) vulkan() vk.PipelineColorBlendAttachmentState {
	s := vk.PipelineColorBlendAttachmentState{
		BlendEnable: 1, ColorWriteMask: vk.COLOR_COMPONENT_R_BIT | vk.COLOR_COMPONENT_G_BIT | vk.COLOR_COMPONENT_B_BIT | vk.COLOR_COMPONENT_A_BIT,
		SrcColorBlendFactor: vk.BLEND_FACTOR_ONE, SrcAlphaBlendFactor: vk.BLEND_FACTOR_ONE,
	}
	switch b {
	case Opaque:
		s.BlendEnable = 0
	case Add:
		s.DstColorBlendFactor, s.DstAlphaBlendFactor = vk.BLEND_FACTOR_ONE, vk.BLEND_FACTOR_ONE
	case Over:
		s.SrcColorBlendFactor = vk.BLEND_FACTOR_SRC_ALPHA
		s.DstColorBlendFactor, s.DstAlphaBlendFactor = vk.BLEND_FACTOR_ONE_MINUS_SRC_ALPHA, vk.BLEND_FACTOR_ONE_MINUS_SRC_ALPHA
	case Premultiplied:
		s.DstColorBlendFactor, s.DstAlphaBlendFactor = vk.BLEND_FACTOR_ONE_MINUS_SRC_ALPHA, vk.BLEND_FACTOR_ONE_MINUS_SRC_ALPHA
	case Transmittance:
		s.DstColorBlendFactor, s.DstAlphaBlendFactor = vk.BLEND_FACTOR_SRC1_COLOR, vk.BLEND_FACTOR_SRC1_ALPHA
	default:
		panic("gpu: unknown blend")
	}
	return s
}

func dynamicState() *vk.PipelineDynamicStateCreateInfo {
	states := []vk.DynamicState{vk.DYNAMIC_STATE_VIEWPORT, vk.DYNAMIC_STATE_SCISSOR}
	return &vk.PipelineDynamicStateCreateInfo{
		SType:             vk.STRUCTURE_TYPE_PIPELINE_DYNAMIC_STATE_CREATE_INFO,
		DynamicStateCount: uint32(len(states)), PDynamicStates: &states[0],
	}
}
