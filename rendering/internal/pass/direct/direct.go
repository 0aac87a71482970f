// Package direct lights every pixel with every light that reaches the view, and adds the emission.
//
// Reads: the G-buffer, the lights, the DFG table and the exposure. Writes: direct, pre-exposed radiance, RGBA16F; 0 for
// the sky.
// When: after the G-buffer, and before the ambient pass, so that what gathers bounced light can stand between them.
// Bounds: the lights' sum and the result are at most MaxRadiance each.
package direct

import (
	_ "embed"

	"tertius.dev/rendering/internal/gpu"
	"tertius.dev/rendering/internal/store"
)

//go:embed direct.comp.spv
var computeShader []byte

// Pass is the direct pass.
type Pass struct{ *store.LightPass }

// New makes the pass.
func New(d *gpu.Device, scene *store.Scene) (*Pass, error) {
	p, err := store.NewLightPass(d, scene, store.LightDesc{
		Name: "direct light", Shader: computeShader,
		Images: []store.LightImage{
			{Of: func(t *store.Targets) *gpu.Image { return t.Direct }, Access: gpu.StorageWrite},
		},
	})
	if err != nil {
		return nil, err
	}
	return &Pass{p}, nil
}
