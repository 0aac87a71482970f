package script_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"tertius.dev/core/geom"
	"tertius.dev/host/internal/script"
)

// with returns a script with these steps.
func with(steps ...string) string {
	return "{\n  \"format\": 1,\n  \"scene\": \"yard\",\n  \"steps\": [\n    " + strings.Join(steps, ",\n    ") + "\n  ]\n}\n"
}

func read(t *testing.T, text string) *script.Script {
	t.Helper()
	s, err := script.Read("a.json", text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestReadUnderstandsEveryStep(t *testing.T) {
	s := read(t, `{
  "steps": [
    {"do": "run", "ticks": 1000000000},
    {"target": {"id": "ball", "kind": "entity"}, "payload": {"x": 1}, "message": "game.hit", "do": "post"},
    {"do": "post", "target": {"kind": "frame", "owner": "yard"}, "message": "m"},
    {"do": "post", "target": {"kind": "everyone"}, "message": "m"},
    {"do": "dump", "name": "a"},
    {"do": "capture", "name": "a"},
    {"do": "camera", "entity": "eye", "fovRadians": 0.5},
    {"do": "camera", "frame": "yard", "position": [1, 2, 3]},
    {"do": "camera", "frame": "yard", "position": [1, 2, 3], "rotation": [0, 4, 0, 0]},
    {"do": "camera", "frame": "yard", "position": [1, 2, 3], "lookAt": [1, 2, -7]},
    {"do": "film", "name": "f", "frames": 2, "every": 3},
    {"do": "post", "target": {"name": "the radio", "kind": "topic"}, "message": "m"},
    {"do": "dock", "with": "barge", "owner": "tug"},
    {"do": "undock", "owner": "tug"}
  ],
  "about": "everything", "size": [640, 360], "scene": "yard", "format": 1
}`)
	if s.Scene != "yard" || s.Width != 640 || s.Height != 360 || len(s.Steps) != 14 {
		t.Fatalf("scene %q, %d × %d, %d steps", s.Scene, s.Width, s.Height, len(s.Steps))
	}
	if got := s.Steps[0].(*script.Run).Ticks; got != 1_000_000_000 {
		t.Errorf("ticks %d", got)
	}
	hit := s.Steps[1].(*script.Post)
	if hit.Message != "game.hit" || hit.Target.(script.ToEntity).ID.ID != "ball" || hit.Payload.Get("x").Text != "1" {
		t.Errorf("post %+v", hit)
	}
	if got := s.Steps[2].(*script.Post); got.Target.(script.ToFrame).Owner.ID != "yard" || got.Payload != nil {
		t.Errorf("post %+v", got)
	}
	if got := s.Steps[12].(*script.Dock); got.Owner.ID != "tug" || got.With.ID != "barge" {
		t.Errorf("dock %+v", got)
	}
	if got := s.Steps[13].(*script.Undock); got.Owner.ID != "tug" {
		t.Errorf("undock %+v", got)
	}
	if _, is := s.Steps[3].(*script.Post).Target.(script.ToEveryone); !is {
		t.Error("the third post is not to everyone")
	}
	if got := s.Steps[11].(*script.Post).Target; got != (script.ToTopic{Name: "the radio"}) {
		t.Errorf("the post to a topic is to %+v", got)
	}
	if got := s.Steps[6].(*script.Camera); got.View.(script.EyeOf).Entity.ID != "eye" || got.FovRadians != 0.5 {
		t.Errorf("camera %+v", got)
	}
	for i, want := range []geom.Quat{{W: 1}, {Y: 1}, {W: 1}} {
		camera := s.Steps[7+i].(*script.Camera)
		at := camera.View.(script.Standing)
		if at.FrameOwner.ID != "yard" || at.Pose != (geom.Pose{Position: geom.Vec3{X: 1, Y: 2, Z: 3}, Rotation: want}) {
			t.Errorf("camera %d: %+v, want the rotation %v", i, at, want)
		}
		if camera.FovRadians != float32(1.0471975511965976) {
			t.Errorf("camera %d: field of view %v, want 60° in radians", i, camera.FovRadians)
		}
	}
	if ticks, pictures := s.Length(); ticks != 1_000_000_000+6 || pictures != 3 {
		t.Errorf("%d ticks and %d pictures", ticks, pictures)
	}
	if got := s.LastDump(); got != 4 {
		t.Errorf("the last dump is step %d, counted from 0", got)
	}
	if got := s.Steps[10].(*script.Film).FrameName(7); got != "f-000007" {
		t.Errorf("frame 7 is %q", got)
	}
}

func TestReadTakesTheDefaultSize(t *testing.T) {
	s := read(t, with(`{"do": "run", "ticks": 1}`))
	if s.Width != 1280 || s.Height != 720 || s.Draws() || s.LastDump() != -1 {
		t.Errorf("%d × %d, draws %v, last dump %d", s.Width, s.Height, s.Draws(), s.LastDump())
	}
}

// Steps of a script of with start in line 5, at column 5.
func TestReadRefuses(t *testing.T) {
	long := strings.Repeat("a", 58)
	for _, c := range []struct{ name, text, want string }{
		{"nothing", "", `1:1: a value was expected, but the end of the file stands here`},
		{"a-word", "yard", `1:1: a value was expected, but 'y' stands here`},
		{"a-number", "7", `1:1: the script is a number; it must be an object`},
		{"more-than-a-script", with(`{"do":"run","ticks":1}`) + "x", `8:1: the script has ended, but 'x' follows`},
		{"no-end", `{"format": 1`, `1:13: a comma or the '}' that ends an object was expected, but the end of the file stands here`},
		{"no-colon", `{"format" 1}`, `1:11: a colon was expected after "format", but '1' stands here`},
		{"comma-at-the-end", `{"format": 1,}`, `1:14: the name of a member was expected, but '}' stands here`},
		{"a-comment", "{ // hm\n}", `1:3: the name of a member was expected, but '/' stands here`},
		{"no-utf8", "{\"format\": 1, \"about\": \"\xff\"}", `1:25: a string holds a byte that is not UTF-8`},
		{"column-counts-characters", "{\"about\": \"äöü\", x}", `1:18: the name of a member was expected, but 'x' stands here`},
		{"half-a-pair", `{"about": "\ud800"}`, `1:12: a string holds half of a surrogate pair`},
		{"bad-escape", `{"about": "\x"}`, `1:12: a string holds a \ that starts no escape; write \\ for the sign itself`},
		{"line-break-in-string", "{\"about\": \"\n\"}", `1:12: a string holds a control character; write it as \u and four digits`},
		{"leading-zero", `{"format": 01}`, `1:12: a number starts with a 0 that means nothing`},
		{"no-fraction", `{"format": 1.}`, `1:12: the number "1." lacks a digit at its end`},
		{"deep", strings.Repeat("[", 100), `1:65: lists and objects are nested more than 64 deep`},
		{"duplicate", `{"format": 1, "scene": "a", "scene": "b"}`, `1:29: the member "scene" is given twice; line 1 has the first`},

		{"no-format", `{"scene": "a", "steps": []}`, `1:1: the script lacks the member "format"`},
		{"other-format", `{"format": 2, "new": 1}`, `1:12: "format" is 2; it must be 1`},
		{"no-scene", `{"format": 1, "steps": []}`, `1:1: the script lacks the member "scene"`},
		{"no-steps", `{"format": 1, "scene": "a"}`, `1:1: the script lacks the member "steps"`},
		{"empty-steps", `{"format": 1, "scene": "a", "steps": []}`, `1:38: "steps" is empty; a script has at least one step`},
		{"unknown-member", `{"format": 1, "scene": "a", "step": []}`, `1:29: "step" is no member of the script, which has "format", "scene", "steps", "about" and "size"`},
		{"bad-scene", `{"format": 1, "scene": "The Yard", "steps": [1]}`, `1:24: "scene" is "The Yard"; it must be 1 to 64 characters a to z, 0 to 9 and -, the first no -`},
		{"about-number", `{"format": 1, "scene": "a", "about": 1, "steps": [1]}`, `1:38: "about" is a number; it must be a string`},
		{"size-short", `{"format": 1, "scene": "a", "size": [1], "steps": [1]}`, `1:37: "size" has 1 items; it must be [width, height]`},
		{"size-zero", `{"format": 1, "scene": "a", "size": [0, 1], "steps": [1]}`, `1:38: the width of "size" is 0; it must be a whole number from 1 to 16,384`},
		{"size-large", `{"format": 1, "scene": "a", "size": [1, 16385], "steps": [1]}`, `1:41: the height of "size" is 16385; it must be a whole number from 1 to 16,384`},

		{"step-number", with(`1`), `5:5: step 1: the step is a number; it must be an object`},
		{"step-without-do", with(`{"ticks": 1}`), `5:5: step 1: the step lacks the member "do", which says its kind: "run", "post", "dump", "capture", "camera", "film", "dock" and "undock"`},
		{"do-number", with(`{"do": 1}`), `5:12: step 1: "do" is a number; it must be a string`},
		{"do-unknown", with(`{"do": "runn"}`), `5:12: step 1: "do" is "runn", which is no kind of step; there are "run", "post", "dump", "capture", "camera", "film", "dock" and "undock"`},
		{"do-reserved", with(`{"do": "outlines", "show": true}`), `5:12: step 1: "do" is "outlines", a reserved word of a later format; this one knows "run", "post", "dump", "capture", "camera", "film", "dock" and "undock"`},
		{"second-step", with(`{"do": "run", "ticks": 1}`, `{"do": "run"}`), `6:5: step 2 (run): a run step lacks the member "ticks"`},
		{"run-unknown", with(`{"do": "run", "ticks": 1, "tick": 1}`), `5:31: step 1 (run): "tick" is no member of a run step, which has "do" and "ticks"`},
		{"run-zero", with(`{"do": "run", "ticks": 0}`), `5:28: step 1 (run): "ticks" is 0; it must be a whole number from 1 to 1,000,000,000`},
		{"run-many", with(`{"do": "run", "ticks": 1000000001}`), `5:28: step 1 (run): "ticks" is 1000000001; it must be a whole number from 1 to 1,000,000,000`},
		{"run-huge", with(`{"do": "run", "ticks": 99999999999999999999}`), `5:28: step 1 (run): "ticks" is 99999999999999999999; it must be a whole number from 1 to 1,000,000,000`},
		{"run-fraction", with(`{"do": "run", "ticks": 60.0}`), `5:28: step 1 (run): "ticks" is 60.0; it must be a whole number from 1 to 1,000,000,000`},
		{"run-string", with(`{"do": "run", "ticks": "60"}`), `5:28: step 1 (run): "ticks" is a string; it must be a number`},
		{"run-null", with(`{"do": "run", "ticks": null}`), `5:28: step 1 (run): "ticks" is null; it must be a number`},

		{"post-without-message", with(`{"do": "post", "target": {"kind": "everyone"}}`), `5:5: step 1 (post): a post step lacks the member "message"`},
		{"post-empty-message", with(`{"do": "post", "message": "", "target": {"kind": "everyone"}}`), `5:31: step 1 (post): "message" is empty; it must be the name of a message type`},
		{"post-null-target", with(`{"do": "post", "message": "m", "target": null}`), `5:46: step 1 (post): "target" is null; it must be an object`},
		{"post-without-kind", with(`{"do": "post", "message": "m", "target": {}}`), `5:46: step 1 (post): "target" lacks the member "kind"; the kinds are "entity", "frame", "topic" and "everyone"`},
		{"post-unknown-kind", with(`{"do": "post", "message": "m", "target": {"kind": "all"}}`), `5:55: step 1 (post): "kind" is "all", which is no kind of target; there are "entity", "frame", "topic" and "everyone"`},
		{"post-topic-without-name", with(`{"do": "post", "message": "m", "target": {"kind": "topic"}}`), `5:46: step 1 (post): a "target" of the kind "topic" lacks the member "name"`},
		{"post-topic-empty-name", with(`{"do": "post", "message": "m", "target": {"kind": "topic", "name": ""}}`), `5:72: step 1 (post): "name" is empty; it must be the name of a topic`},
		{"post-wrong-id", with(`{"do": "post", "message": "m", "target": {"kind": "entity", "owner": "a"}}`), `5:65: step 1 (post): "owner" is no member of a "target" of the kind "entity", which has "kind" and "id"`},
		{"post-bad-id", with(`{"do": "post", "message": "m", "target": {"kind": "entity", "id": "A"}}`), `5:71: step 1 (post): "id" is "A"; it must be 1 to 64 characters a to z, 0 to 9 and -, the first no -`},
		{"post-list-payload", with(`{"do": "post", "message": "m", "target": {"kind": "everyone"}, "payload": []}`), `5:79: step 1 (post): "payload" is a list; it must be an object`},

		{"dump-bad-name", with(`{"do": "dump", "name": "../a"}`), `5:28: step 1 (dump): "name" is "../a"; it must be 1 to 64 characters a to z, 0 to 9 and -, the first no -`},
		{"dump-long-name", with(`{"do": "dump", "name": "` + strings.Repeat("a", 65) + `"}`), `5:28: step 1 (dump): "name" is "` + strings.Repeat("a", 65) + `"; it must be 1 to 64 characters a to z, 0 to 9 and -, the first no -`},
		{"dump-own-file", with(`{"do": "dump", "name": "exposure"}`), `5:28: step 1 (dump): "name" is "exposure", the name of a file that the run itself writes; take another`},
		{"dump-twice", with(`{"do": "dump", "name": "a"}`, `{"do": "dump", "name": "a"}`), `6:5: step 2 (dump): "name" is "a", as in step 1; each dump has a name of its own`},
		{"capture-twice", with(`{"do": "capture", "name": "a"}`, `{"do": "dump", "name": "a"}`, `{"do": "capture", "name": "a"}`), `7:5: step 3 (capture): "name" is "a", as in step 1; each capture has a name of its own`},

		{"camera-nowhere", with(`{"do": "camera"}`), `5:5: step 1 (camera): a camera step lacks "entity", whose eyes to look through, or "frame", to stand in`},
		{"camera-both", with(`{"do": "camera", "entity": "a", "frame": "b"}`), `5:46: step 1 (camera): a camera step has both "entity" and "frame"; it takes one of them`},
		{"camera-entity-position", with(`{"do": "camera", "entity": "a", "position": [0, 0, 0]}`), `5:37: step 1 (camera): "position" is no member of a camera step with "entity", which has "do", "entity" and "fovRadians"`},
		{"camera-wide", with(`{"do": "camera", "entity": "a", "fovRadians": 3.2}`), `5:51: step 1 (camera): "fovRadians" is 3.2; it must be from 0.001 to 3.1`},
		{"camera-without-position", with(`{"do": "camera", "frame": "a"}`), `5:5: step 1 (camera): a camera step with "frame" lacks the member "position"`},
		{"camera-short-position", with(`{"do": "camera", "frame": "a", "position": [1, 2]}`), `5:48: step 1 (camera): "position" has 2 items; it must be [x, y, z]`},
		{"camera-word-position", with(`{"do": "camera", "frame": "a", "position": [1, "b", 2]}`), `5:52: step 1 (camera): item 2 of "position" is a string; it must be a number`},
		{"camera-endless-position", with(`{"do": "camera", "frame": "a", "position": [1, 1e400, 2]}`), `5:52: step 1 (camera): item 2 of "position" is 1e400, which is too large for a number of 64 bits`},
		{"camera-no-rotation", with(`{"do": "camera", "frame": "a", "position": [1, 2, 3], "rotation": [0, 0, 0, 0]}`), `5:71: step 1 (camera): "rotation" has no length that can be brought to 1; [0, 0, 0, 1] turns nothing`},
		{"camera-two-rotations", with(`{"do": "camera", "frame": "a", "position": [1, 2, 3], "rotation": [0, 0, 0, 1], "lookAt": [0, 0, 0]}`), `5:95: step 1 (camera): a camera step has both "rotation" and "lookAt"; it takes one of them`},
		{"camera-looks-at-itself", with(`{"do": "camera", "frame": "a", "position": [1, 2, 3], "lookAt": [1, 2, 3]}`), `5:69: step 1 (camera): "lookAt" is not a point in some direction from "position"`},
		{"camera-looks-too-far", with(`{"do": "camera", "frame": "a", "position": [-1e308, 0, 0], "lookAt": [1e308, 0, 0]}`), `5:74: step 1 (camera): "lookAt" is not a point in some direction from "position"`},

		{"dock-alone", with(`{"do": "dock", "owner": "tug"}`), `5:5: step 1 (dock): a dock step lacks the member "with"`},
		{"undock-with", with(`{"do": "undock", "owner": "tug", "with": "barge"}`), `5:38: step 1 (undock): "with" is no member of an undock step, which has "do" and "owner"`},
		{"film-zero", with(`{"do": "film", "name": "a", "frames": 0, "every": 1}`), `5:43: step 1 (film): "frames" is 0; it must be a whole number from 1 to 1,000,000`},
		{"film-many", with(`{"do": "film", "name": "a", "frames": 1000001, "every": 1}`), `5:43: step 1 (film): "frames" is 1000001; it must be a whole number from 1 to 1,000,000`},
		{"film-still", with(`{"do": "film", "name": "a", "frames": 1, "every": 0}`), `5:55: step 1 (film): "every" is 0; it must be a whole number from 1 to 1,000,000`},
		{"film-long-name", with(`{"do": "film", "name": "` + long + `", "frames": 1, "every": 1}`), `5:28: step 1 (film): "name" has 58 characters; a film's has at most 57, since its frames add 7`},
		{"film-twice", with(`{"do": "film", "name": "a", "frames": 1, "every": 1}`, `{"do": "film", "name": "a", "frames": 1, "every": 1}`), `6:5: step 2 (film): "name" is "a", as in step 1; each film has a name of its own`},
		{"capture-in-film", with(`{"do": "film", "name": "a", "frames": 3, "every": 1}`, `{"do": "capture", "name": "a-000002"}`), `6:5: step 2 (capture): the capture of step 2 has the name of a frame of the film of step 1: "a-000002"; change one`},
		{"film-over-capture", with(`{"do": "capture", "name": "a-000002"}`, `{"do": "film", "name": "a", "frames": 3, "every": 1}`), `6:5: step 2 (film): the capture of step 1 has the name of a frame of the film of step 2: "a-000002"; change one`},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, err := script.Read("a.json", c.text)
			if err == nil {
				t.Fatalf("it is read as %+v", s)
			}
			if got, want := err.Error(), "a.json:"+c.want; got != want {
				t.Errorf("the problem is\n%s\nwant\n%s", got, want)
			}
		})
	}
}

