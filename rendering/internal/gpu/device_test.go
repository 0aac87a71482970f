package gpu_test

import (
	"bytes"
	"testing"

	"tertius.dev/rendering/internal/gpu"
	"tertius.dev/rendering/internal/gpu/devicetest"
)

func TestBufferRoundTripKeepsBytes(t *testing.T) {
	d := devicetest.Open(t)
	b, err := d.NewBuffer(gpu.BufferDesc{Name: "b", SizeBytes: 1000, Usage: gpu.AsCopySource | gpu.AsCopyTarget})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	want := make([]byte, 1000)
	for i := range want {
		want[i] = byte(i * 7)
	}
	if err := d.UploadBuffer(b, 0, want); err != nil {
		t.Fatal(err)
	}
	got, err := d.DownloadBuffer(b)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("the bytes that come back differ")
	}
}
