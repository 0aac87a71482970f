// The bindless texture array (gpu.Textures). Define TEXTURE_SET to the number of its descriptor set before the include, and
// enable GL_EXT_nonuniform_qualifier. A slot that differs inside a subgroup needs nonuniformEXT(slot).
#ifndef BINDLESS_GLSL
#define BINDLESS_GLSL

layout(set = TEXTURE_SET, binding = 0) uniform sampler textureSampler;
layout(set = TEXTURE_SET, binding = 1) uniform texture2D textures[];

// sampleTexture reads slot at uv, with the derivatives of the quad. A fragment shader's only.
vec4 sampleTexture(uint slot, vec2 uv) {
    return texture(nonuniformEXT(sampler2D(textures[slot], textureSampler)), uv);
}

#endif
