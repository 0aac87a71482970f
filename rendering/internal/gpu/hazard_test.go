package gpu_test

import (
	"fmt"
	"strings"
	"testing"

	"tertius.dev/rendering/internal/gpu"
	"tertius.dev/rendering/internal/gpu/devicetest"
)

// chain is a list of uses of one resource, one per step, that asks for a barrier before some of them.
type chain struct {
	name     string
	buffer   bool
	depth    bool
	uses     []gpu.Use // Image and Buffer are filled in
	barriers []gpu.BarrierKind
}

// in names a shader access with its stages.
func in(a gpu.Access, s gpu.Stage) gpu.Use { return gpu.Use{Access: a, Stages: s} }

func fixed(a gpu.Access) gpu.Use { return gpu.Use{Access: a} }

// begin is a first use, which needs nothing of what was there.
func begin(u gpu.Use) gpu.Use {
	u.Discard = true
	return u
}

const (
	raw = gpu.ReadAfterWrite
	war = gpu.WriteAfterRead
	waw = gpu.WriteAfterWrite
	lay = gpu.LayoutChange
)

// chains covers every access with the hazards that it can have. The expected barriers are worked out by hand.
var chains = []chain{
	{name: "storage-buffer", buffer: true, uses: []gpu.Use{
		in(gpu.StorageWrite, gpu.ComputeStage), in(gpu.StorageRead, gpu.ComputeStage),
		in(gpu.StorageRead, gpu.VertexStage), in(gpu.StorageWrite, gpu.ComputeStage), in(gpu.StorageReadWrite, gpu.ComputeStage),
	}, barriers: []gpu.BarrierKind{raw, raw, war, waw}},
	{name: "indirect", buffer: true, uses: []gpu.Use{
		in(gpu.StorageWrite, gpu.ComputeStage), fixed(gpu.IndirectRead), in(gpu.StorageWrite, gpu.ComputeStage),
	}, barriers: []gpu.BarrierKind{raw, war}},
	{name: "vertex-and-index", buffer: true, uses: []gpu.Use{
		fixed(gpu.CopyTarget), fixed(gpu.VertexRead), fixed(gpu.IndexRead), fixed(gpu.CopyTarget),
	}, barriers: []gpu.BarrierKind{raw, raw, war}},
	{name: "uniform", buffer: true, uses: []gpu.Use{
		fixed(gpu.CopyTarget), in(gpu.UniformRead, gpu.FragmentStage|gpu.VertexStage), fixed(gpu.CopyTarget), fixed(gpu.CopyTarget),
	}, barriers: []gpu.BarrierKind{raw, war, waw}},
	{name: "readback", buffer: true, uses: []gpu.Use{
		fixed(gpu.CopyTarget), fixed(gpu.HostRead), fixed(gpu.CopyTarget),
	}, barriers: []gpu.BarrierKind{raw, waw}},
	{name: "copy-between", buffer: true, uses: []gpu.Use{
		in(gpu.StorageWrite, gpu.FragmentStage), fixed(gpu.CopySource), fixed(gpu.CopyTarget),
	}, barriers: []gpu.BarrierKind{raw, war}},
	{name: "color-target", uses: []gpu.Use{
		begin(fixed(gpu.ColorTarget)), fixed(gpu.ColorTarget), in(gpu.Sampled, gpu.ComputeStage),
		in(gpu.Sampled, gpu.FragmentStage), begin(fixed(gpu.ColorTarget)), fixed(gpu.CopySource),
	}, barriers: []gpu.BarrierKind{lay, waw, lay, raw, lay, lay}},
	{name: "depth-target", depth: true, uses: []gpu.Use{
		begin(fixed(gpu.DepthTarget)), fixed(gpu.DepthTarget), fixed(gpu.DepthTest),
		in(gpu.Sampled, gpu.ComputeStage), begin(fixed(gpu.DepthTarget)),
	}, barriers: []gpu.BarrierKind{lay, waw, lay, lay, lay}},
	{name: "storage-image", uses: []gpu.Use{
		begin(in(gpu.StorageWrite, gpu.ComputeStage)), in(gpu.StorageRead, gpu.ComputeStage),
		in(gpu.StorageReadWrite, gpu.ComputeStage), in(gpu.StorageWrite, gpu.ComputeStage), in(gpu.Sampled, gpu.FragmentStage),
		in(gpu.Sampled, gpu.VertexStage),
	}, barriers: []gpu.BarrierKind{lay, raw, war, waw, lay, raw}},
	{name: "copied-image", uses: []gpu.Use{
		begin(fixed(gpu.CopyTarget)), fixed(gpu.CopyTarget), fixed(gpu.CopySource), fixed(gpu.CopyTarget),
		in(gpu.Sampled, gpu.AllStages),
	}, barriers: []gpu.BarrierKind{lay, waw, lay, lay, lay}},
}

