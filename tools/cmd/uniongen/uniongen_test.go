package main

import (
	"bytes"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// uniongen runs the command on arguments and returns its exit code and what it printed.
func uniongen(args ...string) (code int, stdout, stderr string) {
	var out, errs bytes.Buffer
	code = run(args, &out, &errs)
	return code, out.String(), errs.String()
}

// folderWith makes a folder with files, given as name and text in turn.
func folderWith(t *testing.T, namesAndTexts ...string) string {
	t.Helper()
	dir := t.TempDir()
	for i := 0; i < len(namesAndTexts); i += 2 {
		writeText(t, filepath.Join(dir, namesAndTexts[i]), namesAndTexts[i+1])
	}
	return dir
}

func writeText(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func readText(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestGeneratedTextEqualsGolden(t *testing.T) {
	for _, name := range []string{"motion", "exposure", "packages"} {
		t.Run(name, func(t *testing.T) {
			source := readText(t, filepath.Join("testdata", name, name+".go"))
			dir := folderWith(t, name+".go", source)
			if code, _, stderr := uniongen(dir); code != 0 {
				t.Fatalf("exit code %d: %s", code, stderr)
			}
			got := readText(t, filepath.Join(dir, name+"_gen.go"))
			golden := filepath.Join("testdata", name, name+"_gen.golden")
			if *update {
				writeText(t, golden, got)
			}
			if want := readText(t, golden); got != want {
				t.Errorf("%s differs from what is generated now; look at it, then rewrite it with -update. Now:\n%s", golden, got)
			}
		})
	}
}

// TestGeneratedUnionsRun compiles the fixtures in a module of their own and runs the tests of testdata/runs there.
func TestGeneratedUnionsRun(t *testing.T) {
	dir := folderWith(t, "go.mod", "module fixture\n\ngo 1.26.0\n")
	for _, name := range []string{"motion", "exposure", "packages"} {
		writeText(t, filepath.Join(dir, name, name+".go"), readText(t, filepath.Join("testdata", name, name+".go")))
		writeText(t, filepath.Join(dir, name, name+"_run_test.go"), readText(t, filepath.Join("testdata", name, "run.txt")))
	}
	if code, _, stderr := uniongen(dir + "/..."); code != 0 {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	for _, verb := range []string{"vet", "test"} {
		cmd := exec.Command("go", verb, "./...")
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("go %s: %v\n%s", verb, err, out)
		}
	}
}

const twoCases = `package p

type A struct{ X int }
type B struct{ Y bool }

//union:cases A B
type U struct{ uSlots }
`

func TestCheckListsStaleFilesAndWritesNothing(t *testing.T) {
	dir := folderWith(t, "u.go", twoCases)
	generated := filepath.Join(dir, "u_gen.go")

	code, stdout, _ := uniongen("-check", dir)
	if code != 1 || !strings.Contains(stdout, generated+": stale") {
		t.Errorf("missing file: code %d, printed %q; want 1 and the path", code, stdout)
	}
	if _, err := os.Stat(generated); err == nil {
		t.Error("-check wrote a file")
	}

	uniongen(dir)
	if code, stdout, _ := uniongen("-check", dir); code != 0 || stdout != "" {
		t.Errorf("fresh file: code %d, printed %q; want 0 and nothing", code, stdout)
	}

	writeText(t, filepath.Join(dir, "u.go"), strings.Replace(twoCases, "Y bool", "Y int8", 1))
	if code, stdout, _ := uniongen("-check", dir); code != 1 || !strings.Contains(stdout, generated) {
		t.Errorf("changed case: code %d, printed %q; want 1 and the path", code, stdout)
	}
}

func TestGeneratedFileGoesWithItsUnions(t *testing.T) {
	dir := folderWith(t, "u.go", twoCases)
	generated := filepath.Join(dir, "u_gen.go")
	uniongen(dir)
	writeText(t, filepath.Join(dir, "u.go"), "package p\n")
	if code, stdout, _ := uniongen("-check", dir); code != 1 || !strings.Contains(stdout, generated) {
		t.Errorf("code %d, printed %q; want 1 and the path", code, stdout)
	}
	uniongen(dir)
	if _, err := os.Stat(generated); !os.IsNotExist(err) {
		t.Errorf("the file of a union that is gone is still there (%v)", err)
	}
}

func TestUnionOfTestFileGoesIntoTestFile(t *testing.T) {
	dir := folderWith(t, "u_test.go", strings.Replace(twoCases, "package p", "package p_test", 1), "p.go", "package p\n\ntype UKind int\n")
	if code, _, stderr := uniongen(dir); code != 0 {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	if text := readText(t, filepath.Join(dir, "u_gen_test.go")); !strings.Contains(text, "\npackage p_test\n") {
		t.Errorf("generated:\n%s", text)
	}
}

func TestEveryFolderBelowIsMeantByDots(t *testing.T) {
	dir := folderWith(t, "a/u.go", twoCases, "a/b/u.go", twoCases, "a/testdata/u.go", "package broken {")
	if code, _, stderr := uniongen(dir + "/..."); code != 0 {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	readText(t, filepath.Join(dir, "a", "u_gen.go"))
	readText(t, filepath.Join(dir, "a", "b", "u_gen.go"))
}

// TestMistakesNameTheirPlace checks each refusal: the file and line, the union, the case, and the way out.
func TestMistakesNameTheirPlace(t *testing.T) {
	const decl = "\ntype U struct{ uSlots }\n"
	for _, test := range []struct{ name, text, want string }{
		{"no-cases", "//union:cases" + decl, "u.go:3: union U: name at least one case"},
		{"no-struct-of-slots", "//union:cases A\ntype U struct{ X int }\ntype A struct{}", "u.go:4: union U: write it as: type U struct{ uSlots }"},
		{"no-struct", "//union:cases A\ntype U int\ntype A struct{}", "u.go:4: union U: write it as: type U struct{ uSlots }"},
		{"other-slots", "//union:cases A\ntype U struct{ slots }\ntype A struct{}", "u.go:4: union U: write it as"},
		{"generic-union", "//union:cases A\ntype U[T any] struct{ uSlots }\ntype A struct{}", "u.go:4: union U: a union has no type parameters"},
		{"unknown-case", "//union:cases A" + decl, "u.go:3: union U: case A: this package declares no such type"},
		{"case-of-other-package", "//union:cases geom.A" + decl, `u.go:3: union U: "geom.A" is no case; name structs of this package`},
		{"case-no-struct", "//union:cases A" + decl + "type A int", "u.go:3: union U: case A: A is not declared as a struct (u.go:5)"},
		{"case-alias", "//union:cases A" + decl + "type A = struct{}", "u.go:3: union U: case A: A is not declared as a struct"},
		{"generic-case", "//union:cases A" + decl + "type A[T any] struct{ X T }", "u.go:3: union U: case A: A has type parameters"},
		{"case-twice", "//union:cases A A" + decl + "type A struct{}", "u.go:3: union U: case A stands there twice"},
		{"two-zeros", "//union:cases zero=A zero=B" + decl + "type A struct{}\ntype B struct{}", "u.go:3: union U: two cases are marked zero="},
		{"case-named-none", "//union:cases None" + decl + "type None struct{}", "u.go:3: union U: the generated name UNone is taken"},
		{"name-taken", "//union:cases A" + decl + "type A struct{}\nfunc UOfA() {}", "u.go:3: union U: the generated name UOfA is taken at u.go:6"},
		{"slice", "//union:cases A" + decl + "type A struct{\n\tX [2][]int\n}", "u.go:3: union U: case A: u.go:6: a slice cannot be compared"},
		{"map", "//union:cases A" + decl + "type A struct{ X map[int]int }", "u.go:3: union U: case A: u.go:5: a map cannot be compared"},
		{"function", "//union:cases A" + decl + "type A struct{ X func() }", "u.go:3: union U: case A: u.go:5: a function cannot be compared"},
		{"unknown-import", "//union:cases A" + decl + "type A struct{ X r3.Vec }", "u.go:3: union U: case A: u.go:5: no import of u.go is seen to be package r3"},
		{"directive-in-function", "func f() {\n\t//union:cases A\n}", "u.go:4: //union:cases stands above no type"},
		{"directive-above-function", "//union:cases A\nfunc f() {}", "u.go:3: //union:cases stands above no type"},
		{"two-directives", "//union:cases A\n//union:cases A" + decl + "type A struct{}", "u.go:4: //union:cases stands above no type, or a second time"},
		{"no-go", "func {", "u.go:3:6: expected 'IDENT'"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Chdir(folderWith(t, "u.go", "package p\n\n"+test.text+"\n"))
			code, _, stderr := uniongen()
			if code != 1 || !strings.Contains(stderr, test.want) {
				t.Errorf("exit code %d, printed\n%swant 1 and\n%s", code, stderr, test.want)
			}
			if _, err := os.Stat("u_gen.go"); err == nil {
				t.Error("a file was written in spite of the mistake")
			}
		})
	}
}

func TestMistakesOfFilesNameTheWayOut(t *testing.T) {
	other := strings.NewReplacer("A B", "C", "type U struct{ uSlots }", "type V struct{ vSlots }")
	for _, test := range []struct {
		name, want string
		files      []string
	}{
		{"file-in-the-way", "u_gen.go: stands in the way", []string{"u.go", twoCases, "u_gen.go", "package p\n"}},
		{"name-of-a-system", "poll_linux.go:1: union U: the file's name ties it to a system", []string{"poll_linux.go", twoCases}},
		{"one-name-two-imports", "rand means math/rand/v2 here and math/rand in another case's file", []string{
			"u.go", twoCases[:strings.Index(twoCases, "type")] + "import \"math/rand\"\n\ntype A struct{ X rand.Rand }\n\n//union:cases A B\ntype U struct{ uSlots }\n",
			"b.go", "package p\n\nimport \"math/rand/v2\"\n\ntype B struct{ X rand.PCG }\n",
		}},
		{"name-that-strings-need", "union U: fmt means other/fmt here", []string{
			"u.go", "package p\n\nimport \"other/fmt\"\n\ntype A struct{ X fmt.T }\n\n//union:cases A\ntype U struct{ uSlots }\n",
		}},
		{"two-mistakes-at-once", "union V: case C", []string{"u.go", strings.Replace(twoCases, "A B", "A D", 1), "v.go", other.Replace(twoCases)}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Chdir(folderWith(t, test.files...))
			code, _, stderr := uniongen()
			if code != 1 || !strings.Contains(stderr, test.want) {
				t.Errorf("exit code %d, printed\n%swant 1 and\n%s", code, stderr, test.want)
			}
		})
	}
}

func TestWrongCommandLineExitsWithTwo(t *testing.T) {
	if code, _, _ := uniongen("-unknown"); code != 2 {
		t.Errorf("exit code %d, want 2", code)
	}
	if code, _, stderr := uniongen("no/such/folder"); code != 1 || !strings.Contains(stderr, "no/such/folder") {
		t.Errorf("exit code %d, printed %q; want 1 and the folder", code, stderr)
	}
}
