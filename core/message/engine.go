package message

import (
	"tertius.dev/core/clock"
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
)

// Tick comes first in the inbox of each entity that wants it, in every tick.
type Tick struct {
	Number       clock.Ticks // of the tick that runs, from 0
	TimeSeconds  float64     // of the world at the tick's start
	DeltaSeconds float64     // the length of a tick
}

// Spawned comes in the first tick of a new entity.
type Spawned struct{}

// Destroy asks the recipient to go: the engine destroys it at the end of the tick in which it arrives.
type Destroy struct{}

// FrameChanged tells that the recipient is in another frame than before, once for each change: it crossed the edge of a
// bubble, its frame ended and it went to the nearest frame above that did not, the frame that it is in docked or parted, the
// game moved the frame that it owns into another one, or the entity to which it is attached changed frame. A new entity does not
// hear of the frame that it spawned into.
type FrameChanged struct {
	From handle.Frame // which may be gone
	To   handle.Frame
}

// Collision tells that the recipient's body started to touch another's. Each one is followed by one CollisionEnded.
type Collision struct {
	Other                handle.Entity
	Frame                handle.Frame   // in whose axes the point and the normal are
	Point                geom.Vec3      // in meters, in the frame
	Normal               geom.Direction // from the recipient to the other, in the frame's axes
	ImpulseNewtonSeconds float32        // an estimate: the approach speed times the reduced mass of the two bodies
}

// CollisionEnded tells that a contact which started has ended. The other may be gone.
type CollisionEnded struct {
	Other handle.Entity
	Frame handle.Frame // in whose system the contact ended
}

// Gone tells who subscribed to the topic of an entity that the entity is gone, in the tick after.
type Gone struct {
	Entity   handle.Entity
	Frame    handle.Frame // that it was in, which may be gone too; none for the owner of a root frame
	Position geom.Vec3    // where it was at its end, in meters in Frame
}

// RayHit answers a ray cast that the recipient asked for in the tick before: one body that the ray met, or none.
//
// A ray that meets nothing has no Entity, its end as Point and DistanceMeters, and no Normal.
type RayHit struct {
	Entity         handle.Entity
	Point          geom.Vec3      // in meters, in the frame that the recipient was in when it asked
	DistanceMeters float64        // from the ray's origin
	Normal         geom.Direction // out of the body, in the frame's axes; against the ray where it starts inside a body
	Tag            uint32         // that the recipient gave the question
}

// ShapeHit answers a shape cast that the recipient asked for in the tick before: the body that the shape met first, or none.
//
// A shape that meets nothing has no Entity, its place at the end as Point and DistanceMeters, and no Normal.
type ShapeHit struct {
	Entity         handle.Entity
	Point          geom.Vec3      // where they touch, in meters, in the frame that the recipient was in when it asked
	DistanceMeters float64        // that the shape moved until it touched; 0 where it starts in touch
	Normal         geom.Direction // out of the body, in the frame's axes
	Tag            uint32         // that the recipient gave the question
}

// OverlapHit answers an overlap that the recipient asked for in the tick before: one entity that touches the shape, or none
// when no entity does.
type OverlapHit struct {
	Entity handle.Entity
	Tag    uint32 // that the recipient gave the question
}

// The engine's payload types. Every world knows them.
var (
	Ticks           = Type[Tick]("tertius.tick")
	Spawns          = Type[Spawned]("tertius.spawned")
	Destroys        = Type[Destroy]("tertius.destroy")
	FramesChanged   = Type[FrameChanged]("tertius.frame-changed")
	Collisions      = Type[Collision]("tertius.collision")
	CollisionsEnded = Type[CollisionEnded]("tertius.collision-ended")
	Departures      = Type[Gone]("tertius.gone")
	Inputs          = Type[Input]("tertius.input")
	RayHits         = Type[RayHit]("tertius.ray-hit")
	ShapeHits       = Type[ShapeHit]("tertius.shape-hit")
	OverlapHits     = Type[OverlapHit]("tertius.overlap-hit")
	DockAnswers     = Type[DockAnswer]("tertius.dock-answer")
)

func engineTokens() []AnyToken {
	return []AnyToken{Ticks, Spawns, Destroys, FramesChanged, Collisions, CollisionsEnded, Departures, Inputs,
		RayHits, ShapeHits, OverlapHits, DockAnswers}
}
