package main

import (
	"fmt"
	"strings"
)

// violation is an import that the law forbids.
type violation struct {
	imported
	why string
}

func (v violation) String() string {
	return fmt.Sprintf("%s:%d: %s imports %s: %s", v.file, v.line, v.by, v.what, v.why)
}

// violations returns the imports that the law forbids, in the order of files and lines.
func (l *law) violations(w *workspace) []violation {
	var found []violation
	for _, i := range w.imports {
		if why := l.objection(i, w); why != "" {
			found = append(found, violation{i, why})
		}
	}
	return found
}

// objection says why an import is forbidden, or "".
func (l *law) objection(i imported, w *workspace) string {
	if i.by == i.what {
		return "" // a test beside its package
	}
	standard := !i.ours && isStandard(i.what)
	if standard && i.test {
		return "" // what limits the standard library keeps what ships pure, and no test ships
	}
	for _, r := range l.never {
		if anyMatches(r.right, i.by) && anyMatches(r.left, i.what) {
			return "forbidden by\n\t" + r.cite(l.name)
		}
	}
	switch {
	case i.ours && w.moduleOf(i.by) == w.moduleOf(i.what):
		return l.orderObjection(i)
	case standard:
		return ""
	}
	return l.rowObjection(i)
}

// orderObjection judges an import inside a module.
func (l *law) orderObjection(i imported) string {
	if i.test || l.below[i.by][i.what] {
		return ""
	}
	about := l.citations(l.order, func(r *rule) bool {
		return anyMatches(r.right, i.by) || anyMatches(r.left, i.by)
	})
	if about == "" {
		return "no order names " + i.by + "; give it its place in " + l.name
	}
	return "no order puts " + i.what + " below " + i.by + ". The law says of it" + about
}

// rowObjection judges an import that leaves the module.
func (l *law) rowObjection(i imported) string {
	for _, r := range l.rows {
		if anyMatches(r.right, i.by) && anyMatches(r.left, i.what) {
			return ""
		}
	}
	about := l.citations(l.rows, func(r *rule) bool { return anyMatches(r.right, i.by) })
	if about == "" {
		return "no row of " + l.name + " lets it import from other modules"
	}
	return "it may import from other modules only what these rows say" + about
}

// citations returns the rules for which about holds, each on lines of its own.
func (l *law) citations(rules []*rule, about func(*rule) bool) string {
	var b strings.Builder
	last := 0
	for _, r := range rules {
		if about(r) && r.line != last {
			b.WriteString("\n\t" + r.cite(l.name))
			last = r.line
		}
	}
	return b.String()
}

// isStandard reports whether an import path belongs to the standard library, cgo's C included: the go command keeps
// paths whose first part holds no dot for it.
func isStandard(importPath string) bool {
	first, _, _ := strings.Cut(importPath, "/")
	return !strings.Contains(first, ".")
}
