package host_test

import (
	"strings"
	"testing"

	"tertius.dev/host"
)

func TestCommandLineReads(t *testing.T) {
	for _, c := range []struct {
		line string
		want host.CommandLine
	}{
		{"--help", host.CommandLine{Show: "--help"}},
		{"-h --script a", host.CommandLine{Show: "--help"}},
		{"--list", host.CommandLine{Show: "--list"}},
		{"--version", host.CommandLine{Show: "--version"}},
		{"--scene a", host.CommandLine{Scene: "a"}},
		{"--scene a --size 640x360 --workers 2 --validate", host.CommandLine{Scene: "a", Width: 640, Height: 360, Workers: 2, Validate: true}},
		{"--script a --out b", host.CommandLine{Script: "a", Out: "b", Display: "window"}},
		{"--script a --out b --headless", host.CommandLine{Script: "a", Out: "b", Display: "pictures"}},
		{"--headless --out=b --script=--a --quiet", host.CommandLine{Script: "--a", Out: "b", Display: "pictures", Quiet: true}},
		{"--script a --out b --headless --video none", host.CommandLine{Script: "a", Out: "b", Display: "discard"}},
		{"--script a --out b --headless --video c.mkv", host.CommandLine{Script: "a", Out: "b", Display: "video", Video: "c.mkv", FPS: 30}},
		{"--script a --out b --headless --video c.mkv --fps 240 --size 1x16384 --workers 256 --validate", host.CommandLine{
			Script: "a", Out: "b", Display: "video", Video: "c.mkv", FPS: 240, Width: 1, Height: 16384, Workers: 256, Validate: true,
		}},
	} {
		t.Run(strings.ReplaceAll(c.line, " ", "_"), func(t *testing.T) {
			got, err := host.ReadCommandLine(strings.Fields(c.line)...)
			if err != nil || got != c.want {
				t.Errorf("read %+v, %v\nwant %+v", got, err, c.want)
			}
		})
	}
}

func TestCommandLineRefuses(t *testing.T) {
	for _, c := range []struct{ line, want string }{
		{"", `nothing to run; give --script FILE, --scene NAME or --list, or see --help`},
		{"--quiet", `nothing to run; give --script FILE, --scene NAME or --list, or see --help`},
		{"yard", `"yard" is no option; see --help`},
		{"--bloom on", `"--bloom" is no option; see --help`},
		{"-scene a", `"-scene" is no option; see --help`},
		{"--scene", `--scene needs a value: --scene NAME`},
		{"--scene --validate", `--scene needs a value: --scene NAME`},
		{"--scene a --scene b", `--scene is given twice`},
		{"--script a --out b --headless=yes", `--headless takes no value`},
		{"--script a --scene b", `--script and --scene exclude each other; give one of them`},
		{"--script a", `--script needs --out DIR, the folder for what the run writes`},
		{"--script a --headless --fps 0", `--script needs --out DIR, the folder for what the run writes`},
		{"--scene=", `--scene is empty; give a name, as --list has them`},
		{"--script= --out b", `--script is empty; give a file`},
		{"--script a --out=", `--out is empty; give a folder`},
		{"--scene a --headless --size 0x0", `--headless goes only with --script`},
		{"--scene a --out b", `--out goes only with --script`},
		{"--scene a --video none", `--video goes only with --headless`},
		{"--script a --out b --video none", `--video goes only with --headless`},
		{"--script a --out b --headless --video c.mp4", `--video is "c.mp4"; give none, or a file whose name ends in .mkv`},
		{"--script a --out b --headless --video .mkv", `--video is ".mkv"; give none, or a file whose name ends in .mkv`},
		{"--script a --out b --headless --fps 30", `--fps goes only with --video`},
		{"--script a --out b --headless --video none --fps 30", `--fps goes only with a video file, and --video is none`},
		{"--script a --out b --headless --video c.mkv --fps 0", `--fps is "0"; give a whole number from 1 to 240`},
		{"--script a --out b --headless --video c.mkv --fps 241", `--fps is "241"; give a whole number from 1 to 240`},
		{"--script a --out b --headless --video c.mkv --fps 29.97", `--fps is "29.97"; give a whole number from 1 to 240`},
		{"--scene a --size 640", `--size is "640"; give WIDTHxHEIGHT, such as 1280x720, each from 1 to 16384`},
		{"--scene a --size 640x0", `--size is "640x0"; give WIDTHxHEIGHT, such as 1280x720, each from 1 to 16384`},
		{"--scene a --size 16385x1", `--size is "16385x1"; give WIDTHxHEIGHT, such as 1280x720, each from 1 to 16384`},
		{"--scene a --size +6x1", `--size is "+6x1"; give WIDTHxHEIGHT, such as 1280x720, each from 1 to 16384`},
		{"--scene a --size 6x1x1", `--size is "6x1x1"; give WIDTHxHEIGHT, such as 1280x720, each from 1 to 16384`},
		{"--scene a --workers 0", `--workers is "0"; give a whole number from 1 to 256`},
		{"--scene a --workers 99999999999", `--workers is "99999999999"; give a whole number from 1 to 256`},
		{"--scene a --quiet", `--quiet goes only with --script`},
		{"--list --scene a", `--list stands alone; leave out the other options`},
		{"--version --quiet", `--quiet goes only with --script`},
		// Of several problems the first in the order of the table is told, whatever the order on the line.
		{"--script a --out b --headless --workers 0 --size 0x0 --video c.mp4", `--video is "c.mp4"; give none, or a file whose name ends in .mkv`},
		{"--workers 0 --fps 999 --script a --out b", `--fps goes only with --video`},
	} {
		t.Run(strings.ReplaceAll(c.line, " ", "_"), func(t *testing.T) {
			got, err := host.ReadCommandLine(strings.Fields(c.line)...)
			if err == nil {
				t.Fatalf("read %+v", got)
			}
			if err.Error() != c.want {
				t.Errorf("the problem is %s\nwant           %s", err, c.want)
			}
		})
	}
}

