package shader

import "math"

// Material is the surface of the Go twin of the BRDF, after the maps.
type Material struct {
	BaseColor                        [3]float64
	Metallic, Roughness, Reflectance float64
}

// DiffuseColor is the color of the diffuse part; a metal has none.
func (m *Material) DiffuseColor(channel int) float64 { return m.BaseColor[channel] * (1 - m.Metallic) }

// F0 is the reflected share at normal incidence.
func (m *Material) F0(channel int) float64 {
	return (1-m.Metallic)*0.16*m.Reflectance*m.Reflectance + m.Metallic*m.BaseColor[channel]
}

// Alpha is the width of the specular lobe: the squared roughness, after the floor.
func (m *Material) Alpha() float64 {
	r := FlooredRoughness(m.Roughness)
	return r * r
}

// FlooredRoughness is the roughness that the BRDF sees.
func FlooredRoughness(roughness float64) float64 { return min(max(roughness, RoughnessFloor), 1) }

// DistributionGGX is the distribution of the microfacets' normals at the cosine nh to the surface's normal.
//
// Source: Walter et al. 2007, "Microfacet Models for Refraction through Rough Surfaces".
func DistributionGGX(nh, alpha float64) float64 {
	a2 := alpha * alpha
	d := a2*nh*nh + (1 - nh*nh)
	return a2 / (math.Pi * d * d)
}

// VisibilitySmith is the height-correlated visibility of the microfacets over 4 nl nv.
//
// Source: Heitz 2014, "Understanding the Masking-Shadowing Function in Microfacet-Based BRDFs".
func VisibilitySmith(nv, nl, alpha float64) float64 {
	a2 := alpha * alpha
	return 0.5 / (nl*math.Sqrt(nv*nv*(1-a2)+a2) + nv*math.Sqrt(nl*nl*(1-a2)+a2))
}

// Schlick is the reflected share at the cosine vh between the half vector and the direction toward the eye.
//
// Source: Schlick 1994, "An Inexpensive BRDF Model for Physically-based Rendering".
func Schlick(f0, vh float64) float64 { return f0 + (1-f0)*math.Pow(1-min(max(vh, 0), 1), 5) }
