// brdf.glsl: how a surface reflects light, with the metallic-roughness parameters of glTF. Its Go twin, which fills the
// tables, is package shader.
//
// Names: nv, nl, nh and vh are cosines between the normal, the directions toward the eye and the light, and the half
// vector; alpha is the squared roughness.
#ifndef BRDF_GLSL
#define BRDF_GLSL

#include "vectors.glsl"

layout(set = 0, binding = 5) uniform texture2D dfgTable;     // R the Schlick part S, G the lobe albedo E1; across n.v, down roughness
layout(set = 0, binding = 6) uniform texture2D lobeSkyTable; // the share of the lobe above the horizon; across (cos + 1) / 2, down roughness
layout(set = 0, binding = 7) uniform sampler tableSampler;

const float ROUGHNESS_FLOOR = 0.045; // a smoother lobe would be narrower than a half float's steps of the normal
const float COSINE_FLOOR = 1e-4;     // of n.v, so that no division by it leaves the range
const vec2 DFG_SIZE = vec2(32.0, 32.0);
const vec2 LOBE_SKY_SIZE = vec2(64.0, 32.0);

float flooredRoughness(float roughness) { return clamp(roughness, ROUGHNESS_FLOOR, 1.0); }

// tableCoordinate is where a table of this size holds x, each part from 0 to 1: its first and last texels are the ends.
vec2 tableCoordinate(vec2 x, vec2 size) { return ((size - 1.0) * x + 0.5) / size; }

// D_GGX is the distribution of the microfacets' normals. The sine comes from a cross product, because 1 - nh * nh loses
// most of its digits at the lobe's center. Its divisor is at least alpha^4 / 2 > 0.
// Source: Walter et al. 2007, "Microfacet Models for Refraction through Rough Surfaces".
float D_GGX(vec3 n, vec3 h, float alpha) {
    vec3 across = cross(n, h);
    float nh = dot(n, h);
    float a2 = alpha * alpha;
    float d = a2 * nh * nh + dot(across, across);
    return a2 / (PI * d * d);
}

// V_SmithGGXCorrelated is the visibility of the microfacets over 4 nl nv. nv is at least COSINE_FLOOR and alpha above 0,
// so the divisor is above 0.
// Source: Heitz 2014, "Understanding the Masking-Shadowing Function in Microfacet-Based BRDFs".
float V_SmithGGXCorrelated(float nv, float nl, float alpha) {
    float a2 = alpha * alpha;
    float v = nl * sqrt(nv * nv * (1.0 - a2) + a2);
    float l = nv * sqrt(nl * nl * (1.0 - a2) + a2);
    return 0.5 / (v + l);
}

// F_Schlick reaches 1 at a grazing angle. The power's base is within 0 to 1.
// Source: Schlick 1994, "An Inexpensive BRDF Model for Physically-based Rendering".
vec3 F_Schlick(vec3 f0, float vh) {
    float x = 1.0 - clamp(vh, 0.0, 1.0);
    float x2 = x * x;
    return f0 + (1.0 - f0) * (x2 * x2 * x);
}

// Surface is one point of a surface, after the maps.
struct Surface {
    vec3 diffuseColor;
    vec3 f0;          // reflected share at normal incidence
    float roughness;  // floored
    vec3 n;           // shading normal
    vec3 nGeometric;
    vec3 v;           // toward the eye
    float nv;         // at least COSINE_FLOOR
    vec2 dfg;         // the table at nv and roughness
};

Surface surfaceOf(vec3 baseColor, float metallic, float roughness, float reflectance, vec3 n, vec3 nGeometric, vec3 v) {
    Surface s;
    s.diffuseColor = baseColor * (1.0 - metallic);
    s.f0 = vec3((1.0 - metallic) * 0.16 * reflectance * reflectance) + metallic * baseColor;
    s.roughness = flooredRoughness(roughness);
    s.n = n;
    s.nGeometric = nGeometric;
    s.v = v;
    s.nv = clamp(dot(n, v), COSINE_FLOOR, 1.0);
    s.dfg = textureLod(sampler2D(dfgTable, tableSampler), tableCoordinate(vec2(s.nv, s.roughness), DFG_SIZE), 0.0).rg;
    return s;
}

// energyCompensation gives back the light that bounces between microfacets more than once: a white metal loses none.
// The table's E1 is above 0.
// Source: Lagarde and de Rousiers 2014 in the form of Filament, "Physically Based Rendering in Filament", 4.7.2.
vec3 energyCompensation(Surface s) { return 1.0 + s.f0 * (1.0 / s.dfg.g - 1.0); }

// specularAlbedo is the share of an even light that the lobe reflects, before the compensation.
vec3 specularAlbedo(Surface s) { return s.dfg.r + s.f0 * (s.dfg.g - s.dfg.r); }

// DirectTerms is light toward the eye in its two parts.
struct DirectTerms { vec3 diffuse, specular; };

// surfaceResponse is the light toward the eye per unit of irradiance across the direction l of a light.
DirectTerms surfaceResponse(Surface s, vec3 l) {
    DirectTerms r;
    float nl = clamp(dot(s.n, l), 0.0, 1.0);
    vec3 h = normalizedOr(l + s.v, s.n); // l and v may be opposite
    float alpha = s.roughness * s.roughness;
    r.diffuse = s.diffuseColor * (nl / PI);
    r.specular = energyCompensation(s) * F_Schlick(s.f0, dot(s.v, h)) *
        (D_GGX(s.n, h, alpha) * V_SmithGGXCorrelated(s.nv, nl, alpha) * nl);
    return r;
}

// specularDominantDirection is where the lobe sends most of its light. At one roughness n and r cancel for a surface that
// is seen from behind, and the mix has no direction.
// Source: Lagarde and de Rousiers 2014, "Moving Frostbite to Physically Based Rendering", 4.9.3.
vec3 specularDominantDirection(vec3 n, vec3 v, float roughness) {
    float smoothness = 1.0 - roughness;
    float share = smoothness * (sqrt(smoothness) + roughness);
    return normalizedOr(mix(n, reflect(-v, n), share), n);
}

#endif
