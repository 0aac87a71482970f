// frame.glsl: set 0, what every pass of the scene sees. Places are in meters relative to the eye, in the axes of the
// camera's reference frame.
#ifndef FRAME_GLSL
#define FRAME_GLSL

// The eye, the ambient light and the counts of this frame. Its Go twin is store.Frame.
layout(set = 0, binding = 0, std140) uniform FrameBlock {
    vec4 right;   // a unit axis; w is the tangent of half the horizontal field of view, above 0
    vec4 up;      // a unit axis; w is the tangent of half the vertical field of view, above 0
    vec4 forward; // a unit axis
    vec4 sky;     // ambient radiance from above, W/(m2 sr)
    vec4 ground;  // ambient radiance from below, W/(m2 sr)
    uvec4 counts; // lights; width and height of the output in pixels
} frame;

// The instance array. Its Go twin is batch.Instance.
struct Instance {
    vec3 position;
    uint material;
    vec4 rotation; // unit quaternion
    vec3 scale;    // no axis is 0
    float mirror;  // -1 where the scale turns the mesh inside out, else 1
    vec4 up;       // see hemisphere.glsl
};
layout(set = 0, binding = 1, std430) readonly buffer InstanceBlock { Instance instances[]; };

// The light array. Its Go twin is batch.Light.
struct Light {
    vec3 position;
    float reach;     // where the light has fallen to nothing, in meters, at most 5e18
    vec3 intensity;  // W/sr
    uint spot;       // 1 for a spot light
    vec3 axis;       // of a spot light's center, a unit vector
    float cosOuter;
    float cosInner;  // above cosOuter for a spot light
    float radius;    // of the sphere that sends the light, in meters
};
layout(set = 0, binding = 2, std430) readonly buffer LightBlock { Light lights[]; };

// The material array. Its Go twin is batch.Material.
struct Material {
    vec3 baseColor;
    float metallic;
    vec3 emissive;   // W/(m2 sr)
    float roughness;
    float reflectance;
    uint baseColorMap, normalMap, metallicRoughnessMap; // 1 more than the slot of the texture; 0 is none
};
layout(set = 0, binding = 3, std430) readonly buffer MaterialBlock { Material materials[]; };

// viewRay is the ray through a point of the output, in pixels from the top left corner. Its part along the view axis is
// 1, so its length is at least 1.
vec3 viewRay(vec2 pixel) {
    vec2 clip = 2.0 * pixel / vec2(frame.counts.yz) - 1.0;
    return frame.forward.xyz + (clip.x * frame.right.w) * frame.right.xyz - (clip.y * frame.up.w) * frame.up.xyz;
}

#endif
