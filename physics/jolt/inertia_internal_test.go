package jolt

import (
	"math"
	"testing"

	"tertius.dev/core/geom"
	"tertius.dev/physics/internal/shim"
)

// solid is a shape that its three own axes cut into equal halves, so that they are its principal ones, with its inertia about them
// from the books.
type solid struct {
	name  string
	half  geom.Vec3 // of each box, in meters; of a sphere X is the radius
	round bool      // spheres, not boxes
	hull  bool      // one hull in the shape of a box
	at    []geom.Vec3
}

// moments returns the inertia about the own axes in kg m², at Jolt's density.
func (s *solid) moments() geom.Vec3 {
	h := s.half
	mass, own := 8*h.X*h.Y*h.Z*densityOfWater, geom.Vec3{X: h.Y*h.Y + h.Z*h.Z, Y: h.X*h.X + h.Z*h.Z, Z: h.X*h.X + h.Y*h.Y}.Scale(1.0/3)
	if s.round {
		mass, own = 4.0/3*math.Pi*h.X*h.X*h.X*densityOfWater, geom.Vec3{X: 1, Y: 1, Z: 1}.Scale(0.4*h.X*h.X)
	}
	var sum geom.Vec3
	for _, p := range s.at {
		sum = sum.Add(own).Add(geom.Vec3{X: p.Y*p.Y + p.Z*p.Z, Y: p.X*p.X + p.Z*p.Z, Z: p.X*p.X + p.Y*p.Y})
	}
	return sum.Scale(mass)
}

// row lists the middles of n pieces side by side along X.
func row(n int, pitch float64) []geom.Vec3 {
	var at []geom.Vec3
	for i := range n {
		at = append(at, geom.Vec3{X: (float64(i) - float64(n-1)/2) * pitch})
	}
	return at
}

// corners lists the corners of a box about the origin.
func corners(half geom.Vec3) []geom.Vec3 {
	var at []geom.Vec3
	for i := range 8 {
		sign := func(bit int) float64 { return float64(i>>bit&1*2 - 1) }
		at = append(at, geom.Vec3{X: sign(0) * half.X, Y: sign(1) * half.Y, Z: sign(2) * half.Z})
	}
	return at
}

// The solids whose largest moment is up to 10^7 times the least: more is lost in the floats in which Jolt keeps where pieces lie.
var solids = []solid{
	{name: "grain", half: geom.Vec3{X: 0.0005, Y: 0.0005, Z: 0.0005}, at: row(1, 0)},
	{name: "grains", half: geom.Vec3{X: 0.0005, Y: 0.0005, Z: 0.0005}, at: row(4, 0.001)},
	{name: "crates", half: geom.Vec3{X: 0.5, Y: 0.25, Z: 0.75}, at: row(3, 1)},
	{name: "cube-of-cubes", half: geom.Vec3{X: 3, Y: 3, Z: 3}, at: corners(geom.Vec3{X: 3, Y: 3, Z: 3})},
	{name: "plate", half: geom.Vec3{X: 10, Y: 0.01, Z: 10}, at: corners(geom.Vec3{X: 10, Y: 0, Z: 10})},
	{name: "rod", half: geom.Vec3{X: 25, Y: 0.05, Z: 0.05}, at: row(4, 50)},
	{name: "flat-rod", half: geom.Vec3{X: 25, Y: 0.05, Z: 0.2}, at: row(4, 50)},
	{name: "station", half: geom.Vec3{X: 2e4, Y: 40, Z: 30}, at: row(5, 2e4)},
	{name: "dumbbell", half: geom.Vec3{X: 10}, round: true, at: row(2, 2e4)},
	{name: "pins", half: geom.Vec3{X: 0.001}, round: true, at: row(2, 1)},
	{name: "hull", half: geom.Vec3{X: 3, Y: 1, Z: 2}, hull: true, at: row(1, 0)},
	{name: "needle-hull", half: geom.Vec3{X: 100, Y: 2, Z: 1}, hull: true, at: row(1, 0)},
}

