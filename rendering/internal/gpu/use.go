package gpu

import "tertius.dev/rendering/internal/vk"

// Stage is a set of shader stages.
type Stage uint8

// The shader stages.
const (
	VertexStage Stage = 1 << iota
	FragmentStage
	ComputeStage

	// AllStages is every shader stage.
	AllStages = VertexStage | FragmentStage | ComputeStage
)

// Access is what a step does with an image or a buffer.
type Access uint8

// The ways to use an image or a buffer. The first group is done by shaders, in the stages that the Use names. The
// others have stages of their own, and their Use names none.
const (
	AccessNone Access = iota

	Sampled          // an image: through a sampler or texelFetch
	UniformRead      // a buffer
	StorageRead      // an image or a buffer: imageLoad, or a read of a storage block
	StorageWrite     // an image or a buffer: written, never read
	StorageReadWrite // an image or a buffer: read and written, also by atomics

	ColorTarget // an image that is drawn into, with or without blending
	DepthTarget // a depth image that is tested and written
	DepthTest   // a depth image that is tested only

	IndirectRead // a buffer of draw or dispatch commands
	VertexRead   // a buffer of vertex attributes
	IndexRead    // a buffer of indices

	CopySource // an image or a buffer that a copy or blit reads
	CopyTarget // an image or a buffer that a copy, a blit, a fill or a clear writes

	HostRead // a buffer that the CPU reads after the frame has finished
	Present  // an image of a swapchain, ready to be shown

	numAccess
)

// Use declares that a step touches an image or a buffer. Exactly one of Image and Buffer is set.
//
// A range of an image's levels and layers may be named. The zero range is the whole image: Levels 0 means every level
// from Level on, Layers 0 every layer from Layer on. Uses of one step may name the same range twice when both read in
// the same layout, such as an indirect buffer that a shader reads too.
type Use struct {
	Image  *Image
	Buffer *Buffer

	Access Access
	Stages Stage // for Sampled, UniformRead and Storage…; 0 for all others

	Level, Levels int
	Layer, Layers int

	// Discard says that the step needs nothing of what an image's range held before. It must then write all of it.
	Discard bool
}

// scope is what an access means to Vulkan: where in the pipeline it happens, what memory it touches, and the layout
// that it needs of an image.
type scope struct {
	stages vk.PipelineStageFlags2
	access vk.AccessFlags2
	layout vk.ImageLayout
	write  bool
}

const writeAccesses = vk.ACCESS_2_SHADER_STORAGE_WRITE_BIT | vk.ACCESS_2_COLOR_ATTACHMENT_WRITE_BIT |
	vk.ACCESS_2_DEPTH_STENCIL_ATTACHMENT_WRITE_BIT | vk.ACCESS_2_TRANSFER_WRITE_BIT

