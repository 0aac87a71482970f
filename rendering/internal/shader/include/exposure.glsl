// exposure.glsl: the exposure, and the caps that keep every half float finite. The Go twins of the constants are in
// package shader.
#ifndef EXPOSURE_GLSL
#define EXPOSURE_GLSL

// The one store of the exposure, on the GPU's own time line.
layout(set = 0, binding = 4, std430) readonly buffer ExposureBlock { float exposureStops; };

// MAX_RADIANCE is the surfaces' share of the half floats' range, after the exposure.
const float MAX_RADIANCE = 32256.0;

// exposureScale is the factor of every radiance, from 2^-64 to 2^64.
float exposureScale() { return exp2(exposureStops); }

// exposed caps a radiance of 0 or more and then multiplies it by the scale k. The cap comes first: the brightest radiance
// times the largest scale is past the largest single float, and a driver may assume that no operand is an infinity.
vec3 exposed(vec3 radiance, float k) { return min(radiance, vec3(MAX_RADIANCE / k)) * k; }

#endif
