package jolt

import (
	"errors"
	"fmt"
	"math"

	"tertius.dev/core/geom"
	"tertius.dev/core/physics"
	"tertius.dev/physics/internal/shim"
)

// assembly.go builds shapes whose parts have masses of their own.
//
// Jolt finds the center of mass and the inertia of a compound by the densities of its pieces. So an assembly is one compound of all
// pieces, those of each part at the density that gives the part its mass.

// The least mass and inertia that floats hold, and the largest whose reciprocals they hold.
const (
	leastInertia = 0x1p-126
	mostInertia  = 0x1p126
)

func (s *shapeStore) buildAssembly(desc *physics.Assembly) (shim.Shape, error) {
	pieces, err := s.appendParts(nil, desc, &geom.IdentityPose, 1)
	if err != nil {
		return shim.Shape{}, err
	}
	shape, err := s.buildCompound("Assembly", pieces)
	if err != nil {
		return shim.Shape{}, err
	}
	switch {
	case !holdable(&shape):
		err = errors.New("Assembly: no float holds the mass and the inertia of all parts together")
	case thin(&shape.Inertia):
		err = errors.New("Assembly: its parts are so small beside the distances between them that floats do not hold its inertia")
	default:
		return shape, nil
	}
	s.lib.ReleaseShape(shape)
	return shim.Shape{}, err
}

// appendParts adds the pieces of an assembly at a pose in the whole, whose parts weigh so many times what they say.
func (s *shapeStore) appendParts(to []piece, desc *physics.Assembly, pose *geom.Pose, times float64) ([]piece, error) {
	for i := range desc.Parts {
		p := &desc.Parts[i]
		own := s.find(p.Shape)
		if own.problem != nil {
			return nil, fmt.Errorf("Assembly.Parts[%d].Shape: %w", i, own.problem)
		}
		heavier := times
		if p.MassKilograms != 0 {
			heavier = float64(times * (p.MassKilograms / own.mass))
		}
		at := pose.Compose(&p.Pose)
		if nested, is := p.Shape.(*physics.Assembly); is {
			var err error
			if to, err = s.appendParts(to, nested, &at, heavier); err != nil {
				return nil, err
			}
			continue
		}
		density := float64(heavier * densityOfWater)
		if !(density >= leastInertia && density <= math.MaxFloat32) {
			return nil, fmt.Errorf("Assembly.Parts[%d] has a density of %g kg/m³, which no float holds", i, density)
		}
		to = s.appendPieces(to, p.Shape, &at, density)
	}
	return to, nil
}

// holdable reports whether a dynamic body can have the shape.
func holdable(s *shim.Shape) bool {
	for _, x := range [...]float64{s.Mass, s.Inertia[0], s.Inertia[4], s.Inertia[8]} {
		if !(x >= leastInertia && x <= mostInertia) {
			return false
		}
	}
	return true
}

// leastShare is the least principal moment of inertia of an assembly, as a share of the sum of the three. Below some half of that Jolt,
// which finds them in floats, has the least one so badly that a build with asserts ends there (found by storms, seed 42).
const leastShare = 1.0 / 2000

// thin reports whether a principal moment of inertia is below the least share: whether the inertia less that share of it, about every
// axis, has a leading minor that is not positive.
func thin(inertia *[9]float64) bool {
	sum := inertia[0] + inertia[4] + inertia[8]
	entry := func(k int) float64 { return inertia[k] / sum }
	xx, yy, zz := entry(0)-leastShare, entry(4)-leastShare, entry(8)-leastShare
	xy, xz, yz := entry(1), entry(2), entry(5)
	second := float64(xx*yy) - float64(xy*xy)
	third := float64(zz*second) - float64(yz*(float64(xx*yz)-float64(xy*xz))) + float64(xz*(float64(xy*yz)-float64(yy*xz)))
	return !(xx > 0 && second > 0 && third > 0)
}

// massOf returns the mass of a part of a hull, in kg.
func massOf(p *physics.AssemblyPart, shape *nativeShape) float64 {
	if p.MassKilograms != 0 {
		return p.MassKilograms
	}
	return shape.mass
}

// spin returns the angular momentum about its center of mass, in kg m²/s, of a body of the shape with a mass that turns at so many
// rad/s, all in the body's axes.
func (s *nativeShape) spin(kilograms float64, turn geom.Vec3) geom.Vec3 {
	in := &s.inertia
	row := func(k int) geom.Vec3 { return geom.Vec3{X: in[k], Y: in[k+1], Z: in[k+2]} }
	return geom.Vec3{X: row(0).Dot(turn), Y: row(3).Dot(turn), Z: row(6).Dot(turn)}.Scale(kilograms / s.mass)
}
