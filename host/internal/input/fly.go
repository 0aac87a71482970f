package input

import (
	"math"

	"tertius.dev/core/geom"
)

// The feel of the flying camera.
const (
	flySpeed       = 4.0    // m/s
	fastSpeed      = 40.0   // m/s
	radiansPerDot  = 0.0025 // of mouse motion, in pixels
	steepestRadian = 1.55   // how far it looks up or down, just below π/2
)

// Fly is a camera that flies through a frame, its head always up along the frame's +Y.
type Fly struct {
	position   geom.Vec3 // in meters in the frame
	yaw, pitch float64   // in radians: about +Y, to the left; up
}

// NewFly returns a camera at the pose, which is relative to the frame. It looks where the pose looks, without its roll.
func NewFly(p geom.Pose) Fly {
	forward := p.Rotation.Rotate(geom.Vec3{Z: -1})
	return Fly{
		position: p.Position,
		yaw:      math.Atan2(-forward.X, -forward.Z),
		pitch:    clampPitch(math.Asin(max(-1, min(1, forward.Y)))),
	}
}

// Move flies for so many seconds as the controls say, and returns the new pose in the frame.
func (f *Fly) Move(c Controls, seconds float64) geom.Pose {
	f.yaw = math.Remainder(f.yaw-radiansPerDot*c.Turn.Right, 2*math.Pi)
	f.pitch = clampPitch(f.pitch - radiansPerDot*c.Turn.Down)
	rotation := geom.AxisAngle(geom.Vec3{Y: 1}, f.yaw).Mul(geom.AxisAngle(geom.Vec3{X: 1}, f.pitch))
	speed := flySpeed
	if c.Fast {
		speed = fastSpeed
	}
	way := rotation.Rotate(c.Move).Unit(geom.Vec3{})
	f.position = f.position.AddScaled(way, speed*seconds)
	return geom.Pose{Position: f.position, Rotation: rotation}
}

func clampPitch(radians float64) float64 { return max(-steepestRadian, min(steepestRadian, radians)) }
