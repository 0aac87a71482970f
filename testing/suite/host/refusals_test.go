package host_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const (
	eye     = `{"do": "camera", "entity": "eye"}`
	ten     = `{"do": "run", "ticks": 10}`
	before  = `{"do": "dump", "name": "before"}`
	after   = `{"do": "dump", "name": "after"}`
	picture = `{"do": "capture", "name": "picture"}`
	film    = `{"do": "film", "name": "film", "frames": 3, "every": 2}`
)

func TestRefusalsNameTheThingAndLeaveNothing(t *testing.T) {
	library := buildJolts(t)
	for _, c := range []struct {
		name        string
		environment []string
		args        []string
		scene       string
		steps       []string
		code        int
		want        []string
	}{
		{name: "nothing", code: 1, want: []string{"--script FILE"}},
		{name: "unknown-option", args: []string{"--blom"}, code: 1, want: []string{`"--blom" is no option`}},
		{name: "unknown-scene", args: []string{"--scene", "yrd"}, code: 1, want: []string{`"yrd"`, `"pile"`}},
		{name: "missing-script", args: []string{"--script", "none.json", "--out", "OUT", "--headless"}, code: 2, want: []string{"none.json", "no such file"}},
		{name: "folder-as-script", args: []string{"--script", ".", "--out", "OUT", "--headless"}, code: 2, want: []string{"is a directory"}},
		{name: "video-of-nothing", scene: "pile", steps: []string{ten}, args: []string{"--video", "OUT/a.mkv"}, code: 1, want: []string{"--video", "capture or film", "leave it out", "--video none"}},
		{name: "unknown-member", scene: "pile", steps: []string{ten, `{"do": "run", "ticks": 1, "tick": 2}`}, code: 3, want: []string{`script.json:3:27: step 2 (run): "tick"`}},
		{name: "unknown-scene-of-script", scene: "yrd", steps: []string{ten}, code: 3, want: []string{`script.json:1:24: "scene" is "yrd"`, `"pile"`}},
		{name: "unknown-id", scene: "pile", steps: []string{ten, `{"do": "camera", "entity": "nose"}`}, code: 3, want: []string{`step 2 (camera): "entity" is "nose"`}},
		{name: "no-camera", scene: "blind", steps: []string{picture}, code: 3, want: []string{"step 1 (capture)", "no camera"}},
		{name: "broken-scene", scene: "broken", steps: []string{ten}, code: 4, want: []string{`"broken"`, "a part is missing"}},
		{name: "badly-named", scene: "badly-named", steps: []string{ten}, code: 4, want: []string{`"yard" is given to two entities`}},
		{name: "no-jolt", environment: []string{"TERTIUS_JOLT=/none/libjolt.so"}, scene: "pile", steps: []string{before, ten}, code: 5, want: []string{"/none/libjolt.so", "make setup"}},
		{name: "no-library-at-all", environment: []string{"TERTIUS_JOLT=" + library.text}, scene: "pile", steps: []string{before, ten}, code: 5, want: []string{library.text, "make setup"}},
		{name: "float-jolt", environment: []string{"TERTIUS_JOLT=" + library.float}, scene: "pile", steps: []string{before, ten}, code: 5, want: []string{"single precision", "make setup"}},
		{name: "other-jolt", environment: []string{"TERTIUS_JOLT=" + library.other}, scene: "pile", steps: []string{before, ten}, code: 5, want: []string{library.other, "make setup"}},
		{name: "no-driver", environment: []string{"VK_DRIVER_FILES=/none.json", "VK_ICD_FILENAMES=/none.json"}, scene: "pile", steps: []string{before, picture}, code: 5, want: []string{"Vulkan", "make setup"}},
		{name: "no-loader", environment: []string{"LD_LIBRARY_PATH=" + brokenLoader(t)}, scene: "pile", steps: []string{before, picture}, code: 5, want: []string{"Vulkan", "make setup"}},
		{name: "no-ffmpeg", environment: []string{"PATH=/none"}, scene: "pile", steps: []string{before, film}, args: []string{"--video", "OUT/deep/a.mkv"}, code: 5, want: []string{"ffmpeg", "--video none"}},
		{name: "no-window-without-cgo", args: []string{"--scene", "pile"}, code: 5, want: []string{"without cgo", "--headless"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.scene != "" {
				c.args = append(c.args, "--script", scriptOf(t, c.scene, c.steps...), "--out", "OUT", "--headless")
			}
			r := start(t, c.environment, c.args...)
			r.ends(t, c.code, c.want...)
			if left := r.files(t); len(left) != 0 || r.stdout != "" {
				t.Errorf("it left %q and printed %q", left, r.stdout)
			}
		})
	}
}

// fakeJolts are files in the place of the library.
type fakeJolts struct {
	float string // a library that says that it is built in single precision
	other string // a library of another version of the interface
	text  string // no library
}

