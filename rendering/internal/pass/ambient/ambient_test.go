package ambient

import (
	"testing"

	"tertius.dev/rendering/internal/shader"
	"tertius.dev/rendering/internal/store"
)

func TestBlockLiesAsTheShaderReadsIt(t *testing.T) {
	if err := shader.CheckBlock[store.Frame](computeShader, 0, 0); err != nil {
		t.Error(err)
	}
}
