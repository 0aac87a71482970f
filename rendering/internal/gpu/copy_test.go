package gpu_test

import (
	"bytes"
	"encoding/binary"
	"testing"

	"tertius.dev/rendering/internal/gpu"
	"tertius.dev/rendering/internal/gpu/devicetest"
)

// checker is 4 × 4 texels of two colors.
func checker() []byte {
	texels := make([]byte, 4*4*4)
	for i := range 16 {
		if (i+i/4)%2 == 0 {
			copy(texels[4*i:], []byte{200, 100, 0, 255})
		}
	}
	return texels
}

func TestImageCopiesKeepTexelsAndBlitsScaleThem(t *testing.T) {
	d := devicetest.Open(t)
	image := func(name string, size int, f gpu.Format) *gpu.Image {
		i := must[*gpu.Image](t)(d.NewImage(gpu.ImageDesc{
			Name: name, Width: size, Height: size, Format: f, Usage: gpu.AsSampled | gpu.AsCopySource | gpu.AsCopyTarget,
		}))
		t.Cleanup(i.Close)
		return i
	}
	from, same, larger := image("from", 4, gpu.FormatRGBA8), image("same", 4, gpu.FormatRGBA8), image("larger", 8, gpu.FormatBGRA8)
	if err := d.UploadImage(from, gpu.Place{}, checker()); err != nil {
		t.Fatal(err)
	}
	err := d.RunOnce("copies",
		gpu.Step{
			Name:   "copy",
			Uses:   []gpu.Use{{Image: from, Access: gpu.CopySource}, {Image: same, Access: gpu.CopyTarget, Discard: true}},
			Record: func(c *gpu.Commands, _ *gpu.Frame) { c.CopyImage(from, gpu.Place{}, same, gpu.Place{}) },
		},
		gpu.Step{
			Name:   "blit",
			Uses:   []gpu.Use{{Image: same, Access: gpu.CopySource}, {Image: larger, Access: gpu.CopyTarget, Discard: true}},
			Record: func(c *gpu.Commands, _ *gpu.Frame) { c.Blit(same, gpu.Place{}, larger, gpu.Place{}, gpu.Nearest) },
		})
	if err != nil {
		t.Fatal(err)
	}
	if got := must[[]byte](t)(d.Download(same, gpu.Place{})); !bytes.Equal(got, checker()) {
		t.Errorf("the copy is %v", got)
	}
	got, source := must[[]byte](t)(d.Download(larger, gpu.Place{})), checker()
	for y := range 8 {
		for x := range 8 {
			texel, want := got[4*(8*y+x):][:4], source[4*(4*(y/2)+x/2):][:4]
			if texel[0] != want[2] || texel[1] != want[1] || texel[2] != want[0] || texel[3] != want[3] {
				t.Fatalf("texel %d, %d is %v, want %v with red and blue exchanged", x, y, texel, want)
			}
		}
	}
}

// A dispatch reads its counts from a buffer that the dispatch before wrote, and each slot's buffers are its own.
func TestIndirectDispatchReadsWhatTheGPUWrote(t *testing.T) {
	d := devicetest.Open(t)
	counts := must[*gpu.Buffer](t)(d.NewBuffer(gpu.BufferDesc{Name: "counts", SizeBytes: 12, Usage: gpu.AsStorage | gpu.AsIndirect}))
	defer counts.Close()
	result := must[*gpu.Buffer](t)(d.NewBuffer(gpu.BufferDesc{Name: "result", SizeBytes: 4 * 64 * 3, Usage: gpu.AsStorage | gpu.AsCopySource | gpu.AsCopyTarget}))
	defer result.Close()
	layout := must[*gpu.SetLayout](t)(d.NewSetLayout("one", gpu.Binding{Kind: gpu.StorageBufferBinding, Stages: gpu.ComputeStage}))
	defer layout.Close()
	fill := must[*gpu.Pipeline](t)(d.NewCompute(gpu.ComputeDesc{Name: "fill", Shader: fillShader, Sets: []*gpu.SetLayout{layout}, PushBytes: 8}))
	defer fill.Close()
	set := func(b *gpu.Buffer) *gpu.Set {
		s := must[*gpu.Set](t)(d.NewSet(layout, b.Name()))
		s.SetBuffer(0, 0, b)
		t.Cleanup(s.Close)
		return s
	}
	countsSet, resultSet := set(counts), set(result)
	run := func(c *gpu.Commands, s *gpu.Set, count, value uint32, dispatch func()) {
		c.Bind(fill)
		c.BindSet(0, s)
		gpu.Push(c, &countPush{Count: count, Value: value})
		dispatch()
	}
	write := []gpu.Use{{Buffer: counts, Access: gpu.StorageWrite, Stages: gpu.ComputeStage}}
	err := d.RunOnce("indirect",
		gpu.Step{Name: "clear", Uses: []gpu.Use{{Buffer: result, Access: gpu.CopyTarget}}, Record: func(c *gpu.Commands, _ *gpu.Frame) {
			c.FillBuffer(result, 0, result.SizeBytes(), 0)
		}},
		gpu.Step{Name: "y-and-z", Uses: write, Record: func(c *gpu.Commands, _ *gpu.Frame) {
			run(c, countsSet, 3, 1, func() { c.Dispatch(1, 1, 1) }) // 1, 2, 3
		}},
		gpu.Step{Name: "work", Uses: []gpu.Use{
			{Buffer: counts, Access: gpu.IndirectRead},
			{Buffer: result, Access: gpu.StorageWrite, Stages: gpu.ComputeStage},
		}, Record: func(c *gpu.Commands, _ *gpu.Frame) {
			run(c, resultSet, 192, 1000, func() { c.DispatchIndirect(counts, 0) }) // 1 × 2 × 3 groups
		}})
	if err != nil {
		t.Fatal(err)
	}
	got := must[[]byte](t)(d.DownloadBuffer(result))
	for i := range 192 {
		want := uint32(0) // one group in x covers 64 elements
		if i < 64 {
			want = uint32(1000 + i)
		}
		if v := binary.LittleEndian.Uint32(got[4*i:]); v != want {
			t.Fatalf("element %d is %d, want %d", i, v, want)
		}
	}
}

