// gbuffer.frag: a surface's material, normals, emission and distance.
#version 460
#extension GL_GOOGLE_include_directive : require

#include "frame.glsl"
#include "exposure.glsl"
#include "material.glsl"
#include "octahedral.glsl"
#include "hemisphere.glsl"

layout(location = 0) in vec3 pEye;
layout(location = 1) in vec3 normal;
layout(location = 2) in vec3 tangent;
layout(location = 3) in vec2 uv;
layout(location = 4) in flat uint instance;

layout(location = 0) out vec4 baseColorTarget;
layout(location = 1) out vec4 normalsTarget;
layout(location = 2) out vec4 specularTarget;
layout(location = 3) out vec4 emissiveTarget;
layout(location = 4) out float distanceTarget;

void main() {
    Instance i = instances[instance];
    // Every fragment lies beyond a near plane; the fallback serves a driver's helper invocations.
    vec3 v = normalizedOr(-pEye, -frame.forward.xyz);
    // A vertex normal may be zero, and those of a triangle's corners may cancel: such a surface faces the eye.
    vec3 n = normalizedOr(normal, v);
    MaterialSample m = sampleMaterial(materials[i.material], uv, n, tangent, i.mirror);
    vec3 up = hemisphereUp(i.up, pEye - i.position);
    baseColorTarget = vec4(m.baseColor, 1.0);
    normalsTarget = vec4(octahedralEncode(m.n), octahedralEncode(n));
    specularTarget = vec4(m.metallic, m.roughness, m.reflectance, lobeSkyShare(m.n, v, m.roughness, up));
    emissiveTarget = vec4(exposed(m.emissive, exposureScale()), normalSkyShare(m.n, up));
    distanceTarget = length(pEye);
}
