package script

import (
	"fmt"
	"io"
	"os"
	"strconv"

	"tertius.dev/core/clock"
)

// ReadFile reads and checks the script in a file.
//
// Errors: *Problem when the file was read and is no good script; otherwise the file cannot be read.
func ReadFile(name string) (*Script, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, MostBytes+1)) // a device such as /dev/zero has no end
	if err != nil {
		return nil, err
	}
	if len(text) > MostBytes {
		return nil, fmt.Errorf("%s: a script has at most %d MiB", name, MostBytes>>20)
	}
	return Read(name, string(text))
}

// Read checks the text of a script. The name of the file goes into messages.
//
// Errors: *Problem, the first in the file; of names that clash, the first whose name was taken.
func Read(file, text string) (*Script, error) {
	root, wrong, offset := parse(text)
	if wrong != "" {
		line, column := place(text, offset)
		return nil, &Problem{File: file, Line: line, Column: column, Text: wrong}
	}
	r := reader{script: &Script{File: file, Width: DefaultWidth, Height: DefaultHeight, text: text}}
	r.root(&root)
	if r.problem == nil {
		r.clashes()
	}
	if r.problem != nil {
		return nil, r.problem
	}
	return r.script, nil
}

// reader turns values into a script. Once it has a problem, what it reads is not used.
type reader struct {
	script  *Script
	at      Place // of the step being read; number 0 outside the steps
	problem *Problem
}

func (r *reader) fail(v *Value, format string, args ...any) {
	r.failAt(v.offset, format, args...)
}

func (r *reader) failAt(offset int, format string, args ...any) {
	if r.problem == nil {
		r.problem = r.script.problem(&r.at, offset, fmt.Sprintf(format, args...))
	}
}

// is checks the kind of a value. The name says what it is in messages, such as `"ticks"`.
func (r *reader) is(v *Value, k Kind, name string) bool {
	if v.Kind != k {
		r.fail(v, "%s is %v; it must be %v", name, v.Kind, k)
	}
	return v.Kind == k
}

// members checks that v is an object with the needed members, and with no member beside these and the optional ones.
func (r *reader) members(v *Value, what string, needed, optional []string) bool {
	if !r.is(v, Object, what) {
		return false
	}
	for i := range v.Members {
		m := &v.Members[i]
		if !contains(needed, m.Name) && !contains(optional, m.Name) {
			all := append(append([]string{}, needed...), optional...)
			if len(all) == 0 {
				r.failAt(m.offset, "%q is no member of %s, which has none", m.Name, what)
			} else {
				r.failAt(m.offset, "%q is no member of %s, which has %s", m.Name, what, Quoted(all))
			}
			return false
		}
	}
	for _, name := range needed {
		if v.Get(name) == nil {
			r.fail(v, "%s lacks the member %q", what, name)
			return false
		}
	}
	return true
}

func contains(list []string, name string) bool {
	for _, s := range list {
		if s == name {
			return true
		}
	}
	return false
}

func (r *reader) root(v *Value) {
	if v.Kind == Object {
		if f := v.Get("format"); f != nil { // first of all: another version has other members
			r.whole(f, `"format"`, 1, 1)
		}
	}
	if r.problem != nil || !r.members(v, "the script", []string{"format", "scene", "steps"}, []string{"about", "size"}) {
		return
	}
	r.script.Scene, r.script.scene = r.name(v.Get("scene"), `"scene"`), v.Get("scene").offset
	if about := v.Get("about"); about != nil {
		r.is(about, String, `"about"`)
	}
	if size := v.Get("size"); size != nil {
		r.size(size)
	}
	r.steps(v.Get("steps"))
}

func (r *reader) size(v *Value) {
	if !r.is(v, List, `"size"`) {
		return
	}
	if len(v.Items) != 2 {
		r.fail(v, "\"size\" has %d items; it must be [width, height]", len(v.Items))
		return
	}
	r.script.Width = int(r.whole(&v.Items[0], `the width of "size"`, 1, MostSide))
	r.script.Height = int(r.whole(&v.Items[1], `the height of "size"`, 1, MostSide))
}

func (r *reader) steps(v *Value) {
	if !r.is(v, List, `"steps"`) {
		return
	}
	if len(v.Items) == 0 {
		r.fail(v, "\"steps\" is empty; a script has at least one step")
	}
	for i := range v.Items {
		item := &v.Items[i]
		r.at = Place{Number: i + 1, offset: item.offset}
		step := r.step(item)
		if r.problem != nil {
			return
		}
		r.script.Steps = append(r.script.Steps, step)
	}
}

const stepKinds = `"run", "post", "dump", "capture", "camera" and "film"`

func (r *reader) step(v *Value) Step {
	if !r.is(v, Object, "the step") {
		return nil
	}
	do := v.Get("do")
	if do == nil {
		r.fail(v, "the step lacks the member \"do\", which says its kind: %s", stepKinds)
		return nil
	}
	if !r.is(do, String, `"do"`) {
		return nil
	}
	read := r.stepReader(do)
	if read == nil {
		return nil
	}
	r.at.Do = do.Text
	return read(v)
}

