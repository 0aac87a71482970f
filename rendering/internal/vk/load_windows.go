package vk

import "syscall"

const libraryName = "vulkan-1.dll"

// openLibrary opens the loader and gives the address of its vkGetInstanceProcAddr.
func openLibrary() (uintptr, error) {
	lib, err := syscall.LoadLibrary(libraryName)
	if err != nil {
		return 0, err
	}
	return syscall.GetProcAddress(lib, "vkGetInstanceProcAddr")
}
