package closedset

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"

	"tertius.dev/analyzers/internal/house"
)

// openDirective is the way out for a type, or in the package comment for all enums of a package.
const openDirective = "//closedset:open"

// enumFact says that a type is an enum of ours.
type enumFact struct {
	Members []member
	Open    bool
}

// member is a constant of an enum. Two names of one value are one member to a switch.
type member struct{ Name, Value string }

func (*enumFact) AFact() {}

func (f *enumFact) String() string {
	names := make([]string, len(f.Members))
	for i, m := range f.Members {
		names[i] = m.Name
	}
	return factText("enum", names, f.Open)
}

// sealedFact says that an interface of ours is sealed.
type sealedFact struct {
	Types []implementer
	Open  bool
}

// implementer is a type that implements a sealed interface: itself, or only its pointer.
type implementer struct {
	Name    string
	Pointer bool
}

func (*sealedFact) AFact() {}

func (f *sealedFact) String() string {
	names := make([]string, len(f.Types))
	for i, t := range f.Types {
		names[i] = t.String()
	}
	return factText("sealed", names, f.Open)
}

func (t implementer) String() string {
	if t.Pointer {
		return "*" + t.Name
	}
	return t.Name
}

func factText(what string, names []string, open bool) string {
	if open {
		what = "open " + what
	}
	return what + "(" + strings.Join(names, " ") + ")"
}

// learn exports a fact for each closed set that the package declares, and reports directives that open nothing.
func learn(pass *analysis.Pass) {
	if !house.Owns(pass.Pkg) {
		return
	}
	l := learner{pass: pass, open: map[types.Object]bool{}, members: map[types.Object][]member{}, block: map[types.Object]bool{}}
	for _, file := range pass.Files {
		l.readFile(file)
	}
	for _, obj := range l.order {
		l.learnType(obj)
	}
}

// learner gathers what a package declares before the facts are made.
type learner struct {
	pass    *analysis.Pass
	openAll bool                      // the package comment opens every enum
	open    map[types.Object]bool     // types whose doc comment opens them
	members map[types.Object][]member // constants by their type, in the order of declaration
	block   map[types.Object]bool     // types with two constants in one const block
	order   []types.Object            // declared types
}

func (l *learner) readFile(file *ast.File) {
	opened := map[*ast.Comment]bool{}
	if d, ok := house.FindDirective(file.Doc, openDirective); ok {
		l.openAll = l.reasoned(d, opened) || l.openAll
	}
	for _, decl := range file.Decls {
		if gen, ok := decl.(*ast.GenDecl); ok && gen.Tok == token.TYPE {
			l.readTypes(gen, opened)
		} else if ok && gen.Tok == token.CONST {
			l.readConstants(gen)
		}
	}
	for _, group := range file.Comments {
		for _, c := range group.List {
			if _, ok := house.CutDirective(c, openDirective); ok && !opened[c] {
				l.pass.Reportf(c.Pos(), "%s opens nothing here; put it into the doc comment of the type or of the package", openDirective)
			}
		}
	}
}

// reasoned reports a directive without a reason, and remembers that it stands at its place.
func (l *learner) reasoned(d house.Directive, opened map[*ast.Comment]bool) bool {
	opened[d.Comment] = true
	if d.Text == "" {
		l.pass.Reportf(d.Comment.Pos(), "%s needs a reason behind it", openDirective)
		return false
	}
	return true
}

func (l *learner) readTypes(gen *ast.GenDecl, opened map[*ast.Comment]bool) {
	for _, spec := range gen.Specs {
		t := spec.(*ast.TypeSpec)
		obj := l.pass.TypesInfo.Defs[t.Name]
		if obj == nil || t.Assign.IsValid() {
			continue
		}
		l.order = append(l.order, obj)
		doc := t.Doc
		if doc == nil && !gen.Lparen.IsValid() {
			doc = gen.Doc
		}
		if d, ok := house.FindDirective(doc, openDirective); ok {
			l.open[obj] = l.reasoned(d, opened)
		}
	}
}

