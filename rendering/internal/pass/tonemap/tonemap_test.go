package tonemap

import (
	"testing"

	"tertius.dev/rendering/internal/shader/blocktest"
)

func TestPushConstantsLieAsTheShaderReadsThem(t *testing.T) { blocktest.Push[Push](t, computeShader) }
