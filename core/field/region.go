package field

import "tertius.dev/core/geom"

// Region is a box in a frame, along its axes. The zero Region is everywhere.
type Region struct {
	Min, Max geom.Vec3 // opposite corners, in meters
}

// Everywhere reports whether r is the zero Region.
func (r *Region) Everywhere() bool { return *r == Region{} }

// Has reports whether p is in the region or on its faces.
func (r *Region) Has(p geom.Vec3) bool {
	return r.Everywhere() || r.Min.X <= p.X && p.X <= r.Max.X && r.Min.Y <= p.Y && p.Y <= r.Max.Y && r.Min.Z <= p.Z && p.Z <= r.Max.Z
}

// problem says why r is no region, or gives an empty string.
func (r *Region) problem() string {
	switch {
	case !r.Min.Finite() || !r.Max.Finite():
		return "the region is not finite"
	case r.Min.X > r.Max.X || r.Min.Y > r.Max.Y || r.Min.Z > r.Max.Z:
		return "the region has its corners the wrong way round"
	}
	return ""
}
