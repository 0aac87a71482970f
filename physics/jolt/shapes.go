package jolt

import (
	"fmt"
	"slices"
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
	radius       float64    // in meters: of a sphere about the body's origin that holds the shape
	mass         float64    // in kg, of a body that has none of its own
	inertia      [9]float64 // in kg m² of such a body about its center of mass, by rows
	sharp        bool       // made of sharp pieces
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

// discard ends a body's use of a shape that no other body will ask for: its description was made for that body.
func (s *shapeStore) discard(shape *nativeShape) {
	s.release(shape)
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if shape.users == 0 {
		s.drop(shape)
		delete(s.native, shape.desc)
		s.unused--
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
		shape.native, shape.problem = s.build(desc, densityOfWater)
		shape.mass = float64(shape.native.Volume * densityOfWater)
		if _, weighs := desc.(*physics.Assembly); weighs {
			shape.mass = shape.native.Mass
		}
		shape.inertia = shape.native.Inertia
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

// build makes the native shape of a description that has no problem of its own. An assembly has the masses of its parts instead of
// the density, in kg/m³.
func (s *shapeStore) build(desc physics.Shape, density float64) (shim.Shape, error) {
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
		return s.buildCompound("Compound", s.appendPieces(nil, desc, &geom.IdentityPose, density))
	case *physics.Assembly:
		return s.buildAssembly(desc)
	default:
		panic(contract.Unreachable(desc))
	}
	d.Density = density
	shape, err := s.lib.CreateShape(&d)
	if err != nil {
		return shim.Shape{}, fmt.Errorf("%T: Jolt cannot build it: %w", desc, err)
	}
	return shape, nil
}

// piece is a box, sphere, capsule or hull of a shape of several.
type piece struct {
	desc    physics.Shape
	pose    geom.Pose // in the axes of the whole
	density float64   // in kg/m³
}

// appendPieces adds the pieces of a shape of one density at a pose in the whole.
func (s *shapeStore) appendPieces(to []piece, desc physics.Shape, pose *geom.Pose, density float64) []piece {
	compound, ok := desc.(*physics.Compound)
	if !ok {
		return append(to, piece{desc, *pose, density})
	}
	for i := range compound.Parts {
		p := &compound.Parts[i]
		to = append(to, piece{p.Shape, pose.Compose(&p.Pose), density})
	}
	return to
}

// buildCompound makes the pieces, which the compound keeps, and drops its own hold on them.
func (s *shapeStore) buildCompound(what string, pieces []piece) (shim.Shape, error) {
	d := shim.ShapeDesc{Kind: shim.Compound}
	var made []shim.Shape
	defer func() {
		for _, part := range made {
			s.lib.ReleaseShape(part)
		}
	}()
	for i := range pieces {
		p := &pieces[i]
		part, err := s.build(p.desc, p.density)
		if err != nil {
			return shim.Shape{}, fmt.Errorf("%s, piece %d: %w", what, i, err)
		}
		made = append(made, part)
		position, rotation := poseComponents(&p.pose)
		d.Parts = append(d.Parts, shim.Part{Shape: part.Native, Position: position, Rotation: rotation})
	}
	shape, err := s.lib.CreateShape(&d)
	if err != nil {
		return shim.Shape{}, fmt.Errorf("%s: Jolt cannot build it: %w", what, err)
	}
	return shape, nil
}

// madeOfSharpPieces reports whether the shape is a compound or an assembly of boxes and hulls without rounding. Such a body drops the
// contacts with the edges between its pieces, over which others would trip.
func madeOfSharpPieces(desc physics.Shape) bool {
	switch desc := desc.(type) {
	case *physics.Compound:
		return !slices.ContainsFunc(desc.Parts, func(p physics.Part) bool { return !sharp(p.Shape) })
	case *physics.Assembly:
		return !slices.ContainsFunc(desc.Parts, func(p physics.AssemblyPart) bool { return !sharp(p.Shape) })
	case *physics.Box, *physics.Sphere, *physics.Capsule, *physics.Hull:
		return false
	default:
		panic(contract.Unreachable(desc))
	}
}

func sharp(desc physics.Shape) bool {
	switch desc := desc.(type) {
	case *physics.Box:
		return desc.ConvexRadiusMeters == 0
	case *physics.Hull:
		return desc.ConvexRadiusMeters == 0
	case *physics.Sphere, *physics.Capsule:
		return false
	case *physics.Compound, *physics.Assembly:
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
