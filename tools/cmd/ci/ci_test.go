package main

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// newWorkspace makes a repository of two modules on disk and opens it.
func newWorkspace(t *testing.T) *workspace {
	t.Helper()
	root := t.TempDir()
	write(t, root, "go.work", "go 1.26.0\n\nuse (\n\t./one\n\t./two\n)\n")
	for _, module := range []string{"one", "two"} {
		write(t, root, module+"/go.mod", "module example.com/"+module+"\n\ngo 1.26.0\n")
		write(t, root, module+"/"+module+".go", "package "+module+"\n")
	}
	if out, err := exec.Command("git", "-C", root, "init", "-q").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	t.Chdir(root)
	w, err := openWorkspace(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func write(t *testing.T, root, name, text string) {
	t.Helper()
	path := filepath.Join(root, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func wantError(t *testing.T, err error, part string) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), part) {
		t.Errorf("error %v, want one that says %q", err, part)
	}
}

func TestWorkspaceTakesItsModulesFromGoWork(t *testing.T) {
	w := newWorkspace(t)
	if have := strings.Join(w.modules, " "); have != "one two" {
		t.Errorf("modules %q", have)
	}
}

func TestChooseKeepsTheOrderOfTheStages(t *testing.T) {
	last := stages[len(stages)-1].name
	chosen, err := choose([]string{last, stages[0].name})
	if err != nil {
		t.Fatal(err)
	}
	if len(chosen) != 2 || chosen[0].name != stages[0].name || chosen[1].name != last {
		t.Errorf("chose %v", chosen)
	}
}

func TestChooseRefusesAnUnknownStage(t *testing.T) {
	_, err := choose([]string{stages[0].name, "nothing"})
	wantError(t, err, "no stage is called nothing")
}

func TestSourceAcceptsACleanRepository(t *testing.T) {
	w := newWorkspace(t)
	write(t, w.root, ".ci/run", "#!/bin/sh\ntrue\n")
	if err := checkSource(w); err != nil {
		t.Error(err)
	}
}

func TestSourceNamesTheFileThatFails(t *testing.T) {
	skip := "t." + "Skip"
	cases := []struct{ name, file, text, want string }{
		{"format", "one/bad.go", "package  one\n", "one/bad.go"},
		{"skip", "one/one_test.go", "package one\n\n// " + skip + "(\"no driver\")\n", "one/one_test.go:3 skips a test"},
		{"skipf", "one/one_test.go", "package one\n\n// " + skip + "f(\"no driver\")\n", "one/one_test.go:3 skips a test"},
		{"put-off", "one/x.txt", "fine\n// TO" + "DO later\n", "one/x.txt:2 puts work off"},
		{"machine", "one/x.txt", "in /ho" + "me/someone\n", "one/x.txt:1 names a path of one machine"},
		{"script", "one/x.sh", "if\n", "bash -n one/x.sh"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			w := newWorkspace(t)
			write(t, w.root, ".ci/run", "#!/bin/sh\ntrue\n")
			write(t, w.root, c.file, c.text)
			wantError(t, checkSource(w), c.want)
		})
	}
}

func TestSyncRefusesAndRestoresWhatItWouldChange(t *testing.T) {
	w := newWorkspace(t)
	if err := checkSync(w); err != nil {
		t.Fatalf("a synced workspace: %v", err)
	}
	// A requirement that one module takes in a newer version than the other is what sync evens out. Replacing keeps the
	// test off the network.
	for _, version := range []struct{ module, version string }{{"one", "v1.0.0"}, {"two", "v1.1.0"}} {
		write(t, w.root, version.module+"/go.mod", "module example.com/"+version.module+"\n\ngo 1.26.0\n\nrequire example.com/lib "+
			version.version+"\n\nreplace example.com/lib => ../lib\n")
		write(t, w.root, version.module+"/"+version.module+".go", "package "+version.module+"\n\nimport _ \"example.com/lib\"\n")
	}
	write(t, w.root, "lib/go.mod", "module example.com/lib\n\ngo 1.26.0\n")
	write(t, w.root, "lib/lib.go", "package lib\n")
	before, err := os.ReadFile(filepath.Join(w.root, "one/go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	wantError(t, checkSync(w), filepath.Join("one", "go.mod"))
	after, err := os.ReadFile(filepath.Join(w.root, "one/go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	if string(after) != string(before) {
		t.Errorf("one/go.mod is now\n%s", after)
	}
}

func TestModulesFindAnImportThatOnlyTheWorkspaceAllows(t *testing.T) {
	w := newWorkspace(t)
	write(t, w.root, "two/two.go", "package two\n\nimport _ \"example.com/one\"\n")
	if err := w.run(command{args: []string{"go", "build", "./two/..."}}); err != nil {
		t.Fatalf("the workspace does not build it: %v", err)
	}
	wantError(t, checkModules(w), "cd two && GOWORK=off go build")
}

func TestFailedPackagesAreNamed(t *testing.T) {
	w := newWorkspace(t)
	write(t, w.root, "one/one_test.go", "package one\n\nimport \"testing\"\n\nfunc TestNothing(t *testing.T) { t.Error(\"no\") }\n")
	wantError(t, checkTests(w), "exit status 1 in example.com/one")
	write(t, w.root, "one/one_test.go", "package one\n\nimport \"testing\"\n\nfunc TestNothing(t *testing.T) {}\n")
	if err := checkTests(w); err != nil {
		t.Error(err)
	}
}