// Whatever the arguments, reading them neither panics nor says more than a line.
func FuzzCommandLine(f *testing.F) {
	f.Add("--script a --out b --headless --video c.mkv --fps 30 --size 640x360 --workers 2")
	f.Add("--scene=a --size=x --quiet=")
	f.Add("-h = --= --out")
	f.Fuzz(func(t *testing.T, line string) {
		got, err := host.ReadCommandLine(strings.Split(line, " ")...)
		if err != nil && strings.ContainsAny(err.Error(), "\n\r") {
			t.Errorf("the problem is not one line: %q", err)
		}
		if err == nil && got == (host.CommandLine{}) {
			t.Error("nothing is asked for, and nothing is wrong")
		}
	})
}

func TestUsageNamesEveryOptionThatIsRead(t *testing.T) {
	text := host.Usage("game")
	for _, name := range []string{
		"--script FILE", "--scene NAME", "--headless", "--out DIR", "--video none|FILE.mkv", "--fps N", "--size WIDTHxHEIGHT",
		"--workers N", "--validate", "--quiet", "--list", "--help", "--version",
	} {
		if strings.Count(text, name) < 2 { // once in the usage lines, once with its meaning
			t.Errorf("the usage does not explain %s:\n%s", name, text)
		}
	}
}

func TestMainRefusesProgramsWithBadScenes(t *testing.T) {
	build := func(*host.Builder) error { return nil }
	for name, scenes := range map[string][]host.Scene{
		"no-name":     {{Build: build}},
		"spaces":      {{Name: "a b", Build: build}},
		"no-build":    {{Name: "a"}},
		"twice":       {{Name: "a", Build: build}, {Name: "a", Build: build}},
		"two-summary": {{Name: "a", Summary: "one\ntwo", Build: build}},
	} {
		t.Run(name, func(t *testing.T) {
			if code := host.Main(host.Program{Name: "game", Scenes: scenes}, []string{"--list"}); code != 4 {
				t.Errorf("the exit code is %d", code)
			}
		})
	}
}
