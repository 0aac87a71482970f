package vk

import (
	"fmt"
	"strings"
	"unsafe"

	"github.com/ebitengine/purego"
)

// Loader is the opened Vulkan loader library with the commands that need no instance. It stays open for the life of
// the process: drivers and layers do not all survive being unloaded.
type Loader struct {
	GlobalCommands
	getInstanceProcAddr uintptr
}

// Open opens the Vulkan loader of this system.
//
// Errors: one line that names the library and the way out, when there is none or it is older than Vulkan 1.1.
func Open() (*Loader, error) { return open(libraryName) }

func open(library string) (*Loader, error) {
	get, err := openLibrary(library)
	if err != nil {
		return nil, fmt.Errorf("no Vulkan loader (%s): run make setup: %w", library, err)
	}
	l := &Loader{getInstanceProcAddr: get}
	for i, name := range globalNames {
		l.fn[i] = l.instanceProc(0, name)
		if l.fn[i] == 0 {
			return nil, fmt.Errorf("the Vulkan loader %s has no %s: it is older than Vulkan 1.1", library, name)
		}
	}
	return l, nil
}

// instanceProc is vkGetInstanceProcAddr.
func (l *Loader) instanceProc(instance Instance, name string) uintptr {
	c := takeCall()
	defer c.give()
	c.args[0] = uintptr(instance)
	c.args[1] = c.hold(0, unsafe.Pointer(CString(name)))
	r, _, _ := purego.SyscallN(l.getInstanceProcAddr, c.args[:2]...)
	c.refs[0] = nil
	return r
}

// Instance loads the commands of instance. Commands of extensions that the instance did not enable stay empty.
//
// Errors: names a core command that the loader lacks.
func (l *Loader) Instance(instance Instance) (*InstanceCommands, error) {
	t := &InstanceCommands{}
	for i, name := range instanceNames {
		t.fn[i] = l.instanceProc(instance, name)
		if t.fn[i] == 0 && !fromExtension(name) {
			return nil, fmt.Errorf("the Vulkan instance has no %s", name)
		}
	}
	return t, nil
}

// Device loads the commands of device, past the loader's dispatch. Commands of extensions that the device did not
// enable stay empty.
//
// Errors: names a core command that the driver lacks.
func (t *InstanceCommands) Device(device Device) (*DeviceCommands, error) {
	d := &DeviceCommands{}
	for i, name := range deviceNames {
		d.fn[i] = t.GetDeviceProcAddr(device, CString(name))
		if d.fn[i] == 0 && !fromExtension(name) {
			return nil, fmt.Errorf("the Vulkan device has no %s", name)
		}
	}
	return d, nil
}

// fromExtension says whether a command's name ends in the tag of an extension's author.
func fromExtension(name string) bool {
	return strings.HasSuffix(name, "KHR") || strings.HasSuffix(name, "EXT")
}

// HasDebugUtils says whether the device's commands for labels and names are loaded.
func (d *DeviceCommands) HasDebugUtils() bool {
	return d.fn[deviceCmdBeginDebugUtilsLabelEXT] != 0 && d.fn[deviceSetDebugUtilsObjectNameEXT] != 0
}
