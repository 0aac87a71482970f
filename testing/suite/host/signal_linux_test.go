package host_test

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"unsafe"
)

// pipeInPlaceOf makes a named pipe where a run will write a file, so that reading it waits until the run has got there.
func pipeInPlaceOf(t *testing.T, path string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(path, 0o666); err != nil {
		t.Fatal(err)
	}
}

// finish ends a started run and returns it.
func finish(t *testing.T, c *exec.Cmd, out string, stdout, stderr *bytes.Buffer) run {
	t.Helper()
	c.Wait()
	return run{c.ProcessState.ExitCode(), stdout.String(), stderr.String(), out}
}

func TestInterruptedRunClosesItsVideo(t *testing.T) {
	for _, signal := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		t.Run(strings.ReplaceAll(fmt.Sprint(signal), " ", "-"), func(t *testing.T) {
			file := scriptOf(t, "pile", before, film, `{"do": "dump", "name": "pipe"}`, `{"do": "run", "ticks": 1000000000}`, after)
			c, out := command(t, program, nil, "--script", file, "--out", "OUT", "--headless", "--video", "OUT/a.mkv")
			pipeInPlaceOf(t, filepath.Join(out, "pipe.json"))
			var stdout, stderr bytes.Buffer
			c.Stdout, c.Stderr = &stdout, &stderr
			if err := c.Start(); err != nil {
				t.Fatal(err)
			}
			if dump, err := os.ReadFile(filepath.Join(out, "pipe.json")); err != nil || !strings.HasSuffix(string(dump), "}\n") {
				t.Errorf("the dump through the pipe is %q, %v", dump, err)
			}
			if err := c.Process.Signal(signal); err != nil {
				t.Fatal(err)
			}
			r := finish(t, c, out, &stdout, &stderr)
			r.ends(t, 130, "interrupted")
			if got := probe(t, filepath.Join(out, "a.mkv")); got != "160,90,30/1,3" {
				t.Errorf("the video has width, height, rate and frames %s, want 160,90,30/1,3", got)
			}
			if got := r.files(t); !slices.Equal(got, []string{"a.mkv", "before.json", "pipe.json"}) {
				t.Errorf("it left %q", got)
			}
		})
	}
}

// Ctrl-C on a terminal reaches every process of the group, ffmpeg too if it were in it.
func TestInterruptOfTheWholeGroupClosesTheVideo(t *testing.T) {
	file := scriptOf(t, "pile", film, `{"do": "dump", "name": "pipe"}`, `{"do": "run", "ticks": 1000000000}`)
	c, out := command(t, program, nil, "--script", file, "--out", "OUT", "--headless", "--video", "OUT/a.mkv")
	pipeInPlaceOf(t, filepath.Join(out, "pipe.json"))
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	var stdout, stderr bytes.Buffer
	c.Stdout, c.Stderr = &stdout, &stderr
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.ReadFile(filepath.Join(out, "pipe.json")); err != nil {
		t.Error(err)
	}
	if err := syscall.Kill(-c.Process.Pid, syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	r := finish(t, c, out, &stdout, &stderr)
	r.ends(t, 130, "interrupted")
	if got := probe(t, filepath.Join(out, "a.mkv")); got != "160,90,30/1,3" {
		t.Errorf("the video has width, height, rate and frames %s, want 160,90,30/1,3", got)
	}
}

// terminal opens a terminal and returns both of its sides.
func terminal(t *testing.T) (user, program *os.File) {
	t.Helper()
	user, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { user.Close() })
	number, unlock := new(uint32), new(int32)
	control(t, user, syscall.TIOCSPTLCK, unsafe.Pointer(unlock))
	control(t, user, syscall.TIOCGPTN, unsafe.Pointer(number))
	program, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", *number), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	return user, program
}

func control(t *testing.T, f *os.File, request uintptr, value unsafe.Pointer) {
	t.Helper()
	if _, _, failed := syscall.Syscall(syscall.SYS_IOCTL, f.Fd(), request, uintptr(value)); failed != 0 {
		t.Fatal(failed)
	}
}

// onTerminal runs the program with a terminal for its standard error, and returns what the terminal showed.
func onTerminal(t *testing.T, args ...string) (run, string) {
	t.Helper()
	c, out := command(t, program, nil, args...)
	user, program := terminal(t)
	var stdout bytes.Buffer
	c.Stdout, c.Stderr = &stdout, program
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	program.Close()
	shown, _ := io.ReadAll(user) // it ends with an error when the program has closed its side
	return finish(t, c, out, &stdout, new(bytes.Buffer)), string(shown)
}

func TestProgressShowsOnATerminalOnly(t *testing.T) {
	file := scriptOf(t, "pile", `{"do": "run", "ticks": 3000}`, before)
	r, shown := onTerminal(t, "--script", file, "--out", "OUT", "--headless")
	r.ok(t)
	if !strings.Contains(shown, "\rtick ") || !strings.Contains(shown, " of 3,000, ") || !strings.Contains(shown, " left") {
		t.Errorf("the terminal showed %q", shown)
	}
	if last := shown[strings.LastIndex(strings.TrimSuffix(shown, "\r"), "\r"):]; strings.TrimSpace(last) != "" {
		t.Errorf("the line is left on the terminal: %q", last)
	}
	r, shown = onTerminal(t, "--script", file, "--out", "OUT", "--headless", "--quiet")
	r.ok(t)
	if shown != "" {
		t.Errorf("with --quiet the terminal showed %q", shown)
	}
	r = start(t, nil, "--script", file, "--out", "OUT", "--headless")
	r.ok(t)
	if r.stderr != "" {
		t.Errorf("without a terminal it said %q", r.stderr)
	}
}