// run plays the chain on fresh resources and gives the barriers that the recorder derived. drop leaves out the barrier of
// that number.
func (ch *chain) run(t *testing.T, d *gpu.Device, hook *func(gpu.Barrier) bool, drop int) []gpu.Barrier {
	t.Helper()
	var resource gpu.Use
	if ch.buffer {
		b, err := d.NewBuffer(gpu.BufferDesc{
			Name: ch.name, SizeBytes: 256,
			Usage: gpu.AsStorage | gpu.AsUniform | gpu.AsVertex | gpu.AsIndex | gpu.AsIndirect | gpu.AsCopySource | gpu.AsCopyTarget,
		})
		if err != nil {
			t.Fatal(err)
		}
		defer b.Close()
		resource.Buffer = b
	} else {
		resource.Image = ch.image(t, d)
		defer resource.Image.Close()
	}
	var derived []gpu.Barrier
	*hook = func(b gpu.Barrier) bool {
		derived = append(derived, b)
		return len(derived)-1 == drop
	}
	var steps []gpu.Step
	for i, u := range ch.uses {
		u.Image, u.Buffer = resource.Image, resource.Buffer
		steps = append(steps, gpu.Step{Name: fmt.Sprint(i), Uses: []gpu.Use{u}, Record: func(*gpu.Commands, *gpu.Frame) {}})
	}
	if err := d.RunOnce(ch.name, steps...); err != nil {
		t.Fatal(err)
	}
	*hook = nil
	return derived
}

func (ch *chain) image(t *testing.T, d *gpu.Device) *gpu.Image {
	t.Helper()
	desc := gpu.ImageDesc{
		Name: ch.name, Width: 8, Height: 8, Format: gpu.FormatRGBA8,
		Usage: gpu.AsSampled | gpu.AsStorage | gpu.AsColor | gpu.AsCopySource | gpu.AsCopyTarget,
	}
	if ch.depth {
		desc.Format, desc.Usage = gpu.FormatD32F, gpu.AsDepth|gpu.AsSampled
	}
	img, err := d.NewImage(desc)
	if err != nil {
		t.Fatal(err)
	}
	return img
}

func TestBarriersAreThoseWorkedOutByHand(t *testing.T) {
	var hook func(gpu.Barrier) bool
	d := devicetest.OpenWith(t, gpu.Options{DropBarrier: func(b gpu.Barrier) bool { return hook(b) }})
	for _, ch := range chains {
		var got []gpu.BarrierKind
		for _, b := range ch.run(t, d, &hook, -1) {
			got = append(got, b.Kind)
		}
		if fmt.Sprint(got) != fmt.Sprint(ch.barriers) {
			t.Errorf("%s: %v, want %v", ch.name, got, ch.barriers)
		}
	}
}