func TestNamesThatOnlyLookAlikeDoNotClash(t *testing.T) {
	read(t, with(
		`{"do": "film", "name": "a", "frames": 3, "every": 1}`,
		`{"do": "capture", "name": "a-000003"}`,  // beyond its frames
		`{"do": "capture", "name": "a-0000002"}`, // seven digits
		`{"do": "capture", "name": "b-000002"}`,
		`{"do": "capture", "name": "a"}`,
		`{"do": "dump", "name": "a-000002"}`,
		`{"do": "film", "name": "a-000001", "frames": 1, "every": 1}`,
	))
}

func TestReadIgnoresAByteOrderMark(t *testing.T) {
	read(t, "\xef\xbb\xbf"+with(`{"do": "run", "ticks": 1}`))
}

func TestReadFileBoundsWhatHasNoEnd(t *testing.T) {
	_, err := script.ReadFile("/dev/zero")
	if err == nil || err.Error() != "/dev/zero: a script has at most 64 MiB" {
		t.Errorf("the error is %v", err)
	}
}

func TestReadFileNamesWhatIsNotThere(t *testing.T) {
	name := filepath.Join(t.TempDir(), "none.json")
	if _, err := script.ReadFile(name); err == nil || !strings.Contains(err.Error(), name) {
		t.Errorf("the error is %v", err)
	}
	if _, err := script.ReadFile(t.TempDir()); err == nil {
		t.Error("a folder is read as a script")
	}
}

