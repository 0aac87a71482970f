// tonemap.comp: pre-exposed light through the tone curve and the sRGB encoding into the output's bytes.
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_samplerless_texture_functions : require

#include "tonecurve.glsl"

layout(local_size_x = 8, local_size_y = 8) in;

layout(set = 0, binding = 0) uniform texture2D hdrImage;
layout(set = 0, binding = 1, rgba8) uniform writeonly image2D outputImage;

layout(push_constant) uniform Push {
    uint blueFirst; // 1 where the bytes of the output are B, G, R, A
} push;

void main() {
    ivec2 pixel = ivec2(gl_GlobalInvocationID.xy);
    if (any(greaterThanEqual(pixel, imageSize(outputImage)))) return;
    vec3 color = srgbEncode(acesFitted(texelFetch(hdrImage, pixel, 0).rgb));
    imageStore(outputImage, pixel, vec4(push.blueFirst != 0u ? color.bgr : color, 1.0));
}
