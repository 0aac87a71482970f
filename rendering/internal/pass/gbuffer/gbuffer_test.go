package gbuffer

import (
	"testing"
	"unsafe"

	"tertius.dev/rendering/internal/batch"
	"tertius.dev/rendering/internal/gpu"
	"tertius.dev/rendering/internal/shader"
	"tertius.dev/rendering/internal/store"
)

func TestBlocksLieAsTheShadersReadThem(t *testing.T) {
	for name, err := range map[string]error{
		"push constants":          shader.CheckPush[Push](vertexShader),
		"frame":                   shader.CheckBlock[store.Frame](vertexShader, 0, 0),
		"instances of the vertex": shader.CheckElement[batch.Instance](vertexShader, 0, 1),
		"frame of the fragment":   shader.CheckBlock[store.Frame](fragmentShader, 0, 0),
		"instances of a fragment": shader.CheckElement[batch.Instance](fragmentShader, 0, 1),
		"materials of a fragment": shader.CheckElement[batch.Material](fragmentShader, 0, 3),
	} {
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestCommandsLieAsTheDeviceReadsThem(t *testing.T) {
	var ours batch.Command
	var device gpu.IndexedDraw
	if unsafe.Sizeof(ours) != unsafe.Sizeof(device) ||
		unsafe.Offsetof(ours.InstanceCount) != unsafe.Offsetof(device.InstanceCount) ||
		unsafe.Offsetof(ours.FirstIndex) != unsafe.Offsetof(device.FirstIndex) ||
		unsafe.Offsetof(ours.VertexOffset) != unsafe.Offsetof(device.VertexOffset) ||
		unsafe.Offsetof(ours.FirstInstance) != unsafe.Offsetof(device.FirstInstance) {
		t.Error("batch.Command is not laid out as the device's command")
	}
}

func TestVerticesLieAsThePipelineReadsThem(t *testing.T) {
	var v batch.Vertex
	for i, want := range [...]uintptr{
		unsafe.Offsetof(v.Position), unsafe.Offsetof(v.Normal), unsafe.Offsetof(v.Tangent), unsafe.Offsetof(v.U),
	} {
		if got := attributes[i].OffsetBytes; got != int(want) {
			t.Errorf("attribute %d is read at %d, and lies at %d", i, got, want)
		}
	}
}
