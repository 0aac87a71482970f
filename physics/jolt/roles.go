package jolt

import "tertius.dev/core/physics"

// The roles of bodies, which Jolt keeps in the group bits above the content's.
const (
	roleStatic    physics.Groups = 1 << 12 // static bodies, interiors, and ghosts that stand for such
	roleMoving    physics.Groups = 1 << 13 // bodies that can move
	roleFrameHull physics.Groups = 1 << 14 // the hulls of frames, which static bodies meet whatever their mask
	roleGhost     physics.Groups = 1 << 15 // ghosts of bodies that can move
)

// layerOf packs the groups and the mask of a plain body into Jolt's object layer.
func layerOf(m physics.BodyMotion, c physics.Collision) uint32 {
	if m == physics.Static {
		return standingLayer(c)
	}
	return layer(c.Groups|roleMoving, c.Mask)
}

// standingLayer is that of static bodies and of interiors, which also meet hulls.
func standingLayer(c physics.Collision) uint32 {
	return layer(c.Groups|roleStatic, c.Mask|roleFrameHull)
}

// ghostLayer is that of the ghosts that meet no hull.
func ghostLayer(c physics.Collision) uint32 { return layer(c.Groups|roleGhost, c.Mask) }

// withCollision is the layer of a ghost with other groups and another mask, in the same role.
func withCollision(ghost uint32, c physics.Collision) uint32 {
	if physics.Groups(ghost)&roleStatic != 0 {
		return standingLayer(c)
	}
	return ghostLayer(c)
}

// hullLayer is that of every hull: it meets static bodies and other hulls, whatever their groups.
var hullLayer = layer(roleFrameHull, roleStatic|roleFrameHull)

func layer(groups, mask physics.Groups) uint32 { return uint32(groups) | uint32(mask)<<16 }
