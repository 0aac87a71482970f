// Package setup holds the scripts that bring what Tertius builds with, and this test of them on a machine that is made
// of a folder: its system files lie under TERTIUS_SETUP_ROOT, and its programs are small fakes on the search path.
package setup_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

const (
	oldDriver = "VK_LAYER_KHRONOS_validation x\nGPU0:\n\tapiVersion = 1.3.230\n\tdriverName = llvmpipe\n"
	newDriver = "VK_LAYER_KHRONOS_validation x\nGPU0:\n\tapiVersion = 1.4.305\n\tdeviceName = soft\n\tdriverName = llvmpipe\n\tdriverInfo = new\n"
	debian12  = "ID=debian\nVERSION_ID=\"12\"\nPRETTY_NAME=\"Debian 12\"\n"
	ownSource = "Types: deb\nURIs: ftp://mirror.example/debian\nSuites: bookworm bookworm-updates\nComponents: main\n"
)

// machine is a made-up machine: a root of system files, and a folder of programs that is its whole search path.
type machine struct {
	t         *testing.T
	root, bin string
}

// realPrograms are those that the scripts use from the machine of the test.
var realPrograms = []string{
	"bash", "sh", "env", "awk", "cat", "chmod", "dirname", "grep", "head", "mkdir", "mktemp", "mv", "rm", "sed", "sort",
	"tail", "tee", "tr", "uname",
}

// neededPrograms are fakes that succeed and say nothing.
var neededPrograms = []string{
	"cc", "c++", "make", "cmake", "cargo", "git", "ffprobe", "glslc", "spirv-val", "Xvfb", "xdotool",
	"import", "dpkg-query",
}

// newMachine makes a Debian 12 on which everything is there, used by root.
func newMachine(t *testing.T) *machine {
	t.Helper()
	m := &machine{t: t, root: t.TempDir(), bin: t.TempDir()}
	for _, name := range realPrograms {
		target, err := exec.LookPath(name)
		if err != nil {
			t.Fatalf("%v: run make setup", err)
		}
		if err := os.Symlink(target, filepath.Join(m.bin, name)); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range neededPrograms {
		m.program(name, "")
	}
	m.program("id", "echo 0")
	m.program("ldconfig", "printf '\\tlibvulkan.so.1 (libc6) => x\\n'")
	m.program("ffmpeg", "echo 'Encoder libx264rgb [x]:'")
	m.program("go", `case "$1 $2" in "env GOVERSION") echo go1.26.8 ;; "list -m") echo . ;; esac`)
	m.program("apt-get", `echo "apt-get $*" >>"$0.log"; case "$*" in *" -s "*) echo "Inst x" ;; *install*) echo "Setting up x" ;; esac`)
	m.driver(newDriver)
	m.file("etc/os-release", debian12)
	m.file("etc/apt/sources.list.d/debian.sources", ownSource)
	m.file("usr/share/vulkan/registry/vk.xml", "")
	return m
}

// program puts a shell script on the search path.
func (m *machine) program(name, script string) {
	m.t.Helper()
	if err := os.WriteFile(filepath.Join(m.bin, name), []byte("#!/bin/sh\n"+script+"\n"), 0o755); err != nil {
		m.t.Fatal(err)
	}
}

// driver makes vulkaninfo report the summary.
func (m *machine) driver(summary string) {
	m.file("vulkan", summary)
	m.program("vulkaninfo", "cat '"+filepath.Join(m.root, "vulkan")+"'")
}

// installsDriver makes apt-get bring a new Vulkan driver when it installs mesa-vulkan-drivers.
func (m *machine) installsDriver() {
	m.file("new", newDriver)
	m.program("apt-get", `echo "apt-get $*" >>"$0.log"
case "$*" in *" -s "*) ;; *"install"*mesa-vulkan-drivers*) cp '`+filepath.Join(m.root, "new")+"' '"+filepath.Join(m.root, "vulkan")+`' ;; esac`)
	if err := os.Symlink("/bin/cp", filepath.Join(m.bin, "cp")); err != nil {
		m.t.Fatal(err)
	}
}

func (m *machine) without(name string) {
	m.t.Helper()
	if err := os.Remove(filepath.Join(m.bin, name)); err != nil {
		m.t.Fatal(err)
	}
}

func (m *machine) file(name, text string) {
	m.t.Helper()
	path := filepath.Join(m.root, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		m.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		m.t.Fatal(err)
	}
}

// read returns a file of the machine, and "" when there is none.
func (m *machine) read(path string) string {
	m.t.Helper()
	text, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		m.t.Fatal(err)
	}
	return string(text)
}

