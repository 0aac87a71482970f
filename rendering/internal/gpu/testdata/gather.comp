#version 460
#extension GL_EXT_nonuniform_qualifier : require
// Copies the texel of a target and that of a texture of the bindless array side by side. For tests.
layout(local_size_x = 8, local_size_y = 8) in;
layout(push_constant) uniform Push { uint slot; uint one; } push;
layout(set = 0, binding = 0) uniform sampler2D source;
layout(set = 0, binding = 1, rgba8) uniform writeonly image2D target;
layout(set = 1, binding = 0) uniform sampler textureSampler;
layout(set = 1, binding = 1) uniform texture2D textures[];

void main() {
    ivec2 p = ivec2(gl_GlobalInvocationID.xy);
    ivec2 size = imageSize(target);
    if (any(greaterThanEqual(p, size))) {
        return;
    }
    vec4 t = textureLod(sampler2D(textures[nonuniformEXT(push.slot)], textureSampler), vec2(0.5), 0.0);
    imageStore(target, p, texelFetch(source, p, 0) + t);
}
