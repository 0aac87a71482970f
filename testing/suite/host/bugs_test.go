package host_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tertius.dev/host"
	"tertius.dev/physics/jolt"
	"tertius.dev/testing/trial"
)

func TestPanicInAComponentEndsTheRunWithItsCause(t *testing.T) {
	for _, workers := range []string{"1", "8"} {
		t.Run("workers-"+workers, func(t *testing.T) {
			r := start(t, nil, "--script", scriptOf(t, "bomb", before, `{"do": "film", "name": "film", "frames": 9, "every": 2}`, after),
				"--out", "OUT", "--headless", "--workers", workers, "--video", "OUT/a.mkv")
			line, stack, _ := strings.Cut(r.stderr, "\n")
			if r.code != 4 || !strings.HasPrefix(line, "trial: tick 5: component tertius.dev/testing/trial.Bomb of entity ") || !strings.HasSuffix(line, "panicked: boom") {
				t.Errorf("the exit code is %d, and it said\n%s", r.code, r.stderr)
			}
			if !strings.Contains(stack, "trial.Bomb.Handle(") {
				t.Errorf("the stack does not lead to the component:\n%s", stack)
			}
			// Frames come after ticks 2 and 4; the third would come after tick 6.
			if got := probe(t, filepath.Join(r.out, "a.mkv")); got != "160,90,30/1,2" {
				t.Errorf("the video has width, height, rate and frames %s, want 160,90,30/1,2", got)
			}
			if got, want := r.files(t), []string{"a.mkv", "before.json"}; !slices.Equal(got, want) {
				t.Errorf("it left %q, want %q", got, want)
			}
			want := filepath.Join(r.out, "before.json") + "\n" + filepath.Join(r.out, "a.mkv") + "\n"
			if r.stdout != want {
				t.Errorf("it printed %q, want %q", r.stdout, want)
			}
		})
	}
}

// What the world reports does not end the run, and nobody has to look for it.
func TestReportsOfTheWorldAreSaidAndDumped(t *testing.T) {
	r := start(t, nil, "--script", scriptOf(t, "greedy", ten, after), "--out", "OUT", "--headless")
	r.ends(t, 0, "trial: the world reports: tick 2: ", "spawns")
	_, errors, _ := strings.Cut(r.content(t, "after.json"), `"errors": [`)
	if !strings.Contains(errors, `"tick 2: `) {
		t.Errorf("the dump's errors are %s", errors)
	}
}

// What the world notes is no error, so no dump has it; but whoever looks for why something holds still finds it.
func TestNotesOfTheWorldAreSaid(t *testing.T) {
	r := start(t, nil, "--script", scriptOf(t, "chatty", ten, after), "--out", "OUT", "--headless")
	r.ends(t, 0, "trial: the world notes: tick 2: ", "the kettle boils")
	if !strings.Contains(r.content(t, "after.json"), `"errors": []`) {
		t.Error("the dump calls it an error")
	}
}

// Of fourteen notes the first ten are printed; the file has all of them, with the scene id, and is the same in every run.
func TestEveryNoteOfTheWorldIsInAFile(t *testing.T) {
	var want, told strings.Builder
	for tick := range 14 {
		line := fmt.Sprintf("tick %d: 1:1 (\"gossip\"): it is %d o'clock", tick, tick)
		more := map[int]string{3: "\n%sand raining"}[tick]
		fmt.Fprintf(&want, "notes: %s%s\n", line, strings.ReplaceAll(more, "%s", "\t"))
		if tick < 10 {
			fmt.Fprintf(&told, "trial: the world notes: %s%s\n", line, strings.ReplaceAll(more, "%s", ""))
		}
	}
	script := scriptOf(t, "gossips", `{"do": "run", "ticks": 14}`, after)
	for _, workers := range []string{"1", "8"} {
		r := start(t, nil, "--script", script, "--out", "OUT", "--headless", "--workers", workers)
		r.ok(t)
		if got := r.content(t, "world-log.txt"); got != want.String() {
			t.Errorf("%s workers: the file is\n%s\nwant\n%s", workers, got, want.String())
		}
		path := filepath.Join(r.out, "world-log.txt")
		if end := fmt.Sprintf("trial: the world notes 4 more lines; all of them are in %s\n", path); r.stderr != told.String()+end {
			t.Errorf("%s workers: it said\n%s\nwant\n%s%s", workers, r.stderr, told.String(), end)
		}
		if want := filepath.Join(r.out, "after.json") + "\n" + path + "\n"; r.stdout != want {
			t.Errorf("%s workers: it printed %q, want %q", workers, r.stdout, want)
		}
	}
}

