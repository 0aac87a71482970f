package gpu

import (
	"errors"
	"fmt"
	"unsafe"

	"tertius.dev/rendering/internal/vk"
)

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
