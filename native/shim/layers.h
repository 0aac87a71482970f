// layers.h holds who collides with whom: 16 group bits and 16 mask bits in each object layer, tested both ways.
//
// Bits 0 to 11 are the content's collision groups. Bits 12 to 15 are the engine's roles, and each role has a broad-phase
// layer of its own. The tables have no state, so all systems share one of each.
#pragma once

#include <Jolt/Jolt.h>

#include <Jolt/Physics/Collision/BroadPhase/BroadPhaseLayer.h>
#include <Jolt/Physics/Collision/ObjectLayerPairFilterMask.h>

namespace tertius {

enum Role : uint32_t { RoleStatic = 0, RoleMoving = 1, RoleFrameHull = 2, RoleGhost = 3, RoleCount = 4 };

constexpr uint32_t cRoleShift = 12;
constexpr uint32_t cContentBits = (1u << cRoleShift) - 1;

// RoleOf is the role of a layer: the lowest role bit of its groups. A layer without one counts as moving.
inline Role RoleOf(JPH::ObjectLayer layer) {
	uint32_t roles = JPH::ObjectLayerPairFilterMask::sGetGroup(layer) >> cRoleShift;
	for (uint32_t r = 0; r < RoleCount; ++r)
		if ((roles >> r & 1) != 0)
			return Role(r);
	return RoleMoving;
}

class RoleLayers final : public JPH::BroadPhaseLayerInterface {
public:
	JPH::uint GetNumBroadPhaseLayers() const override { return RoleCount; }
	JPH::BroadPhaseLayer GetBroadPhaseLayer(JPH::ObjectLayer layer) const override {
		return JPH::BroadPhaseLayer(JPH::BroadPhaseLayer::Type(RoleOf(layer)));
	}
#if defined(JPH_EXTERNAL_PROFILE) || defined(JPH_PROFILE_ENABLED)
	const char *GetBroadPhaseLayerName(JPH::BroadPhaseLayer) const override { return "role"; }
#endif
};

// RoleFilter says in which broad-phase layers a body can meet something: where its mask names the role itself, or, but
// for hulls, where it names any content group, since the bodies of those roles may be in every content group.
class RoleFilter final : public JPH::ObjectVsBroadPhaseLayerFilter {
public:
	bool ShouldCollide(JPH::ObjectLayer layer, JPH::BroadPhaseLayer other) const override {
		uint32_t mask = JPH::ObjectLayerPairFilterMask::sGetMask(layer);
		uint32_t role = JPH::BroadPhaseLayer::Type(other);
		if ((mask >> (cRoleShift + role) & 1) != 0)
			return true;
		return role != RoleFrameHull && (mask & cContentBits) != 0;
	}
};

} // namespace tertius
