package physics

import "tertius.dev/core/geom"

// Extent is a box along the axes in which a shape is described, from its least to its greatest corner, in meters.
type Extent struct{ Least, Greatest geom.Vec3 }

// ExtentOf returns the smallest box along its axes that holds a shape; of one with parts, a box that holds those of its parts.
//
// Cost: grows with the points and parts of the shape; allocates nothing.
func ExtentOf(s Shape) Extent {
	switch s := s.(type) {
	case *Box:
		return Extent{s.HalfExtents.Neg(), s.HalfExtents}
	case *Sphere:
		return cube(s.RadiusMeters, s.RadiusMeters)
	case *Capsule:
		return cube(s.RadiusMeters, s.RadiusMeters+s.HalfHeightMeters)
	case *Hull:
		e := Extent{s.Points[0], s.Points[0]}
		for _, p := range s.Points[1:] {
			e = e.Joined(Extent{p, p})
		}
		return e
	case *Compound:
		e := ExtentOf(s.Parts[0].Shape).placed(&s.Parts[0].Pose)
		for i := range s.Parts[1:] {
			part := &s.Parts[1+i]
			e = e.Joined(ExtentOf(part.Shape).placed(&part.Pose))
		}
		return e
	case *Assembly:
		e := ExtentOf(s.Parts[0].Shape).placed(&s.Parts[0].Pose)
		for i := range s.Parts[1:] {
			part := &s.Parts[1+i]
			e = e.Joined(ExtentOf(part.Shape).placed(&part.Pose))
		}
		return e
	}
	return Extent{}
}

// cube is a box about the origin, of the same width along X and Z.
func cube(aside, up float64) Extent {
	return Extent{geom.Vec3{X: -aside, Y: -up, Z: -aside}, geom.Vec3{X: aside, Y: up, Z: aside}}
}

// Holds reports whether a place is in the box.
func (e Extent) Holds(p geom.Vec3) bool {
	return e.Least.X <= p.X && p.X <= e.Greatest.X && e.Least.Y <= p.Y && p.Y <= e.Greatest.Y && e.Least.Z <= p.Z && p.Z <= e.Greatest.Z
}

// Joined returns the smallest box that holds both.
func (e Extent) Joined(other Extent) Extent {
	return Extent{
		geom.Vec3{X: min(e.Least.X, other.Least.X), Y: min(e.Least.Y, other.Least.Y), Z: min(e.Least.Z, other.Least.Z)},
		geom.Vec3{X: max(e.Greatest.X, other.Greatest.X), Y: max(e.Greatest.Y, other.Greatest.Y), Z: max(e.Greatest.Z, other.Greatest.Z)},
	}
}

// placed returns the smallest box along the axes in which a pose is told that holds the box at that pose.
func (e Extent) placed(at *geom.Pose) Extent {
	first := at.ToParent(e.Least)
	whole := Extent{first, first}
	for corner := 1; corner < 8; corner++ {
		p := e.Least
		if corner&1 != 0 {
			p.X = e.Greatest.X
		}
		if corner&2 != 0 {
			p.Y = e.Greatest.Y
		}
		if corner&4 != 0 {
			p.Z = e.Greatest.Z
		}
		p = at.ToParent(p)
		whole = whole.Joined(Extent{p, p})
	}
	return whole
}