// The log of a run that ended early is the one that is needed most.
func TestLogIsWrittenAlsoByARunThatFails(t *testing.T) {
	r := start(t, nil, "--script", scriptOf(t, "chatty", ten, `{"do": "dock", "owner": "yard", "with": "yard"}`), "--out", "OUT", "--headless")
	if got := r.content(t, "world-log.txt"); r.code != 3 || !strings.HasSuffix(got, ": the kettle boils\n") {
		t.Errorf("the exit code is %d, and the log is %q", r.code, got)
	}
}

// A log of an earlier run would tell of this one.
func TestWorldThatSaysNothingLeavesNoLog(t *testing.T) {
	r := start(t, nil, "--script", scriptOf(t, "chatty", ten), "--out", "OUT", "--headless")
	if got, want := r.files(t), []string{"world-log.txt"}; !slices.Equal(got, want) {
		t.Errorf("it left %q, want %q", got, want)
	}
	quiet := start(t, nil, "--script", scriptOf(t, "pile", ten), "--out", r.out, "--headless")
	quiet.ok(t)
	if got := r.files(t); len(got) != 0 || quiet.stdout != "" {
		t.Errorf("it left %q and printed %q", got, quiet.stdout)
	}
}

// The run happens in this process, so that what the library still holds can be counted after it.
func TestNothingNativeIsLeftAfterARun(t *testing.T) {
	trials := host.Program{Name: "trial", Scenes: trial.Scenes()}
	for _, c := range []struct {
		scene string
		steps []string
		code  int
	}{
		{"pile", []string{ten, before}, 0},
		{"bomb", []string{ten, before}, 4},
		{"pile", []string{ten, `{"do": "camera", "entity": "nose"}`}, 3},
		{"panicking", []string{ten}, 4},
	} {
		script := scriptOf(t, c.scene, c.steps...)
		if code := host.Main(trials, []string{"--script", script, "--out", t.TempDir(), "--headless", "--workers", "8"}); code != c.code {
			t.Errorf("%s: the exit code is %d, want %d", c.scene, code, c.code)
		}
		backend, err := jolt.Open(jolt.DefaultOptions())
		if err != nil {
			t.Fatal(err)
		}
		if live := backend.LiveObjects(); live != 0 {
			t.Errorf("%s: %d native objects are left", c.scene, live)
		}
		if err := backend.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestPanicInASceneEndsTheRunWithItsCause(t *testing.T) {
	r := start(t, nil, "--script", scriptOf(t, "panicking", before), "--out", "OUT", "--headless")
	if r.code != 4 || !strings.HasPrefix(r.stderr, "trial: a bug: no plan\n") || !strings.Contains(r.stderr, "goroutine ") {
		t.Errorf("the exit code is %d, and it said\n%s", r.code, r.stderr)
	}
}

func TestCameraThatDiesEndsTheRunAndKeepsItsPictures(t *testing.T) {
	shut := `{"do": "post", "target": {"kind": "entity", "id": "eye"}, "message": "tertius.destroy"}`
	for name, extra := range map[string][]string{"pictures": nil, "video": {"--video", "OUT/a.mkv"}} {
		t.Run(name, func(t *testing.T) {
			r := start(t, nil, append(extra, "--script", scriptOf(t, "pile", film, shut, `{"do": "film", "name": "late", "frames": 9, "every": 1}`),
				"--out", "OUT", "--headless")...)
			r.ends(t, 3, `script.json:4:1: step 3 (film): the capture "late-`, "its entity is gone")
			want := []string{"film-000000.png", "film-000001.png", "film-000002.png"}
			if extra != nil {
				want = []string{"a.mkv"}
				if got := probe(t, filepath.Join(r.out, "a.mkv")); !strings.HasPrefix(got, "160,90,30/1,") {
					t.Errorf("the video does not play: %s", got)
				}
			}
			for _, file := range want {
				if !slices.Contains(r.files(t), file) {
					t.Errorf("%s is not there", file)
				}
			}
		})
	}
}
