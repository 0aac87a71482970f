package gpu_test

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"tertius.dev/rendering/internal/gpu"
	"tertius.dev/rendering/internal/gpu/devicetest"
)

func TestRefusalNamesWhatEachDeviceLacks(t *testing.T) {
	err := gpu.Refusal("", []string{"Old Card", "Older Card"}, [][]string{{"dynamicRendering", "depthClamp"}, {"Vulkan 1.3 (it has 1.1.0)"}})
	want := "no Vulkan device serves\n\tOld Card lacks dynamicRendering, depthClamp\n\tOlder Card lacks Vulkan 1.3 (it has 1.1.0)"
	if err == nil || err.Error() != want {
		t.Errorf("refusal %v, want %s", err, want)
	}
	err = gpu.Refusal("Fast", []string{"Slow Card"}, [][]string{nil})
	if want := "no Vulkan device serves\n\tSlow Card is not the wanted \"Fast\""; err == nil || err.Error() != want {
		t.Errorf("refusal %v, want %s", err, want)
	}
}

func TestEveryRequiredFeatureIsMissedByName(t *testing.T) {
	d := devicetest.Open(t)
	without := gpu.MissingWithout(d)
	for feature, missing := range without {
		if len(missing) != 1 || missing[0] != feature {
			t.Errorf("without %s the device lacks %v", feature, missing)
		}
	}
	if len(without) != 18 { // the 17 of the table, and what glslc needs
		t.Errorf("%d required features, want 18", len(without))
	}
	if got := gpu.MissingAtVersion(d, 1, 2); len(got) != 1 || got[0] != "Vulkan 1.3 (it has 1.2.0)" {
		t.Errorf("a Vulkan 1.2 device lacks %v", got)
	}
}

func TestOpenRefusesAWrongNumberOfFrames(t *testing.T) {
	for _, n := range []int{-1, 5} {
		if _, err := gpu.Open(gpu.Options{FramesInFlight: n}); err == nil {
			t.Errorf("%d frames in flight are taken", n)
		}
	}
}

// child names the environment variable that makes this test binary open a device and print the error instead of testing.
// The loader reads its environment when it is loaded, so a process of its own is needed.
const child = "GPU_TEST_CHILD"

func TestMain(m *testing.M) {
	if os.Getenv(child) == "" {
		os.Exit(m.Run())
	}
	_, err := gpu.Open(gpu.Options{Validation: os.Getenv(child) == "validation", InstanceExtensions: extensionsOf(os.Getenv(child))})
	fmt.Println(err)
}

func extensionsOf(mode string) []string {
	if mode == "extension" {
		return []string{"VK_KHR_of_no_one"}
	}
	return nil
}

func TestMissingPartsOfAMachineAreNamedInOneLine(t *testing.T) {
	for name, c := range map[string]struct{ mode, variable, want string }{
		"driver":    {"plain", "VK_DRIVER_FILES=/nonexistent.json", "no Vulkan driver on this machine: run make setup"},
		"layer":     {"validation", "VK_LAYER_PATH=/nonexistent", "no Vulkan validation layer (VK_LAYER_KHRONOS_validation): run make setup"},
		"extension": {"extension", "X=1", "the Vulkan loader offers no VK_KHR_of_no_one"},
	} {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), child+"="+c.mode, c.variable)
		out, err := cmd.Output()
		if err != nil || strings.TrimSpace(string(out)) != c.want {
			t.Errorf("%s: %v, %q, want %q", name, err, out, c.want)
		}
	}
}

// The validation layer is really there: what Vulkan forbids comes back as a message with its number.
func TestCoreValidationMessageIsReported(t *testing.T) {
	d := devicetest.Open(t)
	d.CreateImpossibleSampler()
	got := d.Messages()
	d.ClearMessages()
	if len(got) == 0 || got[0].ID != "VUID-VkSamplerCreateInfo-anisotropyEnable-01071" || got[0].Severity != gpu.Error {
		t.Errorf("messages %v, want VUID-VkSamplerCreateInfo-anisotropyEnable-01071", got)
	}
}

// Messages go to the device that caused them, also when two are open.
func TestMessagesOfTwoDevicesStayApart(t *testing.T) {
	a, b := devicetest.Open(t), devicetest.Open(t)
	a.CreateImpossibleSampler()
	if len(a.Messages()) == 0 || len(b.Messages()) != 0 {
		t.Errorf("messages %v and %v, want some and none", a.Messages(), b.Messages())
	}
	a.ClearMessages()
}

func TestCloseNamesWhatIsLeft(t *testing.T) {
	d, err := gpu.Open(gpu.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.NewBuffer(gpu.BufferDesc{Name: "left", SizeBytes: 4, Usage: gpu.AsStorage}); err != nil {
		t.Fatal(err)
	}
	if err := d.Close(); err == nil || !strings.Contains(err.Error(), "buffers:1") {
		t.Errorf("Close says %v, want the buffer that is left", err)
	}
}

func TestDescriptionsThatNoDeviceTakesAreRefusedByName(t *testing.T) {
	d := devicetest.Open(t)
	image := func(desc gpu.ImageDesc) error {
		desc.Name = "picture"
		_, err := d.NewImage(desc)
		return err
	}
	buffer := func(desc gpu.BufferDesc) error {
		desc.Name = "picture"
		_, err := d.NewBuffer(desc)
		return err
	}
	for name, err := range map[string]error{
		"empty":   buffer(gpu.BufferDesc{Usage: gpu.AsStorage}),
		"flat":    image(gpu.ImageDesc{Width: 8, Format: gpu.FormatRGBA8, Usage: gpu.AsSampled}),
		"huge":    image(gpu.ImageDesc{Width: 1 << 20, Height: 8, Format: gpu.FormatRGBA8, Usage: gpu.AsSampled}),
		"layers":  image(gpu.ImageDesc{Width: 8, Height: 8, Layers: 1 << 20, Format: gpu.FormatRGBA8, Usage: gpu.AsSampled}),
		"cube":    image(gpu.ImageDesc{Width: 8, Height: 4, Layers: 6, Cube: true, Format: gpu.FormatRGBA8, Usage: gpu.AsSampled}),
		"no-such": image(gpu.ImageDesc{Width: 8, Height: 8, Format: gpu.FormatD32F, Usage: gpu.AsColor}),
	} {
		if err == nil || !strings.Contains(err.Error(), `"picture"`) {
			t.Errorf("%s: %v, want a refusal that names the resource", name, err)
		}
	}
}