// turns are the rotations of the own axes in the body. A quarter leaves almost nothing off the diagonal, and the last ones stand
// for all others.
var turns = []geom.Quat{
	geom.IdentityQuat,
	geom.AxisAngle(geom.Vec3{Y: 1}, math.Pi/2),
	geom.AxisAngle(geom.Vec3{Z: 1}, 1e-4),
	geom.AxisAngle(geom.Vec3{X: 1 / math.Sqrt2, Y: 1 / math.Sqrt2}, 0.7),
	geom.AxisAngle(geom.Vec3{X: 0.48, Y: 0.6, Z: 0.64}, 2.9),
}

// probe is a system of the library with asserts, without bodies but the test's.
type probe struct {
	t      *testing.T
	lib    *shim.Library
	system *shim.System
}

func newProbe(t *testing.T) *probe {
	t.Setenv(EnvLibrary, "") // the build of the options, whatever the other tests run on
	lib, err := loadLibrary(&Options{Asserts: true})
	if err != nil {
		t.Fatal(err)
	}
	system, err := lib.NewSystem(64, 1)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		system.Close()
		if live := lib.LiveObjects(); live != 0 {
			t.Errorf("%d native objects live on", live)
		}
	})
	return &probe{t, lib, system}
}

// shape makes a solid whose own axes are turned; the test frees it.
func (p *probe) shape(s *solid, turn geom.Quat) shim.Shape {
	p.t.Helper()
	piece := shim.ShapeDesc{Kind: shim.Box, A: components(s.half)}
	if s.round {
		piece = shim.ShapeDesc{Kind: shim.Sphere, Radius: s.half.X}
	}
	if s.hull {
		hull := shim.ShapeDesc{Kind: shim.Hull}
		for _, c := range corners(s.half) {
			v := components(turn.Rotate(c))
			hull.Points = append(hull.Points, v[:]...)
		}
		return p.make(&hull)
	}
	one := p.make(&piece)
	defer p.lib.ReleaseShape(one)
	whole := shim.ShapeDesc{Kind: shim.Compound}
	for _, at := range s.at {
		pose := geom.Pose{Position: turn.Rotate(at), Rotation: turn}
		position, rotation := poseComponents(&pose)
		whole.Parts = append(whole.Parts, shim.Part{Shape: one.Native, Position: position, Rotation: rotation})
	}
	return p.make(&whole)
}

func (p *probe) make(d *shim.ShapeDesc) shim.Shape {
	p.t.Helper()
	shape, err := p.lib.CreateShape(d)
	if err != nil {
		p.t.Fatal(err)
	}
	return shape
}

// body makes a dynamic body at rest.
func (p *probe) body(s shim.Shape, kilograms float64) uint32 {
	p.t.Helper()
	bodies := []shim.Body{{
		Shape: s.Native, User: 1, Motion: shim.Dynamic, Flags: shim.BodyChanges, Mass: kilograms, Rotation: [4]float64{3: 1},
	}}
	if _, err := p.system.CreateBodies(bodies); err != nil {
		p.t.Fatal(err)
	}
	return bodies[0].Body
}

func (p *probe) destroy(body uint32) {
	if err := p.system.DestroyBodies([]uint32{body}); err != nil {
		p.t.Error(err)
	}
}

// spun returns how a body at rest turns after an angular impulse, and stops it.
func (p *probe) spun(body uint32, impulse geom.Vec3) geom.Vec3 {
	p.t.Helper()
	v := components(impulse)
	p.apply(shim.Command{Kind: shim.AngularImpulse, Body: body, V: [7]float64{v[0], v[1], v[2]}})
	states := make([]shim.State, 1)
	if err := p.system.ReadBodies([]uint32{body}, states); err != nil {
		p.t.Fatal(err)
	}
	p.apply(shim.Command{Kind: shim.Stop, Body: body})
	return vec3(states[0].AngularVelocity)
}

