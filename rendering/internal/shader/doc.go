// Package shader is the Go side of the shader includes: the constants and formulas that both sides need, and the tables
// that the shaders read.
//
// The GLSL lies in include, and is the store; a test here compares each constant with it.
//
// Reflect reads a compiled module, and CheckPush, CheckBlock and CheckElement hold the Go twin of a block against it.
//
// Threads: every function is pure; the tables are computed once per process, on first use.
package shader

const (
	// MaxRadiance is the surfaces' share of the half floats' range, after the exposure.
	MaxRadiance = 32256
	// IrradianceLimit is the most irradiance of one light, in W/m²: 2^64.
	IrradianceLimit = 1 << 64
	// SmallestDistanceMeters is the distance below which a light comes no nearer.
	SmallestDistanceMeters = 0.01
	// RoughnessFloor is the least roughness that the BRDF sees.
	RoughnessFloor = 0.045
	// CosineFloor is the least cosine between a normal and the direction toward the eye.
	CosineFloor = 1e-4
)
