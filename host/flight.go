package host

import (
	"errors"
	"fmt"

	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/message"
	"tertius.dev/host/internal/input"
	"tertius.dev/simulation"
)

// flight is the flying camera of free play. It starts where the scene's camera is, in that one's frame.
type flight struct {
	world    *simulation.World
	fly      input.Fly
	eye      handle.Entity
	own      simulation.Camera // the flying one
	scene    simulation.Camera // the scene's
	hasScene bool
	flying   bool
}

// flightFovRadians is the vertical field of view of the flying camera of a scene without a camera: 60°.
const flightFovRadians = 1.0472

// newFlight puts the flying camera into a world, and looks through it.
func newFlight(w *simulation.World) (*flight, error) {
	f := &flight{world: w, flying: true}
	frame, pose, err := f.start()
	if err != nil {
		return nil, err
	}
	f.fly = input.NewFly(pose)
	f.eye, err = w.Spawn(&simulation.SpawnDesc{Frame: frame, Pose: pose})
	if err != nil {
		return nil, fmt.Errorf("the flying camera: %w", err)
	}
	f.own = simulation.Camera{Entity: f.eye, FovRadians: flightFovRadians}
	if f.hasScene {
		f.own.FovRadians = f.scene.FovRadians
	}
	return f, w.SetCamera(f.own)
}

// start returns where the flight starts: at the scene's camera, or before the origin of the first frame.
func (f *flight) start() (handle.Frame, geom.Pose, error) {
	f.scene, f.hasScene = f.world.Camera()
	if f.hasScene {
		at, _ := f.world.Snapshot().Transform(f.scene.Entity)
		if !at.Frame.IsNone() {
			return at.Frame, at.Pose, nil
		}
		owned, _ := f.world.FrameOf(f.scene.Entity)
		return owned, geom.IdentityPose, nil
	}
	for frame := range f.world.Frames().All() {
		return frame, geom.At(geom.Vec3{Y: 1.7, Z: 8}), nil
	}
	return handle.Frame{}, geom.Pose{}, errors.New("the scene has no frame to fly in")
}

// move moves the flying camera, or switches to the scene's and back.
func (f *flight) move(c input.Controls) error {
	if c.Switched && f.hasScene {
		f.flying = !f.flying
		chosen := f.scene
		if f.flying {
			chosen = f.own
		}
		if err := f.world.SetCamera(chosen); err != nil { // the scene's camera may be gone by now
			f.flying, f.hasScene = true, false
			return f.world.SetCamera(f.own)
		}
	}
	if !f.flying || !f.world.Snapshot().Live(f.eye) {
		return nil
	}
	return f.world.SetTransform(f.eye, f.fly.Move(c, f.world.Rate().TickSeconds()))
}

// post tells the game what the person did, to arrive in the next tick. While the camera flies, what steers it is not for the
// game.
func (f *flight) post(events []input.Event) {
	for i := range events {
		if e := &events[i]; !f.flying || !e.Steers {
			f.world.Post(message.Inputs.Event(f.world.Messages(), message.ToTopic(message.InputTopic), e.Input))
		}
	}
}
