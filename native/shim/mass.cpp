#include "mass.h"

#include "convert.h"

#include <Jolt/Physics/Body/MotionProperties.h>
#include <Jolt/Physics/Collision/Shape/CompoundShape.h>
#include <Jolt/Physics/Collision/Shape/ConvexHullShape.h>

#include <algorithm>
#include <cfloat>

JPH_SUPPRESS_WARNINGS

using namespace JPH;

namespace tertius {
namespace {

// The largest number of corners of a face of one of Jolt's hulls, whose corners are numbered by bytes.
constexpr uint cMostCorners = 256;

void Scale(Tensor &t, double by) {
	for (double &x : t.m)
		x *= by;
}

// AddSquare adds times v v^T.
void AddSquare(Tensor &to, const double *v, double times) {
	for (int row = 0; row < 3; ++row)
		for (int column = 0; column < 3; ++column)
			to.m[3 * row + column] += times * (v[row] * v[column]);
}

// InertiaOf turns the sum of mass times x x^T into the inertia.
Tensor InertiaOf(const Tensor &spread) {
	Tensor out;
	for (int i = 0; i < 9; ++i)
		out.m[i] = -spread.m[i];
	out.m[0] = spread.m[4] + spread.m[8];
	out.m[4] = spread.m[0] + spread.m[8];
	out.m[8] = spread.m[0] + spread.m[4];
	return out;
}

// AddTetrahedron adds the spread of a tetrahedron of density 1 with a corner in the origin, and returns its volume.
double AddTetrahedron(Tensor &spread, const double *a, const double *b, const double *c) {
	double normal[3], sum[3];
	Cross(b, c, normal);
	double volume = (a[0] * normal[0] + a[1] * normal[1] + a[2] * normal[2]) / 6;
	for (int i = 0; i < 3; ++i)
		sum[i] = a[i] + b[i] + c[i];
	for (const double *v : {a, b, c, static_cast<const double *>(sum)})
		AddSquare(spread, v, volume / 20);
	return volume;
}

// MassOfHull sums the tetrahedra between the center of mass and the faces.
Mass MassOfHull(const ConvexHullShape &hull) {
	Tensor spread{};
	double volume = 0;
	for (uint face = 0; face < hull.GetNumFaces(); ++face) {
		uint corners[cMostCorners];
		uint count = hull.GetFaceVertices(face, cMostCorners, corners);
		double first[3], last[3], next[3];
		FromVec3(hull.GetPoint(corners[0]), first);
		FromVec3(hull.GetPoint(corners[1]), last);
		for (uint i = 2; i < count; ++i) {
			FromVec3(hull.GetPoint(corners[i]), next);
			volume += AddTetrahedron(spread, first, last, next);
			std::copy_n(next, 3, last);
		}
	}
	double density = hull.GetDensity();
	Scale(spread, density);
	return {density * volume, volume, InertiaOf(spread)};
}

// Turned is the tensor of a body that q turned.
Tensor Turned(const Tensor &t, const double *q) {
	double half[9], out[9];
	for (int row = 0; row < 3; ++row) // the tensor is symmetric, so its rows are its columns
		Rotate(q, t.m + 3 * row, half + 3 * row);
	for (int column = 0; column < 3; ++column) {
		double v[3] = {half[column], half[3 + column], half[6 + column]};
		Rotate(q, v, out + 3 * column);
	}
	Tensor turned;
	for (int row = 0; row < 3; ++row)
		for (int column = 0; column < 3; ++column)
			turned.m[3 * row + column] = 0.5 * (out[3 * row + column] + out[3 * column + row]);
	return turned;
}

Mass OwnMass(const Shape &shape);

// MassOfCompound adds its parts by the parallel axis theorem.
Mass MassOfCompound(const CompoundShape &compound) {
	Mass whole{};
	Tensor spread{};
	for (const CompoundShape::SubShape &part : compound.GetSubShapes()) {
		Mass own = OwnMass(*part.mShape);
		double at[3], q[4];
		FromVec3(part.GetPositionCOM(), at);
		FromQuat(part.GetRotation(), q);
		Tensor turned = Turned(own.inertia, q);
		for (int i = 0; i < 9; ++i)
			whole.inertia.m[i] += turned.m[i];
		AddSquare(spread, at, own.kilograms);
		whole.kilograms += own.kilograms;
		whole.volume += own.volume;
	}
	Tensor apart = InertiaOf(spread);
	for (int i = 0; i < 9; ++i)
		whole.inertia.m[i] += apart.m[i];
	return whole;
}

// OwnMass is the mass at the densities of the pieces.
Mass OwnMass(const Shape &shape) {
	switch (shape.GetSubType()) {
	case EShapeSubType::StaticCompound:
		return MassOfCompound(static_cast<const CompoundShape &>(shape));
	case EShapeSubType::ConvexHull:
		return MassOfHull(static_cast<const ConvexHullShape &>(shape));
	default: // along its axes, so floats tell the moments apart
		MassProperties properties = shape.GetMassProperties();
		Mass mass{properties.mMass, shape.GetVolume(), {}};
		for (int row = 0; row < 3; ++row)
			for (int column = 0; column < 3; ++column)
				mass.inertia.m[3 * row + column] = properties.mInertia(row, column);
		return mass;
	}
}

bool HoldsReciprocal(double x) { return x >= FLT_MIN && x <= 1 / FLT_MIN; }

} // namespace

Mass MassOf(const Shape &shape, double kilograms) {
	Mass mass = OwnMass(shape);
	if (kilograms > 0) {
		if (mass.kilograms > 0)
			Scale(mass.inertia, kilograms / mass.kilograms);
		mass.kilograms = kilograms;
	}
	return mass;
}

Weight WeightOf(const Shape &shape, double kilograms) {
	Mass mass = MassOf(shape, kilograms);
	return {mass.kilograms, PrincipalOf(mass.inertia)};
}

bool CanBeDynamic(const Weight &weight) {
	const double *m = weight.inertia.moments;
	return HoldsReciprocal(weight.kilograms) && HoldsReciprocal(m[0]) && HoldsReciprocal(m[1]) && HoldsReciprocal(m[2]);
}

void Weigh(Body &body, const Weight &weight) {
	MotionProperties &motion = *body.GetMotionPropertiesUnchecked();
	motion.SetInverseMass(1.0f / float(weight.kilograms));
	motion.SetInverseInertia(ToVec3(weight.inertia.moments).Reciprocal(), ToQuat(weight.inertia.rotation));
}

} // namespace tertius
