// vectors.glsl: directions and rotations.
#ifndef VECTORS_GLSL
#define VECTORS_GLSL

const float PI = 3.14159265358979;
const float SMALLEST_NORMAL = 1.17549435e-38; // a driver may flush what is below to 0

// normalizedOr gives v at unit length, or the fallback for a v of no length. The squared length of v must be finite.
vec3 normalizedOr(vec3 v, vec3 fallback) {
    float squared = dot(v, v);
    return squared < SMALLEST_NORMAL ? fallback : v * inversesqrt(squared);
}

// anyPerpendicular gives a vector of length 0.5 or more across a unit vector.
vec3 anyPerpendicular(vec3 n) {
    return abs(n.x) < 0.7 ? vec3(0.0, n.z, -n.y) : vec3(-n.z, 0.0, n.x);
}

// rotated turns v by the unit quaternion q: q v q*.
vec3 rotated(vec4 q, vec3 v) {
    vec3 t = 2.0 * cross(q.xyz, v);
    return v + q.w * t + cross(q.xyz, t);
}

#endif
