#version 460
// A rectangle over the left half of the target at the depth that is pushed. For tests.
layout(push_constant) uniform Push { vec4 color; float depth; } push;

void main() {
    vec2 corner = vec2(gl_VertexIndex & 1, gl_VertexIndex >> 1);
    gl_Position = vec4(corner.x - 1.0, corner.y * 2.0 - 1.0, push.depth, 1.0);
}
