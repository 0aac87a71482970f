package physics_test

import (
	"math/rand/v2"
	"testing"

	"tertius.dev/core/geom"
	"tertius.dev/core/motion"
	"tertius.dev/core/physics"
)

// TestIntentsAgreeWithOneForEachSlot makes, reads and removes intents at random, beside a plain list with one for each slot.
func TestIntentsAgreeWithOneForEachSlot(t *testing.T) {
	const slots = 200
	var packed physics.Intents
	packed.Grow(slots)
	plain := [slots]physics.Intent{}
	random := rand.New(rand.NewPCG(1, 2))
	for step := range 20_000 {
		i := random.IntN(slots)
		switch random.IntN(8) {
		case 0, 1, 2:
			packed.Remove(i)
			plain[i].Clear()
		case 3:
			if random.IntN(100) == 0 {
				packed.Clear()
				clear(plain[:])
			}
		default:
			in := packed.Make(i)
			if *in != plain[i] {
				t.Fatalf("step %d: slot %d starts as %+v, want %+v", step, i, *in, plain[i])
			}
			in.Parts |= physics.HasForce
			in.Force.X += float32(step)
			plain[i] = *in
		}
		checkIntents(t, &packed, plain[:])
		if t.Failed() {
			t.Fatalf("after step %d at slot %d", step, i)
		}
	}
}

func checkIntents(t *testing.T, packed *physics.Intents, plain []physics.Intent) {
	t.Helper()
	for i := range plain {
		in := packed.Of(i)
		switch asks := plain[i].Parts != 0; {
		case (in != nil) != asks || packed.Slots().Has(i) != asks:
			t.Errorf("slot %d has the intent %+v and is among the slots: %v, want %v", i, in, packed.Slots().Has(i), asks)
		case in != nil && *in != plain[i]:
			t.Errorf("slot %d has the intent %+v, want %+v", i, *in, plain[i])
		}
	}
	if in := packed.Of(len(plain) + 64); in != nil {
		t.Errorf("a slot beyond the room has the intent %+v", in)
	}
}

func TestWarmIntentsAllocateNothing(t *testing.T) {
	const slots = 256
	var intents physics.Intents
	intents.Grow(slots)
	round := func() {
		for i := range slots {
			intents.Make(i).Parts = physics.HasForce
		}
		for i := 0; i < slots; i += 3 {
			intents.Remove(i)
		}
		intents.Clear()
	}
	if n := testing.AllocsPerRun(10, round); n != 0 {
		t.Errorf("a round allocates %v times", n)
	}
}

// The record of a step starts where its teleport puts who asks, whatever moves it from there; without a motion intent there is none.
func TestStepRecordStartsWhereTheTeleportPuts(t *testing.T) {
	from, there, end := geom.At(geom.Vec3{X: 1}), geom.At(geom.Vec3{Y: 2}), geom.At(geom.Vec3{Z: 3})
	move := motion.IntentOfEndPose(motion.EndPose{Pose: end})
	for _, c := range []struct {
		name  string
		in    physics.Intent
		chord geom.Vec3
		moves bool
	}{
		{"nothing", physics.Intent{}, geom.Vec3{}, false},
		{"teleport", physics.Intent{Parts: physics.HasTeleport, Teleport: there}, geom.Vec3{}, false},
		{"move", physics.Intent{Parts: physics.HasMove, Move: move}, geom.Vec3{X: -2, Z: 6}, true},
		{"both", physics.Intent{Parts: physics.HasMove | physics.HasTeleport, Teleport: there, Move: move}, geom.Vec3{Y: -4, Z: 6}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			var record motion.Sample
			if moves := c.in.PutStepRecord(&record, &from, 0.5); moves != c.moves || record.Chord != c.chord {
				t.Errorf("the record is %+v: %v, want a chord of %v", record, moves, c.chord)
			}
			if start := *c.in.StartPose(&from); (start == there) != (c.in.Parts&physics.HasTeleport != 0) {
				t.Errorf("the step starts at %v", start)
			}
		})
	}
}