// buildJolts builds the fakes with the C compiler that builds the real one.
func buildJolts(t *testing.T) fakeJolts {
	t.Helper()
	const source = `#include "tj.h"
#include <string.h>
int32_t tj_abi(tj_abi_block *b) {
	uint32_t size = b->size;
	memset(b, 0, size);
	b->size = size;
	b->abi_version = VERSION;
	b->double_precision = DOUBLES;
	b->deterministic = 1;
	b->layer_bits = 32;
	return 0;
}
`
	folder := t.TempDir()
	file := filepath.Join(folder, "fake.c")
	if err := os.WriteFile(file, []byte(source), 0o666); err != nil {
		t.Fatal(err)
	}
	compile := func(name string, defines ...string) string {
		path := filepath.Join(folder, name)
		args := append(defines, "-I../../../native/shim", "-shared", "-fPIC", "-fvisibility=default", "-o", path, file)
		if said, err := exec.Command("cc", args...).CombinedOutput(); err != nil {
			t.Fatalf("the C compiler: %v (run make setup)\n%s", err, said)
		}
		return path
	}
	text := filepath.Join(folder, "text.so")
	if err := os.WriteFile(text, []byte("no library"), 0o666); err != nil {
		t.Fatal(err)
	}
	return fakeJolts{
		compile("float.so", "-DVERSION=TJ_ABI_VERSION", "-DDOUBLES=0"),
		compile("other.so", "-DVERSION=TJ_ABI_VERSION+1", "-DDOUBLES=1"),
		text,
	}
}

// brokenLoader returns a folder whose Vulkan loader is no library. It hides the machine's.
func brokenLoader(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	for _, name := range []string{"libvulkan.so.1", "libvulkan.so"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte("no library"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

func TestDumpsNeedNoVulkan(t *testing.T) {
	r := start(t, []string{"LD_LIBRARY_PATH=" + brokenLoader(t)},
		"--script", scriptOf(t, "pile", ten, eye, before), "--out", "OUT", "--headless")
	r.ok(t)
	if got := r.files(t); !slices.Equal(got, []string{"before.json"}) || r.stderr != "" {
		t.Errorf("it left %q and said %q", got, r.stderr)
	}
	if want := filepath.Join(r.out, "before.json") + "\n"; r.stdout != want {
		t.Errorf("it printed %q, want %q", r.stdout, want)
	}
}

// A full disk: a link of the file to a device that is always full. What was written before stays, and nothing comes after.
func TestFullDiskKeepsWhatWasWritten(t *testing.T) {
	steps := []string{before, picture, after, film}
	for _, c := range []struct {
		full string
		want []string // the files that are whole
	}{
		{"before.json", nil},
		{"picture.png", []string{"before.json"}},
		{"after.json", []string{"before.json", "picture.png"}},
		{"film-000001.png", []string{"after.json", "before.json", "film-000000.png", "picture.png"}},
		{"exposure.json", []string{"after.json", "before.json", "film-000000.png", "film-000001.png", "film-000002.png", "picture.png"}},
	} {
		t.Run(c.full, func(t *testing.T) {
			command, out := command(t, program, nil, "--script", scriptOf(t, "pile", steps...), "--out", "OUT", "--headless", "--quiet")
			linkToFull(t, filepath.Join(out, c.full))
			r := execute(t, command, out)
			said := strings.Split(strings.TrimSuffix(r.stderr, "\n"), "\n")
			if last := said[len(said)-1]; r.code != 2 || !strings.Contains(last, c.full+": no space left on device") {
				t.Errorf("the exit code is %d, and it said\n%s", r.code, r.stderr)
			}
			want := append([]string{c.full}, c.want...)
			slices.Sort(want)
			if got := r.files(t); !slices.Equal(got, want) {
				t.Errorf("it left %q, want %q", got, want)
			}
			if got := strings.Count(r.stdout, "\n"); got != len(c.want) {
				t.Errorf("it printed %d paths, want %d:\n%s", got, len(c.want), r.stdout)
			}
			for _, name := range c.want {
				if len(r.content(t, name)) == 0 {
					t.Errorf("%s is empty", name)
				}
			}
		})
	}
}

func linkToFull(t *testing.T, path string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("/dev/full", path); err != nil {
		t.Fatal(err)
	}
}

func TestFullDiskUnderAVideo(t *testing.T) {
	command, out := command(t, program, nil, "--script", scriptOf(t, "pile", before, film), "--out", "OUT", "--headless", "--video", "OUT/a.mkv")
	linkToFull(t, filepath.Join(out, "a.mkv"))
	r := execute(t, command, out)
	r.ends(t, 2, "a.mkv", "ffmpeg", "No space left on device")
	if got := r.files(t); !slices.Equal(got, []string{"a.mkv", "before.json"}) {
		t.Errorf("it left %q", got)
	}
	if want := filepath.Join(r.out, "before.json") + "\n"; r.stdout != want {
		t.Errorf("it printed %q, want %q: the video is not whole", r.stdout, want)
	}
}

func TestFullStandardOutput(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer full.Close()
	for _, args := range [][]string{
		{"--list"},
		{"--script", scriptOf(t, "pile", before), "--out", "OUT", "--headless"},
	} {
		c, _ := command(t, program, nil, args...)
		var said strings.Builder
		c.Stdout, c.Stderr = full, &said
		c.Run()
		if code := c.ProcessState.ExitCode(); code != 2 || !strings.Contains(said.String(), "no space left on device") {
			t.Errorf("%v: the exit code is %d, and it said %q", args, code, said.String())
		}
	}
}

func TestFolderThatCannotBe(t *testing.T) {
	taken := filepath.Join(t.TempDir(), "taken")
	if err := os.WriteFile(taken, []byte("mine"), 0o666); err != nil {
		t.Fatal(err)
	}
	for name, args := range map[string][]string{
		"out":   {"--out", taken},
		"video": {"--out", "OUT", "--video", filepath.Join(taken, "a.mkv")},
	} {
		t.Run(name, func(t *testing.T) {
			r := start(t, nil, append(args, "--script", scriptOf(t, "pile", film), "--headless")...)
			r.ends(t, 2, "cannot make the folder", taken)
			if got, _ := os.ReadFile(taken); string(got) != "mine" {
				t.Errorf("the file in the way became %q", got)
			}
		})
	}
}
