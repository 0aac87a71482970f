package table_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"tertius.dev/core/field"
	"tertius.dev/core/frame"
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/message"
	"tertius.dev/core/physics"
	"tertius.dev/simulation/internal/table"
)

func TestHotRowsHoldNoPointer(t *testing.T) {
	for _, row := range []reflect.Type{
		reflect.TypeFor[table.Transform](), reflect.TypeFor[table.Visual](), reflect.TypeFor[physics.Intent](),
		reflect.TypeFor[physics.Collision](), reflect.TypeFor[handle.Frame](), reflect.TypeFor[message.Event](),
	} {
		if where := pointerIn(row); where != "" {
			t.Errorf("%v holds a pointer in %s, so the garbage collector reads the whole table", row, where)
		}
	}
	if pointerIn(reflect.TypeFor[table.Body]()) == "" {
		t.Error("a body description holds a pointer, its shape, and this test does not see it")
	}
}

func pointerIn(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Struct:
		for i := range t.NumField() {
			if where := pointerIn(t.Field(i).Type); where != "" {
				return t.Field(i).Name + "." + where
			}
		}
		return ""
	case reflect.Array:
		return pointerIn(t.Elem())
	case reflect.Pointer, reflect.Slice, reflect.String, reflect.Map, reflect.Interface, reflect.Func, reflect.Chan, reflect.UnsafePointer:
		return t.String()
	default:
		return ""
	}
}

// two returns a table with the owner of a frame in slot 0 and a crate in it in slot 1, and a free slot 2.
func two(t *testing.T) (*table.Entities, *frame.Tree) {
	t.Helper()
	rows, frames := &table.Entities{}, &frame.Tree{}
	var all []handle.Entity
	for range 3 {
		all = append(all, rows.Slots.Reserve())
	}
	rows.Slots.Return(all[2])
	rows.Grow()
	rows.Add(all[0], &table.Transform{Place: table.Place{Pose: geom.IdentityPose}}, &table.Visual{})
	f := frames.AddRoot(all[0], field.Gravity{})
	rows.Owned[0] = f
	rows.Add(all[1], &table.Transform{Place: table.Place{Frame: f, Pose: geom.IdentityPose}}, &table.Visual{})
	rows.AddBody(1, &table.Body{Desc: physics.Body(physics.NewSphere(1), physics.Dynamic)})
	return rows, frames
}

func TestCheckFindsEachBrokenInvariant(t *testing.T) {
	for _, c := range []struct {
		name, want string
		corrupt    func(rows *table.Entities, frames *frame.Tree)
	}{
		{"none", "", func(*table.Entities, *frame.Tree) {}},
		{"live-in-one-set", "slot 1", func(r *table.Entities, _ *frame.Tree) { r.Live.Remove(1) }},
		{"unmarked-place", "place of 1:1 is clean", func(r *table.Entities, _ *frame.Tree) { r.Back[1].Pose.Position.X = 1 }},
		{"unmarked-motion", "motion of 1:1 is clean", func(r *table.Entities, _ *frame.Tree) { r.BackMotion[1].Velocity.X = 1 }},
		{"motion-that-nobody-publishes", "nobody publishes", func(r *table.Entities, _ *frame.Tree) { r.Sped.Add(1) }},
		{"motion-past-its-set", "its motion is", func(r *table.Entities, _ *frame.Tree) {
			r.Moved.Add(1)
			r.Sped.Add(1)
			r.BackMotion[1].Velocity.X = 1
		}},
		{"unmarked-look", "visual", func(r *table.Entities, _ *frame.Tree) { r.BackVisual[1].Hidden = true }},
		{"placed-body", "has a body", func(r *table.Entities, _ *frame.Tree) { r.Placed.Add(1) }},
		{"center-of-nothing", "center of mass", func(r *table.Entities, _ *frame.Tree) { r.Bodies[0].CenterOfMass.X = 1 }},
		{"strange-home", "system of frame", func(r *table.Entities, _ *frame.Tree) { r.Homes[1] = handle.Frame{} }},
		{"nowhere", "no frame", func(r *table.Entities, _ *frame.Tree) { r.Owned[0] = handle.Frame{} }},
		{"dead-frame", "not live", func(r *table.Entities, f *frame.Tree) {
			r.Owned[0], r.Front[0].Frame, r.Back[0].Frame = handle.Frame{}, handle.Frame{Index: 9, Generation: 1}, handle.Frame{Index: 9, Generation: 1}
		}},
		{"no-member", "member", func(r *table.Entities, _ *frame.Tree) { r.Members(r.Back[1].Frame).Remove(1) }},
		{"no-pose", "no pose", func(r *table.Entities, _ *frame.Tree) { r.Front[1].Pose, r.Back[1].Pose = geom.Pose{}, geom.Pose{} }},
		{"row-of-a-free-slot", "free slot 2", func(r *table.Entities, _ *frame.Tree) { r.FrontMotion[2].Awake = true }},
		{"set-of-a-free-slot", "free slot 2", func(r *table.Entities, _ *frame.Tree) { r.HasBody.Add(2) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			rows, frames := two(t)
			c.corrupt(rows, frames)
			err := rows.Check(frames)
			if c.want == "" {
				if err != nil {
					t.Errorf("a whole table has the error %v", err)
				}
				return
			}
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("the error is %v, want one that tells of %q", err, c.want)
			}
		})
	}
}

