// gbuffer.glsl: set 2, bindings 0 to 4: the targets of the G-buffer pass, for the passes that read them.
#ifndef GBUFFER_GLSL
#define GBUFFER_GLSL

#extension GL_EXT_samplerless_texture_functions : require

#include "octahedral.glsl"
#include "brdf.glsl"
#include "frame.glsl"

layout(set = 2, binding = 0) uniform texture2D baseColorTarget; // rgb the base color
layout(set = 2, binding = 1) uniform texture2D normalsTarget;   // xy the shading normal, zw the geometric one
layout(set = 2, binding = 2) uniform texture2D specularTarget;  // metallic, roughness, reflectance, the lobe's sky share
layout(set = 2, binding = 3) uniform texture2D emissiveTarget;  // rgb pre-exposed emission, a the normal's sky share
layout(set = 2, binding = 4) uniform texture2D distanceTarget;  // meters from the eye, 0 for the sky

// distanceAt is the distance of a pixel's surface, 0 for the sky. The other targets hold nothing at a pixel of the sky.
float distanceAt(ivec2 pixel) { return texelFetch(distanceTarget, pixel, 0).r; }

// rayAt is the unit direction of a pixel's center, from the eye.
vec3 rayAt(ivec2 pixel) { return normalize(viewRay(vec2(pixel) + 0.5)); }

// surfaceAt is the surface of a pixel that is not the sky, seen along the unit direction `ray`.
Surface surfaceAt(ivec2 pixel, vec3 ray) {
    vec4 normals = texelFetch(normalsTarget, pixel, 0);
    vec4 specular = texelFetch(specularTarget, pixel, 0);
    return surfaceOf(texelFetch(baseColorTarget, pixel, 0).rgb, specular.r, specular.g, specular.b,
        octahedralDecode(normals.xy), octahedralDecode(normals.zw), -ray);
}

#endif
