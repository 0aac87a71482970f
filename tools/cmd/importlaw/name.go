package main

import (
	"fmt"
	"regexp"
	"strings"
)

// name is a name of the law: a package, a pattern of packages, a group in capitals, or an import path from outside.
type name struct {
	text    string
	path    string // without /* or /...
	below   bool   // path/...
	oneDown bool   // path/*
}

var (
	groupName = regexp.MustCompile(`^[A-Z][A-Z0-9]+$`)
	nameForm  = regexp.MustCompile(`^[\w.\-]+(/[\w.\-]+)*(/\*)?$`)
)

func parseName(text string) (name, error) {
	n := name{text: text}
	path, below := strings.CutSuffix(text, "/...")
	path, oneDown := strings.CutSuffix(path, "/*")
	n.path, n.below, n.oneDown = path, below, oneDown
	if !nameForm.MatchString(path) || below && oneDown {
		return n, fmt.Errorf("%s is no name; write a folder, folder/* or folder/..., an import path, or a group in capitals", text)
	}
	return n, nil
}

// isGroup reports whether n is no package but a name for several.
func (n name) isGroup() bool { return groupName.MatchString(n.path) }

// isOutside reports whether n is an import path of no module of the workspace.
func (n name) isOutside() bool {
	first, _, _ := strings.Cut(n.path, "/")
	return strings.Contains(first, ".")
}

// matches reports whether n stands for the package at a path: relative to the root for our own, the import path for
// others.
func (n name) matches(path string) bool {
	rest, ok := strings.CutPrefix(path, n.path)
	switch {
	case !ok:
		return false
	case n.below:
		return rest == "" || rest[0] == '/'
	case n.oneDown:
		return len(rest) > 1 && rest[0] == '/' && !strings.Contains(rest[1:], "/")
	}
	return rest == ""
}

func anyMatches(names []name, path string) bool {
	for _, n := range names {
		if n.matches(path) {
			return true
		}
	}
	return false
}