func (p *probe) apply(c shim.Command) {
	p.t.Helper()
	if _, _, _, err := p.system.Apply([]shim.Command{c}, 1.0/60); err != nil {
		p.t.Fatal(err)
	}
}

// wantTurns is that a body turns as one with these moments about its turned axes, all times so much: about the axis of an impulse
// within 1e-5, and across it within 1e-5 of what the impulse could do at most.
func (p *probe) wantTurns(what string, body uint32, turn geom.Quat, moments geom.Vec3, times float64) {
	p.t.Helper()
	own := components(moments.Scale(times))
	least := min(own[0], own[1], own[2])
	for k := range 3 {
		var axis [3]float64
		axis[k] = own[k] // 1 rad/s about the axis
		got := components(turn.Unrotate(p.spun(body, turn.Rotate(vec3(axis)))))
		for i, x := range got {
			want, within := 0.0, 1e-5*own[k]/least
			if i == k {
				want, within = 1, 1e-5
			}
			if !(math.Abs(x-want) <= within) {
				p.t.Errorf("%s: an impulse about axis %d gives %.9g rad/s about axis %d, want %g within %g", what, k, x, i, want, within)
			}
		}
	}
}

// A body turns by the inertia that doubles give, whichever way its axes lie in it: as it was made, with a mass of its own, and after
// a reshape. None of it fails an assert of Jolt, which finds the axes in floats otherwise.
func TestBodyTurnsByTheInertiaOfDoubles(t *testing.T) {
	for i := range solids {
		s := &solids[i]
		t.Run(s.name, func(t *testing.T) {
			p := newProbe(t)
			for _, turn := range turns {
				shape := p.shape(s, turn)
				for _, times := range []float64{1, 7} {
					kilograms := 0.0
					if times != 1 {
						kilograms = times * shape.Mass
					}
					body := p.body(shape, kilograms)
					p.wantTurns("made", body, turn, s.moments(), times)
					p.destroy(body)
				}
				ball := p.make(&shim.ShapeDesc{Kind: shim.Sphere, Radius: 1})
				body := p.body(ball, 0)
				if massless, err := p.system.Reshape(&shim.Reshape{Shape: shape, Body: body}); err != nil || massless {
					t.Fatalf("reshaped: massless is %v, %v", massless, err)
				}
				p.wantTurns("reshaped", body, turn, s.moments(), 1)
				p.destroy(body)
				p.lib.ReleaseShape(ball)
				p.lib.ReleaseShape(shape)
			}
		})
	}
}

// wire is the thinnest that there is: its moments are 10^16 apart.
var wire = solid{name: "wire", half: geom.Vec3{X: 1.25e4, Y: 0.0005, Z: 0.0005}, at: row(4, 2.5e4)}

// Along its axes a wire turns by its own inertia too.
func TestWireAlongItsAxesTurnsByItsInertia(t *testing.T) {
	p := newProbe(t)
	shape := p.shape(&wire, geom.IdentityQuat)
	body := p.body(shape, 0)
	p.wantTurns("wire", body, geom.IdentityQuat, wire.moments(), 1)
	p.destroy(body)
	p.lib.ReleaseShape(shape)
}

// The least moment of a wire across the body's axes drowns in the rounding of its places even in doubles. It becomes some positive
// number: the body can be, and turns by finite numbers.
func TestWireAcrossTheAxesOfItsBodyCanBe(t *testing.T) {
	p := newProbe(t)
	for _, turn := range turns[1:] {
		shape := p.shape(&wire, turn)
		body := p.body(shape, 0)
		for _, impulse := range []geom.Vec3{{X: 1}, {Y: 1e6}, {Z: 1e12}} {
			if w := p.spun(body, impulse); !w.Finite() || w == (geom.Vec3{}) {
				t.Errorf("turned by %v, an impulse of %v N m s gives %v rad/s", turn, impulse, w)
			}
		}
		p.destroy(body)
		p.lib.ReleaseShape(shape)
	}
}
