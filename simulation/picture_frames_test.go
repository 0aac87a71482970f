package simulation_test

import (
	"testing"

	"tertius.dev/core/field"
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/message"
	"tertius.dev/core/render"
	"tertius.dev/simulation"
)

// seen returns how the picture shows the entity.
func seen(t *testing.T, s *render.Snapshot, e handle.Entity) *render.Instance {
	t.Helper()
	for i := range s.Instances {
		if s.Instances[i].Entity == e.Index {
			return &s.Instances[i]
		}
	}
	t.Fatalf("the picture does not show %v", e)
	return nil
}

func nearf(a, b geom.Vec3f) bool { return a.Sub(b).Length() <= 1e-6 }

// watch makes the entity the camera.
func watch(t *testing.T, w *simulation.World, e handle.Entity) {
	t.Helper()
	if err := w.SetCamera(simulation.Camera{Entity: e, FovRadians: 1}); err != nil {
		t.Fatal(err)
	}
}

func TestPictureShowsEveryFrameOfTheCamerasTree(t *testing.T) {
	w, root, _, mesh := studio(t, simulation.Options{}, geom.Vec3{X: 1}, field.Gravity{})
	ship, _ := childFrame(t, w, root, 10)
	cabin, _ := childFrame(t, w, ship, 2)
	station, _ := childFrame(t, w, root, -5)
	v := simulation.Visual{Mesh: mesh}
	inRoot := spawn(t, w, shown(root, geom.Vec3{X: 4}, v))
	inShip := spawn(t, w, shown(ship, geom.Vec3{X: 1}, v))
	inCabin := spawn(t, w, shown(cabin, geom.Vec3{X: 1}, v))
	inStation := spawn(t, w, shown(station, geom.Vec3{X: 1}, v))
	var s render.Snapshot
	check := func(from string, want map[handle.Entity]geom.Vec3f) {
		t.Helper()
		w.BuildSnapshot(&s)
		for e, place := range want {
			if got := seen(t, &s, e); !nearf(got.Position, place) || got.Position != got.Previous {
				t.Errorf("from %s, %v is at %v and was at %v, want %v", from, e, got.Position, got.Previous, place)
			}
		}
	}
	check("the root", map[handle.Entity]geom.Vec3f{ // relative to +X 1 of the root
		inRoot: {X: 3}, inShip: {X: 9, Z: -1}, inCabin: {X: 8, Z: -2}, inStation: {X: -6, Z: -1},
	})
	watch(t, w, inCabin)
	check("the cabin", map[handle.Entity]geom.Vec3f{ // its axes are a half turn about +Y, at +X 9, +Z -2 of the root
		inRoot: {X: 5, Z: -2}, inShip: {X: -1, Z: -1}, inCabin: {}, inStation: {X: 14, Z: -1},
	})
	if turn := seen(t, &s, inRoot).Rotation; turn.Y*turn.Y < 0.999999 { // a half turn about +Y
		t.Errorf("from the cabin, the root is turned by %v", turn)
	}
}

// Two frames that are 1/8 m apart at 1e15 m, where a double resolves 1/8 m and a detour by the root would lose the turn.
func TestPictureOfNeighborsIsExactHoweverFarOut(t *testing.T) {
	w, root, _, mesh := studio(t, simulation.Options{}, geom.Vec3{}, field.Gravity{})
	ship, _ := childFrame(t, w, root, 1e15)
	pod, _ := childFrame(t, w, root, 1e15+0.125)
	eye := spawn(t, w, at(ship, 0.25))
	e := spawn(t, w, shown(pod, geom.Vec3{X: 0.75}, simulation.Visual{Mesh: mesh}))
	loose := spawn(t, w, shown(root, geom.Vec3{X: 1e15 + 0.25}, simulation.Visual{Mesh: mesh}))
	watch(t, w, eye)
	var s render.Snapshot
	w.BuildSnapshot(&s)
	// The root's +X is the ship's +Z.
	if got := seen(t, &s, e).Position; !nearf(got, geom.Vec3f{X: 0.5, Z: 0.125}) {
		t.Errorf("what is in the pod is at %v", got)
	}
	if got := seen(t, &s, loose).Position; !nearf(got, geom.Vec3f{X: -0.25, Z: 0.25}) {
		t.Errorf("what floats beside is at %v", got)
	}
}

