package dump_test

import (
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"

	"tertius.dev/core/field"
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/message"
	"tertius.dev/host/internal/dump"
	"tertius.dev/simulation"
)

// Note is a payload with numbers that JSON has and has not.
type Note struct {
	From  handle.Entity
	Scale float32
	Most  float64
}

var notes = message.Type[Note]("test.note")

// Teller sends a note to another entity in each tick.
type Teller struct{ to handle.Entity }

func (*Teller) Priority() int             { return 0 }
func (*Teller) Wants() []message.AnyToken { return []message.AnyToken{message.Ticks} }

func (c *Teller) Handle(self *simulation.Self, _ *message.List, out *message.Outbox) {
	notes.Send(out, message.To(c.to), Note{From: self.Entity(), Scale: 0.1, Most: math.Inf(1)})
}

// Hearer moves by a tenth when a note arrives.
type Hearer struct{}

func (Hearer) Priority() int             { return 1 }
func (Hearer) Wants() []message.AnyToken { return []message.AnyToken{notes} }

func (Hearer) Handle(self *simulation.Self, events *message.List, _ *message.Outbox) {
	for range notes.In(events) {
		pose := self.Pose()
		pose.Position.X += 0.1
		self.SetTransform(pose)
	}
}

// world returns a world of two frames, in the first of which one entity tells another.
func world(t *testing.T) (*simulation.World, *dump.State) {
	t.Helper()
	w, err := simulation.New(simulation.Options{Workers: 1, Messages: []message.AnyToken{notes}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.Close() })
	spawn := func(d simulation.SpawnDesc) handle.Entity {
		t.Helper()
		e, err := w.Spawn(&d)
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
	yard := spawn(simulation.SpawnDesc{Owns: &simulation.FrameSpec{Gravity: field.GravityOfUniform(field.Uniform{Acceleration: geom.Vec3{Y: -9.81}})}})
	spawn(simulation.SpawnDesc{Owns: &simulation.FrameSpec{Gravity: field.GravityOfPoint(field.Point{Mu: 3.986004418e14, RadiusMeters: 6371000})}})
	spawn(simulation.SpawnDesc{Owns: &simulation.FrameSpec{}})
	frame, _ := w.FrameOf(yard)
	hearer := spawn(simulation.SpawnDesc{Frame: frame, Pose: geom.At(geom.Vec3{X: 0.2, Y: 1e21, Z: math.Copysign(0, -1)}), Components: []simulation.Component{Hearer{}}})
	spawn(simulation.SpawnDesc{Frame: frame, Pose: geom.IdentityPose, Components: []simulation.Component{&Teller{hearer}}})
	names := map[handle.Entity]string{yard: "yard", hearer: "hearer"}
	return w, &dump.State{Scene: "test", World: w, IDOf: func(e handle.Entity) string { return names[e] }}
}

func write(t *testing.T, s *dump.State) string {
	t.Helper()
	var b strings.Builder
	if err := s.Write(&b); err != nil {
		t.Fatal(err)
	}
	if !json.Valid([]byte(b.String())) {
		t.Errorf("this is no JSON:\n%s", b.String())
	}
	return b.String()
}

// Worked out by hand: the teller's first note, of tick 0, arrives in tick 1, so after two ticks the hearer has moved once,
// and the note that arrives in tick 2 is routed already. 0.2 + 0.1 is not 0.3 in doubles.
func TestDumpShowsTheWorld(t *testing.T) {
	w, state := world(t)
	w.RecordRouted(true)
	w.Tick()
	w.Tick()
	const want = `{
  "format": 1,
  "scene": "test",
  "tick": 2,
  "timeSeconds": 0.03333333333333333,
  "frames": [
    {"frame": "0:1", "owner": "0:1", "ownerId": "yard", "gravity": {"kind": "uniform", "acceleration": [0, -9.81, 0]}},
    {"frame": "1:1", "owner": "1:1", "gravity": {"kind": "point", "mu": 398600441800000, "radius": 6371000}},
    {"frame": "2:1", "owner": "2:1", "gravity": null}
  ],
  "entities": [
    {"entity": "0:1", "id": "yard", "frame": null, "components": []},
    {"entity": "1:1", "frame": null, "components": []},
    {"entity": "2:1", "frame": null, "components": []},
    {"entity": "3:1", "id": "hearer", "frame": "0:1", "position": [0.30000000000000004, 1e+21, -0], "rotation": [0, 0, 0, 1], "velocity": [0, 0, 0], "angularVelocity": [0, 0, 0], "components": ["tertius.dev/host/internal/dump_test.Hearer"]},
    {"entity": "4:1", "frame": "0:1", "position": [0, 0, 0], "rotation": [0, 0, 0, 1], "velocity": [0, 0, 0], "angularVelocity": [0, 0, 0], "components": ["tertius.dev/host/internal/dump_test.Teller"]}
  ],
  "events": [
    {"tick": 1, "recipient": "3:1", "recipientId": "hearer", "sender": "4:1", "message": "test.note", "payload": {"from": "4:1", "scale": 0.1, "most": "Infinity"}},
    {"tick": 2, "recipient": "3:1", "recipientId": "hearer", "sender": "4:1", "message": "test.note", "payload": {"from": "4:1", "scale": 0.1, "most": "Infinity"}}
  ],
  "errors": []
}
`
	got := write(t, state)
	if got != want {
		t.Errorf("the dump is\n%s\nwant\n%s", got, want)
	}
	if again := write(t, state); again != got {
		t.Error("a second dump of the same state differs")
	}
}

func TestDumpShowsWhatIsInAndOnWhat(t *testing.T) {
	w, s := world(t)
	var yard handle.Entity
	for e := range w.Entities() {
		yard = e
		break
	}
	frame, _ := w.FrameOf(yard)
	plates := field.GravityOfUniform(field.Uniform{Acceleration: geom.Vec3{Y: -5}, Region: field.Region{Min: geom.Vec3{Y: -1}, Max: geom.Vec3{X: 2, Y: 1}}})
	ship, err := w.Spawn(&simulation.SpawnDesc{
		Frame: frame, Pose: geom.At(geom.Vec3{X: 3}), Owns: &simulation.FrameSpec{Bounds: geom.Vec3{X: 2, Y: 3, Z: 4}, Gravity: plates},
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Spawn(&simulation.SpawnDesc{AttachTo: ship, Offset: geom.At(geom.Vec3{Y: 1})}); err != nil {
		t.Fatal(err)
	}
	w.Tick()
	text := write(t, s)
	if want := `"gravity": {"kind": "uniform", "acceleration": [0, -5, 0], "region": {"min": [0, -1, 0], "max": [2, 1, 0]}}`; !strings.Contains(text, want) {
		t.Errorf("the dump does not hold %s:\n%s", want, text)
	}
	// It holds still under the yard's gravity, and so feels that reversed.
	if want := `"owner": "` + ship.String() + `", "parent": "` + frame.String() +
		`", "bounds": [2, 3, 4], "follows": "static", "properAcceleration": [0, 9.81, 0]`; strings.Count(text, `"parent"`) != 1 || !strings.Contains(text, want) {
		t.Errorf("the dump does not hold %s once:\n%s", want, text)
	}
	if want := `"attachedTo": "` + ship.String() + `"`; strings.Count(text, want) != 1 {
		t.Errorf("the dump does not hold %s once:\n%s", want, text)
	}
}

func TestDumpLeavesOutTheDead(t *testing.T) {
	w, state := world(t)
	w.Post(message.Event{Target: message.To(handle.Entity{Index: 3, Generation: 1}), Type: message.Destroys.ID(w.Messages())})
	w.Tick()
	w.Tick()
	got := write(t, state)
	if strings.Contains(got, `"hearer"`) || !strings.Contains(got, `"errors": []`) {
		t.Errorf("after the hearer is destroyed the dump is\n%s", got)
	}
}

// failing takes some bytes and then no more.
type failing struct{ room int }

var errFull = errors.New("full")

func (f *failing) Write(b []byte) (int, error) {
	if f.room -= len(b); f.room < 0 {
		return 0, errFull
	}
	return len(b), nil
}

func TestDumpReturnsTheErrorOfItsWriter(t *testing.T) {
	w, state := world(t)
	frame, _ := w.FrameOf(handle.Entity{Generation: 1})
	for range 2000 { // more than is written at a time
		if _, err := w.Spawn(&simulation.SpawnDesc{Frame: frame, Pose: geom.IdentityPose}); err != nil {
			t.Fatal(err)
		}
	}
	for _, room := range []int{0, 100_000} {
		if err := state.Write(&failing{room}); !errors.Is(err, errFull) {
			t.Errorf("with room for %d bytes the error is %v", room, err)
		}
	}
}
