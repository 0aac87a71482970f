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

	"tertius.dev/core/contract"
	"tertius.dev/core/document"
	"tertius.dev/core/physics"
	"tertius.dev/core/render"
	"tertius.dev/simulation"
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

// draft is a blueprint of a file.
type draft struct {
	file   *file
	order  int // among all drafts
	name   string
	offset int // of the name
	value  *document.Value
	state  draftState
	made   *Prototype // nil when something is wrong with it or with a parent
}

type draftState uint8

const (
	draftRead draftState = iota
	draftWaiting
	draftDone
)

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

// finish resolves a draft, after its parents.
func (l *loading) finish(d *draft) {
	chain := []*draft{}
	for ; d != nil && d.state == draftRead; d = l.parentDraft(d) {
		d.state = draftWaiting
		chain = append(chain, d)
	}
	if d != nil && d.state == draftWaiting {
		l.cycle(chain[slices.Index(chain, d):])
	}
	for _, d := range slices.Backward(chain) {
		if d.state != draftDone {
			l.resolve(d)
		}
	}
}

func (l *loading) parentDraft(d *draft) *draft {
	if parent := d.value.Get("parent"); parent != nil && parent.Kind == document.String {
		return l.byName[parent.Text]
	}
	return nil
}

// cycle tells of blueprints that are each other's parents. None of them has a prototype.
func (l *loading) cycle(ring []*draft) {
	first := slices.MinFunc(ring, func(a, b *draft) int { return cmp.Compare(a.order, b.order) })
	var names []string
	for i, at := 0, slices.Index(ring, first); i <= len(ring); i++ {
		names = append(names, fmt.Sprintf("%q", ring[(at+i)%len(ring)].name))
	}
	const most = 12
	if len(names) > most {
		names = slices.Concat(names[:most/2], []string{"…"}, names[len(names)-most/2:])
	}
	l.tell(first.file, first.value.Get("parent").Offset, first.name, []string{"parent"},
		"the parents go round: "+strings.Join(names, " → "))
	for _, d := range ring {
		l.blueprint(d, nil, true)
		d.state = draftDone
	}
}

// resolve reads a draft whose parent is done.
func (l *loading) resolve(d *draft) {
	d.state = draftDone
	before := len(l.found)
	parent, known := l.parentOf(d)
	b, places := l.blueprint(d, parent, !known)
	if len(l.found) > before || !known {
		return
	}
	made, faults := resolveBlueprint(b, parent)
	for i := range faults {
		f := &faults[i]
		offset, path := places.of(f)
		l.tell(d.file, offset, d.name, path, f.text)
	}
	if len(faults) == 0 {
		d.made = made
	}
}

// parentOf returns the prototype of the draft's parent, nil without one; and false when it has one that is wrong.
func (l *loading) parentOf(d *draft) (parent *Prototype, known bool) {
	v := d.value.Get("parent")
	if v == nil {
		return nil, true
	}
	if v.Kind != document.String {
		l.tell(d.file, v.Offset, d.name, []string{"parent"}, fmt.Sprintf("\"parent\" is %v; it must be a string", v.Kind))
		return nil, false
	}
	if other := l.byName[v.Text]; other != nil {
		return other.made, other.made != nil
	}
	if parent := l.loader.Registry.prototypes[v.Text]; parent != nil {
		return parent, true
	}
	if !l.broken {
		l.tell(d.file, v.Offset, d.name, []string{"parent"},
			fmt.Sprintf("no blueprint is named %q, in these files or in the registry", v.Text))
	}
	return nil, false
}

// places says where the parts of a blueprint stand in its file.
type places struct {
	value      *document.Value
	components []*document.Member
}

