// mass.h says what a body weighs, and whether floats can hold it.
#pragma once

#include <Jolt/Jolt.h>

#include <Jolt/Physics/Body/MassProperties.h>
#include <Jolt/Physics/Collision/Shape/Shape.h>

#include <algorithm>
#include <cfloat>

namespace tertius {

// MassOf is the mass and the inertia of a body of this shape: of this mass in kg, or with 0 of the one that the shape has at
// the densities of its pieces. It is what Jolt gives a new body, to the last bit.
inline JPH::MassProperties MassOf(const JPH::Shape &shape, double mass) {
	JPH::MassProperties properties = shape.GetMassProperties();
	if (mass > 0)
		properties.ScaleToMass(float(mass));
	properties.mInertia(3, 3) = 1.0f;
	return properties;
}

// CanBeDynamic reports whether the mass and the inertia are positive floats, and so are their reciprocals.
inline bool CanBeDynamic(const JPH::MassProperties &properties) {
	JPH::Vec3 inertia = properties.mInertia.GetDiagonal3();
	float least = std::min(properties.mMass, inertia.ReduceMin()), most = std::max(properties.mMass, inertia.ReduceMax());
	return least >= FLT_MIN && most <= 1 / FLT_MIN;
}

} // namespace tertius