// Every barrier of every chain, left out alone, is reported by the hazard check. So is an image's first change of layout.
func TestHazardCheckReportsEveryDroppedBarrier(t *testing.T) {
	var hook func(gpu.Barrier) bool
	d := devicetest.OpenWith(t, gpu.Options{DropBarrier: func(b gpu.Barrier) bool { return hook(b) }})
	for _, ch := range chains {
		for i, kind := range ch.barriers {
			b := ch.run(t, d, &hook, i)[i]
			got := d.Messages()
			d.ClearMessages()
			if !hasHazard(got) {
				t.Errorf("%s: without the %v barrier before %v the check says %v", ch.name, kind, b.To, got)
			}
		}
	}
}

// A barrier that is there but too weak is reported too: one that waits for nothing, flushes nothing, holds nobody back or
// shows the memory to nobody. A write after a read needs only the waiting, and a change of layout has no memory of a writer
// to flush when a reader came before it.
func TestHazardCheckReportsWeakBarriers(t *testing.T) {
	all := []gpu.Part{gpu.SourceStages, gpu.SourceAccess, gpu.TargetStages, gpu.TargetAccess}
	for _, c := range []struct {
		name  string
		uses  []gpu.Use
		parts []gpu.Part
	}{
		{"read-after-write", []gpu.Use{in(gpu.StorageWrite, gpu.ComputeStage), in(gpu.StorageRead, gpu.VertexStage)}, all},
		{"write-after-write", []gpu.Use{fixed(gpu.CopyTarget), in(gpu.StorageWrite, gpu.ComputeStage)}, all[:3]},
		{"write-after-read", []gpu.Use{in(gpu.StorageRead, gpu.ComputeStage), fixed(gpu.CopyTarget)}, []gpu.Part{gpu.SourceStages, gpu.TargetStages}},
		{"layout-of-written", []gpu.Use{begin(fixed(gpu.CopyTarget)), in(gpu.Sampled, gpu.FragmentStage)}, all},
		{"layout-of-read", []gpu.Use{
			begin(fixed(gpu.CopyTarget)), in(gpu.Sampled, gpu.ComputeStage), in(gpu.StorageWrite, gpu.ComputeStage),
		}, []gpu.Part{gpu.SourceStages, gpu.TargetStages}},
		{"layout-of-one-of-two-readers", []gpu.Use{
			begin(fixed(gpu.CopyTarget)), in(gpu.Sampled, gpu.FragmentStage), in(gpu.Sampled, gpu.ComputeStage),
			in(gpu.StorageWrite, gpu.FragmentStage),
		}, []gpu.Part{gpu.ComputeSource}},
		{"write-after-one-of-two-readers", []gpu.Use{
			in(gpu.StorageRead, gpu.VertexStage), in(gpu.StorageRead, gpu.ComputeStage), in(gpu.StorageWrite, gpu.FragmentStage),
		}, []gpu.Part{gpu.ComputeSource}},
	} {
		for _, part := range c.parts {
			d := devicetest.Open(t)
			ch := chain{name: c.name, buffer: !c.uses[0].Discard, uses: c.uses}
			last := fmt.Sprint(len(c.uses) - 1)
			d.WeakenBarriers(part, func(b gpu.Barrier) bool { return b.Step == last })
			var hook func(gpu.Barrier) bool
			ch.run(t, d, &hook, -1)
			got := d.Messages()
			d.ClearMessages()
			if !hasHazard(got) {
				t.Errorf("%s: without part %d the check says %v", c.name, part, got)
			}
		}
	}
}

func hasHazard(messages []gpu.Message) bool {
	for _, m := range messages {
		if strings.HasPrefix(m.ID, gpu.HazardID) {
			return true
		}
	}
	return false
}

