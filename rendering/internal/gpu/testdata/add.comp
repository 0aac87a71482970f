#version 460
// Adds 1 to every element of one buffer into another. For tests.
layout(local_size_x = 64) in;
layout(push_constant) uniform Push { uint count; uint value; } push;
layout(set = 0, binding = 0) readonly buffer In { uint source[]; };
layout(set = 0, binding = 1) writeonly buffer Out { uint result[]; };

void main() {
    uint i = gl_GlobalInvocationID.x;
    if (i < push.count) {
        result[i] = source[i] + push.value;
    }
}
