package main

import (
	"go/token"
	"strings"
)

// allocator is the parameter type that the binding leaves out: the engine passes no allocation callbacks.
const allocator = "VkAllocationCallbacks"

// baseTypes maps the C types that the registry takes as given to Go. A command parameter or a member of
// category funcpointer is a uintptr too.
var baseTypes = map[string]string{
	"void": "", "char": "byte", "float": "float32", "double": "float64", "size_t": "uintptr",
	"uint8_t": "uint8", "uint16_t": "uint16", "uint32_t": "uint32", "uint64_t": "uint64",
	"int32_t": "int32", "int64_t": "int64", "int": "int32",
	"VkBool32": "Bool32", "VkDeviceSize": "DeviceSize", "VkDeviceAddress": "DeviceAddress",
	"VkFlags": "uint32", "VkFlags64": "uint64", "VkSampleMask": "uint32",
}

// goName is the Go name of a C type, constant or command: without its Vulkan prefix.
func goName(name string) string {
	for _, prefix := range []string{"VK_", "Vk", "vk"} {
		if rest, ok := strings.CutPrefix(name, prefix); ok {
			return rest
		}
	}
	return name
}

// fieldName is the Go name of a struct's member.
func fieldName(name string) string { return strings.ToUpper(name[:1]) + name[1:] }

// paramName is the Go name of a parameter.
func paramName(name string) string {
	if token.IsKeyword(name) {
		return name + "_"
	}
	return name
}

// goType is the Go type of a member or parameter of C type name with the given levels of pointers.
func (s *selection) goType(name string, pointers int) string {
	base, isBase := baseTypes[name]
	switch {
	case name == "void" && pointers > 0:
		return strings.Repeat("*", pointers-1) + "unsafe.Pointer"
	case isBase:
	case s.reg.types[name].category == "funcpointer":
		base = "uintptr"
	default:
		base = goName(name)
	}
	return strings.Repeat("*", pointers) + base
}

// memberType is the Go type of a struct member, arrays included.
func (s *selection) memberType(m regMember) string {
	t := s.goType(m.typ, m.pointers)
	if m.array == "" {
		return t
	}
	return "[" + goName(m.array) + "]" + t
}

// paramType is the Go type of a parameter. C passes an array parameter by pointer.
func (s *selection) paramType(p regMember) string {
	if p.array != "" {
		return s.goType(p.typ, p.pointers+1)
	}
	return s.goType(p.typ, p.pointers)
}
