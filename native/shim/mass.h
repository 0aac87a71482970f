// mass.h says what a body weighs, and whether floats can hold it.
#pragma once

#include "principal.h"

#include <Jolt/Jolt.h>

#include <Jolt/Physics/Body/Body.h>
#include <Jolt/Physics/Collision/Shape/Shape.h>

namespace tertius {

// Mass is the mass of a body and its inertia about its center of mass, in the body's axes.
struct Mass {
	double kilograms;
	double volume;  // m^3
	Tensor inertia; // kg m^2
};

// MassOf is the mass of a body of this shape: of this mass in kg, or with 0 of the one that the shape has at the densities of its
// pieces. Jolt sums a compound and a hull in floats, which cannot tell the least moment of a long one from their rounding.
Mass MassOf(const JPH::Shape &shape, double kilograms);

// Weight is the mass of a body as Jolt turns the body with it: by its principal moments.
struct Weight {
	double kilograms = 1;
	Principal inertia{{1, 1, 1}, {0, 0, 0, 1}};
};

// WeightOf is the weight of a body of this shape and mass, as MassOf has them.
Weight WeightOf(const JPH::Shape &shape, double kilograms);

// CanBeDynamic reports whether the mass and the moments are positive floats, and so are their reciprocals.
bool CanBeDynamic(const Weight &weight);

// Weigh gives a body that may move a weight that floats can hold. Jolt's own way there finds the principal axes in floats.
void Weigh(JPH::Body &body, const Weight &weight);

} // namespace tertius
