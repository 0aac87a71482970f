package gpu

import "tertius.dev/rendering/internal/vk"

// pipeline_state.go turns the description of a pipeline into what Vulkan takes.

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
