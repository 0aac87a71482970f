package blueprint

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"reflect"
	"slices"
	"strings"

	"tertius.dev/core/document"
	"tertius.dev/core/render"
)

// Resolver finds the resources that files name.
type Resolver interface {
	// Mesh returns the mesh with the name, and false when there is none.
	Mesh(name string) (render.MeshID, bool)
	// Material returns the material with the name, and false when there is none.
	Material(name string) (render.MaterialID, bool)
}

// Resources is a Resolver over two tables.
type Resources struct {
	Meshes    map[string]render.MeshID
	Materials map[string]render.MaterialID
}

// Mesh returns the mesh with the name.
func (r *Resources) Mesh(name string) (render.MeshID, bool) { id, ok := r.Meshes[name]; return id, ok }

// Material returns the material with the name.
func (r *Resources) Material(name string) (render.MaterialID, bool) {
	id, ok := r.Materials[name]
	return id, ok
}

// Loader reads blueprints from files into a registry. docs/guide/blueprints.md defines the format.
type Loader struct {
	Registry *Registry
	Kinds    []*ComponentKind // that files may name
	Unions   []Union          // the game's own; the engine's are known
	Names    Resolver         // of meshes and materials; nil when no file names one
}

// Source is the text of a file under the name that messages give it.
type Source struct{ File, Text string }

// MostBytes is the greatest length of a file.
const MostBytes = 64 << 20

// LoadFS reads files and loads them together: each name is a file or a pattern of path.Match. Files of the disk come from
// os.DirFS, files in the program from an embed.FS.
//
// Errors: as Load; and a file that cannot be read, or a pattern that matches none. Then nothing is added.
func (l *Loader) LoadFS(files fs.FS, patterns ...string) error {
	var sources []Source
	for _, pattern := range patterns {
		names, err := fs.Glob(files, pattern)
		if err != nil {
			return fmt.Errorf("load blueprints: %q is no pattern: %w", pattern, err)
		}
		if len(names) == 0 {
			return fmt.Errorf("load blueprints: no file is named %q", pattern)
		}
		for _, name := range names {
			text, err := readFile(files, name)
			if err != nil {
				return fmt.Errorf("load blueprints: %w", err)
			}
			sources = append(sources, Source{name, text})
		}
	}
	return l.Load(sources...)
}

func readFile(files fs.FS, name string) (string, error) {
	f, err := files.Open(name)
	if err != nil {
		return "", err
	}
	text, err := io.ReadAll(io.LimitReader(f, MostBytes+1)) // a device such as /dev/zero has no end
	if err = errors.Join(err, f.Close()); err != nil {
		return "", err
	}
	if len(text) > MostBytes {
		return "", fmt.Errorf("%s: a file of blueprints has at most %d MiB", name, MostBytes>>20)
	}
	return string(text), nil
}

// Load adds the blueprints of files. Parents may stand in any of them, in any order, or in the registry.
//
// Errors: *Problems, with the place of each. Nothing is added then.
func (l *Loader) Load(sources ...Source) error {
	if l.Registry == nil {
		panic(errors.New("blueprint.Loader: Registry is nil"))
	}
	run := loading{loader: l, unions: map[reflect.Type]*Union{}, byName: map[string]*draft{}}
	for i := range engineUnions {
		run.unions[engineUnions[i].of] = &engineUnions[i]
	}
	for i := range l.Unions {
		run.unions[l.Unions[i].of] = &l.Unions[i]
	}
	for i := range sources {
		run.read(&file{sources[i], i})
	}
	for _, d := range run.drafts {
		run.finish(d)
	}
	if len(run.found) > 0 {
		return run.problems()
	}
	for _, d := range run.drafts {
		l.Registry.add(d.made)
	}
	return nil
}

// loading is one call of Load.
type loading struct {
	loader *Loader
	unions map[reflect.Type]*Union
	drafts []*draft
	byName map[string]*draft
	broken bool // a file ended early, so blueprints may be missing that are there
	found  []finding
}

// file is a source and its place among the others.
type file struct {
	Source
	order int
}

// finding is a problem before its place is known in lines and columns.
type finding struct {
	file   *file
	offset int
	Problem
}

func (l *loading) tell(s *file, offset int, blueprint string, path []string, text string) {
	field := strings.ReplaceAll(strings.Join(path, "."), ".[", "[")
	l.found = append(l.found, finding{s, offset, Problem{File: s.File, Blueprint: blueprint, Field: field, Text: text}})
}

// tellIn tells of a problem under a path from the root of a file.
func (l *loading) tellIn(s *file, offset int, path []string, text string) {
	if len(path) >= 2 && path[0] == "blueprints" {
		l.tell(s, offset, path[1], path[2:], text)
	} else {
		l.tell(s, offset, "", path, text)
	}
}

// read turns a file into drafts.
func (l *loading) read(f *file) {
	root, problems := document.Parse(f.Text, document.Dialect{What: "the file", Comments: true})
	for _, p := range problems {
		l.tellIn(f, p.Offset, p.Path, p.Text)
		if p.Ended {
			l.broken = true
			return
		}
	}
	r := document.Reader{Tell: func(offset int, text string) { l.tell(f, offset, "", nil, text) }}
	if !r.Is(&root, document.Object, "the file") {
		return
	}
	if v := root.Get("format"); v != nil && r.Whole(v, `"format"`, 1, 1) != 1 { // another version has other members
		l.broken = true
		return
	}
	r.Members(&root, "the file", []string{"format", "blueprints"}, nil)
	all := root.Get("blueprints")
	if all == nil || !r.Is(all, document.Object, `"blueprints"`) {
		return
	}
	for i := range all.Members {
		l.draft(f, &all.Members[i])
	}
}

func (l *loading) draft(f *file, m *document.Member) {
	d := &draft{file: f, order: len(l.drafts), name: m.Name, offset: m.Offset, value: &m.Value}
	if before := l.byName[d.name]; before != nil {
		text := "a blueprint of this name stands in " + before.file.File
		if len(l.found) < MostProblems { // each line is counted from the start of the file
			line, _ := document.PlaceOf(before.file.Text, before.offset)
			text += fmt.Sprintf(", line %d", line)
		}
		l.tell(f, d.offset, d.name, nil, text)
		return
	}
	switch {
	case !goodName(d.name):
		l.tell(f, d.offset, d.name, nil, "the name must be "+NameRule)
	case l.loader.Registry.prototypes[d.name] != nil:
		l.tell(f, d.offset, d.name, nil, "a blueprint of this name is registered")
	}
	l.byName[d.name] = d
	l.drafts = append(l.drafts, d)
}

// problems orders what was found by files and places.
func (l *loading) problems() *Problems {
	slices.SortStableFunc(l.found, func(a, b finding) int {
		return cmp.Or(cmp.Compare(a.file.order, b.file.order), cmp.Compare(a.offset, b.offset))
	})
	all := &Problems{}
	for i := range l.found {
		if i == MostProblems {
			all.More = len(l.found) - i
			break
		}
		f := &l.found[i]
		p := f.Problem
		p.Line, p.Column = document.PlaceOf(f.file.Text, f.offset)
		all.List = append(all.List, &p)
	}
	return all
}
