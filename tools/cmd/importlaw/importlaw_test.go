package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// tree is a workspace as text: files by their path. Modules a and b always exist, c has no package.
type tree map[string]string

// run judges a tree by a law and returns the exit code and all that was printed.
func (files tree) run(t *testing.T, law string) (code int, printed string) {
	t.Helper()
	root := t.TempDir()
	all := tree{
		"go.work":  "go 1.26.0\n\nuse (\n\t./a\n\t./b\n\t./c\n)\n",
		"a/go.mod": "module made.up/a\n", "b/go.mod": "module made.up/b\n", "c/go.mod": "module made.up/c\n",
		"law.txt": law,
	}
	for path, text := range files {
		all[path] = text
	}
	for path, text := range all {
		path = filepath.Join(root, filepath.FromSlash(path))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var out bytes.Buffer
	code = run([]string{"-root", root, "-law", filepath.Join(root, "law.txt")}, &out, &out)
	return code, strings.ReplaceAll(out.String(), root+string(filepath.Separator), "")
}

// goFile is a file of package p that imports paths.
func goFile(paths ...string) string {
	var b strings.Builder
	b.WriteString("package p\n\n")
	for _, path := range paths {
		b.WriteString("import _ \"" + path + "\"\n")
	}
	return b.String()
}

func TestLawfulTreePasses(t *testing.T) {
	code, printed := tree{
		"a/low/x.go":            goFile("fmt", "unsafe"),
		"a/mid/x.go":            goFile("made.up/a/low", "far.away/lib/part"),
		"a/high/x.go":           goFile("made.up/a/low", "made.up/a/mid"),
		"a/low/x_test.go":       goFile("testing", "made.up/a/low", "made.up/a/high"),
		"b/x.go":                goFile("made.up/a/high"),
		"b/testdata/x.go":       "no go at all",
		"b/_old/x.go":           "no go at all",
		"b/nested/go.mod":       "module elsewhere\n",
		"b/nested/x.go":         goFile("far.away/other"),
		"b/pass/one/one.go":     goFile("made.up/a/low"),
		"b/pass/one/x_test.go":  goFile("made.up/b/pass/one"),
		"b/frame/frame.go":      goFile("made.up/b/pass/one", "made.up/b/pass/two"),
		"b/pass/two/two_arm.go": goFile("math"),
	}.run(t, `
		a/low < a/mid < a/high;            # up
		a/mid imports far.away/lib/...;    # mid needs it
		b/... imports a/...;               # b builds on a
		b/pass/* < b/frame;                # the frame orders the passes
		b/pass/* !< b/pass/*;              # passes meet only in the frame
		c/anything < c/... ;               # c is still empty
	`)
	if code != 0 || printed != "" {
		t.Errorf("exit code %d, printed %q; want 0 and nothing", code, printed)
	}
}

// TestForbiddenImportsAreNamed checks that each broken rule is printed with file, line, import, rule and reason.
func TestForbiddenImportsAreNamed(t *testing.T) {
	for _, test := range []struct {
		name, law string
		files     tree
		want      string
	}{
		{
			"against-the-order", "# low is a leaf\na/low < a/high;",
			tree{"a/low/x.go": goFile("fmt", "made.up/a/high"), "a/high/x.go": goFile()},
			"a/low/x.go:4: a/low imports a/high: no order puts a/high below a/low. The law says of it\n" +
				"\tlaw.txt:2: a/low < a/high\n\t# low is a leaf\n",
		},
		{
			"no-place", "a/low < a/high; # up",
			tree{"a/low/x.go": goFile(), "a/high/x.go": goFile(), "a/new/x.go": goFile("made.up/a/low")},
			"a/new/x.go:3: a/new imports a/low: no order names a/new; give it its place in law.txt\n",
		},
		{
			"siblings", "a/low < a/one, a/two; # siblings",
			tree{"a/low/x.go": goFile(), "a/one/x.go": goFile("made.up/a/two"), "a/two/x.go": goFile()},
			"a/one/x.go:3: a/one imports a/two: no order puts",
		},
		{
			"module-without-row", "a imports b; # of course",
			tree{"b/x.go": goFile("made.up/a"), "a/x.go": goFile()},
			"b/x.go:3: b imports a: no row of law.txt lets it import from other modules\n",
		},
		{
			"module-not-in-row", "b imports far.away/lib; # vectors only",
			tree{"b/x.go": goFile("far.away/lib/deep"), "a/x.go": goFile()},
			"b/x.go:3: b imports far.away/lib/deep: it may import from other modules only what these rows say\n" +
				"\tlaw.txt:1: b imports far.away/lib\n\t# vectors only\n",
		},
		{
			"rows-are-not-inherited", "a/low imports far.away/lib; # the binding\na/low < a/high; # up",
			tree{"a/low/x.go": goFile("far.away/lib"), "a/high/x.go": goFile("far.away/lib")},
			"a/high/x.go:3: a/high imports far.away/lib: no row",
		},
		{
			"test-files-obey-rows", "a/low < a/high; # up",
			tree{"a/low/x.go": goFile(), "a/high/x_test.go": goFile("made.up/a/low", "far.away/cmp")},
			"a/high/x_test.go:4: a/high imports far.away/cmp: no row",
		},
		{
			"never-beats-order", "a/pass/* < a/pass/*; # free\na/pass/* !< a/pass/*; # they meet in the frame",
			tree{"a/pass/one/x.go": goFile("made.up/a/pass/two"), "a/pass/two/x.go": goFile()},
			"a/pass/one/x.go:3: a/pass/one imports a/pass/two: forbidden by\n\tlaw.txt:2: a/pass/* !< a/pass/*\n\t# they meet in the frame\n",
		},
		{
			"never-binds-tests-too", "a/pass/* !< a/pass/*; # they meet in the frame",
			tree{"a/pass/one/x_test.go": goFile("made.up/a/pass/two"), "a/pass/two/x.go": goFile()},
			"a/pass/one/x_test.go:3: a/pass/one imports a/pass/two: forbidden by",
		},
		{
			"never-limits-the-standard-library", "net, C !< a/...; # pure",
			tree{"a/x.go": goFile("fmt", "C"), "a/deep/er/x.go": goFile("net")},
			"a/deep/er/x.go:3: a/deep/er imports net: forbidden by\n\tlaw.txt:1: net, C !< a/...\n\t# pure\n" +
				"a/x.go:4: a imports C: forbidden by",
		},
		{
			"other-systems-count", "a/low < a/high; # up",
			tree{"a/low/x_windows.go": "//go:build ignore\n\n" + goFile("made.up/a/high"), "a/high/x.go": goFile()},
			"a/low/x_windows.go:5: a/low imports a/high: no order",
		},
		{
			"groups-carry", "a/one, a/two < LEAVES; # leaves\nLEAVES < a/high; # on leaves",
			tree{"a/one/x.go": goFile("made.up/a/two"), "a/two/x.go": goFile(), "a/high/x.go": goFile("made.up/a/one", "made.up/a/two")},
			"a/one/x.go:3: a/one imports a/two: no order puts",
		},
		{
			"folder-that-is-gone", "a/... < a/...; # free",
			tree{"a/x.go": goFile("made.up/a/gone/b"), "b/x.go": goFile()},
			"a/x.go:3: a imports a/gone/b: no order puts",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			code, printed := test.files.run(t, test.law)
			if code != 1 || !strings.HasPrefix(printed, test.want) {
				t.Errorf("exit code %d, printed\n%swant 1 and\n%s", code, printed, test.want)
			}
		})
	}
}

