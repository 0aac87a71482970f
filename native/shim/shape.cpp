// shape.cpp makes Jolt shapes and answers what only Jolt knows of them: their problem, center of mass and bounds.
#include "call.h"
#include "convert.h"
#include "mass.h"

#include <Jolt/Physics/Collision/Shape/BoxShape.h>
#include <Jolt/Physics/Collision/Shape/CapsuleShape.h>
#include <Jolt/Physics/Collision/Shape/ConvexHullShape.h>
#include <Jolt/Physics/Collision/Shape/SphereShape.h>
#include <Jolt/Physics/Collision/Shape/StaticCompoundShape.h>

#include <algorithm>

JPH_SUPPRESS_WARNINGS

using namespace JPH;

namespace tertius {
namespace {

// Jolt's own density, in kg/m^3.
constexpr float cDensity = 1000.0f;

float DensityOf(const tj_shape_block &in) { return in.density > 0 ? float(in.density) : cDensity; }

ShapeSettings::ShapeResult MakeBox(const tj_shape_block &in) {
	float smallest = float(std::min({in.a[0], in.a[1], in.a[2]}));
	BoxShapeSettings settings(ToVec3(in.a), std::min(float(in.radius), smallest));
	settings.SetDensity(DensityOf(in));
	settings.SetEmbedded();
	return settings.Create();
}

ShapeSettings::ShapeResult MakeSphere(const tj_shape_block &in) {
	SphereShapeSettings settings(float(in.radius));
	settings.SetDensity(DensityOf(in));
	settings.SetEmbedded();
	return settings.Create();
}

ShapeSettings::ShapeResult MakeCapsule(const tj_shape_block &in) {
	CapsuleShapeSettings settings(float(in.a[0]), float(in.radius));
	settings.SetDensity(DensityOf(in));
	settings.SetEmbedded();
	return settings.Create();
}

ShapeSettings::ShapeResult MakeHull(const tj_shape_block &in) {
	Array<Vec3> points;
	points.reserve(in.count);
	for (uint32_t i = 0; i < in.count; ++i)
		points.push_back(ToVec3(in.points + 3 * i));
	ConvexHullShapeSettings settings(points, float(in.radius));
	settings.SetDensity(DensityOf(in));
	settings.SetEmbedded();
	return settings.Create();
}

ShapeSettings::ShapeResult MakeCompound(const tj_shape_block &in) {
	StaticCompoundShapeSettings settings;
	settings.SetEmbedded();
	for (uint32_t i = 0; i < in.count; ++i) {
		const tj_part &part = in.parts[i];
		settings.AddShape(ToVec3(part.position), ToQuat(part.rotation), static_cast<const Shape *>(part.shape));
	}
	return settings.Create();
}

ShapeSettings::ShapeResult MakeShape(const tj_shape_block &in) {
	switch (in.kind) {
	case TJ_BOX:
		return MakeBox(in);
	case TJ_SPHERE:
		return MakeSphere(in);
	case TJ_CAPSULE:
		return MakeCapsule(in);
	case TJ_HULL:
		return MakeHull(in);
	case TJ_COMPOUND:
		return MakeCompound(in);
	}
	ShapeSettings::ShapeResult unknown;
	unknown.SetError("the kind of the shape is unknown");
	return unknown;
}

// Describe writes what the caller asks of the shape. Jolt's local bounds lie around the center of mass.
void Describe(const Shape &shape, tj_shape_block &out) {
	Vec3 center = shape.GetCenterOfMass();
	AABox bounds = shape.GetLocalBounds();
	FromVec3(center, out.center_of_mass);
	FromVec3(bounds.mMin + center, out.bounds_min);
	FromVec3(bounds.mMax + center, out.bounds_max);
	Mass mass = MassOf(shape, 0);
	out.volume = mass.volume;
	out.mass = mass.kilograms;
	std::copy_n(mass.inertia.m, 9, out.inertia);
}

} // namespace
} // namespace tertius

extern "C" int32_t tj_shape_create(tj_shape_block *block) {
	tertius::Call call(block->text);
	block->shape = nullptr;
	ShapeSettings::ShapeResult result = tertius::MakeShape(*block);
	if (result.HasError())
		return call.Fail(TJ_SHAPE, "%s", result.GetError().c_str());
	if (call.Code() != TJ_OK)
		return call.Code(); // an assert; the result drops the shape
	Shape *shape = result.Get().GetPtr();
	shape->AddRef();
	tertius::Describe(*shape, *block);
	block->shape = shape;
	tertius::CountObject(1);
	return call.Code();
}

extern "C" int32_t tj_shape_release(void *shape) {
	tertius::Call call(nullptr);
	if (shape == nullptr)
		return TJ_BAD_REQUEST;
	static_cast<Shape *>(shape)->Release();
	tertius::CountObject(-1);
	return call.Code();
}
