package host

import (
	"fmt"

	"tertius.dev/core/physics"
	"tertius.dev/core/render"
	"tertius.dev/physics/jolt"
	"tertius.dev/rendering/capture"
	"tertius.dev/rendering/vulkan"
)

// openPhysics loads the physics library.
func openPhysics() (physics.Backend, error) {
	backend, err := jolt.Open(jolt.DefaultOptions())
	if err != nil {
		return nil, fmt.Errorf("cannot start physics: %w", err)
	}
	return backend, nil
}

// openRenderer makes the renderer, in a window if the options have a surface.
func openRenderer(store *render.Store, o render.Options) (render.Renderer, error) {
	renderer, err := vulkan.New(store, o)
	if err != nil {
		return nil, fmt.Errorf("cannot start the renderer: %w", err)
	}
	return renderer, nil
}

// pngSinkAt returns what writes a capture into the file.
func pngSinkAt(path string) render.CaptureSink { return capture.NewPNG(path) }