// What the CPU writes in a frame goes into the slot's own buffer: frames in flight keep theirs.
func TestSlotBuffersKeepEachFramesValues(t *testing.T) {
	d := devicetest.OpenWith(t, gpu.Options{FramesInFlight: 3})
	in := must[*gpu.SlotBuffers](t)(d.NewSlotBuffers(gpu.BufferDesc{Name: "in", SizeBytes: 16, Usage: gpu.AsCopySource, Memory: gpu.UploadMemory}))
	defer in.Close()
	out := must[*gpu.SlotBuffers](t)(d.NewSlotBuffers(gpu.BufferDesc{Name: "out", SizeBytes: 16, Usage: gpu.AsCopyTarget, Memory: gpu.ReadbackMemory}))
	defer out.Close()
	p := &stepsPass{steps: make([]gpu.Step, 2)}
	g := d.NewGraph()
	if err := g.AddSteps(p); err != nil {
		t.Fatal(err)
	}
	for n := uint64(1); n <= 7; n++ {
		f := must[*gpu.Frame](t)(d.BeginFrame())
		gpu.Values[uint64](in.At(f))[1] = n
		p.steps[0] = gpu.Step{
			Name: "copy", Uses: []gpu.Use{{Buffer: in.At(f), Access: gpu.CopySource}, {Buffer: out.At(f), Access: gpu.CopyTarget}},
			Record: func(c *gpu.Commands, f *gpu.Frame) { c.CopyBuffer(in.At(f), 0, out.At(f), 0, 16) },
		}
		p.steps[1] = gpu.Step{Name: "read", Uses: []gpu.Use{{Buffer: out.At(f), Access: gpu.HostRead}}, Record: func(*gpu.Commands, *gpu.Frame) {}}
		g.Record(f)
		if err := d.Submit(f); err != nil {
			t.Fatal(err)
		}
	}
	if err := d.WaitIdle(); err != nil {
		t.Fatal(err)
	}
	seen := map[uint64]bool{}
	for slot := range 3 {
		seen[gpu.Values[uint64](out.Slot(slot))[1]] = true
	}
	if !seen[5] || !seen[6] || !seen[7] {
		t.Errorf("the slots hold %v, want the last three frames' numbers", seen)
	}
}

func TestViewsOutsideTheImageAreRefused(t *testing.T) {
	d := devicetest.Open(t)
	i := must[*gpu.Image](t)(d.NewImage(gpu.ImageDesc{
		Name: "cubes", Width: 8, Height: 8, Levels: 3, Layers: 12, Cube: true, Format: gpu.FormatRGBA16F, Usage: gpu.AsSampled | gpu.AsColor,
	}))
	defer i.Close()
	must[*gpu.View](t)(i.NewView(gpu.ViewDesc{Level: 2, Levels: 1, Layer: 7, Layers: 1}))
	must[*gpu.View](t)(i.NewCubeView(gpu.ViewDesc{Layer: 6, Layers: 6}))
	for name, v := range map[string]gpu.ViewDesc{
		"level": {Level: 3}, "levels": {Level: 1, Levels: 3}, "layer": {Layer: 12}, "layers": {Layer: 6, Layers: 7}, "negative": {Level: -1},
	} {
		if _, err := i.NewView(v); err == nil {
			t.Errorf("%s: a view of %+v is made", name, v)
		}
	}
}