// scopes is the meaning of each access. Where stages is 0, the Use's own stages count.
var scopes = [numAccess]scope{
	AccessNone:       {},
	Sampled:          {0, vk.ACCESS_2_SHADER_SAMPLED_READ_BIT, vk.IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL, false},
	UniformRead:      {0, vk.ACCESS_2_UNIFORM_READ_BIT, vk.IMAGE_LAYOUT_UNDEFINED, false},
	StorageRead:      {0, vk.ACCESS_2_SHADER_STORAGE_READ_BIT, vk.IMAGE_LAYOUT_GENERAL, false},
	StorageWrite:     {0, vk.ACCESS_2_SHADER_STORAGE_WRITE_BIT, vk.IMAGE_LAYOUT_GENERAL, true},
	StorageReadWrite: {0, vk.ACCESS_2_SHADER_STORAGE_READ_BIT | vk.ACCESS_2_SHADER_STORAGE_WRITE_BIT, vk.IMAGE_LAYOUT_GENERAL, true},
	ColorTarget: {
		vk.PIPELINE_STAGE_2_COLOR_ATTACHMENT_OUTPUT_BIT,
		vk.ACCESS_2_COLOR_ATTACHMENT_READ_BIT | vk.ACCESS_2_COLOR_ATTACHMENT_WRITE_BIT,
		vk.IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL, true,
	},
	DepthTarget: {
		depthStages,
		vk.ACCESS_2_DEPTH_STENCIL_ATTACHMENT_READ_BIT | vk.ACCESS_2_DEPTH_STENCIL_ATTACHMENT_WRITE_BIT,
		vk.IMAGE_LAYOUT_DEPTH_STENCIL_ATTACHMENT_OPTIMAL, true,
	},
	DepthTest: {
		depthStages, vk.ACCESS_2_DEPTH_STENCIL_ATTACHMENT_READ_BIT,
		vk.IMAGE_LAYOUT_DEPTH_STENCIL_READ_ONLY_OPTIMAL, false,
	},
	IndirectRead: {vk.PIPELINE_STAGE_2_DRAW_INDIRECT_BIT, vk.ACCESS_2_INDIRECT_COMMAND_READ_BIT, vk.IMAGE_LAYOUT_UNDEFINED, false},
	VertexRead:   {vk.PIPELINE_STAGE_2_VERTEX_ATTRIBUTE_INPUT_BIT, vk.ACCESS_2_VERTEX_ATTRIBUTE_READ_BIT, vk.IMAGE_LAYOUT_UNDEFINED, false},
	IndexRead:    {vk.PIPELINE_STAGE_2_INDEX_INPUT_BIT, vk.ACCESS_2_INDEX_READ_BIT, vk.IMAGE_LAYOUT_UNDEFINED, false},
	CopySource:   {copyStages, vk.ACCESS_2_TRANSFER_READ_BIT, vk.IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, false},
	CopyTarget:   {copyStages, vk.ACCESS_2_TRANSFER_WRITE_BIT, vk.IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, true},
	HostRead:     {vk.PIPELINE_STAGE_2_HOST_BIT, vk.ACCESS_2_HOST_READ_BIT, vk.IMAGE_LAYOUT_UNDEFINED, false},
	Present:      {vk.PIPELINE_STAGE_2_NONE, vk.ACCESS_2_NONE, vk.IMAGE_LAYOUT_PRESENT_SRC_KHR, false},
}

const (
	depthStages = vk.PIPELINE_STAGE_2_EARLY_FRAGMENT_TESTS_BIT | vk.PIPELINE_STAGE_2_LATE_FRAGMENT_TESTS_BIT

	// copyStages covers copies, blits, fills and clears. The narrower stages of synchronization2 would save nothing:
	// one step mixes them.
	copyStages = vk.PIPELINE_STAGE_2_ALL_TRANSFER_BIT
)

// String is the access as messages name it.
func (a Access) String() string { return accessNames[a] }

var accessNames = [numAccess]string{
	AccessNone: "none", Sampled: "sampled", UniformRead: "uniform", StorageRead: "storage read",
	StorageWrite: "storage write", StorageReadWrite: "storage read and write", ColorTarget: "color target",
	DepthTarget: "depth target", DepthTest: "depth test", IndirectRead: "indirect", VertexRead: "vertex",
	IndexRead: "index", CopySource: "copy source", CopyTarget: "copy target", HostRead: "host read", Present: "present",
}

// ofShader says whether a is done by shaders, so that its Use names stages.
func (a Access) ofShader() bool { return a >= Sampled && a <= StorageReadWrite }

// scope is the meaning of u to Vulkan.
func (u *Use) scope() scope {
	s := scopes[u.Access]
	if u.Access.ofShader() {
		s.stages, _ = u.Stages.vulkan()
	}
	return s
}

// shaderStages is what each shader stage is called: by barriers, and by pipelines and descriptor layouts.
var shaderStages = [...]struct {
	stage    Stage
	pipeline vk.PipelineStageFlags2
	shader   vk.ShaderStageFlags
}{
	{VertexStage, vk.PIPELINE_STAGE_2_VERTEX_SHADER_BIT, vk.SHADER_STAGE_VERTEX_BIT},
	{FragmentStage, vk.PIPELINE_STAGE_2_FRAGMENT_SHADER_BIT, vk.SHADER_STAGE_FRAGMENT_BIT},
	{ComputeStage, vk.PIPELINE_STAGE_2_COMPUTE_SHADER_BIT, vk.SHADER_STAGE_COMPUTE_BIT},
}

// vulkan is the stages as barriers name them, and as pipelines and descriptor layouts do.
func (s Stage) vulkan() (pipeline vk.PipelineStageFlags2, shader vk.ShaderStageFlags) {
	for i := range shaderStages {
		if known := &shaderStages[i]; s&known.stage != 0 {
			pipeline |= known.pipeline
			shader |= known.shader
		}
	}
	return pipeline, shader
}
