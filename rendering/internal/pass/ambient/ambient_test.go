package ambient

import (
	"testing"

	"tertius.dev/rendering/internal/shader/blocktest"
	"tertius.dev/rendering/internal/store"
)

func TestBlockLiesAsTheShaderReadsIt(t *testing.T) {
	blocktest.Block[store.Frame](t, computeShader, 0, 0)
}
