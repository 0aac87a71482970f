package frames

import "testing"

// The figures would mean nothing if the worlds did not do what their lines say.

func TestFleetsMoveAsTheySay(t *testing.T) {
	for _, k := range fleetKinds {
		s, err := newFleet(k, 20)
		if err != nil {
			t.Fatalf("%s: %v", k.name, err)
		}
		if err := s.moves(!k.rest); err != nil {
			t.Errorf("%s: %v", k.name, err)
		}
		if s.moves(k.rest) == nil {
			t.Errorf("%s: the check would pass for frames that do the opposite", k.name)
		}
		if err := s.close(); err != nil {
			t.Error(err)
		}
	}
}

func TestJumpersCrossInEveryTick(t *testing.T) {
	for _, bubble := range []bool{true, false} {
		s, err := newJumpers(30, bubble)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.crossesInEveryTick(30); (err == nil) != bubble {
			t.Errorf("with a bubble %v: %v", bubble, err)
		}
		if err := s.close(); err != nil {
			t.Error(err)
		}
	}
}

// Crates rest on the ghost of the floor: nothing else holds them up in the room.
func TestSleepersRestOnTheGhostOfTheFloor(t *testing.T) {
	s, err := newSleepers(20)
	if err != nil {
		t.Fatal(err)
	}
	crates := 0
	for e := range s.world.Entities() {
		row, _ := s.world.Snapshot().Transform(e)
		if row.Frame == s.space || row.Frame.IsNone() {
			continue
		}
		crates++
		if y := row.Pose.Position.Y; y < -9.8 || y > -9.7 {
			t.Errorf("crate %v rests at a height of %v m, the floor is at -10 m and its half side 0.25 m", e, y)
		}
	}
	if crates != 20 {
		t.Errorf("%d crates are in the room, want 20", crates)
	}
	if err := s.close(); err != nil {
		t.Error(err)
	}
}
