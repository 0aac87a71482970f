// sky.glsl: what a pixel without a surface shows.
#ifndef SKY_GLSL
#define SKY_GLSL

// skyRadiance is the radiance of the sky in a direction, in W/(m2 sr): black, since nothing there shines.
vec3 skyRadiance(vec3 ray) { return vec3(0.0); }

#endif
