// Command vkgen writes the Vulkan binding of the renderer from the Khronos registry.
//
// It reads vk.xml, which Debian's libvulkan-dev installs, and a list of what to bind, and writes Go files
// that hold exactly that: the named commands, the types that they reach through their parameters and members,
// and the constants of those types up to Vulkan 1.3 and the listed extensions. Nothing else of the registry
// gets in, so the binding stays small enough to read.
//
// Usage, from the root of the repository:
//
//	go run ./tools/cmd/vkgen          # writes the binding
//	go run ./tools/cmd/vkgen -check   # changes nothing; fails and names what is stale
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
)

// defaultRegistry is where the Vulkan development package of Linux distributions puts the registry.
const defaultRegistry = "/usr/share/vulkan/registry/vk.xml"

func main() {
	registryPath := flag.String("registry", defaultRegistry, "the registry to read")
	listPath := flag.String("list", "tools/cmd/vkgen/list.txt", "what to bind")
	outDir := flag.String("out", "rendering/internal/vk", "the folder of the package to write")
	check := flag.Bool("check", false, "compare instead of writing")
	flag.Parse()
	if err := run(*registryPath, *listPath, *outDir, *check); err != nil {
		fmt.Fprintln(os.Stderr, "vkgen:", err)
		os.Exit(1)
	}
}

func run(registryPath, listPath, outDir string, check bool) error {
	files, err := generate(registryPath, listPath)
	if err != nil {
		return err
	}
	if check {
		return compare(files, outDir)
	}
	for _, f := range files {
		if err := os.WriteFile(filepath.Join(outDir, f.name), f.text, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// compare returns an error that names each file of the folder that differs from what was generated.
func compare(files []file, dir string) error {
	var stale []error
	for _, f := range files {
		path := filepath.Join(dir, f.name)
		have, err := os.ReadFile(path)
		if err != nil {
			stale = append(stale, err)
		} else if !bytes.Equal(have, f.text) {
			stale = append(stale, fmt.Errorf("%s is stale: run go run ./tools/cmd/vkgen", path))
		}
	}
	return errors.Join(stale...)
}

// file is one file of the written package.
type file struct {
	name string
	text []byte
}

// generate reads the registry and the list and returns the files of the package.
func generate(registryPath, listPath string) ([]file, error) {
	reg, err := readRegistry(registryPath)
	if err != nil {
		return nil, err
	}
	list, err := readList(listPath)
	if err != nil {
		return nil, err
	}
	sel, err := choose(reg, list)
	if err != nil {
		return nil, err
	}
	return emit(sel)
}
