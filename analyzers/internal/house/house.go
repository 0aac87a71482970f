// Package house holds what the project's analyzers agree on: which code is ours, and how a directive reads.
package house

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// Prefix begins the path of every package that is ours.
const Prefix = "tertius.dev/"

// Owns reports whether a package is declared in one of our modules.
func Owns(pkg *types.Package) bool {
	return pkg != nil && strings.HasPrefix(pkg.Path(), Prefix)
}

// Path returns a package's path without what the go command adds to the variant that is built for a test.
func Path(pkg *types.Package) string {
	path, _, _ := strings.Cut(pkg.Path(), " ")
	return path
}

// State lists the folders of our modules that make the state of a run.
var State = []string{"core", "simulation", "physics"}

// Lies reports whether a package is one of the folders of our modules, or lies below one.
func Lies(path string, folders []string) bool {
	for _, folder := range folders {
		rest, ok := strings.CutPrefix(path, Prefix+folder)
		if ok && (rest == "" || rest[0] == '/') {
			return true
		}
	}
	return false
}

// InTestFile reports whether a position lies in a file that only tests build.
func InTestFile(fset *token.FileSet, pos token.Pos) bool {
	return strings.HasSuffix(fset.Position(pos).Filename, "_test.go")
}

// Directive is a comment line such as "//closedset:open because Khronos adds members".
type Directive struct {
	Comment *ast.Comment
	Text    string // what follows the name, trimmed
}

// FindDirective returns the first line of a comment group that begins with name, such as "//closedset:open".
func FindDirective(group *ast.CommentGroup, name string) (Directive, bool) {
	if group == nil {
		return Directive{}, false
	}
	for _, c := range group.List {
		if text, ok := CutDirective(c, name); ok {
			return Directive{c, text}, true
		}
	}
	return Directive{}, false
}

// CutDirective returns what follows the directive's name, if the comment is one.
func CutDirective(c *ast.Comment, name string) (text string, ok bool) {
	rest, ok := strings.CutPrefix(c.Text, name)
	if !ok || rest != "" && rest[0] != ' ' && rest[0] != '\t' {
		return "", false
	}
	// A reason ends before an expectation of the analyzers' own tests.
	rest, _, _ = strings.Cut(rest, "// want")
	return strings.TrimSpace(rest), true
}
