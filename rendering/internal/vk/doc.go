// Package vk is the raw Vulkan binding of the renderer, generated from the Khronos registry.
//
// Names follow go-vk: a type, constant or command has its C name without the prefix (Vk, VK_, vk), and a member or
// parameter keeps its C name, with a capital first letter in a struct. What differs: commands are methods of the
// table that they were loaded into, so that several devices live in one process, and the parameter for allocation
// callbacks is left out. Nothing is converted: structs have the C layout, and slices are a count and a pointer.
//
// Invariants:
//  1. Every struct has exactly the layout that the C compiler gives it. A test compares them.
//  2. A pointer that goes to C is held by a record on the heap for the length of the call. So Go moves what it points
//     to onto the heap, since the stack may move below a call.
//  3. A result is narrowed to its C width before it is read.
//  4. No command takes a float by value, because purego cannot pass floats beside integers.
//
// Threads: the tables are read only after they are loaded, and call records come from a free list. What Vulkan wants
// externally synchronized, the caller synchronizes.
//
// Map: Open loads the library; Loader.Instance and InstanceCommands.Device load tables; the rest is Vulkan's own
// documentation. To bind more, add a line to tools/cmd/vkgen/list.txt and run go run ./tools/cmd/vkgen.
//
//closedset:open a driver may report what Khronos adds after the registry that this was generated from
package vk
