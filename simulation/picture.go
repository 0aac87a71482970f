package simulation

import (
	"fmt"
	"math"

	"tertius.dev/core/clock"
	"tertius.dev/core/handle"
	"tertius.dev/core/parallel"
	"tertius.dev/core/render"
	"tertius.dev/core/triplebuf"
	"tertius.dev/simulation/internal/snapshot"
)

// drawing is what the pictures of a world are made of.
type drawing struct {
	camera       Camera
	ambient      render.Ambient
	pictures     snapshot.Builder
	pictureInput snapshot.Input
	published    *triplebuf.Of[render.Snapshot]
}

// Camera is an eye: the pose of an entity, which looks along its -Z axis with +Y up.
type Camera struct {
	Entity     handle.Entity
	FovRadians float32 // vertical field of view, above 0 and below π
}

// SetCamera chooses the eye of the pictures from here on.
//
// Errors: the entity is not live, or the field of view is none. Panics during a tick.
func (w *World) SetCamera(c Camera) error {
	w.outside("SetCamera", "")
	switch {
	case !w.entities.Slots.Live(c.Entity):
		return fmt.Errorf("set the camera: entity %v is not live", c.Entity)
	case !(c.FovRadians > 0 && c.FovRadians < math.Pi):
		return fmt.Errorf("set the camera: FovRadians is %v; it must be above 0 and below π", c.FovRadians)
	}
	w.camera = c
	return nil
}

// Camera returns the eye, and false when there is none or its entity is gone.
func (w *World) Camera() (Camera, bool) { return w.camera, w.entities.Slots.Live(w.camera.Entity) }

// SetAmbient sets the light of the sky and of the ground in the pictures from here on. Panics during a tick.
//
// Errors: a radiance that is not finite, below 0 or above render.RadianceLimit.
func (w *World) SetAmbient(a render.Ambient) error {
	w.outside("SetAmbient", "")
	for _, v := range [...]float32{a.Sky.X, a.Sky.Y, a.Sky.Z, a.Ground.X, a.Ground.Y, a.Ground.Z} {
		if !(v >= 0 && v <= render.RadianceLimit) {
			return fmt.Errorf("set the ambient light: %v; each radiance must be from 0 to %g", a, float32(render.RadianceLimit))
		}
	}
	w.ambient = a
	return nil
}

// BuildSnapshot makes the picture of the world as it is, with the last built picture as the previous one. Without a live
// camera it is empty. Panics during a tick.
func (w *World) BuildSnapshot(s *render.Snapshot) {
	w.between("BuildSnapshot", "")
	w.buildPicture(s, w.tick)
}

// Published returns where step 11 of the sync point puts the pictures, for one reader.
func (w *World) Published() *triplebuf.Of[render.Snapshot] { return w.published }

// publishPicture makes the picture of the tick that ends and gives it to the renderer.
func (w *World) publishPicture() {
	if w.publishSnapshots {
		w.buildPicture(w.published.Back(), w.tick+1)
		w.published.Publish()
	}
}

// openPool returns the workers, or nil after Close.
func (w *World) openPool() *parallel.Pool {
	if w.closed {
		return nil
	}
	return w.pool
}

// buildPicture makes the picture of the world after that many ticks.
func (w *World) buildPicture(s *render.Snapshot, done clock.Ticks) {
	c, ok := w.Camera()
	if !ok {
		w.pictures.Skip(s)
		return
	}
	i := c.Entity.Index
	refFrame := w.entities.Front[i].Frame
	if refFrame.IsNone() {
		refFrame = w.entities.Owned[i]
	}
	w.frames.Arrange()
	w.pictureInput = snapshot.Input{
		Entities: &w.entities, Tick: done, Camera: c.Entity, Frames: &w.frames, Frame: refFrame,
		FovRadians: c.FovRadians, Ambient: w.ambient,
	}
	if caught := w.pictures.Build(&w.pictureInput, s, w.openPool()); caught != nil {
		panic(caught)
	}
}
