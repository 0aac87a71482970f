package vk_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// layout is a bound struct or union: its C name, its Go type and its C members in order. A union has none.
type layout struct {
	c       string
	goType  reflect.Type
	members []string
}

// TestStructsHaveTheCLayout compiles a program that prints the size of every bound struct and the offset of every
// member, and compares what it prints with Go's.
func TestStructsHaveTheCLayout(t *testing.T) {
	var source, want strings.Builder
	source.WriteString("#include <stdio.h>\n#include <stddef.h>\n#include <vulkan/vulkan.h>\nint main(void) {\n")
	for _, l := range layouts {
		fmt.Fprintf(&source, "printf(\"%s %%zu\\n\", sizeof(%s));\n", l.c, l.c)
		fmt.Fprintf(&want, "%s %d\n", l.c, l.goType.Size())
		for i, m := range l.members {
			field := l.goType.Field(i + 1) // the first field is structs.HostLayout
			fmt.Fprintf(&source, "printf(\"%s.%s %%zu %%zu\\n\", offsetof(%s, %s), sizeof(((%s*)0)->%s));\n", l.c, m, l.c, m, l.c, m)
			fmt.Fprintf(&want, "%s.%s %d %d\n", l.c, m, field.Offset, field.Type.Size())
		}
	}
	source.WriteString("return 0;\n}\n")

	wantLines := strings.Split(want.String(), "\n")
	for i, got := range strings.Split(runC(t, source.String()), "\n") {
		if got != wantLines[i] {
			t.Errorf("C says %q, Go %q", got, wantLines[i])
		}
	}
	if len(layouts) < 100 {
		t.Errorf("only %d structs compared: the generated table is not whole", len(layouts))
	}
}

// runC compiles source with the system's Vulkan headers and returns what the program prints.
func runC(t *testing.T, source string) string {
	t.Helper()
	dir := t.TempDir()
	file, program := filepath.Join(dir, "layout.c"), filepath.Join(dir, "layout")
	if err := os.WriteFile(file, []byte(source), 0o644); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("gcc", "-o", program, file).CombinedOutput(); err != nil {
		t.Fatalf("cannot compile against the Vulkan headers: run make setup: %v\n%s", err, out)
	}
	out, err := exec.Command(program).Output()
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}