func TestPreviousPictureOfAMovingFrame(t *testing.T) {
	w, root, camera, mesh := studio(t, simulation.Options{}, geom.Vec3{}, field.Gravity{})
	ship, owner := childFrame(t, w, root, 10, walk())
	v := simulation.Visual{Mesh: mesh}
	inShip := spawn(t, w, shown(ship, geom.Vec3{Z: 1}, v)) // 1 m along the root's +X
	inRoot := spawn(t, w, shown(root, geom.Vec3{Y: 3}, v))
	eye := spawn(t, w, at(ship, 0))
	var s render.Snapshot
	w.BuildSnapshot(&s)
	w.Tick()
	w.BuildSnapshot(&s)
	got := seen(t, &s, inShip)
	if !nearf(got.Position, geom.Vec3f{X: 12}) || !nearf(got.Previous, geom.Vec3f{X: 11}) {
		t.Errorf("the ship carried it from %v to %v", got.Previous, got.Position)
	}
	watch(t, w, eye)
	w.BuildSnapshot(&s)
	w.Tick()
	w.BuildSnapshot(&s)
	if got = seen(t, &s, inShip); got.Position != got.Previous || !nearf(got.Position, geom.Vec3f{Z: 1}) {
		t.Errorf("from the ship, what is in it went from %v to %v", got.Previous, got.Position)
	}
	if got = seen(t, &s, inRoot); !nearf(got.Position, geom.Vec3f{Y: 3, Z: -12}) || !nearf(got.Previous, geom.Vec3f{Y: 3, Z: -11}) {
		t.Errorf("from the ship, the root went by from %v to %v", got.Previous, got.Position)
	}
	watch(t, w, camera)
	w.BuildSnapshot(&s)
	w.Post(message.Destroys.Event(w.Messages(), message.To(owner), message.Destroy{}))
	w.Tick()
	w.BuildSnapshot(&s)
	if got = seen(t, &s, inShip); !nearf(got.Position, geom.Vec3f{X: 14}) || !nearf(got.Previous, geom.Vec3f{X: 13}) {
		t.Errorf("as the ship died it went from %v to %v", got.Previous, got.Position)
	}
}

func TestUpIsThatOfTheNearestFrameWithGravity(t *testing.T) {
	down := field.GravityOfUniform(field.Uniform{Acceleration: geom.Vec3{X: -3}})
	w, root, _, mesh := studio(t, simulation.Options{}, geom.Vec3{}, field.GravityOfPoint(field.Point{Mu: 1, RadiusMeters: 1}))
	v := simulation.Visual{Mesh: mesh}
	cabin, _ := childFrame(t, w, root, 10) // without a field of its own
	d := at(cabin, 2)
	d.Owns, d.Pose.Rotation = &simulation.FrameSpec{Gravity: down}, quarter
	wheel, _ := w.FrameOf(spawn(t, w, d))
	inRoot := spawn(t, w, shown(root, geom.Vec3{X: 3}, v))
	inCabin := spawn(t, w, shown(cabin, geom.Vec3{Z: 1}, v)) // at +X 11 of the root
	inWheel := spawn(t, w, shown(wheel, geom.Vec3{}, v))
	var s render.Snapshot
	w.BuildSnapshot(&s)
	for e, center := range map[handle.Entity]geom.Vec3f{inRoot: {X: -3}, inCabin: {X: -11}} {
		up := seen(t, &s, e).Up
		if away, ok := up.AsUpAwayFrom(); !ok || !nearf(away.Center, center) {
			t.Errorf("up of %v is %v, want away from %v", e, up, center)
		}
	}
	// The wheel's +X, two quarter turns about +Y, is the root's -X.
	up := seen(t, &s, inWheel).Up
	if along, ok := up.AsUpAlong(); !ok || !nearf(along.Direction, geom.Vec3f{X: -1}) {
		t.Errorf("up in the wheel is %v", up)
	}
	watch(t, w, inWheel)
	w.BuildSnapshot(&s)
	up = seen(t, &s, inCabin).Up
	if away, ok := up.AsUpAwayFrom(); !ok || !nearf(away.Center, geom.Vec3f{X: 11}) { // seen from axes half turned
		t.Errorf("from the wheel, up in the cabin is %v", up)
	}
}
