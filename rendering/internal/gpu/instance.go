package gpu

import (
	"fmt"
	"slices"
	"unsafe"

	"tertius.dev/rendering/internal/vk"
)

const (
	validationLayer     = "VK_LAYER_KHRONOS_validation"
	debugUtilsExtension = "VK_EXT_debug_utils"
	validationFeatures  = "VK_EXT_validation_features"
)

// createInstance makes the instance, with the validation layer, its synchronization checks and a messenger if asked.
func (d *Device) createInstance(o *Options) error {
	var version uint32
	if err := d.loader.EnumerateInstanceVersion(&version).Err(); err != nil || version < vk.API_VERSION_1_3 {
		return fmt.Errorf("the Vulkan loader is of version %s, and the renderer needs 1.3: run make setup", vk.VersionString(version))
	}
	extensions := slices.Clone(o.InstanceExtensions)
	info := vk.InstanceCreateInfo{
		SType: vk.STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
		PApplicationInfo: &vk.ApplicationInfo{
			SType:            vk.STRUCTURE_TYPE_APPLICATION_INFO,
			PApplicationName: vk.CString(o.Application), PEngineName: vk.CString("Tertius"), ApiVersion: vk.API_VERSION_1_3,
		},
	}
	if o.Validation {
		if err := d.checkValidation(); err != nil {
			return err
		}
		d.debugUtils = true
		extensions = append(extensions, debugUtilsExtension, validationFeatures)
		layer := vk.CString(validationLayer)
		info.EnabledLayerCount, info.PpEnabledLayerNames = 1, &layer
		info.PNext = d.validationChain()
	}
	if err := d.checkInstanceExtensions(o.InstanceExtensions); err != nil {
		return err
	}
	info.EnabledExtensionCount, info.PpEnabledExtensionNames = cStrings(extensions)
	if err := d.loader.CreateInstance(&info, &d.instance).Err(); err != nil {
		if err == vk.ERROR_INCOMPATIBLE_DRIVER {
			return noDriver
		}
		return fmt.Errorf("creating the Vulkan instance: %w", err)
	}
	inst, err := d.loader.Instance(d.instance)
	if err != nil {
		return err
	}
	d.inst = inst
	if o.Validation {
		if err := inst.CreateDebugUtilsMessengerEXT(d.instance, messengerInfo(&d.messages), &d.messenger).Err(); err != nil {
			return fmt.Errorf("creating the debug messenger: %w", err)
		}
	}
	return nil
}

// noDriver is the refusal of a machine without any Vulkan driver.
var noDriver = fmt.Errorf("no Vulkan driver on this machine: run make setup")

// validationChain asks for synchronization checks, and for messages of the instance's own creation and end.
func (d *Device) validationChain() unsafe.Pointer {
	enabled := vk.VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT
	messenger := messengerInfo(&d.messages)
	messenger.PNext = unsafe.Pointer(&vk.ValidationFeaturesEXT{
		SType:                         vk.STRUCTURE_TYPE_VALIDATION_FEATURES_EXT,
		EnabledValidationFeatureCount: 1, PEnabledValidationFeatures: &enabled,
	})
	return unsafe.Pointer(messenger)
}

// checkValidation finds the validation layer.
func (d *Device) checkValidation() error {
	var count uint32
	if err := d.loader.EnumerateInstanceLayerProperties(&count, nil).Err(); err != nil {
		return fmt.Errorf("listing the Vulkan layers: %w", err)
	}
	layers := make([]vk.LayerProperties, max(count, 1))
	if err := d.loader.EnumerateInstanceLayerProperties(&count, &layers[0]).Err(); err != nil {
		return fmt.Errorf("listing the Vulkan layers: %w", err)
	}
	for i := range layers[:count] {
		if vk.Text(layers[i].LayerName[:]) == validationLayer {
			return nil
		}
	}
	return fmt.Errorf("no Vulkan validation layer (%s): run make setup", validationLayer)
}

// checkInstanceExtensions names the first extension that the loader does not offer.
func (d *Device) checkInstanceExtensions(want []string) error {
	var count uint32
	if err := d.loader.EnumerateInstanceExtensionProperties(nil, &count, nil).Err(); err != nil {
		return fmt.Errorf("listing the Vulkan extensions: %w", err)
	}
	props := make([]vk.ExtensionProperties, max(count, 1))
	if err := d.loader.EnumerateInstanceExtensionProperties(nil, &count, &props[0]).Err(); err != nil {
		return fmt.Errorf("listing the Vulkan extensions: %w", err)
	}
	have := extensionNames(props[:count])
	for _, name := range want {
		if !hasExtension(have, name) {
			return fmt.Errorf("the Vulkan loader offers no %s", name)
		}
	}
	return nil
}

func hasExtension(have []string, name string) bool { return slices.Contains(have, name) }

// cStrings is names as Vulkan takes them: a count and an array of C strings.
func cStrings(names []string) (uint32, **byte) {
	if len(names) == 0 {
		return 0, nil
	}
	out := make([]*byte, len(names))
	for i, n := range names {
		out[i] = vk.CString(n)
	}
	return uint32(len(out)), &out[0]
}
