package gpu

import (
	"fmt"
	"unsafe"

	"tertius.dev/rendering/internal/vk"
)

// featureSet is a chain of feature structs. It stays where newFeatureSet made it, because the structs point at each other.
type featureSet struct {
	core vk.PhysicalDeviceFeatures2
	v12  vk.PhysicalDeviceVulkan12Features
	v13  vk.PhysicalDeviceVulkan13Features
}

func newFeatureSet() *featureSet {
	f := &featureSet{
		core: vk.PhysicalDeviceFeatures2{SType: vk.STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2},
		v12:  vk.PhysicalDeviceVulkan12Features{SType: vk.STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES},
		v13:  vk.PhysicalDeviceVulkan13Features{SType: vk.STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES},
	}
	f.core.PNext = unsafe.Pointer(&f.v12)
	f.v12.PNext = unsafe.Pointer(&f.v13)
	return f
}

// requiredFeatures is every feature that the renderer needs, by its name in Vulkan, with its place in a featureSet. Each
// is offered by NVIDIA's driver, RADV, ANV and lavapipe.
var requiredFeatures = []struct {
	name string
	of   func(*featureSet) *vk.Bool32
}{
	{"dynamicRendering", func(f *featureSet) *vk.Bool32 { return &f.v13.DynamicRendering }},
	{"synchronization2", func(f *featureSet) *vk.Bool32 { return &f.v13.Synchronization2 }},
	{"shaderDemoteToHelperInvocation", func(f *featureSet) *vk.Bool32 { return &f.v13.ShaderDemoteToHelperInvocation }},
	// What glslc makes of a compute shader's local size for SPIR-V 1.6; every device of Vulkan 1.3 has it.
	{"maintenance4", func(f *featureSet) *vk.Bool32 { return &f.v13.Maintenance4 }},
	{"multiDrawIndirect", func(f *featureSet) *vk.Bool32 { return &f.core.Features.MultiDrawIndirect }},
	{"drawIndirectFirstInstance", func(f *featureSet) *vk.Bool32 { return &f.core.Features.DrawIndirectFirstInstance }},
	{"depthClamp", func(f *featureSet) *vk.Bool32 { return &f.core.Features.DepthClamp }},
	{"dualSrcBlend", func(f *featureSet) *vk.Bool32 { return &f.core.Features.DualSrcBlend }},
	{"independentBlend", func(f *featureSet) *vk.Bool32 { return &f.core.Features.IndependentBlend }},
	{"samplerAnisotropy", func(f *featureSet) *vk.Bool32 { return &f.core.Features.SamplerAnisotropy }},
	{"shaderStorageImageExtendedFormats", func(f *featureSet) *vk.Bool32 { return &f.core.Features.ShaderStorageImageExtendedFormats }},
	{"imageCubeArray", func(f *featureSet) *vk.Bool32 { return &f.core.Features.ImageCubeArray }},
	{"descriptorIndexing", func(f *featureSet) *vk.Bool32 { return &f.v12.DescriptorIndexing }},
	{"runtimeDescriptorArray", func(f *featureSet) *vk.Bool32 { return &f.v12.RuntimeDescriptorArray }},
	{"descriptorBindingPartiallyBound", func(f *featureSet) *vk.Bool32 { return &f.v12.DescriptorBindingPartiallyBound }},
	{"descriptorBindingVariableDescriptorCount", func(f *featureSet) *vk.Bool32 { return &f.v12.DescriptorBindingVariableDescriptorCount }},
	{"descriptorBindingSampledImageUpdateAfterBind", func(f *featureSet) *vk.Bool32 { return &f.v12.DescriptorBindingSampledImageUpdateAfterBind }},
	{"shaderSampledImageArrayNonUniformIndexing", func(f *featureSet) *vk.Bool32 { return &f.v12.ShaderSampledImageArrayNonUniformIndexing }},
}

// minStorageBuffers is how many storage buffers one shader stage sees. Vulkan promises only 4.
const minStorageBuffers = 9

// candidate is a physical device with what the choice needs to know of it.
type candidate struct {
	physical  vk.PhysicalDevice
	core      vk.PhysicalDeviceProperties2
	v11       vk.PhysicalDeviceVulkan11Properties
	v12       vk.PhysicalDeviceVulkan12Properties
	features  *featureSet
	family    uint32
	validBits uint32
	missing   []string
}

func (c *candidate) name() string { return vk.Text(c.core.Properties.DeviceName[:]) }

// candidates looks at every physical device and at what each lacks. A surface of 0 means headless.
func candidates(inst *vk.InstanceCommands, instance vk.Instance, surface vk.SurfaceKHR) ([]*candidate, error) {
	var count uint32
	if err := inst.EnumeratePhysicalDevices(instance, &count, nil).Err(); err != nil {
		return nil, fmt.Errorf("listing the Vulkan devices: %w", err)
	}
	if count == 0 {
		return nil, nil
	}
	physical := make([]vk.PhysicalDevice, count)
	if err := inst.EnumeratePhysicalDevices(instance, &count, &physical[0]).Err(); err != nil {
		return nil, fmt.Errorf("listing the Vulkan devices: %w", err)
	}
	var out []*candidate
	for _, p := range physical[:count] {
		c := &candidate{physical: p}
		c.read(inst)
		c.findMissing(inst, surface)
		out = append(out, c)
	}
	return out, nil
}

