package play_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"tertius.dev/core/clock"
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/message"
	"tertius.dev/host/internal/play"
	"tertius.dev/host/internal/script"
	"tertius.dev/simulation"
)

// Move asks an entity to go up.
type Move struct{ Up float64 }

var moves = message.Type[Move]("test.move")

// Mover goes up when it is asked to.
type Mover struct{}

func (Mover) Priority() int             { return 0 }
func (Mover) Wants() []message.AnyToken { return []message.AnyToken{moves} }

func (Mover) Handle(self *simulation.Self, events *message.List, _ *message.Outbox) {
	pose := self.Pose()
	for m := range moves.In(events) {
		pose.Position.Y += m.Up
	}
	self.SetTransform(pose)
}

// theater is a world of one frame, "yard", with two movers, "a" and "eye". It writes down what a run asks of it.
type theater struct {
	play.Player
	log      []string
	stopAt   int // the number of ticks after which the run is asked to stop; 0: never
	ticks    clock.Ticks
	pictures int
}

func (s *theater) Capture(name string) error {
	c, _ := s.World.Camera()
	at, _ := s.World.Snapshot().Transform(c.Entity)
	s.log = append(s.log, fmt.Sprintf("%s at %d from %v", name, s.World.TickNumber(), at.Pose.Position))
	return nil
}

func (s *theater) Done(ticks clock.Ticks, pictures int) { s.ticks, s.pictures = ticks, pictures }

func newTheater(t *testing.T, steps ...string) *theater {
	t.Helper()
	text := `{"format": 1, "scene": "test", "steps": [` + "\n" + strings.Join(steps, ",\n") + "\n]}"
	read, err := script.Read("a.json", text)
	if err != nil {
		t.Fatal(err)
	}
	w, err := simulation.New(simulation.Options{Workers: 1, Messages: []message.AnyToken{moves}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.Close() })
	s := &theater{Player: play.Player{Script: read, World: w, IDs: play.NewIDs(), Folder: t.TempDir()}}
	s.Pictures, s.Progress = s, s
	s.Tick = func() error { w.Tick(); return nil }
	s.Stopped = func() bool { return s.stopAt > 0 && int(w.TickNumber()) >= s.stopAt }
	yard := s.spawn(t, "yard", simulation.SpawnDesc{Owns: &simulation.FrameSpec{}})
	frame, _ := w.FrameOf(yard)
	for _, id := range []string{"a", "eye"} {
		s.spawn(t, id, simulation.SpawnDesc{Frame: frame, Pose: geom.IdentityPose, Components: []simulation.Component{Mover{}}})
	}
	return s
}

