package blueprint

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"tertius.dev/core/document"
)

// parents.go brings the drafts of files into the order of their parents, and resolves each once its parent is done.

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
