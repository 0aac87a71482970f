// ambient.comp: the direct image and the ambient light of a surface, or the sky.
#version 460
#extension GL_GOOGLE_include_directive : require

#include "frame.glsl"
#include "exposure.glsl"
#include "gbuffer.glsl"
#include "lighting.glsl"
#include "sky.glsl"

layout(local_size_x = 8, local_size_y = 8) in;

layout(set = 2, binding = 5) uniform texture2D directImage;
layout(set = 2, binding = 6, rgba16f) uniform writeonly image2D hdrImage;

vec3 radianceAt(ivec2 pixel) {
    vec3 ray = rayAt(pixel);
    float k = exposureScale();
    if (distanceAt(pixel) == 0.0) return exposed(skyRadiance(ray), k);
    float normalShare = texelFetch(emissiveTarget, pixel, 0).a;
    float lobeShare = texelFetch(specularTarget, pixel, 0).a;
    AmbientTerms ambient = hemisphereAmbient(surfaceAt(pixel, ray), normalShare, lobeShare);
    // Two parts of at most MAX_RADIANCE each, as in the direct pass.
    vec3 direct = texelFetch(directImage, pixel, 0).rgb;
    return min(direct + exposed(ambient.diffuse + ambient.specular, k), vec3(MAX_RADIANCE));
}

void main() {
    ivec2 pixel = ivec2(gl_GlobalInvocationID.xy);
    if (any(greaterThanEqual(uvec2(pixel), frame.counts.yz))) return;
    imageStore(hdrImage, pixel, vec4(radianceAt(pixel), 1.0));
}
