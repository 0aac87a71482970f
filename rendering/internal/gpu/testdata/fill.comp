#version 460
// Writes value + index into every element of the buffer. For tests.
layout(local_size_x = 64) in;
layout(push_constant) uniform Push { uint count; uint value; } push;
layout(set = 0, binding = 0) writeonly buffer Out { uint result[]; };

void main() {
    uint i = gl_GlobalInvocationID.x;
    if (i < push.count) {
        result[i] = push.value + i;
    }
}
