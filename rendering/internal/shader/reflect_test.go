package shader_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"structs"
	"testing"

	"tertius.dev/rendering/internal/shader"
)

// compile builds a compute shader as shaderpack does.
func compile(t *testing.T, source string) []byte {
	t.Helper()
	path := filepath.Join(t.TempDir(), "x.comp")
	if err := os.WriteFile(path, []byte(source), 0o644); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("glslc", "--target-env=vulkan1.3", "-std=460", "-O", "-o", "-", path).Output()
	if err != nil {
		t.Fatalf("cannot compile the test's shader: run make setup: %v", err)
	}
	return out
}

const blocks = `#version 460
#extension GL_EXT_nonuniform_qualifier : require
layout(local_size_x = 1) in;
struct Item { vec3 position; float radius; uvec2 id; };
layout(push_constant) uniform Push { mat4 view; vec3 eye; uint count; int shift[2]; } push;
layout(set = 0, binding = 0) uniform Frame { vec4 color[2]; mat3x4 turn; } frame;
layout(set = 0, binding = 1) readonly buffer Items { uint total; Item items[]; };
layout(set = 0, binding = 2) writeonly buffer Out { vec4 result[]; };
layout(set = 0, binding = 3, rgba16f) uniform writeonly image2D target;
layout(set = 1, binding = 0) uniform sampler s;
layout(set = 1, binding = 1) uniform texture2D textures[];
layout(set = 1, binding = 2) uniform sampler2D unused;
void main() {
    uint i = push.count + uint(push.shift[1]) + total;
    vec4 v = push.view * vec4(push.eye + items[i].position * items[i].radius, 1.0) + frame.color[1];
    v.xyz += frame.turn[2].xyz + float(items[i].id.y);
    v += textureLod(sampler2D(textures[nonuniformEXT(i)], s), v.xy, 0.0);
    result[i] = v;
    imageStore(target, ivec2(i), v);
}
`

type goPush struct {
	_     structs.HostLayout
	View  [4][4]float32
	Eye   [3]float32
	Count uint32
	Shift [2]int32
}

type goFrame struct {
	_     structs.HostLayout
	Color [2][4]float32
	Turn  [3][4]float32
}

type goItems struct {
	_     structs.HostLayout
	Total uint32
}

type goItem struct {
	_        structs.HostLayout
	Position [3]float32
	Radius   float32
	ID       [2]uint32
	_        [2]uint32 // the stride is a multiple of 16
}

func TestMatchingTwinsPass(t *testing.T) {
	code := compile(t, blocks)
	for name, err := range map[string]error{
		"push":    shader.CheckPush[goPush](code),
		"uniform": shader.CheckBlock[goFrame](code, 0, 0),
		"fixed":   shader.CheckBlock[goItems](code, 0, 1),
		"element": shader.CheckElement[goItem](code, 0, 1),
		"vectors": shader.CheckElement[[4]float32](code, 0, 2),
	} {
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestDifferingTwinsAreNamed(t *testing.T) {
	code := compile(t, blocks)
	type swapped struct {
		View  [4][4]float32
		Count uint32
		Eye   [3]float32
		Shift [2]int32
	}
	type unsigned struct {
		View  [4][4]float32
		Eye   [3]float32
		Count uint32
		Shift [2]uint32
	}
	type short struct {
		View [4][4]float32
		Eye  [3]float32
	}
	type long struct {
		goPush
		More float32
	}
	type packed struct {
		Position [3]float32
		Radius   float32
		ID       [2]uint32
	}
	type worded struct{ Name string }
	for name, c := range map[string]struct {
		err  error
		want string
	}{
		"swapped":  {shader.CheckPush[swapped](code), "swapped.Count is a uint32 at 64, and the shader has a float32 at 64"},
		"unsigned": {shader.CheckPush[unsigned](code), "Shift[0] is a uint32 at 80, and the shader has a int32 at 80"},
		"short":    {shader.CheckPush[short](code), "nothing for the shader's uint32 at 76"},
		"long":     {shader.CheckPush[long](code), "long.More has nothing beside it"},
		"stride":   {shader.CheckElement[packed](code, 0, 1), "has 24 bytes, and the array's stride is 32"},
		"no-array": {shader.CheckElement[goFrame](code, 0, 0), "ends in no runtime array"},
		"no-block": {shader.CheckBlock[goFrame](code, 3, 0), "no such block"},
		"no-type":  {shader.CheckBlock[worded](code, 0, 0), "which no block holds"},
	} {
		if c.err == nil || !strings.Contains(c.err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, c.err, c.want)
		}
	}
}

func TestReflectionTellsReadsFromWritesAndLeavesOutTheUnused(t *testing.T) {
	resources, err := shader.Reflect(compile(t, blocks))
	if err != nil {
		t.Fatal(err)
	}
	type key struct{ set, binding int }
	got := map[key]shader.Resource{}
	for _, r := range resources {
		if r.Class != shader.Push {
			got[key{r.Set, r.Binding}] = r
		}
	}
	for k, want := range map[key]shader.Resource{
		{0, 0}: {Class: shader.Uniform, Reads: true},
		{0, 1}: {Class: shader.Storage, Reads: true},
		{0, 2}: {Class: shader.Storage, Writes: true},
		{0, 3}: {Class: shader.StorageImage, Writes: true},
		{1, 0}: {Class: shader.SamplerObject, Reads: true},
		{1, 1}: {Class: shader.SampledImage, Reads: true},
	} {
		r := got[k]
		if r.Class != want.Class || r.Reads != want.Reads || r.Writes != want.Writes {
			t.Errorf("set %d binding %d: class %d, reads %v, writes %v; want %d, %v, %v",
				k.set, k.binding, r.Class, r.Reads, r.Writes, want.Class, want.Reads, want.Writes)
		}
	}
	if len(got) != 6 {
		t.Errorf("%d resources, want 6: the unused sampler is none", len(got))
	}
}

func TestReflectRefusesWhatIsNoModule(t *testing.T) {
	code := compile(t, blocks)
	for name, bad := range map[string][]byte{
		"empty": nil, "text": []byte("this is no shader at all"), "odd": code[:len(code)-1], "cut": code[:len(code)-16],
	} {
		if _, err := shader.Reflect(bad); !errors.Is(err, shader.ErrNotSPIRV) {
			t.Errorf("%s: %v, want ErrNotSPIRV", name, err)
		}
	}
}

// No bytes make the reader panic or run away.
func FuzzReflect(f *testing.F) {
	f.Add([]byte{3, 2, 35, 7})
	f.Fuzz(func(_ *testing.T, code []byte) {
		header := []byte{3, 2, 35, 7, 0, 0, 1, 0, 0, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0, 0}
		shader.Reflect(append(header, code...))
	})
}
