// hemisphere.glsl: which share of the ambient light comes from the sky.
#ifndef HEMISPHERE_GLSL
#define HEMISPHERE_GLSL

#include "brdf.glsl"

// hemisphereUp is the up of a point that lies `offset` from its instance's place, or zero for the even mix. The code is
// instance.up: w 1 holds a direction, w 2 a point relative to the instance, from which up points away, and w 0 nothing.
// Both are within 2^62 m, so the squared length is finite.
vec3 hemisphereUp(vec4 code, vec3 offset) {
    if (code.w < 0.5) return vec3(0.0);
    return code.w < 1.5 ? code.xyz : normalizedOr(offset - code.xyz, vec3(0.0));
}

// normalSkyShare is the sky's share of the light on a matte surface.
float normalSkyShare(vec3 n, vec3 up) { return clamp(0.5 + 0.5 * dot(n, up), 0.0, 1.0); }

// lobeSkyShare is the sky's share of the light in the specular lobe, one half without an up.
float lobeSkyShare(vec3 n, vec3 v, float roughness, vec3 up) {
    if (up == vec3(0.0)) return 0.5;
    float r = flooredRoughness(roughness);
    float cosine = clamp(dot(specularDominantDirection(n, v, r), up), -1.0, 1.0);
    vec2 at = tableCoordinate(vec2(0.5 * cosine + 0.5, r), LOBE_SKY_SIZE);
    return textureLod(sampler2D(lobeSkyTable, tableSampler), at, 0.0).r;
}

#endif