// aptCalls returns the calls of apt-get but simulations, one to a line, without the options that every call has.
func (m *machine) aptCalls() string {
	var calls []string
	for line := range strings.Lines(m.read(filepath.Join(m.bin, "apt-get.log"))) {
		line = strings.TrimSpace(line)
		line = strings.Replace(line, "-q -y -o DPkg::Lock::Timeout=120 -o Dpkg::Use-Pty=0 ", "", 1)
		if !strings.Contains(line, " -s ") {
			calls = append(calls, line)
		}
	}
	return strings.Join(calls, "\n")
}

// setup runs the script and returns its output and exit code.
func (m *machine) setup() (string, int) {
	m.t.Helper()
	cmd := exec.Command("bash", "setup.sh")
	cmd.Env = []string{"PATH=" + m.bin, "TERTIUS_SETUP_ROOT=" + m.root, "HOME=" + m.root}
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		m.t.Fatal(err)
	}
	return string(out), cmd.ProcessState.ExitCode()
}

func wantLine(t *testing.T, out, line string) {
	t.Helper()
	for have := range strings.Lines(out) {
		if strings.TrimSpace(have) == line {
			return
		}
	}
	t.Errorf("no line %q in:\n%s", line, out)
}

func TestSetupTouchesNothingWhenAllIsThere(t *testing.T) {
	m := newMachine(t)
	for range 2 {
		out, code := m.setup()
		if code != 0 {
			t.Errorf("exit code %d:\n%s", code, out)
		}
		wantLine(t, out, "setup: everything is there")
	}
	if calls := m.aptCalls(); calls != "" {
		t.Errorf("apt-get was called:\n%s", calls)
	}
}

func TestSetupInstallsThePackagesOfWhatIsMissing(t *testing.T) {
	m := newMachine(t)
	m.without("xdotool")
	m.without("glslc")
	out, code := m.setup()
	want := "apt-get update\napt-get --no-install-recommends install glslc xdotool"
	if calls := m.aptCalls(); calls != want {
		t.Errorf("calls of apt-get:\n%s\nwant:\n%s", calls, want)
	}
	// The fake apt-get brings nothing, so both stay missing, and the demo needs neither.
	if code != 0 {
		t.Errorf("exit code %d", code)
	}
	wantLine(t, out, "missing: glslc (compiles shaders; needed by make test, Debian package glslc)")
	wantLine(t, out, "missing: xdotool (presses keys in window tests; needed by make test, Debian package xdotool)")
}

func TestSetupTriesEachPackageAloneWhenTheWholeFails(t *testing.T) {
	m := newMachine(t)
	m.without("xdotool")
	m.without("glslc")
	m.program("apt-get", `echo "apt-get $*" >>"$0.log"; case "$*" in *install*glslc*) exit 100 ;; esac`)
	out, _ := m.setup()
	if !strings.Contains(m.aptCalls(), "install xdotool") {
		t.Errorf("xdotool was not tried alone:\n%s", m.aptCalls())
	}
	wantLine(t, out, "apt-get could not install glslc")
}

func TestSetupFailsWhenTheDemoCannotRun(t *testing.T) {
	m := newMachine(t)
	m.without("ffmpeg")
	out, code := m.setup()
	if code != 1 {
		t.Errorf("exit code %d, want 1", code)
	}
	wantLine(t, out, "missing: ffmpeg (writes the videos; needed by make demo, Debian package ffmpeg)")
	wantLine(t, out, "setup: not complete: make demo cannot run without what is named above")
}

