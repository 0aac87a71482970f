package direct

import (
	"testing"

	"tertius.dev/rendering/internal/batch"
	"tertius.dev/rendering/internal/shader/blocktest"
	"tertius.dev/rendering/internal/store"
)

func TestBlocksLieAsTheShaderReadsThem(t *testing.T) {
	blocktest.Block[store.Frame](t, computeShader, 0, 0)
	blocktest.Block[batch.Light](t, computeShader, 0, 2)
}
