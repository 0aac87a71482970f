// Package ambient adds the light of the hemisphere's sky and ground to every surface, and shows the sky behind them.
//
// Reads: the G-buffer, the direct image, the DFG table and the exposure. Writes: HDR, pre-exposed radiance, RGBA16F.
// When: after the direct pass, whose image it completes.
// Bounds: the ambient light and the result are at most MaxRadiance each.
package ambient

import (
	_ "embed"

	"tertius.dev/rendering/internal/gpu"
	"tertius.dev/rendering/internal/store"
)

//go:embed ambient.comp.spv
var computeShader []byte

// Pass is the ambient pass.
type Pass struct{ *store.LightPass }

// New makes the pass.
func New(d *gpu.Device, scene *store.Scene) (*Pass, error) {
	p, err := store.NewLightPass(d, scene, store.LightDesc{
		Name: "ambient light", Shader: computeShader,
		Images: []store.LightImage{
			{Of: func(t *store.Targets) *gpu.Image { return t.Direct }, Access: gpu.Sampled},
			{Of: func(t *store.Targets) *gpu.Image { return t.HDR }, Access: gpu.StorageWrite},
		},
	})
	if err != nil {
		return nil, err
	}
	return &Pass{p}, nil
}
