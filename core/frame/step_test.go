package frame_test

import (
	"math"
	"testing"

	"tertius.dev/core/field"
	"tertius.dev/core/frame"
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/motion"
)

const stepSeconds = 1.0 / 60

// planet is a root with a point gravity, and a frame in it at a place.
func planet(at geom.Vec3) (tree *frame.Tree, root, ship handle.Frame) {
	tree = &frame.Tree{}
	root = tree.AddRoot(owner(1), field.GravityOfPoint(field.Point{Mu: 3.986004418e14, RadiusMeters: 6.371e6}))
	rest := motion.RestAt(geom.Pose{Position: at, Rotation: turned(geom.Vec3{X: 1, Y: 2, Z: -1}, 0.7)})
	ship = tree.Add(owner(2), root, &rest, field.Gravity{})
	tree.Arrange()
	return tree, root, ship
}

func turned(axis geom.Vec3, angle float64) geom.Quat {
	return geom.AxisAngle(axis.Unit(geom.UnitX), angle)
}

// records returns one record per row: those given, and held still for all others.
func records(tree *frame.Tree, given map[handle.Frame]frame.StepRecord) []frame.StepRecord {
	all := make([]frame.StepRecord, tree.Len())
	for f, r := range given {
		all[tree.Row(f)] = r
	}
	return all
}

func TestFrameThatHoldsStillFeelsTheGravityAtItsPlaceReversed(t *testing.T) {
	place := geom.Vec3{X: 6.4e6, Y: 1e6, Z: -2e6}
	tree, root, ship := planet(place)
	tree.TakeStepRecords(records(tree, nil), stepSeconds)
	local := tree.Local(ship)
	want := local.Pose.Rotation.Conj().Rotate(tree.Gravity(root).At(place).Neg())
	if got := tree.ProperAcceleration(ship); got != want {
		t.Errorf("it feels %v, want %v", got, want)
	}
	if got := tree.ProperAcceleration(root); got != (geom.Vec3{}) {
		t.Errorf("the root feels %v", got)
	}
	if got := tree.LinearGravity(ship, geom.Vec3{X: 3}); got != want.Neg() {
		t.Errorf("its contents feel %v, want %v", got, want.Neg())
	}
	if got := tree.FeltGravity(ship, geom.Vec3{X: 3}); got != want.Neg() {
		t.Errorf("its contents felt %v, want %v", got, want.Neg())
	}
}

func TestFrameThatFallsWithTheFieldFeelsExactlyNothing(t *testing.T) {
	tree, root, ship := planet(geom.Vec3{X: 7e6})
	at := tree.Local(ship).Pose
	chord := geom.Vec3{X: -0.3, Y: 7500.123, Z: 0.001}
	for range 100 {
		pull := tree.Gravity(root).At(at.Position)
		next := geom.Pose{Position: at.Position.Add(chord.Scale(stepSeconds)), Rotation: at.Rotation}
		record := motion.Sample{Pose: next, Chord: chord, Velocity: chord}
		record.Acceleration = tree.Gravity(root).At(record.Start(stepSeconds))
		tree.TakeStepRecords(records(tree, map[handle.Frame]frame.StepRecord{ship: {Moved: true, Record: record, Follows: frame.FollowsRails}}), stepSeconds)
		if got := tree.ProperAcceleration(ship); got != (geom.Vec3{}) {
			t.Fatalf("it feels %v under a pull of %v", got, pull)
		}
		at = next
	}
	if tree.Follows(ship) != frame.FollowsRails {
		t.Errorf("it follows %v", tree.Follows(ship))
	}
}