// The check names the hazard, the resource and both passes.
func TestHazardMessageNamesBothSides(t *testing.T) {
	var hook func(gpu.Barrier) bool
	d := devicetest.OpenWith(t, gpu.Options{DropBarrier: func(b gpu.Barrier) bool { return hook(b) }})
	ch := chain{name: "crate", buffer: true, uses: []gpu.Use{in(gpu.StorageWrite, gpu.ComputeStage), fixed(gpu.IndirectRead)}}
	ch.run(t, d, &hook, 0)
	got := d.Messages()
	d.ClearMessages()
	want := `GPU-HAZARD-READ-AFTER-WRITE: pass "crate" step "1": buffer "crate" is read as indirect and does not see pass "crate" step "0" (storage write)`
	if len(got) != 1 || got[0].String() != want {
		t.Errorf("messages %v, want %s", got, want)
	}
}

// Levels of one image have states of their own: a pyramid reads one level and writes the next, and one barrier covers the
// levels and layers that share a change.
func TestRangesOfAnImageAreTrackedApart(t *testing.T) {
	var derived []gpu.Barrier
	d := devicetest.OpenWith(t, gpu.Options{DropBarrier: func(b gpu.Barrier) bool {
		derived = append(derived, b)
		return false
	}})
	img, err := d.NewImage(gpu.ImageDesc{
		Name: "pyramid", Width: 16, Height: 16, Levels: 4, Layers: 2, Format: gpu.FormatR32F, Usage: gpu.AsStorage | gpu.AsSampled,
	})
	if err != nil {
		t.Fatal(err)
	}
	defer img.Close()
	nothing := func(*gpu.Commands, *gpu.Frame) {}
	level := func(n int, a gpu.Access, discard bool) gpu.Use {
		return gpu.Use{Image: img, Access: a, Stages: gpu.ComputeStage, Level: n, Levels: 1, Discard: discard}
	}
	var barriers []int
	steps := []gpu.Step{{Name: "0", Uses: []gpu.Use{level(0, gpu.StorageWrite, true)}, Record: nothing}}
	for n := 1; n < 4; n++ {
		steps = append(steps, gpu.Step{
			Name: fmt.Sprint(n), Uses: []gpu.Use{level(n-1, gpu.Sampled, false), level(n, gpu.StorageWrite, true)},
			Record: func(c *gpu.Commands, _ *gpu.Frame) { barriers = append(barriers, c.Count().Barriers) },
		})
	}
	steps = append(steps, gpu.Step{
		Name:   "all",
		Uses:   []gpu.Use{{Image: img, Access: gpu.StorageRead, Stages: gpu.ComputeStage}},
		Record: func(c *gpu.Commands, _ *gpu.Frame) { barriers = append(barriers, c.Count().Barriers) },
	})
	if err := d.RunOnce("pyramid", steps...); err != nil {
		t.Fatal(err)
	}
	// Two layers per level: step 0 changes 2 ranges, each of the three next 4, and the last 8.
	if len(derived) != 2+3*4+8 {
		t.Errorf("%d ranges changed, want 22", len(derived))
	}
	// As commands: 1, then 2 for each step, then one for levels 0 to 2 and one for level 3, which nothing sampled.
	if want := "[3 5 7 9]"; fmt.Sprint(barriers) != want {
		t.Errorf("barriers after each step %v, want %s", barriers, want)
	}
}

func TestUsesOfOneStepThatDisagreeAreReported(t *testing.T) {
	d := devicetest.Open(t)
	ch := chain{name: "torn"}
	img := ch.image(t, d)
	defer img.Close()
	err := d.RunOnce("torn", gpu.Step{
		Uses: []gpu.Use{
			{Image: img, Access: gpu.Sampled, Stages: gpu.ComputeStage, Discard: true},
			{Image: img, Access: gpu.StorageWrite, Stages: gpu.ComputeStage, Discard: true},
		},
		Record: func(*gpu.Commands, *gpu.Frame) {},
	})
	got := d.Messages()
	d.ClearMessages()
	if err != nil || len(got) == 0 || got[0].ID != "GPU-USES-CONFLICT" {
		t.Errorf("error %v, messages %v, want GPU-USES-CONFLICT", err, got)
	}
}

