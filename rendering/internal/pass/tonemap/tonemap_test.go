package tonemap

import (
	"testing"

	"tertius.dev/rendering/internal/shader"
)

func TestPushConstantsLieAsTheShaderReadsThem(t *testing.T) {
	if err := shader.CheckPush[Push](computeShader); err != nil {
		t.Error(err)
	}
}
