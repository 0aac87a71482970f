// Command shaderpack compiles the renderer's shaders to the SPIR-V that is committed beside them and embedded.
//
// Every .vert, .frag and .comp file below rendering/internal is GLSL 4.60 for Vulkan 1.3 and may include files of
// rendering/internal/shader/include. The result lies beside the source, with .spv at the end of the name.
//
// Usage, from the root of the repository:
//
//	go run ./tools/cmd/shaderpack          # compiles all, rewrites what differs
//	go run ./tools/cmd/shaderpack -check   # changes nothing; fails and names what differs
package main

import (
	"flag"
	"fmt"
	"os"
)

func main() {
	check := flag.Bool("check", false, "compare instead of writing")
	root := flag.String("root", ".", "the root of the repository")
	flag.Parse()
	if err := run(*root, *check); err != nil {
		fmt.Fprintln(os.Stderr, "shaderpack:", err)
		os.Exit(1)
	}
}

func run(root string, check bool) error {
	shaders, err := findShaders(root)
	if err != nil {
		return err
	}
	if check {
		return checkShaders(root, shaders)
	}
	return writeShaders(root, shaders)
}
