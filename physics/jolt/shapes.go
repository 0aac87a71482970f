package jolt

import (
	"fmt"
	"sync"

	"tertius.dev/core/contract"
	"tertius.dev/core/geom"
	"tertius.dev/core/physics"
	"tertius.dev/physics/internal/shim"
)

// shapeStore keeps one native shape for each description, and what is known of it.
//
// A shape stays while bodies use it. One that nobody uses stays for a while, since a spawn asks for its problem and its
// center of mass before its body is made.
//
// Threads: safe for concurrent use.
type shapeStore struct {
	lib    *shim.Library
	mutex  sync.Mutex
	native map[physics.Shape]*nativeShape
	unused int
}

// nativeShape is a description's shape in Jolt.
type nativeShape struct {
	desc         physics.Shape
	native       shim.Shape
	centerOfMass geom.Vec3
	radius       float64 // in meters: of a sphere about the body's origin that holds the shape
	volume       float64 // in m³
	sharp        bool    // made of sharp pieces
	problem      error
	users        int // bodies
}

// mostUnused is the number of unused shapes that a store keeps.
const mostUnused = 1024

func (s *shapeStore) problem(desc physics.Shape) error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.find(desc).problem
}

// acquire returns the native shape of a description for one body, or the description's problem.
func (s *shapeStore) acquire(desc physics.Shape) (*nativeShape, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	shape := s.find(desc)
	if shape.problem != nil {
		return nil, shape.problem
	}
	if shape.users == 0 {
		s.unused--
	}
	shape.users++
	return shape, nil
}

// release ends a body's use.
func (s *shapeStore) release(shape *nativeShape) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	shape.users--
	if shape.users == 0 {
		s.unused++
	}
}

// trim drops the unused shapes when they have become many.
func (s *shapeStore) trim() {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.unused <= mostUnused {
		return
	}
	for desc, shape := range s.native { //forbidden:allow the order of releases reaches no state
		if shape.users == 0 {
			s.drop(shape)
			delete(s.native, desc)
		}
	}
	s.unused = 0
}

func (s *shapeStore) close() {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	for _, shape := range s.native { //forbidden:allow the order of releases reaches no state
		s.drop(shape)
	}
	s.native, s.unused = nil, 0
}

func (s *shapeStore) drop(shape *nativeShape) {
	if shape.problem == nil {
		s.lib.ReleaseShape(shape.native)
	}
}

// find returns the entry of a description, and makes it at the first question.
func (s *shapeStore) find(desc physics.Shape) *nativeShape {
	if shape, ok := s.native[desc]; ok {
		return shape
	}
	shape := &nativeShape{desc: desc, sharp: madeOfSharpPieces(desc)}
	if shape.problem = desc.Problem(); shape.problem == nil {
		shape.native, shape.problem = s.build(desc)
		shape.volume = shape.native.Volume
		shape.centerOfMass = vec3(shape.native.CenterOfMass)
		shape.radius = desc.BoundingRadiusMeters()
	}
	if s.native == nil {
		s.native = make(map[physics.Shape]*nativeShape)
	}
	s.native[desc] = shape
	s.unused++
	return shape
}

// build makes the native shape of a description that has no problem of its own.
func (s *shapeStore) build(desc physics.Shape) (shim.Shape, error) {
	var d shim.ShapeDesc
	switch desc := desc.(type) {
	case *physics.Box:
		d = shim.ShapeDesc{Kind: shim.Box, A: components(desc.HalfExtents), Radius: desc.ConvexRadiusMeters}
	case *physics.Sphere:
		d = shim.ShapeDesc{Kind: shim.Sphere, Radius: desc.RadiusMeters}
	case *physics.Capsule:
		d = shim.ShapeDesc{Kind: shim.Capsule, A: [3]float64{desc.HalfHeightMeters}, Radius: desc.RadiusMeters}
	case *physics.Hull:
		d = shim.ShapeDesc{Kind: shim.Hull, Radius: desc.ConvexRadiusMeters}
		for _, p := range desc.Points {
			d.Points = append(d.Points, p.X, p.Y, p.Z)
		}
	case *physics.Compound:
		return s.buildCompound(desc)
	default:
		panic(contract.Unreachable(desc))
	}
	shape, err := s.lib.CreateShape(&d)
	if err != nil {
		return shim.Shape{}, fmt.Errorf("%T: Jolt cannot build it: %w", desc, err)
	}
	return shape, nil
}

