package gbuffer

import (
	"testing"
	"unsafe"

	"tertius.dev/rendering/internal/batch"
	"tertius.dev/rendering/internal/gpu"
	"tertius.dev/rendering/internal/shader/blocktest"
	"tertius.dev/rendering/internal/store"
)

func TestBlocksLieAsTheShadersReadThem(t *testing.T) {
	blocktest.Push[Push](t, vertexShader)
	blocktest.Block[store.Frame](t, vertexShader, 0, 0)
	blocktest.Block[batch.Instance](t, vertexShader, 0, 1)
	blocktest.Block[batch.Instance](t, fragmentShader, 0, 1)
	blocktest.Block[batch.Material](t, fragmentShader, 0, 3)
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
