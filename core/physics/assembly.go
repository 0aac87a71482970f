package physics

import (
	"fmt"

	"tertius.dev/core/contract"
	"tertius.dev/core/geom"
)

// Assembly is several bodies' shapes at fixed poses, each with the mass of its body. So its center of mass and its inertia are
// those of the bodies together, which a Compound, all of one density, has only by chance.
type Assembly struct {
	Parts []AssemblyPart // at least 1
}

// AssemblyPart is a body of an assembly.
type AssemblyPart struct {
	Shape         Shape     // a compound and an assembly too, but no more than four assemblies within each other
	Pose          geom.Pose // in the assembly's axes
	MassKilograms float64   // 0 takes the shape's volume at 1,000 kg/m³, or what an assembly weighs
}

// MostAssemblyPieces is the number of boxes, spheres, capsules and hulls that an assembly may have: its library sorts them anew
// whenever one is added.
const MostAssemblyPieces = 16384

// deepestAssembly is the number of assemblies that may lie within each other. An assembly within itself has too many.
const deepestAssembly = 4

func (*Assembly) shape() {}

// BoundingRadiusMeters returns the distance from the origin to the far side of the farthest part's sphere.
func (a *Assembly) BoundingRadiusMeters() float64 {
	radius := 0.0
	for i := range a.Parts {
		radius = max(radius, a.Parts[i].Pose.Position.Length()+a.Parts[i].Shape.BoundingRadiusMeters())
	}
	return radius
}

// Problem says why the assembly cannot be, or gives nil. Whether floats hold its mass and its inertia only a backend can tell.
func (a *Assembly) Problem() error {
	pieces, err := a.pieces(deepestAssembly)
	if err == nil && pieces > MostAssemblyPieces {
		return fmt.Errorf("Assembly has %d pieces; at most %d can be one body", pieces, MostAssemblyPieces)
	}
	return err
}

// pieces counts the boxes, spheres, capsules and hulls of an assembly in which so many others may lie, or says what is wrong.
func (a *Assembly) pieces(depth int) (int, error) {
	if len(a.Parts) == 0 {
		return 0, fmt.Errorf("Assembly.Parts is empty")
	}
	count, mass := 0, 0.0
	for i := range a.Parts {
		n, err := a.Parts[i].pieces(depth)
		if err != nil {
			return 0, fmt.Errorf("Assembly.Parts[%d].%w", i, err)
		}
		count += n
		mass += a.Parts[i].MassKilograms
	}
	if mass > HeaviestBodyKilograms {
		return 0, fmt.Errorf("Assembly.Parts weighs %v kg; at most %v kg can be one body", mass, HeaviestBodyKilograms)
	}
	return count, nil
}

// Problem says why the part cannot be one of an assembly, or gives nil.
func (p *AssemblyPart) Problem() error {
	_, err := p.pieces(deepestAssembly)
	return err
}

func (p *AssemblyPart) pieces(depth int) (int, error) {
	if p.Shape == nil {
		return 0, fmt.Errorf("Shape is missing")
	}
	if problem := p.Pose.Problem(); problem != "" {
		return 0, fmt.Errorf("Pose: %s", problem)
	}
	if place := p.Pose.Position; place.Length() > largestExtent {
		return 0, fmt.Errorf("Pose: the position is %v; it must lie within %g m of the origin", place, largestExtent)
	}
	if err := massProblem(p.MassKilograms); err != nil {
		return 0, err
	}
	switch shape := p.Shape.(type) {
	case *Assembly:
		if depth == 1 {
			return 0, fmt.Errorf("Shape is an assembly in %d others; list its parts there instead", deepestAssembly)
		}
		count, err := shape.pieces(depth - 1)
		return count, inShape(err)
	case *Compound:
		return len(shape.Parts), inShape(shape.Problem())
	case *Box, *Sphere, *Capsule, *Hull:
		return 1, inShape(shape.Problem())
	}
	panic(contract.Unreachable(p.Shape))
}

func inShape(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("Shape: %w", err)
}
