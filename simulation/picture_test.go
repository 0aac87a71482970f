package simulation_test

import (
	"math"
	"testing"

	"tertius.dev/core/field"
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/message"
	"tertius.dev/core/render"
	"tertius.dev/simulation"
)

// triangle adds a mesh to the world's resources.
func triangle(t *testing.T, w *simulation.World) render.MeshID {
	t.Helper()
	id, err := w.Resources().AddMesh(render.Mesh{Name: "triangle", Vertices: make([]render.Vertex, 3), Indices: []uint32{0, 1, 2}})
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// studio is a world with a camera at the place, in a frame with the gravity.
func studio(t *testing.T, o simulation.Options, eye geom.Vec3, g field.Gravity) (w *simulation.World, f handle.Frame, camera handle.Entity, mesh render.MeshID) {
	t.Helper()
	w = newWorld(t, o)
	owner := spawn(t, w, simulation.SpawnDesc{Owns: &simulation.FrameSpec{Gravity: g}})
	f, _ = w.FrameOf(owner)
	camera = spawn(t, w, simulation.SpawnDesc{Frame: f, Pose: geom.At(eye)})
	if err := w.SetCamera(simulation.Camera{Entity: camera, FovRadians: 1}); err != nil {
		t.Fatal(err)
	}
	return w, f, camera, triangle(t, w)
}

func shown(f handle.Frame, p geom.Vec3, v simulation.Visual) simulation.SpawnDesc {
	return simulation.SpawnDesc{Frame: f, Pose: geom.At(p), Visual: &v}
}

func TestPictureIsRelativeToTheCameraAndExactFarOut(t *testing.T) {
	far := geom.Vec3{X: 1e7 + 0.125, Y: -1e7, Z: 3}
	w, f, _, mesh := studio(t, simulation.Options{}, far, field.Gravity{})
	e := spawn(t, w, shown(f, far.Add(geom.Vec3{X: 0.0625, Z: -2}), simulation.Visual{Mesh: mesh, Scale: geom.Vec3f{X: 2, Y: 3, Z: 4}, BoundingRadiusMeters: 5}))
	spawn(t, w, shown(f, far, simulation.Visual{Mesh: mesh, Hidden: true}))
	var s render.Snapshot
	w.BuildSnapshot(&s)
	if len(s.Instances) != 1 {
		t.Fatalf("%d instances, want 1", len(s.Instances))
	}
	got := s.Instances[0]
	want := render.Instance{
		Position: geom.Vec3f{X: 0.0625, Z: -2}, Previous: geom.Vec3f{X: 0.0625, Z: -2},
		Rotation: geom.IdentityQuatf, PreviousRotation: geom.IdentityQuatf,
		Scale: geom.Vec3f{X: 2, Y: 3, Z: 4}, BoundingRadiusMeters: 5, Mesh: mesh, Entity: e.Index,
	}
	if got != want {
		t.Errorf("the instance is %+v, want %+v", got, want)
	}
	if s.RefFrame != f || s.OriginInRefFrame != far || s.Camera.Position != (geom.Vec3f{}) || !s.Camera.Present || s.Camera.FovRadians != 1 {
		t.Errorf("the camera is %+v at %v of %v", s.Camera, s.OriginInRefFrame, s.RefFrame)
	}
}

func TestPictureShowsTheCamerasFrameOnly(t *testing.T) {
	w, f, camera, mesh := studio(t, simulation.Options{}, geom.Vec3{}, field.Gravity{})
	g, _ := rootFrame(t, w)
	here := spawn(t, w, shown(f, geom.Vec3{X: 1}, simulation.Visual{Mesh: mesh}))
	there := spawn(t, w, shown(g, geom.Vec3{X: 1}, simulation.Visual{Mesh: mesh}))
	star := spawn(t, w, simulation.SpawnDesc{Owns: &simulation.FrameSpec{}, Visual: &simulation.Visual{Mesh: mesh}})
	slots := func() (list []uint32) {
		var s render.Snapshot
		w.BuildSnapshot(&s)
		for i := range s.Instances {
			list = append(list, s.Instances[i].Entity)
		}
		return list
	}
	if got := slots(); len(got) != 1 || got[0] != here.Index {
		t.Errorf("the picture shows the slots %v, want %d", got, here.Index)
	}
	starFrame, _ := w.FrameOf(star)
	inside := spawn(t, w, simulation.SpawnDesc{Frame: starFrame, Pose: geom.IdentityPose})
	for _, c := range []struct{ eye, want handle.Entity }{{there, there}, {inside, star}, {star, star}} {
		if err := w.SetCamera(simulation.Camera{Entity: c.eye, FovRadians: 1}); err != nil {
			t.Fatal(err)
		}
		if got := slots(); len(got) != 1 || got[0] != c.want.Index {
			t.Errorf("from %v the picture shows the slots %v, want %d", c.eye, got, c.want.Index)
		}
	}
	if err := w.SetCamera(simulation.Camera{Entity: camera, FovRadians: 1}); err != nil {
		t.Fatal(err)
	}
	if err := w.Destroy(camera); err != nil {
		t.Fatal(err)
	}
	var s render.Snapshot
	w.BuildSnapshot(&s)
	if _, ok := w.Camera(); ok || s.Camera.Present || len(s.Instances) != 0 {
		t.Errorf("without a camera the picture shows %d instances", len(s.Instances))
	}
}

// walk moves an entity without a body, or a frame with its owner, by a meter along +X in each tick.
func walk() *actor {
	return everyTick(func(self *simulation.Self, _ *message.Outbox) {
		p := self.Pose()
		p.Position.X++
		self.SetTransform(p)
	})
}

func TestPreviousPoseIsOfTheBuildBefore(t *testing.T) {
	w, f, camera, mesh := studio(t, simulation.Options{}, geom.Vec3{}, field.Gravity{})
	d := shown(f, geom.Vec3{}, simulation.Visual{Mesh: mesh})
	d.Components = []simulation.Component{walk()}
	walker := spawn(t, w, d)
	second := spawn(t, w, simulation.SpawnDesc{Frame: f, Pose: geom.At(geom.Vec3{Y: 7}), Components: []simulation.Component{walk()}})
	build := func() (now, previous float32) {
		var s render.Snapshot
		w.BuildSnapshot(&s)
		for i := range s.Instances {
			if s.Instances[i].Entity == walker.Index {
				now, previous = s.Instances[i].Position.X, s.Instances[i].Previous.X
			}
		}
		return now, previous
	}
	check := func(what string, wantNow, wantPrevious float32) {
		t.Helper()
		if now, previous := build(); now != wantNow || previous != wantPrevious {
			t.Errorf("%s: at %v from %v, want at %v from %v", what, now, previous, wantNow, wantPrevious)
		}
	}
	check("the first build", 0, 0)
	w.Tick()
	check("one tick later", 1, 0)
	ticks(w, 2)
	check("two ticks later", 3, 1)
	check("the same tick again", 3, 3)
	w.Tick()
	if err := w.SetCamera(simulation.Camera{Entity: second, FovRadians: 1}); err != nil {
		t.Fatal(err)
	}
	check("another camera", 0, 0) // which has walked as far
	w.Tick()
	// The walker went from 4 to 5, and so did the camera: relative to the new origin it was a meter back.
	check("the same camera again", 0, -1)
	if err := w.SetCamera(simulation.Camera{Entity: camera, FovRadians: 1}); err != nil {
		t.Fatal(err)
	}
	check("the first camera", 5, 5)
	if err := w.Destroy(walker); err != nil {
		t.Fatal(err)
	}
	walker = spawn(t, w, shown(f, geom.Vec3{X: 99}, simulation.Visual{Mesh: mesh}))
	check("another entity in the slot", 99, 99)
}

func TestLightsSitAtTheirOffsetsAndSpotsShineAlongMinusZ(t *testing.T) {
	w, f, _, _ := studio(t, simulation.Options{}, geom.Vec3{X: 10}, field.Gravity{})
	turn := geom.AxisAngle(geom.UnitY, math.Pi/2) // -Z goes to -X, +Z to +X
	white := geom.Vec3f{X: 1, Y: 1, Z: 1}
	lamp := func(l render.Light) handle.Entity {
		return spawn(t, w, simulation.SpawnDesc{
			Frame: f, Pose: geom.Pose{Position: geom.Vec3{X: 12}, Rotation: turn}, Visual: &simulation.Visual{Light: l},
		})
	}
	point := lamp(render.LightOfPointLight(render.PointLight{Offset: geom.Vec3f{Z: 2}, Color: white, PowerWatts: 5, RadiusMeters: 0.1}))
	spot := lamp(render.LightOfSpotLight(render.SpotLight{Color: white, PowerWatts: 6, InnerConeRadians: 0.2, OuterConeRadians: 0.4}))
	var s render.Snapshot
	w.BuildSnapshot(&s)
	if len(s.Lights) != 2 || len(s.Instances) != 0 {
		t.Fatalf("%d lights and %d instances, want 2 and 0", len(s.Lights), len(s.Instances))
	}
	p, _ := s.Lights[0].AsPointInstance()
	if p.Entity != point.Index || p.Position.Sub(geom.Vec3f{X: 4}).Length() > 1e-6 || p.PowerWatts != 5 || p.RadiusMeters != 0.1 || p.Previous != p.Position {
		t.Errorf("the point light is %+v, want it 4 m along X", p)
	}
	o, _ := s.Lights[1].AsSpotInstance()
	if o.Entity != spot.Index || o.Position != (geom.Vec3f{X: 2}) || o.Axis.Sub(geom.Vec3f{X: -1}).Length() > 1e-6 || o.InnerConeRadians != 0.2 || o.OuterConeRadians != 0.4 {
		t.Errorf("the spot light is %+v, want it to shine along -X", o)
	}
}

func TestUpIsAgainstTheGravityOfTheFrame(t *testing.T) {
	place := geom.Vec3{X: 3, Y: 4}
	for _, c := range []struct {
		name string
		g    field.Gravity
		want render.Up
	}{
		{"none", field.Gravity{}, render.Up{}},
		{"weightless", field.GravityOfUniform(field.Uniform{}), render.Up{}},
		{"uniform", field.GravityOfUniform(field.Uniform{Acceleration: geom.Vec3{Z: -9.81}}), render.UpOfUpAlong(render.UpAlong{Direction: geom.Vec3f{Z: 1}})},
		{"point", field.GravityOfPoint(field.Point{Mu: 1, RadiusMeters: 1}), render.UpOfUpAwayFrom(render.UpAwayFrom{Center: geom.Vec3f{X: -3, Y: -4}})},
	} {
		t.Run(c.name, func(t *testing.T) {
			w, f, _, mesh := studio(t, simulation.Options{}, geom.Vec3{X: 100}, c.g)
			spawn(t, w, shown(f, place, simulation.Visual{Mesh: mesh}))
			var s render.Snapshot
			w.BuildSnapshot(&s)
			if got := s.Instances[0].Up; !got.Equal(c.want) {
				t.Errorf("the up is %v, want %v", got, c.want)
			}
		})
	}
}

func TestVisualOfATickShowsInItsPicture(t *testing.T) {
	w, f, _, mesh := studio(t, simulation.Options{PublishSnapshots: true}, geom.Vec3{}, field.Gravity{})
	if err := w.SetAmbient(render.Ambient{Sky: geom.Vec3f{X: 1}}); err != nil {
		t.Fatal(err)
	}
	if err := w.SetAmbient(render.Ambient{Sky: geom.Vec3f{X: -1}}); err == nil {
		t.Error("a sky darker than black was accepted")
	}
	spawn(t, w, at(f, 1, everyTick(func(self *simulation.Self, _ *message.Outbox) {
		switch self.Tick() {
		case 1:
			self.SetVisual(simulation.Visual{Mesh: mesh})
		case 2:
			self.SetLight(render.LightOfPointLight(render.PointLight{PowerWatts: 1}))
		case 3:
			v := self.Visual()
			v.Hidden = true
			self.SetVisual(v)
		}
	})))
	for i, want := range []struct{ instances, lights int }{{0, 0}, {1, 0}, {1, 1}, {0, 0}} {
		w.Tick()
		s, isNew := w.Published().Front()
		if !isNew || len(s.Instances) != want.instances || len(s.Lights) != want.lights {
			t.Errorf("tick %d published %d instances and %d lights (new: %v), want %v", i, len(s.Instances), len(s.Lights), isNew, want)
		}
		if s.Tick != w.TickNumber() || s.Ambient.Sky.X != 1 {
			t.Errorf("tick %d published a picture of tick %d under %v", i, s.Tick, s.Ambient)
		}
		if len(s.Instances) == 1 && s.Instances[0].Scale != (geom.Vec3f{X: 1, Y: 1, Z: 1}) {
			t.Errorf("the default scale is %v", s.Instances[0].Scale)
		}
	}
}
