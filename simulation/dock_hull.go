package simulation

// dock_hull.go gives the hull of a frame the shapes of what docks at the frame. They are always put together anew from the
// descriptions, so a hull that everyone has left again is, to the last bit, what it was.

import (
	"fmt"
	"slices"

	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/motion"
	"tertius.dev/core/physics"
	"tertius.dev/simulation/internal/table"
)

// hasHull reports whether a live frame has a hull.
func (w *World) hasHull(f handle.Frame) bool {
	return w.entities.HasBody.Has(int(w.frames.Owner(f).Index)) && !w.frames.IsRoot(f)
}

// hullPart is the hull of an entity as a part of another one, at a pose there.
func (w *World) hullPart(e handle.Entity, at geom.Pose) physics.AssemblyPart {
	desc := &w.entities.Bodies[e.Index].Desc
	return physics.AssemblyPart{Shape: desc.Shape, Pose: at, MassKilograms: desc.MassKilograms}
}

// joinedShape puts the hull of a frame and all that have docked at it together, in the order in which they did.
func (w *World) joinedShape(f handle.Frame) *physics.Assembly {
	joined := &physics.Assembly{Parts: []physics.AssemblyPart{w.hullPart(w.frames.Owner(f), geom.IdentityPose)}}
	for k := range w.docks {
		if d := &w.docks[k]; d.with == f && w.entities.HasBody.Has(int(d.owner.Index)) {
			joined.Parts = append(joined.Parts, w.hullPart(d.owner, d.place))
		}
	}
	return joined
}

// partMoving is the hull of who has docked, with what it brings.
func (w *World) partMoving(d *docked) physics.HullPart {
	return physics.HullPart{
		AssemblyPart: w.hullPart(d.owner, d.place), Owner: d.owner, Velocity: d.velocity, AngularVelocity: d.turn,
	}
}

// shapeHull gives the hull of a frame a shape, for the parts that came or went.
func (w *World) shapeHull(f handle.Frame, joined *physics.Assembly, changed []physics.HullPart) {
	owner := w.frames.Owner(f)
	i := int(owner.Index)
	w.changes.HullsReshaped = append(w.changes.HullsReshaped, physics.HullReshape{Entity: owner, Shape: joined, Changed: changed})
	w.takeShape(i, &w.entities.Bodies[i], joined)
	if w.motionInStep(i) == physics.Dynamic && !w.entities.BackMotion[i].Awake {
		w.entities.SetAwake(i, true)
	}
}

// takeShape keeps what follows from the shape of a body; nil is that of its description.
func (w *World) takeShape(i int, body *table.Body, joined *physics.Assembly) {
	if body.Joined == joined {
		return
	}
	body.Joined = joined
	body.BoundingRadiusMeters = body.Shape().BoundingRadiusMeters()
	body.CenterOfMass = w.backend.CenterOfMass(body.Shape())
	w.parts.SetCenter(i, body.CenterOfMass, w.entities.Intents.Of(i))
}

// shedPart takes the hull of who has docked off the hull of the frame that it was a part of. The docks have forgotten it.
func (w *World) shedPart(d *docked) {
	if w.frames.Live(d.with) && w.hasHull(d.with) && w.entities.HasBody.Has(int(d.owner.Index)) {
		w.shapeHullAgain(d.with, []physics.HullPart{{AssemblyPart: w.hullPart(d.owner, d.place), Owner: d.owner}})
	}
}

// shapeHullAgain gives the hull of a frame the shape that follows from who has docked there. Where what is left cannot be one body, as
// two small hulls far apart cannot when the one between them leaves, the hull counts alone, and the log says so.
func (w *World) shapeHullAgain(f handle.Frame, changed []physics.HullPart) {
	joined := w.joinedShape(f)
	if len(joined.Parts) == 1 {
		joined = nil
	} else if err := w.backend.ShapeProblem(joined); err != nil {
		w.log(fmt.Sprintf("the hull of frame %v counts alone, without what has docked there, since they cannot be one body: %v", f, err))
		joined = nil
	}
	w.shapeHull(f, joined, changed)
}

// passParts gives the parts of a frame whose walls went along into another one, in which the first one moves as there says, to the hull
// of that.
func (w *World) passParts(from, to handle.Frame, there *motion.State) {
	var left, came []physics.HullPart
	for k := range w.docks {
		d := &w.docks[k]
		row := &w.entities.Back[d.owner.Index]
		if d.with != from || row.Frame != to {
			continue
		}
		hasBody := w.entities.HasBody.Has(int(d.owner.Index))
		if hasBody {
			left = append(left, physics.HullPart{AssemblyPart: w.hullPart(d.owner, d.place), Owner: d.owner})
		}
		if d.velocity != (geom.Vec3{}) || d.turn != (geom.Vec3{}) { // it came with the other one, and so it goes
			moves := there.ToParent(&motion.State{Pose: d.place, Velocity: d.velocity, AngularVelocity: d.turn})
			d.velocity, d.turn = moves.Velocity, moves.AngularVelocity
		}
		d.with, d.place = to, row.Pose
		if hasBody {
			came = append(came, w.partMoving(d))
		}
	}
	if len(left) == 0 {
		return
	}
	if w.hasHull(from) {
		w.shapeHullAgain(from, left)
	}
	if w.hasHull(to) {
		w.shapeHullAgain(to, came)
	}
}

// checkHullShape checks that the body of slot i has the shape of all that docked at the frame of which it is the hull.
func (w *World) checkHullShape(i int) error {
	var want, got []physics.AssemblyPart
	if f := w.hullOf(i); !f.IsNone() {
		if whole := w.joinedShape(f); len(whole.Parts) > 1 {
			want = whole.Parts
		}
	}
	if joined := w.entities.Bodies[i].Joined; joined != nil {
		got = joined.Parts
	}
	if slices.Equal(got, want) || got == nil && w.backend.ShapeProblem(&physics.Assembly{Parts: want}) != nil {
		return nil
	}
	return fmt.Errorf("the hull of slot %d has the parts %+v, and what docked has %+v", i, got, want)
}