func (s *theater) spawn(t *testing.T, id string, d simulation.SpawnDesc) handle.Entity {
	t.Helper()
	e, err := s.World.Spawn(&d)
	if err == nil {
		err = s.IDs.Add(id, e)
	}
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func (s *theater) play(t *testing.T) error {
	t.Helper()
	run, err := s.Check()
	if err != nil {
		t.Fatal(err)
	}
	return run.Play()
}

func (s *theater) height(id string) float64 {
	e, _ := s.IDs.Entity(id)
	at, _ := s.World.Snapshot().Transform(e)
	return at.Pose.Position.Y
}

const (
	eye      = `{"do": "camera", "entity": "eye"}`
	shutting = `{"do": "post", "target": {"kind": "entity", "id": "eye"}, "message": "tertius.destroy"}`
)

func move(target string, up float64) string {
	return fmt.Sprintf(`{"do": "post", "target": {%s}, "message": "test.move", "payload": {"up": %v}}`, target, up)
}

func TestStepsRunInOrder(t *testing.T) {
	s := newTheater(t,
		eye,
		`{"do": "capture", "name": "first"}`,
		move(`"kind": "entity", "id": "eye"`, 2),
		`{"do": "capture", "name": "posted"}`,
		`{"do": "run", "ticks": 1}`,
		`{"do": "capture", "name": "moved"}`,
		move(`"kind": "frame", "owner": "yard"`, 3),
		move(`"kind": "everyone"`, 5),
		`{"do": "run", "ticks": 2}`,
		`{"do": "capture", "name": "last"}`,
	)
	if err := s.play(t); err != nil {
		t.Fatal(err)
	}
	want := []string{"first at 0 from {0 0 0}", "posted at 0 from {0 0 0}", "moved at 1 from {0 2 0}", "last at 3 from {0 10 0}"}
	if fmt.Sprint(s.log) != fmt.Sprint(want) {
		t.Errorf("the captures are %q, want %q", s.log, want)
	}
	if got := s.height("a"); got != 8 {
		t.Errorf("a is at %v, want 3 + 5", got)
	}
	if s.ticks != 3 || s.pictures != 4 {
		t.Errorf("the progress ends at %d ticks and %d pictures", s.ticks, s.pictures)
	}
}

func TestFilmIsItsExpansion(t *testing.T) {
	film := newTheater(t, eye, move(`"kind": "everyone"`, 1), `{"do": "film", "name": "f", "frames": 3, "every": 2}`)
	var steps []string
	for k := range 3 {
		steps = append(steps, `{"do": "run", "ticks": 2}`, fmt.Sprintf(`{"do": "capture", "name": "f-%06d"}`, k))
	}
	expansion := newTheater(t, append([]string{eye, move(`"kind": "everyone"`, 1)}, steps...)...)
	if err := errors.Join(film.play(t), expansion.play(t)); err != nil {
		t.Fatal(err)
	}
	if len(film.log) != 3 || fmt.Sprint(film.log) != fmt.Sprint(expansion.log) {
		t.Errorf("the film is\n%q\nand its expansion\n%q", film.log, expansion.log)
	}
}

func TestStandingCamera(t *testing.T) {
	s := newTheater(t,
		`{"do": "camera", "frame": "yard", "position": [1, 2, 3], "lookAt": [1, 2, 0]}`,
		`{"do": "capture", "name": "one"}`,
		`{"do": "camera", "frame": "yard", "position": [4, 5, 6], "fovRadians": 0.5}`,
		`{"do": "capture", "name": "two"}`,
		`{"do": "dump", "name": "d"}`,
	)
	if err := s.play(t); err != nil {
		t.Fatal(err)
	}
	want := []string{"one at 0 from {1 2 3}", "two at 0 from {4 5 6}"}
	if fmt.Sprint(s.log) != fmt.Sprint(want) {
		t.Errorf("the captures are %q, want %q", s.log, want)
	}
	if c, _ := s.World.Camera(); c.FovRadians != 0.5 {
		t.Errorf("the field of view is %v", c.FovRadians)
	}
	text, err := os.ReadFile(filepath.Join(s.Folder, "d.json"))
	if err != nil || strings.Count(string(text), `"id": "script-camera-`) != 1 {
		t.Errorf("the dump does not show one camera of the script: %v\n%s", err, text)
	}
}

func TestEventsAreKeptWhileADumpLiesAhead(t *testing.T) {
	step := move(`"kind": "entity", "id": "a"`, 1)
	s := newTheater(t, step, `{"do": "run", "ticks": 1}`, `{"do": "dump", "name": "one"}`, step, step,
		`{"do": "run", "ticks": 1}`, `{"do": "dump", "name": "two"}`, step, `{"do": "run", "ticks": 1}`)
	if err := s.play(t); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]int{"one": 1, "two": 2} {
		text, err := os.ReadFile(filepath.Join(s.Folder, name+".json"))
		if got := strings.Count(string(text), `"message": "test.move"`); err != nil || got != want {
			t.Errorf("%s shows %d moves, want %d: %v", name, got, want, err)
		}
	}
	if got := len(s.World.Routed()); got != 0 {
		t.Errorf("%d events are kept after the last dump", got)
	}
}

// engineNames lists the names of the engine's message types, each in quotes.
func engineNames(t *testing.T) string {
	r, err := message.NewRegistry()
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for i := range r.Len() {
		names = append(names, strconv.Quote(r.Token(message.TypeID(i)).Name()))
	}
	return strings.Join(names, ", ")
}

func TestCheckRefusesWhatTheSceneLacks(t *testing.T) {
	for _, c := range []struct{ name, step, want string }{
		{"capture-without-camera", `{"do": "capture", "name": "a"}`, `2:1: step 1 (capture): the scene "test" has no camera; choose one with a camera step before`},
		{
			"film-without-camera", `{"do": "film", "name": "a", "frames": 1, "every": 1}`,
			`2:1: step 1 (film): the scene "test" has no camera; choose one with a camera step before`,
		},
		{"camera-id", `{"do": "camera", "entity": "b"}`, `2:28: step 1 (camera): "entity" is "b", but the scene "test" names only "a", "eye" and "yard"`},
		{"camera-frame", `{"do": "camera", "frame": "a", "position": [0, 0, 0]}`, `2:27: step 1 (camera): "frame" is "a", which owns no frame`},
		{"target-id", move(`"kind": "entity", "id": "b"`, 1), `2:51: step 1 (post): "id" is "b", but the scene "test" names only "a", "eye" and "yard"`},
		{"target-frame", move(`"kind": "frame", "owner": "eye"`, 1), `2:53: step 1 (post): "owner" is "eye", which owns no frame`},
		{
			"message", `{"do": "post", "target": {"kind": "everyone"}, "message": "test.mve", "payload": {"up": 1}}`,
			`2:59: step 1 (post): "message" is "test.mve", but the scene "test" knows only ENGINE and "test.move"`,
		},
		{"dock-id", `{"do": "dock", "owner": "a", "with": "b"}`, `2:38: step 1 (dock): "with" is "b", but the scene "test" names only "a", "eye" and "yard"`},
		{"undock-id", `{"do": "undock", "owner": "b"}`, `2:27: step 1 (undock): "owner" is "b", but the scene "test" names only "a", "eye" and "yard"`},
		{
			"payload", `{"do": "post", "target": {"kind": "everyone"}, "message": "test.move", "payload": {"up": "1"}}`,
			`2:90: step 1 (post): "payload.up" is a string; it must be a number`,
		},
		{
			"no-payload", `{"do": "post", "target": {"kind": "everyone"}, "message": "test.move"}`,
			`2:1: step 1 (post): "payload" lacks the member "up"; its members are "up"`,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newTheater(t, c.step)
			_, err := s.Check()
			want := "a.json:" + strings.Replace(c.want, "ENGINE", engineNames(t), 1)
			if !play.IsScriptProblem(err) || err.Error() != want {
				t.Errorf("the problem is\n%v\nwant\n%s", err, want)
			}
			if got := s.World.TickNumber(); got != 0 {
				t.Errorf("%d ticks ran", got)
			}
		})
	}
}

