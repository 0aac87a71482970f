// convert.h turns the seam's doubles into Jolt's vectors and back.
#pragma once

#include "tj.h"

#include <Jolt/Jolt.h>

#include <Jolt/Math/Quat.h>
#include <Jolt/Math/Real.h>
#include <Jolt/Math/Vec3.h>
#include <Jolt/Physics/Body/MotionType.h>

#include <cmath>

namespace tertius {

inline JPH::EMotionType MotionOf(uint32_t motion) {
	switch (motion) {
	case TJ_DYNAMIC:
		return JPH::EMotionType::Dynamic;
	case TJ_KINEMATIC:
		return JPH::EMotionType::Kinematic;
	default:
		return JPH::EMotionType::Static;
	}
}

inline JPH::Vec3 ToVec3(const double *v) { return JPH::Vec3(float(v[0]), float(v[1]), float(v[2])); }
inline JPH::RVec3 ToRVec3(const double *v) { return JPH::RVec3(JPH::Real(v[0]), JPH::Real(v[1]), JPH::Real(v[2])); }

// ToQuat normalizes in doubles first, so that a long or a short quaternion loses nothing in its floats.
inline JPH::Quat ToQuat(const double *q) {
	double length = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
	double s = 1.0 / length;
	return JPH::Quat(float(q[0] * s), float(q[1] * s), float(q[2] * s), float(q[3] * s)).Normalized();
}

inline void FromVec3(JPH::Vec3Arg v, double *out) {
	out[0] = v.GetX();
	out[1] = v.GetY();
	out[2] = v.GetZ();
}

// FromQuat normalizes in doubles: the squared length of Jolt's float quaternions is up to 2e-7 away from 1.
inline void FromQuat(JPH::QuatArg q, double *out) {
	double x = q.GetX(), y = q.GetY(), z = q.GetZ(), w = q.GetW();
	double s = 1.0 / std::sqrt(x * x + y * y + z * z + w * w);
	out[0] = x * s;
	out[1] = y * s;
	out[2] = z * s;
	out[3] = w * s;
}

// Rotate turns v by the unit quaternion q, in doubles.
inline void Rotate(const double *q, const double *v, double *out) {
	double tx = 2 * (q[1] * v[2] - q[2] * v[1]);
	double ty = 2 * (q[2] * v[0] - q[0] * v[2]);
	double tz = 2 * (q[0] * v[1] - q[1] * v[0]);
	out[0] = v[0] + q[3] * tx + (q[1] * tz - q[2] * ty);
	out[1] = v[1] + q[3] * ty + (q[2] * tx - q[0] * tz);
	out[2] = v[2] + q[3] * tz + (q[0] * ty - q[1] * tx);
}

// Cross writes a x b, in doubles.
inline void Cross(const double *a, const double *b, double *out) {
	out[0] = a[1] * b[2] - a[2] * b[1];
	out[1] = a[2] * b[0] - a[0] * b[2];
	out[2] = a[0] * b[1] - a[1] * b[0];
}

} // namespace tertius
