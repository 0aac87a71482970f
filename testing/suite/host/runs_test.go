package host_test

import (
	"encoding/json"
	"fmt"
	"image/png"
	"maps"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// contents returns every file of a run but the one with measurements.
func (r *run) contents(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, name := range r.files(t) {
		if name != "gpu-timings.json" {
			all[name] = r.content(t, name)
		}
	}
	return all
}

// compare tells which files differ, without their bytes.
func compare(t *testing.T, what string, got, want map[string]string) {
	t.Helper()
	if diff := cmp.Diff(slices.Sorted(maps.Keys(want)), slices.Sorted(maps.Keys(got))); diff != "" {
		t.Errorf("%s: the files differ (-want +got):\n%s", what, diff)
	}
	for name := range want {
		if got[name] == want[name] {
			continue
		}
		if strings.HasSuffix(name, ".json") {
			t.Errorf("%s: %s differs (-want +got):\n%s", what, name, cmp.Diff(strings.Split(want[name], "\n"), strings.Split(got[name], "\n")))
		} else {
			t.Errorf("%s: %s differs", what, name)
		}
	}
}

func TestRunsAreEqualToTheLastByte(t *testing.T) {
	file := scriptOf(t, "pile", before,
		`{"do": "post", "target": {"kind": "entity", "id": "hearer"}, "message": "trial.ask", "payload":
		  {"loud": true, "count": 2, "scale": 0.1, "place": [0, 1, 0], "whom": "box-7", "indoors": "yard"}}`,
		`{"do": "run", "ticks": 60}`, picture, `{"do": "run", "ticks": 120}`, after)
	var first map[string]string
	for _, workers := range []string{"1", "2", "8", "1"} {
		r := start(t, nil, "--script", file, "--out", "OUT", "--headless", "--workers", workers)
		r.ok(t)
		got := r.contents(t)
		if first == nil {
			first = got
			for _, part := range []string{`"message": "trial.tell"`, `"message": "tertius.collision"`, `"message": "trial.ask"`, `"awake": true`, `testing/trial.Spawner"`} {
				if !strings.Contains(got["after.json"], part) {
					t.Errorf("the dump does not show %s, so the runs prove little", part)
				}
			}
		}
		compare(t, workers+" workers", got, first)
	}
}

func TestFilmIsItsExpansionByteForByte(t *testing.T) {
	expansion := []string{ten}
	for k := range 3 {
		expansion = append(expansion, `{"do": "run", "ticks": 2}`, fmt.Sprintf(`{"do": "capture", "name": "film-%06d"}`, k))
	}
	one, other := scriptOf(t, "pile", ten, film, after), scriptOf(t, "pile", append(expansion, after)...)
	for name, extra := range map[string][]string{"pictures": nil, "video": {"--video", "OUT/a.mkv"}} {
		t.Run(name, func(t *testing.T) {
			r := start(t, nil, append(extra, "--script", one, "--out", "OUT", "--headless")...)
			r.ok(t)
			if extra != nil {
				extra = []string{"--video", "OUT/a.mkv"}
			}
			e := start(t, nil, append(extra, "--script", other, "--out", "OUT", "--headless")...)
			e.ok(t)
			compare(t, "the film", r.contents(t), e.contents(t))
		})
	}
}

// probe counts the frames of a video by decoding it, and returns them with its size and rate.
func probe(t *testing.T, path string) string {
	t.Helper()
	said, err := exec.Command("ffprobe", "-v", "error", "-count_frames", "-select_streams", "v:0",
		"-show_entries", "stream=width,height,r_frame_rate,nb_read_frames", "-of", "csv=p=0", path).CombinedOutput()
	if err != nil {
		t.Fatalf("ffprobe: %v (run make setup)\n%s", err, said)
	}
	return strings.TrimSpace(string(said))
}

func TestVideoHoldsEveryCapture(t *testing.T) {
	r := start(t, nil, "--script", scriptOf(t, "pile", picture, film, before), "--out", "OUT", "--headless",
		"--video", "OUT/deep/a.mkv", "--fps", "24", "--size", "96x54")
	r.ok(t)
	if got := probe(t, filepath.Join(r.out, "deep", "a.mkv")); got != "96,54,24/1,4" {
		t.Errorf("the video has width, height, rate and frames %s, want 96,54,24/1,4", got)
	}
	if got, want := r.files(t), []string{"before.json", "deep", "exposure.json", "gpu-timings.json"}; !slices.Equal(got, want) {
		t.Errorf("it left %q, want %q", got, want)
	}
}

func TestVideoNoneKeepsNoPicture(t *testing.T) {
	r := start(t, nil, "--script", scriptOf(t, "pile", film, before), "--out", "OUT", "--headless", "--video", "none")
	r.ok(t)
	if got, want := r.files(t), []string{"before.json", "exposure.json", "gpu-timings.json"}; !slices.Equal(got, want) {
		t.Errorf("it left %q, want %q", got, want)
	}
}

// The one set of options fits every script: what is drawn is dropped, also when that is nothing.
func TestVideoNoneGoesWithAScriptWithoutPictures(t *testing.T) {
	r := start(t, []string{"LD_LIBRARY_PATH=" + brokenLoader(t)},
		"--script", scriptOf(t, "pile", ten, before), "--out", "OUT", "--headless", "--video", "none")
	r.ok(t)
	if got, want := r.files(t), []string{"before.json"}; !slices.Equal(got, want) {
		t.Errorf("it left %q, want %q", got, want)
	}
}

func TestPicturesHaveTheirSizeAndShowTheScene(t *testing.T) {
	for _, c := range []struct {
		name          string
		args          []string
		width, height int
	}{{"of-the-script", nil, 160, 90}, {"of-the-command-line", []string{"--size", "101x33"}, 101, 33}} {
		t.Run(c.name, func(t *testing.T) {
			r := start(t, nil, append(c.args, "--script", scriptOf(t, "pile", picture), "--out", "OUT", "--headless", "--validate")...)
			r.ok(t)
			img, err := png.Decode(strings.NewReader(r.content(t, "picture.png")))
			if err != nil {
				t.Fatal(err)
			}
			if s := img.Bounds().Size(); s.X != c.width || s.Y != c.height {
				t.Errorf("the picture has %v pixels", s)
			}
			colors := map[string]bool{}
			for y := range img.Bounds().Dy() {
				for x := range img.Bounds().Dx() {
					colors[fmt.Sprint(img.At(x, y))] = true
				}
			}
			if len(colors) < 50 {
				t.Errorf("the picture has %d colors; a lit pile has many", len(colors))
			}
		})
	}
}

func TestFiguresOfARun(t *testing.T) {
	r := start(t, nil, "--script", scriptOf(t, "pile", picture, film), "--out", "OUT", "--headless")
	r.ok(t)
	type exposure struct {
		Frame   int
		Capture string
		Stops   float32
	}
	var got []exposure
	if err := json.Unmarshal([]byte(r.content(t, "exposure.json")), &got); err != nil {
		t.Fatal(err)
	}
	want := []exposure{{0, "picture", 0}, {1, "film-000000", 0}, {2, "film-000001", 0}, {3, "film-000002", 0}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the exposures differ (-want +got):\n%s", diff)
	}
	type figures struct {
		Name                                                  string
		Frames                                                int
		MeanMilliseconds, MedianMilliseconds, P95Milliseconds float64
	}
	var timings struct {
		Device        string
		Width, Height int
		Frame         figures
		Passes        []figures
	}
	if err := json.Unmarshal([]byte(r.content(t, "gpu-timings.json")), &timings); err != nil {
		t.Fatal(err)
	}
	if timings.Device == "" || timings.Width != 160 || timings.Height != 90 || timings.Frame.Frames != 4 || len(timings.Passes) < 3 {
		t.Errorf("the timings are %+v", timings)
	}
	sum := 0.0
	for _, p := range timings.Passes {
		sum += p.MeanMilliseconds
	}
	if span := timings.Frame.MeanMilliseconds; !(span > 0) || sum < 0.99*span || sum > 1.01*span {
		t.Errorf("the passes add up to %v ms, and the span is %v ms", sum, span)
	}
	if !strings.Contains(r.stderr, "GPU frame span: mean ") {
		t.Errorf("the figures are not said:\n%s", r.stderr)
	}
}

// A posted question reaches its entity in the next tick, and the answer arrives one tick later.
func TestPostedMessagesAreHeardAndDumped(t *testing.T) {
	ask := `{"do": "post", "target": {"kind": "entity", "id": "answerer"}, "message": "trial.ask", "payload":
	  {"place": [0.5, -2, 2.5e-1], "scale": 16777216, "loud": false, "count": 21, "whom": "answerer", "indoors": "yard"}}`
	r := start(t, nil, "--script", scriptOf(t, "talk", ask, ask, `{"do": "run", "ticks": 2}`, after), "--out", "OUT", "--headless")
	r.ok(t)
	dump := r.content(t, "after.json")
	for _, want := range []string{
		`"sender": null, "message": "trial.ask", "payload": {"loud": false, "count": 21, "scale": 16777216, "place": [0.5, -2, 0.25], "whom": "3:1", "indoors": "0:1"}}`,
		`{"tick": 1, "recipient": "3:1", "recipientId": "answerer", "sender": "3:1", "senderId": "answerer", "message": "trial.tell", "payload": {"total": 21, "who": "3:1"}}`,
		`"message": "trial.tell", "payload": {"total": 42, "who": "3:1"}}`,
		`"position": [1, -4, 0.5]`,
	} {
		if !strings.Contains(dump, want) {
			t.Errorf("the dump does not show %s:\n%s", want, dump)
		}
	}
}

// Every number of a real dump reads back as the same bits: it is the shortest text of a double or of a float.
func TestDumpNumbersAreTheShortest(t *testing.T) {
	r := start(t, nil, "--script", scriptOf(t, "pile", `{"do": "run", "ticks": 90}`, after), "--out", "OUT", "--headless")
	r.ok(t)
	var dump struct {
		Entities []struct {
			Position, Rotation        []json.Number
			Velocity, AngularVelocity []json.Number
		}
	}
	if err := json.Unmarshal([]byte(r.content(t, "after.json")), &dump); err != nil {
		t.Fatal(err)
	}
	numbers := 0
	check := func(bits int, list []json.Number) {
		for _, n := range list {
			x, err := strconv.ParseFloat(n.String(), bits)
			if err != nil {
				t.Error(err)
			}
			again := strconv.FormatFloat(x, 'f', -1, bits)
			if strings.Contains(n.String(), "e") {
				again = strconv.FormatFloat(x, 'e', -1, bits)
			}
			if again != n.String() {
				t.Errorf("%s is not the shortest text of %v, %s", n, x, again)
			}
			numbers++
		}
	}
	for _, e := range dump.Entities {
		check(64, e.Position)
		check(64, e.Rotation)
		check(64, e.Velocity)
		check(32, e.AngularVelocity)
	}
	if numbers < 1000 {
		t.Errorf("only %d numbers were checked", numbers)
	}
}

// TestPostedInputReachesWhoListens posts a key to the topic of inputs as a script writes it, and finds it in a dump as it was
// written.
func TestPostedInputReachesWhoListens(t *testing.T) {
	const key = `{"kind": "keyDown", "code": 75}`
	r := start(t, nil, "--script", scriptOf(t, "keys", `{"do": "run", "ticks": 2}`,
		`{"do": "post", "target": {"kind": "topic", "name": "input"}, "message": "tertius.input", "payload": `+key+`}`,
		`{"do": "post", "target": {"kind": "topic", "name": "nobody's"}, "message": "tertius.input", "payload": `+key+`}`,
		`{"do": "run", "ticks": 1}`, after), "--out", "OUT", "--headless")
	r.ok(t)
	var dump struct {
		Events []struct {
			Tick        int
			RecipientID string
			Message     string
			Payload     json.RawMessage
		}
	}
	if err := json.Unmarshal([]byte(r.content(t, "after.json")), &dump); err != nil {
		t.Fatal(err)
	}
	heard := 0
	for _, e := range dump.Events {
		if e.Message == "tertius.input" {
			heard++
			if e.RecipientID != "switch" || e.Tick != 2 || string(e.Payload) != key {
				t.Errorf("%s heard %s in tick %d", e.RecipientID, e.Payload, e.Tick)
			}
		}
	}
	if heard != 1 {
		t.Errorf("%d inputs arrived, want 1", heard)
	}
}
