package threshold

import (
	"math"

	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/message"
	"tertius.dev/core/random"
	"tertius.dev/core/render"
	"tertius.dev/simulation"
)

// fillMovers spawns n entities, about eight to a cell, that move so far in each tick.
func fillMovers(w *simulation.World, n int, meters float64, mesh render.MeshID) error {
	f, err := root(w)
	if err != nil {
		return err
	}
	edge := 16 * math.Cbrt(float64(n))
	r := random.Of(1, 2, 3, 4)
	for range n {
		at := geom.Vec3{X: edge * r.Float64(), Y: edge * r.Float64(), Z: edge * r.Float64()}
		d := simulation.SpawnDesc{Frame: f, Pose: geom.At(at), Components: []simulation.Component{&mover{at: at, meters: meters}}}
		if mesh != 0 {
			d.Visual = &simulation.Visual{Mesh: mesh}
		}
		if _, err := w.Spawn(&d); err != nil {
			return err
		}
	}
	if mesh == 0 {
		return nil
	}
	camera, err := w.Spawn(&simulation.SpawnDesc{Frame: f, Pose: geom.IdentityPose})
	if err != nil {
		return err
	}
	return w.SetCamera(simulation.Camera{Entity: camera, FovRadians: 1})
}

// fillPicture is fillMovers of what shows a mesh, before a camera.
func fillPicture(w *simulation.World, n int) error {
	mesh, err := w.Resources().AddMesh(render.Mesh{Name: "triangle", Vertices: make([]render.Vertex, 3), Indices: []uint32{0, 1, 2}})
	if err != nil {
		return err
	}
	return fillMovers(w, n, 0.001, mesh)
}

// push is the payload that is sent.
type push struct{ amount float64 }

var (
	pushes      = message.Type[push]("tertius.dev/benchmarks/threshold.push")
	wantsPushes = []message.AnyToken{pushes}
)

// talker sends each push on to its peer.
type talker struct{ peer handle.Entity }

func (*talker) Priority() int             { return 0 }
func (*talker) Wants() []message.AnyToken { return wantsPushes }

func (t *talker) Handle(_ *simulation.Self, events *message.List, out *message.Outbox) {
	for p := range pushes.In(events) {
		pushes.Send(out, message.To(t.peer), *p)
	}
}

// fillTalkers spawns n entities of which each sends a message in each tick, to one that is far away in the tables.
func fillTalkers(w *simulation.World, n int) error {
	f, err := root(w)
	if err != nil {
		return err
	}
	all := make([]handle.Entity, n)
	for i := range all {
		if all[i], err = w.Spawn(&simulation.SpawnDesc{Frame: f, Pose: geom.IdentityPose}); err != nil {
			return err
		}
	}
	const step = 61_803_399 // a prime, so each is met once
	for i, e := range all {
		if err := w.AddComponent(e, &talker{peer: all[i*step%n]}); err != nil {
			return err
		}
	}
	w.Tick()
	w.Post(pushes.Event(w.Messages(), message.ToEveryone(), push{amount: 1}))
	return nil
}
