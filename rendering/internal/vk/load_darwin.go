package vk

import "github.com/ebitengine/purego"

const libraryName = "libvulkan.1.dylib"

// openLibrary opens the loader of that name and gives the address of its vkGetInstanceProcAddr.
func openLibrary(name string) (uintptr, error) {
	lib, err := purego.Dlopen(name, purego.RTLD_NOW|purego.RTLD_GLOBAL)
	if err != nil {
		return 0, err
	}
	return purego.Dlsym(lib, "vkGetInstanceProcAddr")
}
