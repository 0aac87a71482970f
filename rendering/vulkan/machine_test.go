package vulkan_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"tertius.dev/core/render"
	"tertius.dev/rendering/vulkan"
)

// openInside is set in a process that a test starts on a machine that it has made poorer.
const openInside = "TERTIUS_TEST_OPEN"

// TestMain opens a renderer and prints the error, and its type, in such a process.
func TestMain(m *testing.M) {
	if os.Getenv(openInside) == "" {
		os.Exit(m.Run())
	}
	options := render.Options{Width: 8, Height: 8}
	if os.Getenv(openInside) == "checked" {
		options.Checks = render.ValidationChecks
	}
	r, err := vulkan.New(&render.Store{}, options)
	if err == nil {
		r.Close()
		os.Exit(0)
	}
	if unavailable := (*vulkan.UnavailableError)(nil); errors.As(err, &unavailable) {
		os.Stdout.WriteString("unavailable: ")
	}
	os.Stdout.WriteString(err.Error())
	os.Exit(3)
}

func TestMachineThatCannotDrawIsNamedInOneLine(t *testing.T) {
	broken := t.TempDir()
	if err := os.WriteFile(filepath.Join(broken, "libvulkan.so.1"), []byte("no library"), 0o644); err != nil {
		t.Fatal(err)
	}
	empty := t.TempDir()
	for _, c := range []struct {
		name, how string
		env       []string
		want      string
	}{
		{"whole", "plain", nil, ""},
		{"no-loader", "plain", []string{"LD_LIBRARY_PATH=" + broken}, "no Vulkan loader"},
		{"no-driver", "plain", []string{"VK_DRIVER_FILES=" + filepath.Join(empty, "none.json")}, "no Vulkan driver"},
		{"no-layer", "checked", []string{"VK_LAYER_PATH=" + empty, "XDG_DATA_DIRS=" + empty}, "validation layer"},
	} {
		t.Run(c.name, func(t *testing.T) {
			cmd := exec.Command(os.Args[0])
			cmd.Env = append(append(os.Environ(), openInside+"="+c.how), c.env...)
			out, err := cmd.Output()
			if c.want == "" {
				if err != nil {
					t.Errorf("%v: %s", err, out)
				}
				return
			}
			got := string(out)
			if exit := (*exec.ExitError)(nil); !errors.As(err, &exit) || exit.ExitCode() != 3 {
				t.Fatalf("the process ended with %v: %s", err, got)
			}
			if !strings.HasPrefix(got, "unavailable: ") || !strings.Contains(got, c.want) ||
				!strings.Contains(got, "make setup") || strings.Contains(got, "\n") {
				t.Errorf("the error is %q, want one line with %q and the way out", got, c.want)
			}
		})
	}
}