// addShips puts two frames of like size beside each other, "tug" and "barge", and one far from both, "pilot".
func (s *theater) addShips(t *testing.T) {
	t.Helper()
	yard, _ := s.IDs.Entity("yard")
	frame, _ := s.World.FrameOf(yard)
	for i, id := range [...]string{"tug", "barge", "pilot"} {
		s.spawn(t, id, simulation.SpawnDesc{
			Frame: frame, Pose: geom.At(geom.Vec3{X: float64(4 * i * i * i)}), Owns: &simulation.FrameSpec{Bounds: geom.Vec3{X: 9, Y: 9, Z: 9}},
		})
	}
}

func TestShipsDockAndPartWhereTheScriptSaysSo(t *testing.T) {
	s := newTheater(t, `{"do": "dock", "owner": "tug", "with": "barge"}`, `{"do": "run", "ticks": 1}`, `{"do": "undock", "owner": "tug"}`)
	s.addShips(t)
	tug, _ := s.IDs.Entity("tug")
	barge, _ := s.IDs.Entity("barge")
	with, _ := s.World.FrameOf(barge)
	s.Tick = func() error {
		if at, docked := s.World.DockedAt(tug); !docked || at != with {
			t.Errorf("the tug is docked: %v, at %v", docked, at)
		}
		s.World.Tick()
		return nil
	}
	if err := s.play(t); err != nil {
		t.Fatal(err)
	}
	if _, owns := s.World.FrameOf(tug); !owns {
		t.Error("the tug has no frame after it parted")
	}
}

func TestRunSaysThatWhoDocksHasDocked(t *testing.T) {
	dock := `{"do": "dock", "owner": "tug", "with": "barge"}`
	s := newTheater(t, `{"do": "run", "ticks": 2}`, dock, dock)
	s.addShips(t)
	want := `a.json:4:1: step 3 (dock): at tick 2: "tug" owns no frame: it has docked at frame 2:1 (of "barge"), and has its own again once a step undocks it`
	if err := s.play(t); !play.IsScriptProblem(err) || err.Error() != want {
		t.Errorf("the run ends with\n%v\nwant\n%s", err, want)
	}
}

func TestRunEndsWhereItCannotDock(t *testing.T) {
	for _, c := range []struct{ name, step, want string }{
		{"far", `{"do": "dock", "owner": "pilot", "with": "barge"}`, `a.json:3:1: step 2 (dock): at tick 2: dock frame 3:1 (of "pilot") at frame 2:1 (of "barge"): `},
		{"no-frame", `{"do": "dock", "owner": "a", "with": "barge"}`, `a.json:3:1: step 2 (dock): at tick 2: "a" owns no frame`},
		{"not-docked", `{"do": "undock", "owner": "tug"}`, `a.json:3:1: step 2 (undock): at tick 2: undock 3:1 ("tug"): its frame is part of no other one`},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newTheater(t, `{"do": "run", "ticks": 2}`, c.step)
			s.addShips(t)
			if err := s.play(t); !play.IsScriptProblem(err) || !strings.HasPrefix(err.Error(), c.want) {
				t.Errorf("the run ends with\n%v\nwant\n%s", err, c.want)
			}
		})
	}
}