// read asks the driver for properties, and for the features that its version knows.
func (c *candidate) read(inst *vk.InstanceCommands) {
	c.core.SType = vk.STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2
	inst.GetPhysicalDeviceProperties2(c.physical, &c.core)
	if c.core.Properties.ApiVersion < vk.API_VERSION_1_3 {
		return
	}
	c.v11.SType = vk.STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_PROPERTIES
	c.v12.SType = vk.STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_PROPERTIES
	c.core.PNext, c.v11.PNext = unsafe.Pointer(&c.v11), unsafe.Pointer(&c.v12)
	inst.GetPhysicalDeviceProperties2(c.physical, &c.core)
	c.features = newFeatureSet()
	inst.GetPhysicalDeviceFeatures2(c.physical, &c.features.core)
}

// findMissing lists what the device lacks of the renderer's needs, by the names that Vulkan's documentation uses.
func (c *candidate) findMissing(inst *vk.InstanceCommands, surface vk.SurfaceKHR) {
	lacks := func(format string, args ...any) { c.missing = append(c.missing, fmt.Sprintf(format, args...)) }
	if v := c.core.Properties.ApiVersion; v < vk.API_VERSION_1_3 {
		lacks("Vulkan 1.3 (it has %s)", vk.VersionString(v))
		return
	}
	for _, f := range requiredFeatures {
		if *f.of(c.features) == 0 {
			lacks("%s", f.name)
		}
	}
	const stages = vk.SHADER_STAGE_FRAGMENT_BIT | vk.SHADER_STAGE_COMPUTE_BIT
	if c.v11.SubgroupSupportedOperations&vk.SUBGROUP_FEATURE_BALLOT_BIT == 0 || c.v11.SubgroupSupportedStages&stages != stages {
		lacks("subgroup ballot in the fragment and compute stages")
	}
	limits := &c.core.Properties.Limits
	if limits.MaxPushConstantsSize < MaxPushBytes {
		lacks("%d bytes of push constants (it has %d)", MaxPushBytes, limits.MaxPushConstantsSize)
	}
	if limits.MaxPerStageDescriptorStorageBuffers < minStorageBuffers {
		lacks("%d storage buffers per stage (it has %d)", minStorageBuffers, limits.MaxPerStageDescriptorStorageBuffers)
	}
	c.findQueue(inst, surface, lacks)
	if surface != 0 && !hasExtension(deviceExtensions(inst, c.physical), swapchainExtension) {
		lacks("%s", swapchainExtension)
	}
}

const swapchainExtension = "VK_KHR_swapchain"

// findQueue chooses the first queue family with graphics and compute that can also present to the surface.
func (c *candidate) findQueue(inst *vk.InstanceCommands, surface vk.SurfaceKHR, lacks func(string, ...any)) {
	var count uint32
	inst.GetPhysicalDeviceQueueFamilyProperties2(c.physical, &count, nil)
	families := make([]vk.QueueFamilyProperties2, max(count, 1))
	for i := range families {
		families[i].SType = vk.STRUCTURE_TYPE_QUEUE_FAMILY_PROPERTIES_2
	}
	inst.GetPhysicalDeviceQueueFamilyProperties2(c.physical, &count, &families[0])
	const both = vk.QUEUE_GRAPHICS_BIT | vk.QUEUE_COMPUTE_BIT
	found := false
	for i, f := range families[:count] {
		if f.QueueFamilyProperties.QueueFlags&both != both {
			continue
		}
		found = true
		var presents vk.Bool32 = 1
		if surface != 0 && inst.GetPhysicalDeviceSurfaceSupportKHR(c.physical, uint32(i), surface, &presents) != vk.SUCCESS {
			presents = 0
		}
		if presents != 0 {
			c.family, c.validBits = uint32(i), f.QueueFamilyProperties.TimestampValidBits
			return
		}
	}
	if found {
		lacks("a queue with graphics and compute that presents to the window")
		return
	}
	lacks("a queue with graphics and compute")
}

// deviceExtensions is the names of the device's extensions.
func deviceExtensions(inst *vk.InstanceCommands, physical vk.PhysicalDevice) []string {
	var count uint32
	if inst.EnumerateDeviceExtensionProperties(physical, nil, &count, nil) != vk.SUCCESS || count == 0 {
		return nil
	}
	props := make([]vk.ExtensionProperties, count)
	inst.EnumerateDeviceExtensionProperties(physical, nil, &count, &props[0])
	return extensionNames(props[:count])
}

func extensionNames(props []vk.ExtensionProperties) []string {
	var names []string
	for i := range props {
		names = append(names, vk.Text(props[i].ExtensionName[:]))
	}
	return names
}