func TestRemovedEntityLeavesNothing(t *testing.T) {
	rows, frames := two(t)
	e, _ := rows.Slots.At(1)
	rows.Moved.Add(1)
	rows.Repainted.Add(1)
	rows.Intents.Write(1, rows.Back[1].Frame).Parts = physics.HasForce
	rows.Intents.SetFirstMove(e, &physics.Intent{Parts: physics.HasMove})
	rows.Remove(e)
	rows.Intents.DropDead(&rows.Slots)
	if err := rows.Check(frames); err != nil {
		t.Error(err)
	}
	if len(rows.Intents.Writers) != 0 {
		t.Errorf("%d writers are left", len(rows.Intents.Writers))
	}
	rows.Intents.Swap(&rows.Slots)
	if len(rows.Intents.Writers) != 0 || rows.Intents.Of(1) != nil {
		t.Error("what the dead asked for comes back with the swap")
	}
}

// publish is step 8 without indexes.
func publish(rows *table.Entities) {
	for k, moved := range rows.Moved.Words() {
		rows.PublishRows(k, moved)
	}
	rows.PublishLooks()
}

func TestPublishCopiesWhatWasWrittenAndNothingElse(t *testing.T) {
	rows, _ := two(t)
	rows.Back[0].Pose.Position.X, rows.Back[1].Pose.Position.X = 1, 2
	rows.BackVisual[0].Scale.X, rows.BackVisual[1].Scale.X = 3, 4
	rows.Flags.Write(1, 5)
	rows.Flags.Back[0] = 6
	rows.Moved.Add(1)
	rows.Repainted.Add(0)
	publish(rows)
	if rows.Front[0].Pose.Position.X != 0 || rows.Front[1].Pose.Position.X != 2 {
		t.Error("the places that were published are not those that were written")
	}
	if rows.FrontVisual[0].Scale.X != 3 || rows.FrontVisual[1].Scale.X != 0 {
		t.Error("the visuals that were published are not those that were written")
	}
	if rows.Flags.Front[0] != 0 || rows.Flags.Front[1] != 5 || rows.Flags.Stale.Has(0) || !rows.Flags.Stale.Has(1) {
		t.Error("the flags that were published are not those that were written")
	}
}

// TestPlaceStopsWhoMoves writes a motion, publishes it, and places the entity: it is at rest then, and one that was at rest already
// writes no motion.
func TestPlaceStopsWhoMoves(t *testing.T) {
	rows, frames := two(t)
	moving := table.Motion{Velocity: geom.Vec3{Y: 3}, AngularVelocity: geom.Vec3f{Z: 1}}
	rows.SetMotion(1, &moving)
	publish(rows)
	if rows.FrontRow(1) != rows.BackRow(1) || rows.FrontMotion[1] != moving || !rows.Sped.Empty() {
		t.Errorf("the motion %+v is published as %+v", moving, rows.FrontMotion[1])
	}
	for round, place := range []geom.Pose{geom.At(geom.Vec3{X: 5}), geom.At(geom.Vec3{X: 6})} {
		rows.ForgetMoved()
		rows.Place(1, &place)
		rows.MarkPlaced(0, 1<<1)
		if wrote := rows.Sped.Has(1); wrote != (round == 0) {
			t.Errorf("round %d: that Place writes a motion is %v", round, wrote)
		}
		publish(rows)
		if got := rows.FrontRow(1); got.Pose != place || got.Motion != (table.Motion{}) {
			t.Errorf("round %d: the entity is shown as %+v", round, got)
		}
		rows.ForgetMoved()
		if err := rows.Check(frames); err != nil {
			t.Error(err)
		}
	}
}

func TestPublishWithNothingWrittenChangesNothing(t *testing.T) {
	rows, frames := two(t)
	before := slices.Clone(rows.Front)
	rows.ForgetMoved()
	publish(rows)
	if !slices.Equal(rows.Front, before) || !rows.Moved.Empty() || !rows.Flags.Stale.Empty() {
		t.Error("a second publish changed or marked something")
	}
	if err := rows.Check(frames); err != nil {
		t.Error(err)
	}
}

func TestFlagsThatAreWrittenAsTheyWereMarkNobody(t *testing.T) {
	rows, _ := two(t)
	rows.Flags.Set(1, 7)
	rows.Flags.Stale.Clear()
	rows.Flags.Write(1, 7)
	publish(rows)
	if !rows.Flags.Stale.Empty() {
		t.Error("the index is told of a change that is none")
	}
}