// TestStandardLibraryIsFreeToTests checks that what keeps state pure does not keep its tests from starting programs.
func TestStandardLibraryIsFreeToTests(t *testing.T) {
	code, printed := tree{"a/x_test.go": goFile("os/exec"), "a/x.go": goFile()}.run(t, "os/exec !< a; # pure")
	if code != 0 {
		t.Errorf("exit code %d, printed %s", code, printed)
	}
}

func TestMistakesInTheLawNameTheirLine(t *testing.T) {
	for _, test := range []struct{ name, law, want string }{
		{"no-reason", "\na < b;", `law.txt:2: "a < b" gives no reason`},
		{"reason-of-another", "# far above\n\na < b;", `law.txt:3: "a < b" gives no reason`},
		{"no-semicolon", "a < b # why\n", "law.txt:1: the statement that begins here has no semicolon"},
		{"no-sign", "a, b; # why", `law.txt:1: "a, b": a sign is missing`},
		{"no-comma", "a b < c; # why", "a comma or a sign (<, !<, imports) is missing before b"},
		{"no-name", "a < ; # why", "a name is missing at the end"},
		{"two-signs", "a < < b; # why", "a name is missing before <"},
		{"chain-of-never", "a !< b < c; # why", "only < may stand there more than once"},
		{"chain-of-rows", "a imports b imports c; # why", "only < may stand there more than once"},
		{"pattern-inside", "a/*/c < b; # why", "a/*/c is no name"},
		{"empty", "; # why", "law.txt:1: an empty statement"},
		{"package-that-is-not", "a/typo < a/...; # why", "law.txt:1: a/typo fits no package"},
		{"pattern-of-nothing", "a/* < a; # why", "law.txt:1: a/* fits no package"},
		{"module-that-is-not", "corr/geom < a; # why", "law.txt:1: corr/geom lies in no module of the workspace"},
		{"all-at-once", "x < a; # why\n\ny < a; # why", "law.txt:3: y lies in no module"},
	} {
		t.Run(test.name, func(t *testing.T) {
			code, printed := tree{"a/x.go": goFile(), "b/x.go": goFile()}.run(t, test.law)
			if code != 1 || !strings.Contains(printed, test.want) {
				t.Errorf("exit code %d, printed\n%swant 1 and\n%s", code, printed, test.want)
			}
		})
	}
}

