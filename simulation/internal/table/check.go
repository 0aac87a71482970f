package table

import (
	"fmt"

	"tertius.dev/core/frame"
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/motion"
)

// Check says which invariant of the table is broken, or gives nil. Cost: it visits every slot that was ever used.
func (t *Entities) Check(frames *frame.Tree) error {
	for i := range t.Cap() {
		e, live := t.Slots.At(i)
		if live != t.Live.Has(i) {
			return fmt.Errorf("slot %d is live in one set and not in the other", i)
		}
		if err := t.checkRow(i, e, live, frames); err != nil {
			return err
		}
	}
	return nil
}

func (t *Entities) checkRow(i int, e handle.Entity, live bool, frames *frame.Tree) error {
	back := &t.Back[i]
	switch {
	case !live:
		return t.checkFree(i)
	case !t.Moved.Has(i) && t.Front[i] != *back:
		return fmt.Errorf("the place of %v is clean, but front and back differ", e)
	case !t.Sped.Has(i) && t.FrontMotion[i] != t.BackMotion[i]:
		return fmt.Errorf("the motion of %v is clean, but front and back differ", e)
	case t.Sped.Has(i) && !t.Moved.Has(i):
		return fmt.Errorf("the motion of %v was written, and nobody publishes it", e)
	case t.moves.Has(i) != (t.BackMotion[i] != Motion{}):
		return fmt.Errorf("that %v moves is %v, and its motion is %+v", e, t.moves.Has(i), t.BackMotion[i])
	case !t.Repainted.Has(i) && !sameVisual(&t.FrontVisual[i], &t.BackVisual[i]):
		return fmt.Errorf("the visual of %v is clean, but front and back differ", e)
	case !t.Flags.Changed.Has(i) && t.Flags.Front[i] != t.Flags.Back[i]:
		return fmt.Errorf("the component flags of %v are clean, but front and back differ", e)
	case !t.HasBody.Has(i) && t.Bodies[i].CenterOfMass != (geom.Vec3{}):
		return fmt.Errorf("%v has no body, and a center of mass", e)
	case t.HasBody.Has(i) && t.Placed.Has(i):
		return fmt.Errorf("gameplay placed %v, which has a body", e)
	case !t.Owned[i].IsNone() && !t.hullMatches(i, frames):
		return fmt.Errorf("%v owns the frame %v and has a body, and the tree knows of no hull; or the other way round", e, t.Owned[i])
	case t.HasBody.Has(i) && t.Homes[i] != back.Frame:
		return fmt.Errorf("the body of %v is in the system of frame %v, and the entity in frame %v", e, t.Homes[i], back.Frame)
	case back.Frame.IsNone():
		return t.checkOwner(i, e, frames)
	case !t.Owned[i].IsNone() && t.checkOwner(i, e, frames) != nil:
		return t.checkOwner(i, e, frames)
	case !frames.Live(back.Frame):
		return fmt.Errorf("%v is in frame %v, which is not live", e, back.Frame)
	case !t.Members(back.Frame).Has(i):
		return fmt.Errorf("%v is in frame %v, which does not count it as a member", e, back.Frame)
	case back.Pose.Problem() != "":
		return fmt.Errorf("%v has no pose: %s", e, back.Pose.Problem())
	}
	return nil
}

// checkOwner checks the owner of a frame, and that an entity in no frame owns a root frame. The row of the owner of another
// frame shows the state of the frame.
func (t *Entities) checkOwner(i int, e handle.Entity, frames *frame.Tree) error {
	f := t.Owned[i]
	if !frames.Live(f) || frames.Owner(f) != e {
		return fmt.Errorf("%v is in no frame, or owns one, and its frame %v is not live or not its own", e, f)
	}
	if parent := frames.Parent(f); parent != t.Back[i].Frame {
		return fmt.Errorf("%v owns the frame %v, which is in frame %v, and is in frame %v itself", e, f, parent, t.Back[i].Frame)
	}
	if frames.IsRoot(f) {
		return nil
	}
	if local, row := frames.Local(f), t.BackRow(i); row != ViewOf(row.Frame, &local, row.Awake) {
		return fmt.Errorf("%v owns the frame %v at %+v, and its own row is %+v", e, f, local, row)
	}
	return nil
}

// ViewOf returns the row of the owner of a frame: the frame's state in its parent, the angular velocity in single precision, and
// whether the frame's hull is awake.
func ViewOf(parent handle.Frame, local *motion.State, awake bool) Transform {
	return Transform{
		Place{parent, local.Pose},
		Motion{Velocity: local.Velocity, AngularVelocity: local.AngularVelocity.SingleFinite(), Awake: awake},
	}
}

// hullMatches reports whether the tree knows a hull of the frame of slot i exactly when it has a body and a parent.
func (t *Entities) hullMatches(i int, frames *frame.Tree) bool {
	f := t.Owned[i]
	if !frames.Live(f) {
		return true // checkOwner tells of it
	}
	_, hull := frames.HullMotion(f)
	return hull == (t.HasBody.Has(i) && !frames.IsRoot(f))
}

func (t *Entities) checkFree(i int) error {
	if t.FrontRow(i) != (Transform{}) || t.BackRow(i) != (Transform{}) || !sameVisual(&t.FrontVisual[i], &Visual{}) ||
		t.Bodies[i].Desc.Shape != nil || !t.Owned[i].IsNone() || !t.Homes[i].IsNone() || t.Intents.Of(i) != nil || t.Intents.Written(i) != nil ||
		t.Flags.Front[i] != 0 || t.Flags.Back[i] != 0 {
		return fmt.Errorf("the free slot %d has a row", i)
	}
	if t.Moved.Has(i) || t.Sped.Has(i) || t.moves.Has(i) || t.Placed.Has(i) || t.Repainted.Has(i) || t.Drawn.Has(i) || t.HasBody.Has(i) ||
		t.Flags.Changed.Has(i) {
		return fmt.Errorf("the free slot %d is in a set", i)
	}
	return nil
}

func sameVisual(a, b *Visual) bool {
	return a.Mesh == b.Mesh && a.Material == b.Material && a.Scale == b.Scale && a.BoundingRadiusMeters == b.BoundingRadiusMeters &&
		a.Hidden == b.Hidden && a.Light.Equal(b.Light)
}
