package jolt

import (
	"slices"

	"tertius.dev/core/field"
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/physics"
	"tertius.dev/physics/internal/shim"
)

// bodyRow is the body of an entity: up to two real ones in the library, and its ghosts.
//
// The body itself lies in the system of the frame that the entity is in. Of an entity that owns a frame it is the hull, and
// the interior lies in the system of the owned frame, at its origin. The owner of a root frame has the interior alone.
type bodyRow struct {
	entity handle.Entity // the zero handle in a free row
	frame  handle.Frame  // in whose system native lies; none for the owner of a root frame
	owns   handle.Frame  // the frame that the entity is; none for a plain body

	native   uint32 // in the system of frame; shim.NoBody for the owner of a root frame
	interior uint32 // in the system of owns; shim.NoBody for a plain body
	ghosts   uint32 // the first of the entity's ghosts in Backend.ghosts; noGhost for none

	motion                physics.BodyMotion // that the body has in Jolt; static for the owner of a root frame
	collision             physics.Collision  // of the body, or of the interior and the ghosts of a hull
	damping               float64            // of the velocity, in 1/s
	angularDamping        float64            // of the angular velocity, in 1/s
	own                   *nativeShape       // of the body's description
	given                 float64            // in kg, of the description; 0 for what the shape weighs
	shape                 *nativeShape       // own, or of the hull and its ghosts that with what docked at its frame
	inside                *nativeShape       // of the interior; nil for a plain body
	massless              bool               // no float can hold the mass and inertia of the hull, so it is never dynamic
	radius                float64            // in meters: of a sphere about the body's origin that holds the shape
	mass                  float64            // in kg, that it has when it is dynamic
	friction, restitution float64            // as the library takes them

	movedAt  uint64 // the last step that applied an end pose or a sample
	thrownAt uint64 // the last step that applied a teleport
}

// noGhost ends a list of ghosts.
const noGhost uint32 = 0xffffffff

// isHull reports whether the row's body is the hull of a frame.
func (r *bodyRow) isHull() bool { return !r.owns.IsNone() && r.native != shim.NoBody }

// frameRow is a frame with its Jolt system and the scratch of its step, which only the frame's work item touches while
// items run.
type frameRow struct {
	frame  handle.Frame  // the zero handle in a free row
	owner  handle.Entity // that has a hull or an interior; none when the owner has no body
	system *shim.System  // nil until the frame has its first body
	bodies int           // native ones, interiors and ghosts among them
	room   int           // of the system, in bodies

	gone []uint32    // to free, in Apply
	made []shim.Body // to make, in Apply

	gravity      field.Gravity
	proper       geom.Vec3 // the proper acceleration, in m/s²: bodies feel the field less this
	wakeProper   geom.Vec3 // that at the last wake of the whole frame
	gravityKnown bool      // gravity and wakeProper are those of a step before
	stirred      bool      // bodies came, went or were placed since the last step
	awake        bool      // something was awake after the last step

	hull hullRow // what physics knows of the hull of the owner

	members  []uint32 // the slots whose body, or hull, is in the frame, in order
	edge     frameEdge
	loosened bool // contacts came loose since the step

	commands   []shim.Command
	pulls      [][3]float64 // the acceleration of each awake dynamic body, in a field that is not uniform
	writeNanos uint64
	asked      []shim.Question // of the batch under way
	answer     answer          // to them
	err        error
	unstepped  bool // the library could not step it
}

// frameEdge is what the passes over edges keep of a frame from step to step, and stage for its system.
type frameEdge struct {
	parent    handle.Frame // of the frame, at the last look
	pose      geom.Pose    // of the frame in it
	stirredAt uint64       // the last step in which the frame moved, came or changed its parent
	excess    float64      // in meters, how far its content reached out of the bubble in the last step

	leaving    []uint32         // ghosts to free
	commands   []shim.Command   // the new motions of ghosts
	placements []shim.Placement // of ghosts
	taken      int              // in a pass, how many of made the ghosts took
}

