package vk_test

import (
	"strings"
	"testing"

	"tertius.dev/rendering/internal/vk"
)

func open(t testing.TB) *vk.Loader {
	t.Helper()
	l, err := vk.Open()
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// atDepth calls f with about depth KiB of stack above it, so that the stack has been moved in between.
func atDepth(depth int, f func()) byte {
	var pad [1024]byte
	if depth == 0 {
		f()
		return pad[0]
	}
	pad[depth%len(pad)] = byte(depth)
	return atDepth(depth-1, f) + pad[0]
}

// A result that C writes into a local of the caller arrives at every stack depth: the binding moves such a local onto
// the heap. A binding that passed the address of a stack variable lost writes at some depths.
func TestOutputsArriveAtEveryStackDepth(t *testing.T) {
	l := open(t)
	for depth := range 400 {
		done := make(chan uint32)
		go func() { // a new goroutine starts on a small stack
			var version uint32
			atDepth(depth, func() {
				if r := l.EnumerateInstanceVersion(&version); r != vk.SUCCESS {
					t.Errorf("depth %d: %v", depth, r)
				}
			})
			done <- version
		}()
		if v := <-done; v < vk.Version(1, 3, 0) {
			t.Fatalf("depth %d: version %s, want at least 1.3", depth, vk.VersionString(v))
		}
	}
}

func TestNegativeResultsKeepTheirSign(t *testing.T) {
	l := open(t)
	layer := vk.CString("VK_LAYER_of_no_one")
	var count uint32
	r := l.EnumerateInstanceExtensionProperties(layer, &count, nil)
	if r != vk.ERROR_LAYER_NOT_PRESENT {
		t.Fatalf("an unknown layer gives %v (%d), want ERROR_LAYER_NOT_PRESENT", r, int32(r))
	}
	if r.Err() == nil || vk.SUCCESS.Err() != nil || vk.INCOMPLETE.Err() != nil {
		t.Error("Err must be nil for success codes and only for them")
	}
	if got := vk.Result(-12345).String(); got != "Result(-12345)" {
		t.Errorf("an unknown result reads %q", got)
	}
}

func TestMissingLoaderIsNamedInOneLineWithTheWayOut(t *testing.T) {
	_, err := vk.OpenLibrary("libvulkan-of-no-one.so")
	const want = "no Vulkan loader (libvulkan-of-no-one.so): run make setup: "
	if err == nil || !strings.HasPrefix(err.Error(), want) || strings.Contains(err.Error(), "\n") {
		t.Errorf("the error is %v, want one line that begins with %q", err, want)
	}
}

// record keeps the output on the heap, as the package's rule for a call without allocation asks.
type record struct{ version uint32 }

func TestCallsAllocateNothingWhenWarm(t *testing.T) {
	l := open(t)
	r := new(record)
	if n := testing.AllocsPerRun(1000, func() { l.EnumerateInstanceVersion(&r.version) }); n != 0 {
		t.Errorf("a call allocates %v times, want 0", n)
	}
}

func TestCallsRunSideBySide(t *testing.T) {
	l := open(t)
	done := make(chan uint32)
	for range 8 {
		go func() {
			var version uint32
			for range 1000 {
				version = 0
				l.EnumerateInstanceVersion(&version)
			}
			done <- version
		}()
	}
	for range 8 {
		if v := <-done; v < vk.Version(1, 3, 0) {
			t.Errorf("version %s, want at least 1.3", vk.VersionString(v))
		}
	}
}

func BenchmarkCall(b *testing.B) {
	l := open(b)
	r := new(record)
	b.ReportAllocs()
	for b.Loop() {
		l.EnumerateInstanceVersion(&r.version)
	}
}
