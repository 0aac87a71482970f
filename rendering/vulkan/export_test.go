package vulkan

import (
	"fmt"

	"tertius.dev/rendering/internal/gpu"
)

// Download gives the bytes of one of the images between the passes, by its name, after the last picture.
func (r *Renderer) Download(name string) ([]byte, error) {
	t := r.targets
	for _, image := range [...]*gpu.Image{t.BaseColor, t.Normals, t.Specular, t.Emissive, t.Distance, t.Direct, t.HDR} {
		if image.Name() == name {
			if err := r.device.WaitIdle(); err != nil {
				return nil, err
			}
			return r.device.Download(image, gpu.Place{})
		}
	}
	return nil, fmt.Errorf("no image is called %q", name)
}
