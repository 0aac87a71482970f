package vk

import "syscall"

const libraryName = "vulkan-1.dll"

// openLibrary opens the loader of that name and gives the address of its vkGetInstanceProcAddr.
func openLibrary(name string) (uintptr, error) {
	lib, err := syscall.LoadLibrary(name)
	if err != nil {
		return 0, err
	}
	return syscall.GetProcAddress(lib, "vkGetInstanceProcAddr")
}