func TestSetupOnAnUnknownSystemNamesWhatToInstallAndGoesOn(t *testing.T) {
	m := newMachine(t)
	m.file("etc/os-release", "ID=other\nVERSION_ID=1\nPRETTY_NAME=\"Other 1\"\n")
	m.without("glslc")
	m.driver(oldDriver)
	out, code := m.setup()
	if code != 1 {
		t.Errorf("exit code %d, want 1, because no driver can be got", code)
	}
	wantLine(t, out, "this script installs on Debian 12 and this is Other 1")
	wantLine(t, out, "install by hand a driver with Vulkan 1.3; in software that is lavapipe of Mesa 25 or newer")
	wantLine(t, out, "setup 3/4  Go modules")
	if calls := m.aptCalls(); calls != "" {
		t.Errorf("apt-get was called:\n%s", calls)
	}
}

func TestSetupWorksThroughSudo(t *testing.T) {
	m := newMachine(t)
	m.without("glslc")
	m.program("id", "echo 1000")
	m.program("sudo", `[ "$1" = -n ] && shift; echo sudo "$1" "$2" "$3" >>"$0.log"; exec "$@"`)
	m.program("true", "")
	m.setup()
	if want := "apt-get --no-install-recommends install glslc"; !strings.Contains(m.aptCalls(), want) {
		t.Errorf("no call %q:\n%s", want, m.aptCalls())
	}
	if log := m.read(filepath.Join(m.bin, "sudo.log")); !strings.Contains(log, "sudo env DEBIAN_FRONTEND=noninteractive apt-get") {
		t.Errorf("apt-get did not run through sudo:\n%s", log)
	}
}

func TestSetupWithoutRootSaysWhatRootWouldRun(t *testing.T) {
	m := newMachine(t)
	m.without("glslc")
	m.program("id", "echo 1000")
	out, _ := m.setup()
	wantLine(t, out, "neither root nor sudo; run as root: apt-get install glslc")
}

func TestSetupCopiesTheMachinesOwnSourceForBackports(t *testing.T) {
	cases := []struct{ name, file, source, added, want string }{
		{
			"deb822", "sources.list.d/debian.sources",
			"Types: deb\n# comment\nURIs: ftp://security.example/debian-security\nSuites: bookworm-security\nComponents: main\n\n" +
				"Types: deb deb-src\nURIs: ftp://mirror.example/debian\nSuites:\n bookworm\n bookworm-updates\nComponents: main contrib\nSigned-By: /usr/share/keyrings/debian.gpg\n",
			"tertius-backports.sources",
			"Types: deb\nURIs: ftp://mirror.example/debian\nSuites: bookworm-backports\nComponents: main\nSigned-By: /usr/share/keyrings/debian.gpg\n",
		},
		{
			"deb822-disabled-first", "sources.list.d/debian.sources",
			"Enabled: no\nTypes: deb\nURIs: ftp://off.example/debian\nSuites: bookworm\nComponents: main\n\n" + ownSource,
			"tertius-backports.sources",
			"Types: deb\nURIs: ftp://mirror.example/debian\nSuites: bookworm-backports\nComponents: main\n",
		},
		{
			"deb822-with-a-key", "sources.list.d/debian.sources",
			ownSource + "Signed-By:\n -----BEGIN PGP PUBLIC KEY BLOCK-----\n .\n abc=\n -----END PGP PUBLIC KEY BLOCK-----\n",
			"tertius-backports.sources",
			"Types: deb\nURIs: ftp://mirror.example/debian\nSuites: bookworm-backports\nComponents: main\n" +
				"Signed-By: \n -----BEGIN PGP PUBLIC KEY BLOCK-----\n .\n abc=\n -----END PGP PUBLIC KEY BLOCK-----\n",
		},
		{
			"one-line", "sources.list",
			"# deb ftp://off.example/debian bookworm main\ndeb-src ftp://mirror.example/debian bookworm main\n" +
				"deb ftp://mirror.example/debian bookworm-updates main\ndeb  ftp://mirror.example/debian  bookworm  main contrib # own\n",
			"tertius-backports.list",
			"deb ftp://mirror.example/debian bookworm-backports main\n",
		},
		{
			"one-line-with-options", "sources.list",
			"deb [ arch=amd64 signed-by=/usr/share/keyrings/debian.gpg ] ftp://mirror.example/debian bookworm main\n",
			"tertius-backports.list",
			"deb [ arch=amd64 signed-by=/usr/share/keyrings/debian.gpg ] ftp://mirror.example/debian bookworm-backports main\n",
		},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			m := newMachine(t)
			m.file("etc/apt/sources.list.d/debian.sources", "")
			m.file("etc/apt/"+c.file, c.source)
			m.driver(oldDriver)
			m.installsDriver()
			out, code := m.setup()
			if code != 0 {
				t.Errorf("exit code %d:\n%s", code, out)
			}
			if have := m.read(filepath.Join(m.root, "etc/apt/sources.list.d", c.added)); have != c.want {
				t.Errorf("wrote\n%s\nwant\n%s", have, c.want)
			}
			want := "apt-get update\napt-get --no-install-recommends install -t bookworm-backports mesa-vulkan-drivers"
			if calls := m.aptCalls(); calls != want {
				t.Errorf("calls of apt-get:\n%s\nwant:\n%s", calls, want)
			}
		})
	}
}