// readConstants remembers the constants of types of this package.
func (l *learner) readConstants(gen *ast.GenDecl) {
	inBlock := map[types.Object]int{}
	for _, spec := range gen.Specs {
		for _, name := range spec.(*ast.ValueSpec).Names {
			c, ok := l.pass.TypesInfo.Defs[name].(*types.Const)
			if !ok {
				continue
			}
			named, ok := types.Unalias(c.Type()).(*types.Named)
			if !ok || named.Obj().Pkg() != l.pass.Pkg || !l.counts(c, named.Obj()) {
				continue
			}
			inBlock[named.Obj()]++
			l.members[named.Obj()] = append(l.members[named.Obj()], member{c.Name(), c.Val().ExactString()})
		}
	}
	for obj, n := range inBlock {
		if n > 1 {
			l.block[obj] = true
		}
	}
}

// counts reports whether a constant is a member of its type's set: no sentinel, no blank, and no constant that only
// tests declare.
func (l *learner) counts(c *types.Const, of types.Object) bool {
	return c.Name() != "_" && !isSentinel(c.Name()) && l.belongs(c, of)
}

// belongs reports whether a declaration may widen a set: one in a test file widens only sets of test files.
func (l *learner) belongs(obj, set types.Object) bool {
	return !house.InTestFile(l.pass.Fset, obj.Pos()) || house.InTestFile(l.pass.Fset, set.Pos())
}

// isSentinel reports whether a constant's name says that it counts members, as numMotions does.
func isSentinel(name string) bool {
	rest, ok := strings.CutPrefix(name, "num")
	return ok && (rest == "" || rest[0] < 'a' || rest[0] > 'z')
}

func (l *learner) learnType(obj types.Object) {
	if iface, ok := obj.Type().Underlying().(*types.Interface); ok {
		if isSealed(iface, obj.Pkg()) {
			l.pass.ExportObjectFact(obj, &sealedFact{Types: l.implementers(obj, iface), Open: l.open[obj]})
		}
		return
	}
	if isInteger(obj.Type()) && l.block[obj] {
		l.pass.ExportObjectFact(obj, &enumFact{Members: l.members[obj], Open: l.open[obj] || l.openAll})
	}
}

// isSealed reports whether only types of pkg can implement an interface.
func isSealed(iface *types.Interface, pkg *types.Package) bool {
	for m := range iface.Methods() {
		if !m.Exported() && m.Pkg() == pkg {
			return true
		}
	}
	return false
}

// implementers returns the types of the package that implement a sealed interface. Generic types are left out: no
// case can name all of their instances.
func (l *learner) implementers(set types.Object, iface *types.Interface) []implementer {
	var found []implementer
	for _, obj := range l.order {
		named, ok := obj.Type().(*types.Named)
		if !ok || types.IsInterface(named) || named.TypeParams().Len() > 0 || !l.belongs(obj, set) {
			continue
		}
		switch {
		case types.Implements(named, iface):
			found = append(found, implementer{Name: obj.Name()})
		case types.Implements(types.NewPointer(named), iface):
			found = append(found, implementer{Name: obj.Name(), Pointer: true})
		}
	}
	return found
}

func isInteger(t types.Type) bool {
	basic, ok := t.Underlying().(*types.Basic)
	return ok && basic.Info()&types.IsInteger != 0
}

// enumOf returns the enum of ours that a type is.
func enumOf(pass *analysis.Pass, t types.Type) (*types.TypeName, *enumFact, bool) {
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || !house.Owns(named.Obj().Pkg()) {
		return nil, nil, false
	}
	fact := new(enumFact)
	return named.Obj(), fact, pass.ImportObjectFact(named.Obj(), fact)
}

// isForeignEnum reports whether a type is an enum of somebody else: a named integer type whose package exports at
// least two constants of it.
func isForeignEnum(t types.Type) bool {
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || named.Obj().Pkg() == nil || house.Owns(named.Obj().Pkg()) || !isInteger(named) {
		return false
	}
	scope := named.Obj().Pkg().Scope()
	constants := 0
	for _, name := range scope.Names() {
		if c, ok := scope.Lookup(name).(*types.Const); ok && c.Exported() && types.Identical(c.Type(), named) {
			constants++
		}
	}
	return constants > 1
}
