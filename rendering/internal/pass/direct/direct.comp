// direct.comp: the light of every light at a pixel, and its emission.
#version 460
#extension GL_GOOGLE_include_directive : require

#include "frame.glsl"
#include "exposure.glsl"
#include "gbuffer.glsl"
#include "lighting.glsl"

layout(local_size_x = 8, local_size_y = 8) in;

layout(set = 2, binding = 5, rgba16f) uniform writeonly image2D directImage;

vec3 directAt(ivec2 pixel) {
    float distance = distanceAt(pixel);
    if (distance == 0.0) return vec3(0.0);
    vec3 ray = rayAt(pixel);
    DirectTerms light = directLight(surfaceAt(pixel, ray), ray * distance);
    // Two parts of at most MAX_RADIANCE each: the sum is finite, and so is the half float after the cap.
    vec3 emission = texelFetch(emissiveTarget, pixel, 0).rgb;
    return min(exposed(light.diffuse + light.specular, exposureScale()) + emission, vec3(MAX_RADIANCE));
}

void main() {
    ivec2 pixel = ivec2(gl_GlobalInvocationID.xy);
    if (any(greaterThanEqual(uvec2(pixel), frame.counts.yz))) return;
    imageStore(directImage, pixel, vec4(directAt(pixel), 1.0));
}