func TestBrokenWorkspaceIsRefused(t *testing.T) {
	for _, test := range []struct {
		name  string
		files tree
		want  string
	}{
		{"no-go", tree{"a/x.go": "package {"}, "a/x.go:1:9: expected 'IDENT'"},
		{"no-module-line", tree{"a/go.mod": "go 1.26\n"}, "a/go.mod: no module line"},
		{"no-use", tree{"go.work": "go 1.26\n"}, "go.work uses no module"},
		{"missing-module", tree{"go.work": "go 1.26\nuse ./nowhere\n"}, "nowhere/go.mod: no such file"},
	} {
		t.Run(test.name, func(t *testing.T) {
			code, printed := test.files.run(t, "fmt !< c; # nothing")
			if code != 1 || !strings.Contains(printed, test.want) {
				t.Errorf("exit code %d, printed %q; want 1 and %q", code, printed, test.want)
			}
		})
	}
}

func TestCommandLineIsChecked(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, test := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"-unknown"}, 2, "flag provided but not defined"},
		{[]string{"./..."}, 2, "takes no arguments"},
		{[]string{"-law", "missing"}, 1, "missing"},
		{nil, 1, "no go.work here or above"},
	} {
		var out bytes.Buffer
		if code := run(test.args, &out, &out); code != test.code || !strings.Contains(out.String(), test.want) {
			t.Errorf("%v: exit code %d, printed %q; want %d and %q", test.args, code, out.String(), test.code, test.want)
		}
	}
}

// TestWorkspaceObeysTheLaw judges the real workspace by the law that is built in.
func TestWorkspaceObeysTheLaw(t *testing.T) {
	var out bytes.Buffer
	if code := run(nil, &out, &out); code != 0 {
		t.Error(out.String())
	}
}