func TestTextsOfTheWorldGetTheSceneIdsOfWhatTheyName(t *testing.T) {
	s := newTheater(t, `{"do": "run", "ticks": 1}`)
	s.addShips(t)
	tug, _ := s.IDs.Entity("tug")
	f, _ := s.World.FrameOf(tug)
	gone := handle.Entity{Index: tug.Index, Generation: tug.Generation + 1}
	for _, c := range []struct{ text, want string }{
		{fmt.Sprintf("tick 3: %v: it glows", tug), fmt.Sprintf(`tick 3: %v ("tug"): it glows`, tug)},
		{fmt.Sprintf("tick 3: entity %v: in frame %v.", tug, f), fmt.Sprintf(`tick 3: entity %v ("tug"): in frame %v (of "tug").`, tug, f)},
		{fmt.Sprintf("the spawn of %v, whose owner %v went", tug, gone), fmt.Sprintf(`the spawn of %v ("tug"), whose owner %v went`, tug, gone)},
		{fmt.Sprintf("frame 99:1 and frame %v1", f), fmt.Sprintf("frame 99:1 and frame %v1", f)},
		{fmt.Sprintf("at %v, in 99999999999:1, entity 99999999999:1", tug), fmt.Sprintf("at %v, in 99999999999:1, entity 99999999999:1", tug)},
	} {
		if got := s.IDs.Named(s.World, c.text); got != c.want {
			t.Errorf("%q became %q, want %q", c.text, got, c.want)
		}
	}
	if got := (*play.IDs)(nil).Named(nil, "entity 1:1"); got != "entity 1:1" {
		t.Error(got)
	}
}

func TestCameraCannotStandInAFrameThatHasDocked(t *testing.T) {
	stand := `{"do": "camera", "frame": "tug", "position": [0, 0, 9]}`
	s := newTheater(t, stand, `{"do": "dock", "owner": "tug", "with": "barge"}`, stand)
	s.addShips(t)
	const want = `a.json:4:1: step 3 (camera): the camera cannot stand in the frame of "tug" at tick 0: it owns none any more`
	if err := s.play(t); !play.IsScriptProblem(err) || err.Error() != want {
		t.Errorf("the run ends with\n%v\nwant\n%s", err, want)
	}
}

func TestRunEndsWhenItsCameraDies(t *testing.T) {
	s := newTheater(t, eye, `{"do": "film", "name": "f", "frames": 2, "every": 1}`, shutting, `{"do": "film", "name": "g", "frames": 9, "every": 1}`)
	err := s.play(t)
	const want = `a.json:5:1: step 4 (film): the capture "g-000000" at tick 3 has no camera: its entity is gone`
	if !play.IsScriptProblem(err) || err.Error() != want {
		t.Errorf("the run ends with\n%v\nwant\n%s", err, want)
	}
	if len(s.log) != 2 {
		t.Errorf("the captures are %q", s.log)
	}
}

func TestRunEndsWhenItChoosesADeadCamera(t *testing.T) {
	s := newTheater(t, shutting, `{"do": "run", "ticks": 2}`, eye)
	err := s.play(t)
	start := "a.json:4:1: step 3 (camera): the camera cannot be chosen at tick 2: "
	if !play.IsScriptProblem(err) || !strings.HasPrefix(err.Error(), start) || !strings.Contains(err.Error(), ` ("eye")`) {
		t.Errorf("the run ends with %v", err)
	}
}

func TestRunStopsWhereItIsAsked(t *testing.T) {
	for _, ticks := range []int{1000000000, 7} { // inside a step, and between two
		s := newTheater(t, fmt.Sprintf(`{"do": "run", "ticks": %d}`, ticks), `{"do": "dump", "name": "never"}`)
		s.stopAt = 7
		if err := s.play(t); !errors.Is(err, play.ErrStopped) {
			t.Errorf("of %d ticks: the run ends with %v", ticks, err)
		}
		if s.World.TickNumber() != 7 || s.ticks != 7 {
			t.Errorf("of %d ticks: %d ticks ran, and %d were told", ticks, s.World.TickNumber(), s.ticks)
		}
		if left, _ := os.ReadDir(s.Folder); len(left) != 0 {
			t.Errorf("of %d ticks: %d files were written", ticks, len(left))
		}
	}
}

func TestIDsNameOneEntityEach(t *testing.T) {
	ids := play.NewIDs()
	a, b := handle.Entity{Index: 1, Generation: 1}, handle.Entity{Index: 2, Generation: 1}
	if err := ids.Add("a", a); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		id   string
		e    handle.Entity
		want string
	}{
		{"a", b, `the scene id "a" is given to two entities, 1:1 and 2:1`},
		{"b", a, `the entity 1:1 is given two scene ids, "a" and "b"`},
		{"c", handle.Entity{}, `the scene id "c" is given to no entity`},
	} {
		if err := ids.Add(c.id, c.e); err == nil || err.Error() != c.want {
			t.Errorf("the problem is %v, want %s", err, c.want)
		}
	}
}
