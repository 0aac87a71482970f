package script

import (
	"fmt"
	"io"
	"os"

	"tertius.dev/core/clock"
	"tertius.dev/core/document"
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
	s := &Script{File: file, Width: DefaultWidth, Height: DefaultHeight, text: text}
	root, problems := document.Parse(text, document.Dialect{What: "the script"})
	if len(problems) > 0 {
		return nil, s.problem(&Place{}, problems[0].Offset, problems[0].Text)
	}
	r := reader{script: s}
	r.Tell = r.tell
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
	document.Reader
	script  *Script
	at      Place // of the step being read; number 0 outside the steps
	problem *Problem
}

// tell keeps the first problem.
func (r *reader) tell(offset int, text string) {
	if r.problem == nil {
		r.problem = r.script.problem(&r.at, offset, text)
	}
}

func (r *reader) root(v *document.Value) {
	if v.Kind == document.Object {
		if f := v.Get("format"); f != nil { // first of all: another version has other members
			r.Whole(f, `"format"`, 1, 1)
		}
	}
	if r.problem != nil || !r.Members(v, "the script", []string{"format", "scene", "steps"}, []string{"about", "size"}) {
		return
	}
	r.script.Scene, r.script.scene = r.name(v.Get("scene"), `"scene"`), v.Get("scene").Offset
	if about := v.Get("about"); about != nil {
		r.Is(about, document.String, `"about"`)
	}
	if size := v.Get("size"); size != nil {
		r.size(size)
	}
	r.steps(v.Get("steps"))
}

func (r *reader) size(v *document.Value) {
	if !r.Is(v, document.List, `"size"`) {
		return
	}
	if len(v.Items) != 2 {
		r.Fail(v, "\"size\" has %d items; it must be [width, height]", len(v.Items))
		return
	}
	r.script.Width = int(r.Whole(&v.Items[0], `the width of "size"`, 1, MostSide))
	r.script.Height = int(r.Whole(&v.Items[1], `the height of "size"`, 1, MostSide))
}

func (r *reader) steps(v *document.Value) {
	if !r.Is(v, document.List, `"steps"`) {
		return
	}
	if len(v.Items) == 0 {
		r.Fail(v, "\"steps\" is empty; a script has at least one step")
	}
	for i := range v.Items {
		item := &v.Items[i]
		r.at = Place{Number: i + 1, offset: item.Offset}
		step := r.step(item)
		if r.problem != nil {
			return
		}
		r.script.Steps = append(r.script.Steps, step)
	}
}

const stepKinds = `"run", "post", "dump", "capture", "camera", "film", "dock" and "undock"`

func (r *reader) step(v *document.Value) Step {
	if !r.Is(v, document.Object, "the step") {
		return nil
	}
	do := v.Get("do")
	if do == nil {
		r.Fail(v, "the step lacks the member \"do\", which says its kind: %s", stepKinds)
		return nil
	}
	if !r.Is(do, document.String, `"do"`) {
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
func (r *reader) stepReader(do *document.Value) func(*document.Value) Step {
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
	case "dock":
		return r.dock
	case "undock":
		return r.undock
	case "outlines":
		r.Fail(do, "\"do\" is \"outlines\", a reserved word of a later format; this one knows %s", stepKinds)
	default:
		r.Fail(do, "\"do\" is %q, which is no kind of step; there are %s", do.Text, stepKinds)
	}
	return nil
}

func (r *reader) run(v *document.Value) Step {
	if !r.Members(v, "a run step", []string{"do", "ticks"}, nil) {
		return nil
	}
	return &Run{r.at, clock.Ticks(r.Whole(v.Get("ticks"), `"ticks"`, 1, MostTicks))}
}

func (r *reader) dump(v *document.Value) Step {
	if !r.Members(v, "a dump step", []string{"do", "name"}, nil) {
		return nil
	}
	name := r.name(v.Get("name"), `"name"`)
	if name == TimingsName || name == ExposureName {
		r.Fail(v.Get("name"), "\"name\" is %q, the name of a file that the run itself writes; take another", name)
	}
	return &Dump{r.at, name}
}

// The names of files that a run writes by itself, without their ending.
const (
	TimingsName  = "gpu-timings"
	ExposureName = "exposure"
)

func (r *reader) capture(v *document.Value) Step {
	if !r.Members(v, "a capture step", []string{"do", "name"}, nil) {
		return nil
	}
	return &Capture{r.at, r.name(v.Get("name"), `"name"`)}
}

func (r *reader) film(v *document.Value) Step {
	if !r.Members(v, "a film step", []string{"do", "name", "frames", "every"}, nil) {
		return nil
	}
	name := r.name(v.Get("name"), `"name"`)
	if len(name) > MostName-frameNameExtra {
		r.Fail(v.Get("name"), "\"name\" has %d characters; a film's has at most %d, since its frames add %d",
			len(name), MostName-frameNameExtra, frameNameExtra)
	}
	frames := r.Whole(v.Get("frames"), `"frames"`, 1, MostFrames)
	every := r.Whole(v.Get("every"), `"every"`, 1, MostEvery)
	return &Film{r.at, name, int(frames), clock.Ticks(every)}
}

// name reads a scene id or the name of a step.
func (r *reader) name(v *document.Value, what string) string {
	if r.Is(v, document.String, what) && !GoodName(v.Text) {
		r.Fail(v, "%s is %q; it must be %s", what, v.Text, NameRule)
	}
	return v.Text
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
				r.FailAt(r.at.offset, "\"name\" is %q, as in step %d; each film has a name of its own", step.Name, before.Number)
			}
			films[step.Name] = step
		case *Run, *Post, *Camera, *Dock, *Undock:
		}
	}
	r.capturesInFilms(films)
}

func (r *reader) taken(names map[string]int, name, what string) {
	if before, is := names[name]; is {
		r.FailAt(r.at.offset, "\"name\" is %q, as in step %d; each %s has a name of its own", name, before, what)
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
		r.FailAt(r.at.offset, "the capture of step %d has the name of a frame of the film of step %d: %q; change one",
			c.Number, f.Number, c.Name)
	}
}
