#version 460
// One color. For tests.
layout(push_constant) uniform Push { vec4 color; float depth; } push;
layout(location = 0) out vec4 color;

void main() {
    color = push.color;
}
