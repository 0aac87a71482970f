// octahedral.glsl: unit vectors as two numbers from -1 to 1.
// Source: Meyer et al. 2010, "On Floating-Point Normal Vectors".
#ifndef OCTAHEDRAL_GLSL
#define OCTAHEDRAL_GLSL

#include "vectors.glsl"

vec2 octahedralFold(vec2 e) {
    // Not sign(), which is 0 at 0: the fold of an axis must stay on the border.
    return (1.0 - abs(e.yx)) * vec2(e.x >= 0.0 ? 1.0 : -1.0, e.y >= 0.0 ? 1.0 : -1.0);
}

// octahedralEncode takes a unit vector, whose parts add up to at least 1.
vec2 octahedralEncode(vec3 n) {
    vec2 e = n.xy / (abs(n.x) + abs(n.y) + abs(n.z));
    return n.z >= 0.0 ? e : octahedralFold(e);
}

// octahedralDecode gives a unit vector for every e within -1 to 1: what it normalizes has a length of at least 1/sqrt(3).
vec3 octahedralDecode(vec2 e) {
    float z = 1.0 - abs(e.x) - abs(e.y);
    return normalize(vec3(z >= 0.0 ? e : octahedralFold(e), z));
}

#endif