func (p *places) of(f *fault) (offset int, path []string) {
	switch f.at {
	case atName:
		return p.value.Offset, nil
	case atParent:
		return p.value.Get("parent").Offset, []string{"parent"}
	case atComponent:
		m := p.components[f.component]
		return placeIn(&m.Value, f.text), []string{"components", m.Name}
	case atField:
		m := p.components[f.component]
		field := &m.Value.Members[f.field]
		return field.Offset, []string{"components", m.Name, field.Name}
	case atBody:
		return placeIn(p.value.Get("body"), f.text), []string{"body"}
	case atVisual:
		return placeIn(p.value.Get("visual"), f.text), []string{"visual"}
	case atFrame:
		return placeIn(p.value.Get("owns"), f.text), []string{"owns"}
	}
	panic(contract.Unreachable(f.at))
}

// blueprint reads a draft. Partial says that its parent is unknown.
func (l *loading) blueprint(d *draft, parent *Prototype, partial bool) (*Blueprint, *places) {
	r := &valueReader{unions: l.unions, names: l.loader.Names, partial: partial}
	r.Tell = func(offset int, text string) {
		r.told++
		l.tell(d.file, offset, d.name, r.path, text)
	}
	b, p := &Blueprint{Name: d.name}, &places{value: d.value}
	if !r.Is(d.value, document.Object, "the blueprint") {
		return b, p
	}
	r.Members(d.value, "a blueprint", nil, []string{"parent", "components", "body", "visual", "owns"})
	if v := d.value.Get("components"); v != nil {
		r.in("components", func() { l.components(r, v, b, p) })
	}
	b.Body = over(r, d.value, "body", parent, func(p *Prototype) *physics.BodyDesc { return p.body })
	b.Visual = over(r, d.value, "visual", parent, func(p *Prototype) *simulation.Visual { return p.visual })
	b.Owns = over(r, d.value, "owns", parent, func(p *Prototype) *simulation.FrameSpec { return p.owns })
	return b, p
}

// over reads the body, visual or frame data over what the parent has, or returns nil when the blueprint has none of its own.
func over[T any](r *valueReader, v *document.Value, member string, parent *Prototype, inherited func(*Prototype) *T) *T {
	own := v.Get(member)
	if own == nil {
		return nil
	}
	made := startOf(reflect.TypeFor[T]()).Interface().(T)
	if parent != nil && inherited(parent) != nil {
		made = *inherited(parent)
	}
	r.in(member, func() { r.value(own, reflect.ValueOf(&made).Elem()) })
	return &made
}

func (l *loading) components(r *valueReader, v *document.Value, b *Blueprint, p *places) {
	if !r.is(v, document.Object) {
		return
	}
	for i := range v.Members {
		m := &v.Members[i]
		r.in(m.Name, func() {
			at := slices.IndexFunc(l.loader.Kinds, func(k *ComponentKind) bool { return k.name == m.Name })
			if at < 0 {
				r.FailAt(m.Offset, "there is no such component; there are %s", l.kinds())
				return
			}
			k := l.loader.Kinds[at]
			b.Components = append(b.Components, Component{Kind: k, Fields: fields(r, &m.Value, k)})
			p.components = append(p.components, m)
		})
	}
}

func (l *loading) kinds() string {
	var names []string
	for _, k := range l.loader.Kinds {
		names = append(names, k.name)
	}
	if len(names) == 0 {
		return "none"
	}
	return quotedSome(names)
}

// fields reads the values of a component.
func fields(r *valueReader, v *document.Value, k *ComponentKind) []Field {
	if !r.is(v, document.Object) {
		return nil
	}
	var list []Field
	for i := range v.Members {
		m := &v.Members[i]
		r.in(m.Name, func() {
			f := k.byMember(m.Name)
			if f == nil {
				r.FailAt(m.Offset, "%v has no such field to set; it has %s", k.of, listed(k.names(true)))
				return
			}
			value := reflect.New(f.of).Elem()
			value.Set(startOf(f.of))
			r.value(&m.Value, value)
			list = append(list, Field{f.name, value.Interface()})
		})
	}
	return list
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