func TestChangeOfAPushMovesDownOneLevelWithEachStep(t *testing.T) {
	tree, _, ship := planet(geom.Vec3{X: 7e6})
	quarter := motion.RestAt(geom.Pose{Position: geom.Vec3{Y: 5}, Rotation: turned(geom.UnitY, math.Pi/2)})
	cabin := tree.Add(owner(3), ship, &quarter, field.Gravity{})
	tree.Arrange()
	thrust := geom.Vec3{Z: -2}
	still := tree.Local(ship).Pose
	moved := map[handle.Frame]frame.StepRecord{ship: {Moved: true, Record: motion.Still(still), Measured: true, ProperAcceleration: thrust, Follows: frame.FollowsPhysics}}
	tree.TakeStepRecords(records(tree, moved), stepSeconds)
	if got := tree.ProperAcceleration(ship); got != thrust {
		t.Errorf("the ship feels %v, want what was measured: %v", got, thrust)
	}
	if got := tree.ProperAcceleration(cabin); got != (geom.Vec3{}) {
		t.Errorf("the cabin feels %v, want nothing: the ship felt nothing where the step started", got)
	}
	tree.TakeStepRecords(records(tree, moved), stepSeconds)
	want := quarter.Pose.Rotation.Conj().Rotate(thrust)
	if got := tree.ProperAcceleration(cabin); got.Sub(want).Length() > 1e-15 {
		t.Errorf("the cabin feels %v, want that of the ship in its own axes: %v", got, want)
	}
}

func TestFrameWhoseStepIsNotKnownKeepsWhatItHas(t *testing.T) {
	tree, _, ship := planet(geom.Vec3{X: 7e6})
	record := motion.Sample{Pose: tree.Local(ship).Pose, Velocity: geom.UnitX, AngularAcceleration: geom.UnitZ}
	tree.TakeStepRecords(records(tree, map[handle.Frame]frame.StepRecord{
		ship: {Moved: true, Record: record, Measured: true, ProperAcceleration: geom.UnitY, Follows: frame.FollowsPhysics},
	}), stepSeconds)
	before := tree.Local(ship)
	tree.TakeStepRecords(records(tree, map[handle.Frame]frame.StepRecord{ship: {Kept: true}}), stepSeconds)
	if tree.Local(ship) != before || tree.ProperAcceleration(ship) != geom.UnitY || tree.Follows(ship) != frame.FollowsPhysics ||
		tree.AngularAcceleration(ship) != geom.UnitZ {
		t.Errorf("it is at %+v, feels %v and follows %v", tree.Local(ship), tree.ProperAcceleration(ship), tree.Follows(ship))
	}
	tree.TakeStepRecords(records(tree, nil), stepSeconds)
	if after := tree.Local(ship); after != motion.RestAt(before.Pose) || tree.AngularAcceleration(ship) != (geom.Vec3{}) {
		t.Errorf("a frame that holds still is %+v and turns faster by %v", after, tree.AngularAcceleration(ship))
	}
}

// A room at R from the axis of a station that turns at ω feels the field, its push and, at r on the far side of its own
// origin, ω² r: the terms add up with those of the frames above it.
func TestFeltGravityHasTheTermsOfTheTurnOfEveryLevel(t *testing.T) {
	var tree frame.Tree
	root := tree.AddRoot(owner(1), field.Gravity{})
	rest := motion.Rest
	station := tree.Add(owner(2), root, &rest, field.Gravity{})
	at := motion.RestAt(geom.Pose{Position: geom.Vec3{X: 40}, Rotation: turned(geom.UnitY, math.Pi)})
	room := tree.Add(owner(3), station, &at, field.Gravity{})
	tree.Arrange()
	const rate, gain = 0.3, 0.05
	spin := motion.Sample{Pose: geom.IdentityPose, AngularVelocity: geom.Vec3{Y: rate}, AngularAcceleration: geom.Vec3{Y: gain}}
	tree.TakeStepRecords(records(&tree, map[handle.Frame]frame.StepRecord{station: {Moved: true, Record: spin}}), stepSeconds)
	turn, change := tree.Turn(room)
	if turn.Sub(geom.Vec3{Y: rate}).Length() > 1e-15 || change.Sub(geom.Vec3{Y: gain}).Length() > 1e-15 {
		t.Errorf("the room turns at %v and %v", turn, change)
	}
	// Centrifugal: ω² r outward; Euler: −α × r, with α along Y and r along X that is +Z.
	want := geom.Vec3{X: rate * rate * 2, Z: gain * 2}
	if got := tree.FeltGravity(room, geom.Vec3{X: 2}); got.Sub(want).Length() > 1e-15 {
		t.Errorf("at 2 m a body at rest felt %v, want %v", got, want)
	}
}

