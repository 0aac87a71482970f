package direct

import (
	"testing"

	"tertius.dev/rendering/internal/batch"
	"tertius.dev/rendering/internal/shader"
	"tertius.dev/rendering/internal/store"
)

func TestBlocksLieAsTheShaderReadsThem(t *testing.T) {
	if err := shader.CheckBlock[store.Frame](computeShader, 0, 0); err != nil {
		t.Error("frame:", err)
	}
	if err := shader.CheckElement[batch.Light](computeShader, 0, 2); err != nil {
		t.Error("lights:", err)
	}
}
