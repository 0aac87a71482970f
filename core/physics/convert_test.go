package physics_test

import (
	"math"
	"testing"

	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/motion"
	"tertius.dev/core/physics"
)

// The old frame is 10 m out on the new one's +X, its axes a quarter turn about +Y, so that its +X is the new -Z and its +Z
// the new +X. It flies at 3 m/s along +Y and turns at 2 rad/s about +Y. Where the step ends it is at +X 20.
func TestIntentConvertsEachRequestByItsMoment(t *testing.T) {
	quarter := geom.AxisAngle(geom.UnitY, math.Pi/2)
	start := motion.RelationOf(motion.State{
		Pose:     geom.Pose{Position: geom.Vec3{X: 10}, Rotation: quarter},
		Velocity: geom.Vec3{Y: 3}, AngularVelocity: geom.Vec3{Y: 2},
	})
	end := motion.RelationOf(motion.RestAt(geom.Pose{Position: geom.Vec3{X: 20}, Rotation: quarter}))
	body := geom.Vec3{X: 10, Z: -1} // 1 m along the old +X
	x := geom.Vec3f{X: 1}
	to := handle.Frame{Index: 4, Generation: 2}
	collision := physics.Collision{Groups: 2, Mask: 4}
	for _, c := range []struct {
		name     string
		in, want physics.Intent
	}{
		{
			"pushes",
			physics.Intent{Parts: physics.Pushes, Force: x, Torque: x.Scale(2), Impulse: x.Scale(3), AngularImpulse: x.Scale(4)},
			physics.Intent{
				Parts: physics.Pushes, Force: geom.Vec3f{Z: -1}, Torque: geom.Vec3f{Z: -2},
				Impulse: geom.Vec3f{Z: -3}, AngularImpulse: geom.Vec3f{Z: -4},
			},
		},
		{ // ω × r = (0, 2, 0) × (0, 0, -1) = (-2, 0, 0)
			"velocities",
			physics.Intent{Parts: physics.HasVelocity | physics.HasAngularVelocity, Velocity: x.Scale(5), AngularVelocity: x},
			physics.Intent{
				Parts: physics.HasVelocity | physics.HasAngularVelocity, Velocity: geom.Vec3f{X: -2, Y: 3, Z: -5},
				AngularVelocity: geom.Vec3f{Y: 2, Z: -1},
			},
		},
		{ // the body has its velocity at the teleport's place, 4 m along the old +Z: ω × r = (0, 2, 0) × (4, 0, 0) = (0, 0, -8)
			"velocity-after-teleport",
			physics.Intent{Parts: physics.HasVelocity | physics.HasTeleport, Velocity: x, Teleport: geom.At(geom.Vec3{Z: 4})},
			physics.Intent{
				Parts: physics.HasVelocity | physics.HasTeleport, Velocity: geom.Vec3f{Y: 3, Z: -9},
				Teleport: geom.Pose{Position: geom.Vec3{X: 14}, Rotation: quarter},
			},
		},
		{
			"end-pose",
			physics.Intent{Parts: physics.HasMove, Move: motion.IntentOfEndPose(motion.EndPose{Pose: geom.At(geom.Vec3{X: 1, Y: 2})})},
			physics.Intent{
				Parts: physics.HasMove,
				Move:  motion.IntentOfEndPose(motion.EndPose{Pose: geom.Pose{Position: geom.Vec3{X: 20, Y: 2, Z: -1}, Rotation: quarter}}),
			},
		},
		{"collision", physics.Intent{Parts: physics.HasCollision, Collision: collision}, physics.Intent{Parts: physics.HasCollision, Collision: collision}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := c.in
			got.Convert(to, &start, &end, body, 1.0/60)
			if got.Frame != to || got.Parts != c.want.Parts || got.Collision != c.want.Collision {
				t.Errorf("the intent is %+v, want %+v", got, c.want)
			}
			for _, v := range [...][2]geom.Vec3f{
				{got.Force, c.want.Force}, {got.Torque, c.want.Torque}, {got.Impulse, c.want.Impulse},
				{got.AngularImpulse, c.want.AngularImpulse}, {got.Velocity, c.want.Velocity}, {got.AngularVelocity, c.want.AngularVelocity},
			} {
				if v[0].Sub(v[1]).Length() > 1e-6 { // one float step near 10
					t.Errorf("a vector is %v, want %v", v[0], v[1])
				}
			}
			gotEnd, _ := got.Move.AsEndPose()
			wantEnd, _ := c.want.Move.AsEndPose()
			for _, p := range [...][2]geom.Pose{{got.Teleport, c.want.Teleport}, {gotEnd.Pose, wantEnd.Pose}} {
				a, b := p[0].Rotation, p[1].Rotation
				off := geom.Quat{X: a.X - b.X, Y: a.Y - b.Y, Z: a.Z - b.Z, W: a.W - b.W}
				if p[0].Position.Sub(p[1].Position).Length() > 1e-14 || off.LengthSquared() > 1e-30 {
					t.Errorf("a pose is %v, want %v", p[0], p[1])
				}
			}
		})
	}
}