// buildCompound makes the parts, which the compound keeps, and drops its own hold on them.
func (s *shapeStore) buildCompound(desc *physics.Compound) (shim.Shape, error) {
	d := shim.ShapeDesc{Kind: shim.Compound}
	var made []shim.Shape
	defer func() {
		for _, part := range made {
			s.lib.ReleaseShape(part)
		}
	}()
	for i := range desc.Parts {
		p := &desc.Parts[i]
		part, err := s.build(p.Shape)
		if err != nil {
			return shim.Shape{}, fmt.Errorf("Compound.Parts[%d]: %w", i, err)
		}
		made = append(made, part)
		position, rotation := poseComponents(&p.Pose)
		d.Parts = append(d.Parts, shim.Part{Shape: part.Native, Position: position, Rotation: rotation})
	}
	shape, err := s.lib.CreateShape(&d)
	if err != nil {
		return shim.Shape{}, fmt.Errorf("Compound: Jolt cannot build it: %w", err)
	}
	return shape, nil
}

// madeOfSharpPieces reports whether the shape is a compound of boxes and hulls without rounding. Such a body drops the
// contacts with the edges between its pieces, over which others would trip.
func madeOfSharpPieces(desc physics.Shape) bool {
	compound, ok := desc.(*physics.Compound)
	if !ok {
		return false
	}
	for i := range compound.Parts {
		if !sharp(compound.Parts[i].Shape) {
			return false
		}
	}
	return true
}

func sharp(desc physics.Shape) bool {
	switch desc := desc.(type) {
	case *physics.Box:
		return desc.ConvexRadiusMeters == 0
	case *physics.Hull:
		return desc.ConvexRadiusMeters == 0
	case *physics.Sphere, *physics.Capsule:
		return false
	case *physics.Compound:
		return madeOfSharpPieces(desc)
	default:
		panic(contract.Unreachable(desc))
	}
}

// CenterOfMass returns the center of mass of a shape that has no problem.
func (b *Backend) CenterOfMass(s physics.Shape) geom.Vec3 {
	b.shapes.mutex.Lock()
	defer b.shapes.mutex.Unlock()
	return b.shapes.find(s).centerOfMass
}

func components(v geom.Vec3) [3]float64 { return [3]float64{v.X, v.Y, v.Z} }

// fastestGiven bounds every component of a velocity that Jolt gets, in m/s or rad/s. Jolt clamps speeds far below it, but by the
// square of a float, which must stay finite, with the lever of the largest shape too.
const fastestGiven = 1e9

// velocityComponents returns a finite velocity as the shim takes it, with the direction that it has and no faster than Jolt can
// clamp.
func velocityComponents(v geom.Vec3) [3]float64 {
	if v.Within(fastestGiven) {
		return components(v)
	}
	return components(v.Scale(1 / v.Largest()).Scale(fastestGiven))
}

// unitSlack is how far the squared length of a rotation may lie from 1 to count as of unit length: what the rounding of
// its components to doubles leaves.
const unitSlack = 4 * 0x1p-52

// poseComponents returns a pose that has no problem as the shim takes it, the rotation brought to unit length. One that
// has it keeps its bits, so that a kinematic body ends exactly where it is sent.
func poseComponents(p *geom.Pose) (position [3]float64, rotation [4]float64) {
	q := p.Rotation
	if off := q.LengthSquared() - 1; off > unitSlack || off < -unitSlack {
		q, _ = q.Unit()
	}
	return components(p.Position), [4]float64{q.X, q.Y, q.Z, q.W}
}
