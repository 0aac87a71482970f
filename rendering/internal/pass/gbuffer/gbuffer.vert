// gbuffer.vert: an instance's vertices, placed relative to the eye.
#version 460
#extension GL_GOOGLE_include_directive : require

#include "vectors.glsl"
#include "frame.glsl"

layout(push_constant) uniform Push {
    float nearMeters; // the near plane of the range that draws
} push;

layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;  // of unit length, or zero
layout(location = 2) in vec3 tangent; // of unit length, or zero
layout(location = 3) in vec2 uv;

layout(location = 0) out vec3 pEye;
layout(location = 1) out vec3 outNormal;
layout(location = 2) out vec3 outTangent;
layout(location = 3) out vec2 outUV;
layout(location = 4) out flat uint outInstance;

void main() {
    Instance i = instances[gl_InstanceIndex];
    pEye = rotated(i.rotation, position * i.scale) + i.position;
    // No axis of the scale is 0, and each is within 2^±60, so the squared lengths stay within the single float's range.
    outNormal = normalizedOr(rotated(i.rotation, normal / i.scale), vec3(0.0));
    outTangent = normalizedOr(rotated(i.rotation, tangent * i.scale), vec3(0.0));
    outUV = uv;
    outInstance = uint(gl_InstanceIndex);
    // An infinite reversed Z: the depth after the division is near / z, 1 at the near plane and 0 at infinity.
    gl_Position = vec4(dot(pEye, frame.right.xyz) / frame.right.w, -dot(pEye, frame.up.xyz) / frame.up.w,
        push.nearMeters, dot(pEye, frame.forward.xyz));
}