// hullRow is what a step needs to know of a hull beside its body row.
type hullRow struct {
	place   geom.Pose // where it stands, when it is not dynamic
	changed bool      // its motion changes in the step in flight
	input   uint32    // where its frame is, in StepInput.Frames of the step in flight
}

// row returns the live row of an entity, or nil.
func (b *Backend) row(e handle.Entity) *bodyRow {
	if int(e.Index) >= len(b.bodies) || e.IsNone() {
		return nil
	}
	if row := &b.bodies[e.Index]; row.entity == e {
		return row
	}
	return nil
}

// frame returns the live row of a frame, or nil.
func (b *Backend) frame(h handle.Frame) *frameRow {
	if h.IsNone() {
		return nil
	}
	if int(h.Index) < len(b.frames) {
		if row := &b.frames[h.Index]; row.frame == h {
			return row
		}
	}
	return nil
}

// systemOf returns the system of a frame, and makes it at the first body.
func (b *Backend) systemOf(frame *frameRow) (*shim.System, error) {
	if frame.system == nil {
		system, err := b.lib.NewSystem(uint32(b.options.MaxBodiesPerFrame), uint32(b.options.ThreadsPerFrame))
		if err != nil {
			return nil, err
		}
		frame.system, frame.room = system, b.options.MaxBodiesPerFrame
	}
	return frame.system, nil
}

// noteRoom remembers for how many bodies a system has room, before those are counted that it was asked to take. A system that grew
// while it was empty moved nothing, and is not told of.
func (b *Backend) noteRoom(frame *frameRow, room int) {
	if room > frame.room && frame.bodies > 0 {
		b.grown = append(b.grown, physics.Growth{Frame: frame.frame, Bodies: frame.bodies, Room: room})
	}
	frame.room = room
}

// userOf packs an entity so that the order of the users is that of the slots.
func userOf(e handle.Entity) uint64 { return uint64(e.Index)<<32 | uint64(e.Generation) }

func entityOf(user uint64) handle.Entity {
	return handle.Entity{Index: uint32(user >> 32), Generation: uint32(user)}
}

// bodyAt is where the body of an entity was at the end of the last step, in its frame. Of a hull it is the frame's origin.
type bodyAt struct {
	pose            geom.Pose
	velocity        geom.Vec3 // of the origin, as Jolt keeps it: that over the step
	angularVelocity geom.Vec3
	out             float64 // in meters, how far it sticks out of its frame's bubble; 0 for what does not
	stirredAt       uint64  // the last step that told of it, or its first
	told            uint64  // the step in whose output it has a state
	state           uint32  // where, in StepOutput.Bodies; of a hull in StepOutput.Frames
	awake           bool
}

// join puts an entity's body among the members of a frame, which stay in the order of their slots.
func (f *frameRow) join(slot uint32) {
	if n := len(f.members); n == 0 || f.members[n-1] < slot {
		f.members = append(f.members, slot)
		return
	}
	i, there := slices.BinarySearch(f.members, slot)
	if !there {
		f.members = slices.Insert(f.members, i, slot)
	}
}

// leave takes an entity's body out of the members of a frame.
func (f *frameRow) leave(slot uint32) {
	if i, there := slices.BinarySearch(f.members, slot); there {
		f.members = slices.Delete(f.members, i, i+1)
	}
}

// take keeps what a step did to a body.
func (a *bodyAt) take(s *shim.State, step uint64) {
	a.pose, a.velocity, a.angularVelocity = poseOf(s), vec3(s.Velocity), vec3(s.AngularVelocity)
	a.stirredAt = step
	a.awake = s.Flags&shim.StateAwake != 0
}

// tell notes at which place of a step's output the state of the body is, or that of the frame whose hull it is.
func (a *bodyAt) tell(step uint64, place int) { a.told, a.state = step, uint32(place) }

// dropCommands takes back the commands to a native body that leaves the frame's system.
func (f *frameRow) dropCommands(native uint32) {
	kept := f.commands[:0]
	for i := range f.commands {
		if f.commands[i].Body != native || f.commands[i].Kind == shim.WakeAll {
			kept = append(kept, f.commands[i])
		}
	}
	f.commands = kept
}
