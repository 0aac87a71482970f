package main

import (
	"fmt"
	"strings"
)

// level is the table in which a command lives: the loader's own, an instance's or a device's.
type level struct {
	table, prefix, doc string
	commands           []*regCommand
}

// emitCommands writes one table of commands per level.
func (s *selection) emitCommands(w *writer) {
	w.line("package vk\n\nimport (\n\"unsafe\"\n\n\"github.com/ebitengine/purego\"\n)\n")
	for _, l := range s.levels() {
		emitTable(w, l)
		for _, c := range l.commands {
			s.emitCommand(w, l, c)
		}
	}
}

// levels sorts the commands into their tables by their first parameter.
func (s *selection) levels() []*level {
	global := &level{table: "GlobalCommands", prefix: "global", doc: "the commands that need no instance"}
	instance := &level{table: "InstanceCommands", prefix: "instance", doc: "the commands of one instance and its physical devices"}
	device := &level{table: "DeviceCommands", prefix: "device", doc: "the commands of one device, its queues and its command buffers, as the driver gave them"}
	for _, c := range s.commands {
		l := global
		switch c.params[0].typ {
		case "VkInstance", "VkPhysicalDevice":
			l = instance
		case "VkDevice", "VkQueue", "VkCommandBuffer":
			l = device
		}
		if c.name == "vkGetDeviceProcAddr" {
			l = instance
		}
		l.commands = append(l.commands, c)
	}
	return []*level{global, instance, device}
}

func emitTable(w *writer, l *level) {
	w.line("// %s is %s.\n//\n// Threads: safe for concurrent use where Vulkan allows it. Cost: allocates nothing when warm,", l.table, l.doc)
	w.line("// as long as what the pointers point to lies on the heap already.")
	w.line("type %s struct{ fn [num%sCommands]uintptr }\n", l.table, fieldName(l.prefix))
	w.line("const (")
	for i, c := range l.commands {
		if i == 0 {
			w.line("%s = iota", index(l, c))
		} else {
			w.line("%s", index(l, c))
		}
	}
	w.line("num%sCommands\n)\n", fieldName(l.prefix))
	w.line("var %sNames = [num%sCommands]string{", l.prefix, fieldName(l.prefix))
	for _, c := range l.commands {
		w.line("%q,", c.name)
	}
	w.line("}\n")
}

func index(l *level, c *regCommand) string { return l.prefix + goName(c.name) }

// emitCommand writes a command as a method that fills a record, calls, and narrows the result to its C width.
func (s *selection) emitCommand(w *writer, l *level, c *regCommand) {
	var params, fill, release []string
	n, refs := 0, 0
	for _, p := range c.params {
		if p.typ == allocator {
			fill = append(fill, fmt.Sprintf("c.args[%d] = 0", n))
			n++
			continue
		}
		name, typ := paramName(p.name), s.paramType(p)
		params = append(params, name+" "+typ)
		switch {
		case typ == "unsafe.Pointer":
			fill = append(fill, fmt.Sprintf("c.args[%d] = c.hold(%d, %s)", n, refs, name))
			refs++
		case strings.HasPrefix(typ, "*"):
			fill = append(fill, fmt.Sprintf("c.args[%d] = c.hold(%d, unsafe.Pointer(%s))", n, refs, name))
			refs++
		default:
			fill = append(fill, fmt.Sprintf("c.args[%d] = uintptr(%s)", n, name))
		}
		n++
	}
	for i := range refs {
		release = append(release, fmt.Sprintf("c.refs[%d] = nil", i))
	}
	result, convert := s.resultOf(c)
	w.line("// %s is %s.", goName(c.name), c.name)
	w.line("func (t *%s) %s(%s) %s {\nc := takeCall()", l.table, goName(c.name), strings.Join(params, ", "), result)
	w.line("%s", strings.Join(fill, "\n"))
	call := fmt.Sprintf("purego.SyscallN(t.fn[%s], c.args[:%d]...)", index(l, c), n)
	if result != "" {
		call = "r, _, _ := " + call
	}
	w.line("%s\n%s\nc.give()", call, strings.Join(release, "\n"))
	if result != "" {
		w.line("return %s", convert)
	}
	w.line("}\n")
}

// resultOf is the Go result type of a command and the conversion of the register r to it.
func (s *selection) resultOf(c *regCommand) (typ, convert string) {
	switch c.result {
	case "void":
		return "", ""
	case "VkResult":
		return "Result", "Result(int32(uint32(r)))"
	case "VkBool32", "uint32_t":
		t := s.goType(c.result, 0)
		return t, t + "(uint32(r))"
	case "PFN_vkVoidFunction":
		return "uintptr", "r"
	default:
		t := s.goType(c.result, 0)
		return t, t + "(r)"
	}
}
