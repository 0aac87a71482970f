package gpu_test

import (
	"bytes"
	_ "embed"
	"encoding/binary"
	"strings"
	"structs"
	"testing"

	"tertius.dev/rendering/internal/gpu"
	"tertius.dev/rendering/internal/gpu/devicetest"
	"tertius.dev/rendering/internal/shader"
)

var (
	//go:embed testdata/fill.comp.spv
	fillShader []byte
	//go:embed testdata/add.comp.spv
	addShader []byte
	//go:embed testdata/quad.vert.spv
	quadVertex []byte
	//go:embed testdata/quad.frag.spv
	quadFragment []byte
	//go:embed testdata/gather.comp.spv
	gatherShader []byte
)

type countPush struct {
	_            structs.HostLayout
	Count, Value uint32
}

type quadPush struct {
	_     structs.HostLayout
	Color [4]float32
	Depth float32
}

func TestPushTwinsMatchTheirShaders(t *testing.T) {
	for name, err := range map[string]error{
		"fill": shader.CheckPush[countPush](fillShader), "add": shader.CheckPush[countPush](addShader),
		"vertex": shader.CheckPush[quadPush](quadVertex), "fragment": shader.CheckPush[quadPush](quadFragment),
		"gather": shader.CheckPush[countPush](gatherShader),
	} {
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// must ends the test on an error. It returns what was made.
func must[T any](t testing.TB) func(v T, err error) T {
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

const fillCount = 1000

// computeScene is two buffers: fill writes the first, add reads it and writes the second.
type computeScene struct {
	first, second *gpu.Buffer
	steps         []gpu.Step
}

func newComputeScene(t *testing.T, d *gpu.Device) *computeScene {
	t.Helper()
	buffer := func(name string) *gpu.Buffer {
		b := must[*gpu.Buffer](t)(d.NewBuffer(gpu.BufferDesc{Name: name, SizeBytes: 4 * fillCount, Usage: gpu.AsStorage | gpu.AsCopySource}))
		t.Cleanup(b.Close)
		return b
	}
	storage := gpu.Binding{Kind: gpu.StorageBufferBinding, Stages: gpu.ComputeStage}
	one := must[*gpu.SetLayout](t)(d.NewSetLayout("one", storage))
	two := must[*gpu.SetLayout](t)(d.NewSetLayout("two", storage, storage))
	fill := must[*gpu.Pipeline](t)(d.NewCompute(gpu.ComputeDesc{Name: "fill", Shader: fillShader, Sets: []*gpu.SetLayout{one}, PushBytes: 8}))
	add := must[*gpu.Pipeline](t)(d.NewCompute(gpu.ComputeDesc{Name: "add", Shader: addShader, Sets: []*gpu.SetLayout{two}, PushBytes: 8}))
	s := &computeScene{first: buffer("first"), second: buffer("second")}
	fillSet := must[*gpu.Set](t)(d.NewSet(one, "fill"))
	fillSet.SetBuffer(0, 0, s.first)
	addSet := must[*gpu.Set](t)(d.NewSet(two, "add"))
	addSet.SetBuffer(0, 0, s.first)
	addSet.SetBuffer(1, 0, s.second)
	t.Cleanup(func() {
		fillSet.Close()
		addSet.Close()
		fill.Close()
		add.Close()
		one.Close()
		two.Close()
	})
	push := func(c *gpu.Commands, p *gpu.Pipeline, set *gpu.Set, value uint32) {
		c.Bind(p)
		c.BindSet(0, set)
		gpu.Push(c, &countPush{Count: fillCount, Value: value})
		c.DispatchOver(fillCount, 1, 64, 1)
	}
	s.steps = []gpu.Step{
		{
			Name: "fill", Uses: []gpu.Use{{Buffer: s.first, Access: gpu.StorageWrite, Stages: gpu.ComputeStage}},
			Record: func(c *gpu.Commands, _ *gpu.Frame) { push(c, fill, fillSet, 5) },
		},
		{
			Name: "add", Uses: []gpu.Use{
				{Buffer: s.first, Access: gpu.StorageRead, Stages: gpu.ComputeStage},
				{Buffer: s.second, Access: gpu.StorageWrite, Stages: gpu.ComputeStage},
			},
			Record: func(c *gpu.Commands, _ *gpu.Frame) { push(c, add, addSet, 100) },
		},
	}
	return s
}

func TestComputeStepsSeeEachOthersWrites(t *testing.T) {
	d := devicetest.Open(t)
	s := newComputeScene(t, d)
	for range 3 { // the second and third time with everything in use
		if err := d.RunOnce("compute", s.steps...); err != nil {
			t.Fatal(err)
		}
		got := must[[]byte](t)(d.DownloadBuffer(s.second))
		for i := range fillCount {
			if v := binary.LittleEndian.Uint32(got[4*i:]); v != uint32(105+i) {
				t.Fatalf("element %d is %d, want %d", i, v, 105+i)
			}
		}
	}
}

// Without the barrier between the two steps both the hazard check and the validation layer speak.
func TestDroppedBarrierBetweenDispatchesIsReportedTwice(t *testing.T) {
	d := devicetest.OpenWith(t, gpu.Options{DropBarrier: func(b gpu.Barrier) bool {
		return b.Kind == gpu.ReadAfterWrite && b.To == gpu.StorageRead
	}})
	s := newComputeScene(t, d)
	if err := d.RunOnce("compute", s.steps...); err != nil {
		t.Fatal(err)
	}
	var own, layer bool
	for _, m := range d.Messages() {
		own = own || m.ID == "GPU-HAZARD-READ-AFTER-WRITE"
		layer = layer || m.ID == "SYNC-HAZARD-READ-AFTER-WRITE"
	}
	if !own || !layer {
		t.Errorf("own check %v, layer %v, want both: %v", own, layer, d.Messages())
	}
	d.ClearMessages()
}

const targetSize = 16

// drawing is a color and a depth target, a pipeline that fills the left half, and a compute pipeline that adds a texture
// of the bindless array to the color target.
type drawing struct {
	color, depth, result *gpu.Image
	targets              *gpu.Rendering
	quad, gather         *gpu.Pipeline
	set                  *gpu.Set
	textures             *gpu.Textures
	slot                 int
	first, second        quadPush
	gatherPush           countPush
}

func newDrawing(t testing.TB, d *gpu.Device) *drawing {
	t.Helper()
	image := func(name string, f gpu.Format, u gpu.Usage) *gpu.Image {
		i := must[*gpu.Image](t)(d.NewImage(gpu.ImageDesc{Name: name, Width: targetSize, Height: targetSize, Format: f, Usage: u}))
		t.Cleanup(i.Close)
		return i
	}
	w := &drawing{
		color:  image("color", gpu.FormatRGBA8, gpu.AsColor|gpu.AsSampled),
		depth:  image("depth", gpu.FormatD32F, gpu.AsDepth),
		result: image("result", gpu.FormatRGBA8, gpu.AsStorage|gpu.AsCopySource),
		first:  quadPush{Color: [4]float32{1, 0, 0, 1}, Depth: 0.5},
		second: quadPush{Color: [4]float32{0, 1, 0, 1}, Depth: 0.25},
	}
	w.targets = must[*gpu.Rendering](t)(gpu.NewRendering(gpu.RenderingDesc{
		Name: "drawing", Width: targetSize, Height: targetSize,
		Colors: []gpu.ColorAttachment{{View: w.color.View(), Load: gpu.LoadClear, Clear: gpu.ClearColor(0, 0, 0, 1)}},
		Depth:  gpu.DepthAttachment{View: w.depth.View(), Load: gpu.LoadClear, Clear: 0, Drop: true},
	}))
	w.quad = must[*gpu.Pipeline](t)(d.NewGraphics(gpu.GraphicsDesc{
		Name: "quad", Vertex: quadVertex, Fragment: quadFragment, PushBytes: 20, Topology: gpu.TriangleStrip,
		Colors: []gpu.ColorTargetState{{Format: gpu.FormatRGBA8}},
		Depth:  gpu.FormatD32F, DepthTest: gpu.Greater, DepthWrite: true,
	}))
	sampler := must[*gpu.Sampler](t)(d.NewSampler(gpu.SamplerDesc{Name: "nearest"}))
	w.textures = must[*gpu.Textures](t)(d.NewTextures(sampler, gpu.AllStages))
	texture := image("texture", gpu.FormatRGBA8, gpu.AsSampled|gpu.AsCopyTarget)
	texels := make([]byte, 4*targetSize*targetSize)
	for i := 2; i < len(texels); i += 4 {
		texels[i] = 51
	}
	if err := d.UploadImage(texture, gpu.Place{}, texels); err != nil {
		t.Fatal(err)
	}
	w.slot = must[int](t)(w.textures.Add(texture))
	w.gatherPush = countPush{Count: uint32(w.slot)}
	layout := must[*gpu.SetLayout](t)(d.NewSetLayout("gather",
		gpu.Binding{Kind: gpu.CombinedBinding, Stages: gpu.ComputeStage}, gpu.Binding{Kind: gpu.StorageImageBinding, Stages: gpu.ComputeStage}))
	w.gather = must[*gpu.Pipeline](t)(d.NewCompute(gpu.ComputeDesc{
		Name: "gather", Shader: gatherShader, Sets: []*gpu.SetLayout{layout, w.textures.Layout()}, PushBytes: 8,
	}))
	w.set = must[*gpu.Set](t)(d.NewSet(layout, "gather"))
	w.set.SetCombined(0, 0, w.color.View(), sampler)
	w.set.SetImage(1, 0, w.result.View())
	t.Cleanup(func() {
		w.set.Close()
		w.quad.Close()
		w.gather.Close()
		layout.Close()
		w.textures.Close()
		sampler.Close()
	})
	return w
}

// drawPass and gatherPass are the drawing's two passes.
type drawPass struct {
	*drawing
	uses []gpu.Use
}

func (p *drawPass) Name() string              { return "draw" }
func (p *drawPass) Uses(*gpu.Frame) []gpu.Use { return p.uses }
func (p *drawPass) Record(c *gpu.Commands, _ *gpu.Frame) {
	c.BeginRendering(p.targets)
	c.Bind(p.quad)
	gpu.Push(c, &p.first)
	c.Draw(4, 1, 0, 0)
	gpu.Push(c, &p.second) // farther, so it must not show
	c.Draw(4, 1, 0, 0)
	c.EndRendering()
}

type gatherPass struct {
	*drawing
	uses []gpu.Use
}

func (p *gatherPass) Name() string              { return "gather" }
func (p *gatherPass) Uses(*gpu.Frame) []gpu.Use { return p.uses }
func (p *gatherPass) Record(c *gpu.Commands, _ *gpu.Frame) {
	c.Bind(p.gather)
	c.BindSet(0, p.set)
	c.BindSet(1, p.textures.Set())
	gpu.Push(c, &p.gatherPush)
	c.DispatchOver(targetSize, targetSize, 8, 8)
}

func (w *drawing) graph(t testing.TB, d *gpu.Device) *gpu.Graph {
	t.Helper()
	g := d.NewGraph()
	for _, p := range []gpu.Pass{
		&drawPass{w, []gpu.Use{
			{Image: w.color, Access: gpu.ColorTarget, Discard: true}, {Image: w.depth, Access: gpu.DepthTarget, Discard: true},
		}},
		&gatherPass{w, []gpu.Use{
			{Image: w.color, Access: gpu.Sampled, Stages: gpu.ComputeStage},
			{Image: w.result, Access: gpu.StorageWrite, Stages: gpu.ComputeStage, Discard: true},
		}},
	} {
		if err := g.Add(p); err != nil {
			t.Fatal(err)
		}
	}
	return g
}

// The left half holds the nearer of two quads, the right half the clear color, both with the texture's blue added.
func TestDrawnThenGatheredPixelsAreThoseWorkedOutByHand(t *testing.T) {
	d := devicetest.Open(t)
	w := newDrawing(t, d)
	g := w.graph(t, d)
	for range 5 { // more than the frames in flight
		drawFrame(t, d, g)
	}
	if err := d.WaitIdle(); err != nil {
		t.Fatal(err)
	}
	got := must[[]byte](t)(d.Download(w.result, gpu.Place{}))
	var want bytes.Buffer
	for range targetSize {
		for x := range targetSize {
			red := byte(255)
			if x >= targetSize/2 {
				red = 0
			}
			want.Write([]byte{red, 0, 51, 255})
		}
	}
	if !bytes.Equal(got, want.Bytes()) {
		t.Errorf("first row %v, want %v", got[:4*targetSize], want.Bytes()[:4*targetSize])
	}
}

// A later upload wins where two overlap, and uploads beyond one staging buffer arrive whole.
func TestUploadsHappenInOrderAndWhole(t *testing.T) {
	d := devicetest.Open(t)
	const size = 9 << 20
	b := must[*gpu.Buffer](t)(d.NewBuffer(gpu.BufferDesc{Name: "large", SizeBytes: size, Usage: gpu.AsCopySource | gpu.AsCopyTarget}))
	defer b.Close()
	want := make([]byte, size)
	for i := range want {
		want[i] = byte(i * 31 >> 3)
	}
	part := []byte("this part comes later")
	for _, err := range []error{
		d.UploadBuffer(b, 0, want), d.UploadBuffer(b, 1000, []byte(strings.Repeat("x", len(part)))), d.UploadBuffer(b, 1000, part),
		d.UploadBuffer(b, size, nil),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	copy(want[1000:], part)
	if got := must[[]byte](t)(d.DownloadBuffer(b)); !bytes.Equal(got, want) {
		t.Error("the bytes that come back differ")
	}
	for name, err := range map[string]error{
		"past-end": d.UploadBuffer(b, size-1, []byte{1, 2}), "before": d.UploadBuffer(b, -1, []byte{1}),
	} {
		if err == nil || !strings.Contains(err.Error(), `"large"`) {
			t.Errorf("%s: %v, want a refusal that names the buffer", name, err)
		}
	}
}

func TestTexturesGiveSlotsBackAndRefuseOneTooMany(t *testing.T) {
	d := devicetest.Open(t)
	w := newDrawing(t, d)
	img := must[*gpu.Image](t)(d.NewImage(gpu.ImageDesc{Name: "t", Width: 4, Height: 4, Format: gpu.FormatRGBA8, Usage: gpu.AsSampled | gpu.AsCopyTarget}))
	defer img.Close()
	for range gpu.MaxTextures - 1 { // the drawing has one
		must[int](t)(w.textures.Add(img))
	}
	if _, err := w.textures.Add(img); err == nil || !strings.Contains(err.Error(), `"t"`) {
		t.Errorf("the array takes texture %d: %v", gpu.MaxTextures+1, err)
	}
	w.textures.Remove(77)
	if slot := must[int](t)(w.textures.Add(img)); slot != 77 {
		t.Errorf("the freed slot is 77, the new texture got %d", slot)
	}
}
