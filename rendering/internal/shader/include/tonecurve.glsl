// tonecurve.glsl: exposed radiance to the output's range, and its encoding. Its Go twin is in package shader.
#ifndef TONECURVE_GLSL
#define TONECURVE_GLSL

// Into the primaries of ACES AP1 with the saturation of the reference rendering transform, and back.
// Matrices are given column by column.
const mat3 ACES_IN = mat3(
    0.59719, 0.07600, 0.02840,
    0.35458, 0.90834, 0.13383,
    0.04823, 0.01566, 0.83777);
const mat3 ACES_OUT = mat3(
    1.60475, -0.10208, -0.00327,
    -0.53108, 1.10813, -0.07276,
    -0.07367, -0.00605, 1.07602);

// acesFitted maps a color of 0 or more, at most 65504, to 0 to 1. The fit's divisor is at least 0.238.
// Source: Stephen Hill's fit of the ACES RRT and ODT, 2016.
vec3 acesFitted(vec3 color) {
    vec3 v = ACES_IN * color;
    vec3 a = v * (v + 0.0245786) - 0.000090537;
    vec3 b = v * (0.983729 * v + 0.4329510) + 0.238081;
    return clamp(ACES_OUT * (a / b), 0.0, 1.0);
}

// srgbEncode takes a color from 0 to 1. The power's base is above 0 where its side of the choice is taken, and max keeps
// it so where it is not.
// Source: IEC 61966-2-1:1999.
vec3 srgbEncode(vec3 color) {
    vec3 low = 12.92 * color;
    vec3 high = 1.055 * pow(max(color, vec3(0.0031308)), vec3(1.0 / 2.4)) - 0.055;
    return mix(high, low, lessThanEqual(color, vec3(0.0031308)));
}

#endif
