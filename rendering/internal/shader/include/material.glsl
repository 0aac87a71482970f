// material.glsl: set 1, the textures, and a material's values at a point.
#ifndef MATERIAL_GLSL
#define MATERIAL_GLSL

#extension GL_EXT_nonuniform_qualifier : require

#include "vectors.glsl"
#include "frame.glsl"

layout(set = 1, binding = 0) uniform sampler materialSampler;
layout(set = 1, binding = 1) uniform texture2D textures[];

struct MaterialSample {
    vec3 baseColor;
    float metallic, roughness, reflectance;
    vec3 emissive; // W/(m2 sr)
    vec3 n;        // shading normal
};

// sampled reads a map by its number, or 1 for no map. The number is flat, so a quad takes one side. Where the coordinates
// are the same all over a quad the footprint is a point, which an anisotropic filter may divide by: Mesa 25.0's software
// driver gives 0 then, so such a point is read by its level.
vec4 sampled(uint map, vec2 uv) {
    if (map == 0u) return vec4(1.0);
    uint slot = map - 1u;
    vec4 texel = texture(sampler2D(textures[nonuniformEXT(slot)], materialSampler), uv);
    if (fwidth(uv) == vec2(0.0)) texel = textureLod(sampler2D(textures[nonuniformEXT(slot)], materialSampler), uv, 0.0);
    return texel;
}

// normalMapped turns a normal map's texel into the axes of the surface. A tangent that is zero, or along the normal,
// has no direction across it.
vec3 normalMapped(vec3 texel, vec3 n, vec3 tangent, float mirror) {
    vec3 t = normalizedOr(tangent - n * dot(n, tangent), normalize(anyPerpendicular(n)));
    vec3 b = cross(n, t) * mirror;
    vec3 m = texel * 2.0 - 1.0;
    return normalizedOr(m.x * t + m.y * b + m.z * n, n);
}

// sampleMaterial reads a material. The branch on the normal map depends on a flat index, so every invocation of a quad
// takes the same side, and the derivatives of its sample are defined. Without a map the normal stays exact: no texel of
// 8 bits decodes to 0.
MaterialSample sampleMaterial(Material m, vec2 uv, vec3 n, vec3 tangent, float mirror) {
    MaterialSample s;
    s.baseColor = m.baseColor * sampled(m.baseColorMap, uv).rgb;
    vec4 mr = sampled(m.metallicRoughnessMap, uv);
    s.roughness = m.roughness * mr.g;
    s.metallic = m.metallic * mr.b;
    s.reflectance = m.reflectance;
    s.emissive = m.emissive;
    s.n = n;
    if (m.normalMap != 0u) s.n = normalMapped(sampled(m.normalMap, uv).xyz, n, tangent, mirror);
    return s;
}

#endif
