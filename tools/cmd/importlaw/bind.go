package main

import (
	"errors"
	"fmt"
	"go/build"
	"os"
	"path/filepath"
)

// bind expands the law's names to the packages of a workspace and closes its orders. A name that fits nothing is an
// error, said once.
func (l *law) bind(w *workspace) error {
	var mistakes []error
	said := map[string]bool{}
	for _, rules := range [][]*rule{l.rows, l.never, l.order} {
		for _, r := range rules {
			for _, n := range append(append([]name{}, r.left...), r.right...) {
				if err := l.fits(n, w); err != nil && !said[n.text] {
					said[n.text] = true
					mistakes = append(mistakes, fmt.Errorf("%s:%d: %w", l.name, r.line, err))
				}
			}
		}
	}
	if err := errors.Join(mistakes...); err != nil {
		return err
	}
	l.close(w)
	return nil
}

// fits returns an error if a name can stand for no package.
func (l *law) fits(n name, w *workspace) error {
	if n.isGroup() || n.isOutside() {
		return nil
	}
	module := w.moduleOf(n.path)
	if module == "" && standardHas(n.path) {
		return nil
	}
	if module == "" {
		return fmt.Errorf("%s lies in no module of the workspace", n.text)
	}
	if w.isEmpty(module) {
		return nil
	}
	for _, p := range w.packages {
		if n.matches(p) {
			return nil
		}
	}
	return fmt.Errorf("%s fits no package; correct the name, or take it out of the law", n.text)
}

// close fills below: for each package, or group, all that the orders let it import.
func (l *law) close(w *workspace) {
	direct := map[string]map[string]bool{}
	for _, r := range l.order {
		for _, high := range expand(r.right, w) {
			if direct[high] == nil {
				direct[high] = map[string]bool{}
			}
			for _, low := range expand(r.left, w) {
				direct[high][low] = true
			}
		}
	}
	l.below = map[string]map[string]bool{}
	for high := range direct {
		reached := map[string]bool{}
		descend(high, direct, reached)
		l.below[high] = reached
	}
}

func descend(from string, direct map[string]map[string]bool, reached map[string]bool) {
	for low := range direct[from] {
		if !reached[low] {
			reached[low] = true
			descend(low, direct, reached)
		}
	}
}

// expand returns the packages that names stand for; a group stands for itself.
func expand(names []name, w *workspace) []string {
	var found []string
	for _, n := range names {
		if n.isGroup() {
			found = append(found, n.text)
			continue
		}
		for _, p := range w.packages {
			if n.matches(p) {
				found = append(found, p)
			}
		}
	}
	return found
}

// standardHas reports whether the standard library has a package, cgo's C included.
func standardHas(importPath string) bool {
	if importPath == "C" {
		return true
	}
	info, err := os.Stat(filepath.Join(build.Default.GOROOT, "src", filepath.FromSlash(importPath)))
	return err == nil && info.IsDir()
}