func TestUndeclaredUseIsReported(t *testing.T) {
	d := devicetest.Open(t)
	b, err := d.NewBuffer(gpu.BufferDesc{Name: "secret", SizeBytes: 16, Usage: gpu.AsCopyTarget})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	err = d.RunOnce("p", gpu.Step{Record: func(c *gpu.Commands, _ *gpu.Frame) { c.FillBuffer(b, 0, 16, 0) }})
	got := d.Messages()
	d.ClearMessages()
	if err != nil || len(got) != 1 || got[0].ID != gpu.UndeclaredID || !strings.Contains(got[0].Text, "secret") {
		t.Errorf("error %v, messages %v, want one %s of the buffer", err, got, gpu.UndeclaredID)
	}
}

// What a shader reaches through its descriptors is checked like what a command names, with its stages.
func TestUndeclaredDescriptorIsReported(t *testing.T) {
	d := devicetest.Open(t)
	for name, c := range map[string]struct {
		change func(steps []gpu.Step)
		want   int
	}{
		"read":        {func(s []gpu.Step) { s[1].Uses = s[1].Uses[1:] }, 1},
		"write":       {func(s []gpu.Step) { s[1].Uses = s[1].Uses[:1] }, 1},
		"both":        {func(s []gpu.Step) { s[1].Uses = nil }, 2},
		"other-stage": {func(s []gpu.Step) { s[0].Uses[0].Stages = gpu.VertexStage }, 1},
		"other-use":   {func(s []gpu.Step) { s[0].Uses[0].Access = gpu.StorageRead }, 1},
	} {
		s := newComputeScene(t, d)
		c.change(s.steps)
		if err := d.RunOnce(name, s.steps...); err != nil {
			t.Fatal(err)
		}
		undeclared := 0
		for _, m := range d.Messages() {
			if m.ID == gpu.UndeclaredID {
				undeclared++
			}
		}
		d.ClearMessages()
		if undeclared != c.want {
			t.Errorf("%s: %d undeclared uses reported, want %d", name, undeclared, c.want)
		}
	}
}

func TestHostAccessToABufferInFlightIsReported(t *testing.T) {
	d := devicetest.Open(t)
	b, err := d.NewBuffer(gpu.BufferDesc{Name: "early", SizeBytes: 16, Usage: gpu.AsCopySource, Memory: gpu.UploadMemory})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	g := d.NewGraph()
	if err := g.Add(&usingPass{name: "p", uses: []gpu.Use{{Buffer: b, Access: gpu.CopySource}}}); err != nil {
		t.Fatal(err)
	}
	f := drawFrame(t, d, g)
	b.Bytes()
	got := d.Messages()
	d.ClearMessages()
	if len(got) != 1 || !strings.Contains(got[0].Text, "early") {
		t.Errorf("messages %v, want one of the buffer", got)
	}
	if err := d.Wait(f); err != nil {
		t.Fatal(err)
	}
	b.Bytes() // no message: the frame has finished
}

// usingPass declares and records nothing.
type usingPass struct {
	name   string
	uses   []gpu.Use
	record func(c *gpu.Commands, f *gpu.Frame)
}

func (p *usingPass) Name() string              { return p.name }
func (p *usingPass) Uses(*gpu.Frame) []gpu.Use { return p.uses }
func (p *usingPass) Record(c *gpu.Commands, f *gpu.Frame) {
	if p.record != nil {
		p.record(c, f)
	}
}

// drawFrame records the graph as a frame and submits it.
func drawFrame(t testing.TB, d *gpu.Device, g *gpu.Graph) *gpu.Frame {
	t.Helper()
	f, err := d.BeginFrame()
	if err != nil {
		t.Fatal(err)
	}
	g.Record(f)
	if err := d.Submit(f); err != nil {
		t.Fatal(err)
	}
	return f
}