// The guide shows scripts and steps. All of them are read.
func TestReadUnderstandsTheGuide(t *testing.T) {
	guide, err := os.ReadFile("../../../docs/guide/scripts.md")
	if err != nil {
		t.Fatal(err)
	}
	parts := strings.Split(string(guide), "```json\n")
	if len(parts) < 6 {
		t.Fatalf("the guide has %d examples", len(parts)-1)
	}
	for _, part := range parts[1:] {
		example, _, _ := strings.Cut(part, "```")
		if !strings.Contains(example, `"scene"`) {
			lines := strings.Split(strings.ReplaceAll(strings.TrimSpace(example), "},\n", "}\n"), "\n")
			example = with(lines...)
		}
		if _, err := script.Read("guide", example); err != nil {
			t.Errorf("%v in\n%s", err, example)
		}
	}
}

// Whatever the bytes, the reader neither panics nor takes what JSON does not allow, and it reads a script the same way again.
func FuzzRead(f *testing.F) {
	f.Add(with(`{"do": "run", "ticks": 1}`, `{"do": "camera", "frame": "a", "position": [1, -2.5e3, 0], "lookAt": [0, 0, 1]}`))
	f.Add(with(`{"do": "post", "target": {"kind": "entity", "id": "b"}, "message": "m\u00e4\ud83d\ude00\n", "payload": {"a": [true, null]}}`))
	f.Add(with(`{"do": "film", "name": "a", "frames": 3, "every": 1}`, `{"do": "capture", "name": "a-000002"}`))
	f.Add("{\"about\": \"\\u12")
	f.Add("[[[[\"\xff")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := script.Read("f.json", text)
		if err != nil {
			if s != nil || strings.ContainsAny(err.Error(), "\n\r") {
				t.Errorf("the problem %q is not one line, or comes with a script", err)
			}
			return
		}
		if !json.Valid([]byte(strings.TrimPrefix(text, "\xef\xbb\xbf"))) {
			t.Errorf("what is no JSON is read as a script: %q", text)
		}
		if again, err := script.Read("f.json", text); err != nil || !reflect.DeepEqual(s, again) {
			t.Errorf("a second reading differs: %v", err)
		}
		s.Length()
	})
}
