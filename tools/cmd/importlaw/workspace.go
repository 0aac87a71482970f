package main

import (
	"errors"
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// workspace is what the law judges: the modules of a go.work and every import of their packages.
type workspace struct {
	root     string
	modules  []module
	packages []string // folders that hold Go files, relative to the root, with slashes, sorted
	imports  []imported
}

// module is a module of the workspace.
type module struct {
	folder string // relative to the root, with slashes
	path   string // the module path
}

// imported is one import declaration.
type imported struct {
	file string // relative to the root
	line int
	by   string // the importing package's folder
	what string // the folder of a package of ours, or the import path of another
	ours bool
	test bool // the file is only built for tests
}

// readWorkspace reads the workspace at root, or at the nearest go.work above the current folder.
func readWorkspace(root string) (*workspace, error) {
	if root == "" {
		found, err := findRoot()
		if err != nil {
			return nil, err
		}
		root = found
	}
	w := &workspace{root: root}
	if err := w.readModules(); err != nil {
		return nil, err
	}
	var mistakes []error
	for _, m := range w.modules {
		mistakes = append(mistakes, w.readModule(m))
	}
	slices.Sort(w.packages)
	return w, errors.Join(mistakes...)
}

func findRoot() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.work")); err == nil {
			return dir, nil
		}
		up := filepath.Dir(dir)
		if up == dir {
			return "", errors.New("no go.work here or above; run it in the workspace, or name its root with -root")
		}
		dir = up
	}
}

var (
	useLine    = regexp.MustCompile(`(?m)^\s*(?:use\s+)?\./(\S+)\s*$`)
	moduleLine = regexp.MustCompile(`(?m)^module\s+(\S+)\s*$`)
)

// readModules reads which folders the go.work uses, and their module paths.
func (w *workspace) readModules() error {
	text, err := os.ReadFile(filepath.Join(w.root, "go.work"))
	if err != nil {
		return err
	}
	for _, use := range useLine.FindAllStringSubmatch(string(text), -1) {
		file := filepath.Join(w.root, use[1], "go.mod")
		mod, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		line := moduleLine.FindStringSubmatch(string(mod))
		if line == nil {
			return fmt.Errorf("%s: no module line", file)
		}
		w.modules = append(w.modules, module{path.Clean(use[1]), line[1]})
	}
	if w.modules == nil {
		return fmt.Errorf("%s uses no module", filepath.Join(w.root, "go.work"))
	}
	return nil
}

// readModule reads the imports of a module's packages.
func (w *workspace) readModule(m module) error {
	top := filepath.Join(w.root, filepath.FromSlash(m.folder))
	return filepath.WalkDir(top, func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := d.Name()
		if d.IsDir() {
			if file != top && (ignored(name) || w.isModule(file)) {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(name, ".go") || ignored(name) {
			return nil
		}
		return w.readFile(file)
	})
}

// ignored reports whether the go command looks past a file or folder of that name.
func ignored(name string) bool {
	return name == "testdata" || name == "vendor" || name[0] == '.' || name[0] == '_'
}

func (w *workspace) isModule(folder string) bool {
	_, err := os.Stat(filepath.Join(folder, "go.mod"))
	return err == nil
}

func (w *workspace) readFile(file string) error {
	set := token.NewFileSet()
	parsed, err := parser.ParseFile(set, file, nil, parser.ImportsOnly)
	if err != nil {
		return err
	}
	relative, err := filepath.Rel(w.root, file)
	if err != nil {
		return err
	}
	relative = filepath.ToSlash(relative)
	by := path.Dir(relative)
	if !slices.Contains(w.packages, by) {
		w.packages = append(w.packages, by)
	}
	for _, spec := range parsed.Imports {
		importPath, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return fmt.Errorf("%s: %w", relative, err)
		}
		what, ours := w.folderOf(importPath)
		w.imports = append(w.imports, imported{
			file: relative, line: set.Position(spec.Pos()).Line,
			by: by, what: what, ours: ours,
			test: strings.HasSuffix(relative, "_test.go"),
		})
	}
	return nil
}

// folderOf returns the folder of an import path of ours, or the path itself.
func (w *workspace) folderOf(importPath string) (folder string, ours bool) {
	for _, m := range w.modules {
		if rest, ok := strings.CutPrefix(importPath, m.path); ok && (rest == "" || rest[0] == '/') {
			return m.folder + rest, true
		}
	}
	return importPath, false
}

// moduleOf returns the folder of the module that a folder lies in, or "".
func (w *workspace) moduleOf(folder string) string {
	for _, m := range w.modules {
		if folder == m.folder || strings.HasPrefix(folder, m.folder+"/") {
			return m.folder
		}
	}
	return ""
}

// isEmpty reports whether a module holds no package yet.
func (w *workspace) isEmpty(module string) bool {
	for _, p := range w.packages {
		if w.moduleOf(p) == module {
			return false
		}
	}
	return true
}