func TestStepRecordsAllocateNothing(t *testing.T) {
	tree, _, _ := planet(geom.Vec3{X: 7e6})
	all := records(tree, nil)
	if n := testing.AllocsPerRun(100, func() { tree.TakeStepRecords(all, stepSeconds) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestLooseBodyStepHasTheGravityThatTheStepFound(t *testing.T) {
	tree, _, ship := planet(geom.Vec3{X: 7e6})
	tree.SetGravity(ship, pull(3))
	push := geom.Vec3{Z: 1.5}
	thrusts := map[handle.Frame]frame.StepRecord{ship: {Moved: true, Record: motion.Still(tree.Local(ship).Pose), Measured: true, ProperAcceleration: push}}
	tree.TakeStepRecords(records(tree, thrusts), stepSeconds)
	first := tree.LastLooseBodyStep(ship)
	if got := first.LinearGravity(geom.UnitX); got != (geom.Vec3{Y: -3}) {
		t.Errorf("in its first step, which found no push, the frame pulls by %v", got)
	}
	tree.TakeStepRecords(records(tree, thrusts), stepSeconds)
	second := tree.LastLooseBodyStep(ship)
	want := geom.Vec3{Y: -3, Z: -1.5}
	if got := second.LinearGravity(geom.UnitX); got != want {
		t.Errorf("in its second step the frame pulls by %v, want %v", got, want)
	}
	chord := geom.Vec3{X: 2}
	for _, c := range []struct {
		name       string
		lift, drag float64
		want       geom.Vec3
	}{
		{"falls", 0, 0, chord.AddScaled(want, 0.5)},
		{"floats", 1, 0, chord},
		{"sinks-slower", 0.75, 0, chord.AddScaled(want, 0.125)},
		{"is-held-up", 0, 2, chord.AddScaled(want, 0.5).Scale(0.5)},
	} {
		if got := second.ChordAhead(geom.UnitX, chord, c.lift, c.drag, 0.5); got.Sub(c.want).Length() > 1e-15 {
			t.Errorf("a body that %s goes on at %v, want %v", c.name, got, c.want)
		}
	}
}

// Over one step of constant acceleration, thrust and gravity, the coast is the parabola; the turn is that of the rate at the end.
func TestCoastKeepsTheAccelerationOfTheLastStep(t *testing.T) {
	tree, root, ship := planet(geom.Vec3{X: 7e6})
	at := motion.RestAt(geom.Pose{Position: geom.Vec3{X: 7e6}, Rotation: turned(geom.UnitZ, math.Pi/2)})
	at.Velocity, at.AngularVelocity = geom.Vec3{Y: 100}, geom.Vec3{Y: 0.5}
	record := motion.Sample{Pose: at.Pose, Velocity: at.Velocity, AngularVelocity: at.AngularVelocity, AngularAcceleration: geom.Vec3{Y: 0.6}}
	thrust := geom.Vec3{X: 3} // in the ship's axes, which are the planet's turned by a quarter about Z: along +Y
	tree.TakeStepRecords(records(tree, map[handle.Frame]frame.StepRecord{
		ship: {Moved: true, Record: record, Measured: true, ProperAcceleration: thrust, Follows: frame.FollowsPhysics},
	}), stepSeconds)
	got := tree.Coast(tree.Row(ship), &at, stepSeconds)
	a := tree.Gravity(root).At(at.Pose.Position).Add(geom.Vec3{Y: 3})
	place := at.Pose.Position.AddScaled(at.Velocity, stepSeconds).AddScaled(a, 0.5*stepSeconds*stepSeconds)
	if got.Pose.Position.Sub(place).Length() > 1e-8 || got.Velocity.Sub(at.Velocity.AddScaled(a, stepSeconds)).Length() > 1e-12 {
		t.Errorf("it coasts to %v with %v, want %v", got.Pose.Position, got.Velocity, place)
	}
	if got.Acceleration.Sub(a).Length() > 1e-12 || got.AngularAcceleration != (geom.Vec3{Y: 0.6}) {
		t.Errorf("its accelerations are %v and %v", got.Acceleration, got.AngularAcceleration)
	}
	spin := 0.5 + 0.6*stepSeconds
	turn := got.Pose.Rotation.Mul(at.Pose.Rotation.Conj()).RotationVector()
	if math.Abs(got.AngularVelocity.Y-spin) > 1e-15 || turn.Sub(geom.Vec3{Y: spin * stepSeconds}).Length() > 1e-12 {
		t.Errorf("it turns at %v by %v", got.AngularVelocity, turn)
	}
}

func TestRelatedMotionsHaveTheAccelerationsOfEveryLevel(t *testing.T) {
	tree, root, ship := planet(geom.Vec3{X: 10})
	side := motion.RestAt(geom.At(geom.Vec3{Z: -4}))
	boat, other := tree.Add(owner(3), ship, &side, field.Gravity{}), tree.Add(owner(4), root, &side, field.Gravity{})
	tree.Arrange()
	levels := make([]motion.Relation, tree.Len())
	for row := range levels {
		levels[row] = motion.RelationOf(*tree.LocalAt(row))
	}
	levels[tree.Row(ship)].Acceleration = geom.Vec3{X: 2}
	levels[tree.Row(boat)].Acceleration = geom.Vec3{Y: 1}
	levels[tree.Row(other)].Acceleration = geom.Vec3{X: 5}
	turn := tree.Local(ship).Pose.Rotation
	for _, c := range []struct {
		name   string
		of, in handle.Frame
		want   geom.Vec3
	}{
		{"itself", boat, boat, geom.Vec3{}},
		{"parent", boat, ship, geom.Vec3{Y: 1}},
		{"root", boat, root, geom.Vec3{X: 2}.Add(turn.Rotate(geom.UnitY))},
		{"cousin", boat, other, geom.Vec3{X: -3}.Add(turn.Rotate(geom.UnitY))},
		{"down", root, boat, turn.Unrotate(geom.Vec3{X: -2}).Sub(geom.UnitY)},
	} {
		got, ok := tree.RelateMotion(levels, c.of, c.in)
		plain, _ := tree.Relate(c.of, c.in)
		if !ok || got.Acceleration.Sub(c.want).Length() > 1e-14 || got.State != plain {
			t.Errorf("%s: it accelerates at %v, want %v; its state is %+v, want %+v", c.name, got.Acceleration, c.want, got.State, plain)
		}
	}
	lone := tree.AddRoot(owner(9), field.Gravity{})
	tree.Arrange()
	levels = append(levels, motion.RelationOf(motion.Rest))
	if _, ok := tree.RelateMotion(levels, boat, lone); ok {
		t.Error("two roots are related")
	}
}

// A boat that spins steadily in a station that turns across its spin: seen from space, its angular velocity turns with the station.
func TestFrameThatChangesItsParentKeepsItsAngularAcceleration(t *testing.T) {
	var tree frame.Tree
	space := tree.AddRoot(owner(1), field.Gravity{})
	rest := motion.Rest
	station := tree.Add(owner(2), space, &rest, field.Gravity{})
	boat := tree.Add(owner(3), station, &rest, field.Gravity{})
	tree.Arrange()
	turn, spin := geom.Vec3{Y: 0.3}, geom.Vec3{X: 2}
	tree.TakeStepRecords(records(&tree, map[handle.Frame]frame.StepRecord{
		station: {Moved: true, Record: motion.Sample{Pose: geom.IdentityPose, AngularVelocity: turn}},
		boat:    {Moved: true, Record: motion.Sample{Pose: geom.IdentityPose, AngularVelocity: spin}},
	}), stepSeconds)
	inSpace, _ := tree.Relate(boat, space)
	tree.Reparent(boat, space, &inSpace)
	if got, want := tree.AngularAcceleration(boat), turn.Cross(spin); got.Sub(want).Length() > 1e-15 {
		t.Errorf("in space it is %v, want %v", got, want)
	}
	back, _ := tree.Relate(boat, station)
	tree.Reparent(boat, station, &back)
	if got := tree.AngularAcceleration(boat); got.Length() > 1e-15 {
		t.Errorf("back in the station it is %v", got)
	}
}
