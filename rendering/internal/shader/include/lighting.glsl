// lighting.glsl: the light of the frame's lights and of its hemisphere.
#ifndef LIGHTING_GLSL
#define LIGHTING_GLSL

#include "brdf.glsl"
#include "frame.glsl"

const float IRRADIANCE_LIMIT = 18446744073709551616.0; // 2^64 W/m2, so that no product with the BRDF leaves the range
const float SMALLEST_DISTANCE = 0.01;                  // meters; a light is never nearer

// lightIrradiance is the irradiance in W/m2 across the direction to the light at a distance, from a place that lies
// `toLight` before it. The window takes it to exactly 0 at the light's reach. The distance and the reach are below 2^63
// m, so their squares are finite; the division sees reach2 > d2 >= 0; an intensity of 1e34 W/sr over the floor of 1e-4 m2
// is 1e38, finite, before the cap.
vec3 lightIrradiance(Light light, vec3 toLight, vec3 l) {
    float d2 = dot(toLight, toLight);
    float reach2 = light.reach * light.reach;
    if (d2 >= reach2) return vec3(0.0);
    float share = d2 / reach2;
    float window = 1.0 - share * share;
    float shape = window * window;
    if (light.spot != 0u) shape *= smoothstep(light.cosOuter, light.cosInner, -dot(l, light.axis));
    float floor2 = max(light.radius * light.radius, SMALLEST_DISTANCE * SMALLEST_DISTANCE);
    return min(light.intensity / max(d2, floor2), vec3(IRRADIANCE_LIMIT)) * shape;
}

// takesLight says whether light from a direction reaches the surface at all: both of its normals must face it.
bool takesLight(Surface s, vec3 l) { return dot(s.n, l) > 0.0 && dot(s.nGeometric, l) > 0.0; }

// directLight is the light of every light of the frame at p, toward the eye. Each light adds at most 2^64 W/m2 times a
// BRDF below 1e8, so the sum over all lights that a buffer holds is finite.
DirectTerms directLight(Surface s, vec3 p) {
    DirectTerms sum = DirectTerms(vec3(0.0), vec3(0.0));
    for (uint i = 0u; i < frame.counts.x; i++) {
        Light light = lights[i];
        vec3 toLight = light.position - p;
        vec3 l = normalizedOr(toLight, s.n); // p may be the light's center
        if (!takesLight(s, l)) continue;
        vec3 irradiance = lightIrradiance(light, toLight, l);
        DirectTerms response = surfaceResponse(s, l);
        sum.diffuse += response.diffuse * irradiance;
        sum.specular += response.specular * irradiance;
    }
    return sum;
}

// AmbientTerms is the ambient light toward the eye in its two parts.
struct AmbientTerms { vec3 diffuse, specular; };

// hemisphereAmbient is the light of the sky and the ground, by their shares in the normal's and the lobe's hemispheres.
AmbientTerms hemisphereAmbient(Surface s, float normalShare, float lobeShare) {
    AmbientTerms t;
    t.diffuse = s.diffuseColor * mix(frame.ground.rgb, frame.sky.rgb, normalShare);
    t.specular = specularAlbedo(s) * energyCompensation(s) * mix(frame.ground.rgb, frame.sky.rgb, lobeShare);
    return t;
}

#endif