// stepReader returns what reads the kind of step.
func (r *reader) stepReader(do *Value) func(*Value) Step {
	switch do.Text {
	case "run":
		return r.run
	case "post":
		return r.post
	case "dump":
		return r.dump
	case "capture":
		return r.capture
	case "camera":
		return r.camera
	case "film":
		return r.film
	case "outlines":
		r.fail(do, "\"do\" is \"outlines\", a reserved word of a later format; this one knows %s", stepKinds)
	default:
		r.fail(do, "\"do\" is %q, which is no kind of step; there are %s", do.Text, stepKinds)
	}
	return nil
}

func (r *reader) run(v *Value) Step {
	if !r.members(v, "a run step", []string{"do", "ticks"}, nil) {
		return nil
	}
	return &Run{r.at, clock.Ticks(r.whole(v.Get("ticks"), `"ticks"`, 1, MostTicks))}
}

func (r *reader) dump(v *Value) Step {
	if !r.members(v, "a dump step", []string{"do", "name"}, nil) {
		return nil
	}
	name := r.name(v.Get("name"), `"name"`)
	if name == TimingsName || name == ExposureName {
		r.fail(v.Get("name"), "\"name\" is %q, the name of a file that the run itself writes; take another", name)
	}
	return &Dump{r.at, name}
}

// The names of files that a run writes by itself, without their ending.
const (
	TimingsName  = "gpu-timings"
	ExposureName = "exposure"
)

func (r *reader) capture(v *Value) Step {
	if !r.members(v, "a capture step", []string{"do", "name"}, nil) {
		return nil
	}
	return &Capture{r.at, r.name(v.Get("name"), `"name"`)}
}

func (r *reader) film(v *Value) Step {
	if !r.members(v, "a film step", []string{"do", "name", "frames", "every"}, nil) {
		return nil
	}
	name := r.name(v.Get("name"), `"name"`)
	if len(name) > MostName-frameNameExtra {
		r.fail(v.Get("name"), "\"name\" has %d characters; a film's has at most %d, since its frames add %d",
			len(name), MostName-frameNameExtra, frameNameExtra)
	}
	frames := r.whole(v.Get("frames"), `"frames"`, 1, MostFrames)
	every := r.whole(v.Get("every"), `"every"`, 1, MostEvery)
	return &Film{r.at, name, int(frames), clock.Ticks(every)}
}

// name reads a scene id or the name of a step.
func (r *reader) name(v *Value, what string) string {
	if r.is(v, String, what) && !GoodName(v.Text) {
		r.fail(v, "%s is %q; it must be %s", what, v.Text, NameRule)
	}
	return v.Text
}

// whole reads a whole number from least to most.
func (r *reader) whole(v *Value, what string, least, most int64) int64 {
	if !r.is(v, Number, what) {
		return 0
	}
	n, err := strconv.ParseInt(v.Text, 10, 64)
	if err != nil || n < least || n > most {
		if least == most {
			r.fail(v, "%s is %s; it must be %d", what, v.Text, least)
		} else {
			r.fail(v, "%s is %s; it must be a whole number from %s to %s", what, v.Text, thousands(least), thousands(most))
		}
	}
	return n
}

// thousands writes a number with commas between groups of three digits.
func thousands(n int64) string {
	s := strconv.FormatInt(n, 10)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// clashes checks the names of the whole script.
func (r *reader) clashes() {
	dumps, captures, films := map[string]int{}, map[string]int{}, map[string]*Film{}
	for _, step := range r.script.Steps {
		r.at = *step.At()
		switch step := step.(type) {
		case *Dump:
			r.taken(dumps, step.Name, "dump")
		case *Capture:
			r.taken(captures, step.Name, "capture")
		case *Film:
			if before := films[step.Name]; before != nil {
				r.failAt(r.at.offset, "\"name\" is %q, as in step %d; each film has a name of its own", step.Name, before.Number)
			}
			films[step.Name] = step
		case *Run, *Post, *Camera:
		}
	}
	r.capturesInFilms(films)
}

func (r *reader) taken(names map[string]int, name, what string) {
	if before, is := names[name]; is {
		r.failAt(r.at.offset, "\"name\" is %q, as in step %d; each %s has a name of its own", name, before, what)
	}
	names[name] = r.at.Number
}

// capturesInFilms checks captures against the frames of films without a list of frames, of which there may be millions:
// only the film named like a capture without its last seven characters can have a frame of the capture's name.
func (r *reader) capturesInFilms(films map[string]*Film) {
	for _, step := range r.script.Steps {
		c, is := step.(*Capture)
		if !is || len(c.Name) <= frameNameExtra {
			continue
		}
		f := films[c.Name[:len(c.Name)-frameNameExtra]]
		if f == nil || !f.hasFrame(c.Name) {
			continue
		}
		if r.at = c.Place; f.Number > c.Number {
			r.at = f.Place
		}
		r.failAt(r.at.offset, "the capture of step %d has the name of a frame of the film of step %d: %q; change one",
			c.Number, f.Number, c.Name)
	}
}