func TestSetupAddsNoSecondBackportsSource(t *testing.T) {
	cases := []struct{ name, file, source string }{
		{"deb822", "other.sources", strings.Replace(ownSource, "bookworm-updates", "bookworm-backports", 1)},
		{"one-line", "other.list", "deb ftp://mirror.example/debian bookworm-backports main\n"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			m := newMachine(t)
			m.file("etc/apt/sources.list.d/"+c.file, c.source)
			m.driver(oldDriver)
			m.installsDriver()
			if out, code := m.setup(); code != 0 {
				t.Errorf("exit code %d:\n%s", code, out)
			}
			added, err := filepath.Glob(filepath.Join(m.root, "etc/apt/sources.list.d/tertius*"))
			if err != nil || len(added) != 0 {
				t.Errorf("added %v (%v)", added, err)
			}
		})
	}
}

func TestSetupTakesABackportsSourceBackThatDoesNotServe(t *testing.T) {
	m := newMachine(t)
	m.driver(oldDriver)
	m.program("apt-get", "exit 100")
	out, code := m.setup()
	if code != 1 {
		t.Errorf("exit code %d, want 1", code)
	}
	added, err := filepath.Glob(filepath.Join(m.root, "etc/apt/sources.list.d/tertius*"))
	if err != nil || len(added) != 0 {
		t.Errorf("left %v (%v):\n%s", added, err, out)
	}
}

func TestSetupWithoutJoltsBuilderGoesOnUntilItsLibraryIsMissing(t *testing.T) {
	m := newMachine(t)
	m.without("cargo")
	out, code := m.setup()
	if code != 0 {
		t.Errorf("exit code %d, want 0, because the library is built already:\n%s", code, out)
	}
	wantLine(t, out, "missing: cargo (fetches the source of Jolt; needed by make test, Debian package cargo)")

	m.program("go", `case "$1 $2" in "env GOVERSION") echo go1.26.8 ;; "list -m") echo . ;; run*) exit 1 ;; esac`)
	out, code = m.setup()
	if code != 1 {
		t.Errorf("exit code %d, want 1, because the library cannot be built:\n%s", code, out)
	}
	wantLine(t, out, "missing: cargo (fetches the source of Jolt; needed by make demo, Debian package cargo)")
	wantLine(t, out, "missing: Jolt library (moves the bodies; built by go run ./native/cmd/joltbuild; needed by make demo)")
}

func TestSetupTakesASoftwareDriverOfMesa22ForMissing(t *testing.T) {
	m := newMachine(t)
	m.driver(oldDriver)
	m.without("apt-get")
	out, _ := m.setup()
	wantLine(t, out, "missing: Vulkan driver (draws: Vulkan 1.3 or newer, in software Mesa 25 or newer; needed by make demo, Debian package mesa-vulkan-drivers)")
}
