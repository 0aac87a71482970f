package main

import (
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"strings"
	"unicode"
	"unicode/utf8"
)

// directive begins the comment line that makes a struct a union.
const directive = "//union:cases"

// union is a declared union, checked and laid out.
type union struct {
	name  string
	cases []unionCase // the zero case first, when there is one
	zero  bool        // the all-zero value holds cases[0]
	slots []slot
	// imports holds the import path of each package that a slot's type names, by the name used for it.
	imports map[string]string
}

// unionCase is one case: a struct of the package.
type unionCase struct {
	name   string
	fields []caseField
}

// caseField is one field of a case with the slot that holds it.
type caseField struct {
	name string
	slot int
}

// slot is one field of the slots struct.
type slot struct {
	name, typeText string
	alignment      int // the guess used to order the slots without holes
}

// unionsOf returns the unions that a file declares, in their order. Every error names file, line, union and, where
// there is one, case.
func (d *folder) unionsOf(s *source) ([]union, error) {
	var unions []union
	var mistakes []error
	used := map[*ast.Comment]bool{}
	for _, decl := range s.file.Decls {
		gen, ok := decl.(*ast.GenDecl)
		if !ok || gen.Tok != token.TYPE {
			continue
		}
		for _, spec := range gen.Specs {
			t := spec.(*ast.TypeSpec)
			line := directiveIn(t.Doc)
			if line == nil && !gen.Lparen.IsValid() {
				line = directiveIn(gen.Doc)
			}
			if line == nil {
				continue
			}
			used[line] = true
			u, err := d.unionOf(s, t, line)
			if err != nil {
				mistakes = append(mistakes, err)
				continue
			}
			unions = append(unions, u)
		}
	}
	mistakes = append(mistakes, d.stray(s, used)...)
	if len(unions) > 0 && s.nameConstrainsBuild() {
		mistakes = append(mistakes, fmt.Errorf("%s: union %s: the file's name ties it to a system, which the generated file's name would lose; declare the union in another file", d.at(s.file.Package), unions[0].name))
	}
	return unions, errors.Join(mistakes...)
}

// directiveIn returns the directive's comment line in a doc comment, or nil.
func directiveIn(doc *ast.CommentGroup) *ast.Comment {
	if doc == nil {
		return nil
	}
	for _, c := range doc.List {
		if isDirective(c.Text) {
			return c
		}
	}
	return nil
}

func isDirective(text string) bool {
	rest, ok := strings.CutPrefix(text, directive)
	return ok && (rest == "" || rest[0] == ' ' || rest[0] == '\t')
}

// stray returns an error for each directive that stands above no type.
func (d *folder) stray(s *source, used map[*ast.Comment]bool) []error {
	var mistakes []error
	for _, group := range s.file.Comments {
		for _, c := range group.List {
			if isDirective(c.Text) && !used[c] {
				mistakes = append(mistakes, fmt.Errorf("%s: %s stands above no type, or a second time above one; put it once into the doc comment of the union's struct", d.at(c.Pos()), directive))
			}
		}
	}
	return mistakes
}

// at returns file and line of a position.
func (d *folder) at(pos token.Pos) string {
	p := d.fset.Position(pos)
	return fmt.Sprintf("%s:%d", p.Filename, p.Line)
}

// unionOf reads one union declaration.
func (d *folder) unionOf(s *source, t *ast.TypeSpec, line *ast.Comment) (union, error) {
	u := union{name: t.Name.Name, imports: map[string]string{}}
	fail := func(pos token.Pos, format string, args ...any) error {
		return fmt.Errorf("%s: union %s: %s", d.at(pos), u.name, fmt.Sprintf(format, args...))
	}
	if t.TypeParams != nil {
		return u, fail(t.Pos(), "a union has no type parameters")
	}
	if !embedsSlots(t, u.slotsName()) {
		return u, fail(t.Pos(), "write it as: type %s struct{ %s }", u.name, u.slotsName())
	}
	names, zero, err := casesIn(line.Text)
	if err != nil {
		return u, fail(line.Pos(), "%v", err)
	}
	u.zero = zero
	types := d.types(s.pkg)
	layout := newLayout(&u, types)
	for _, name := range names {
		c, err := d.caseOf(name, types, layout)
		if err != nil {
			return u, fail(line.Pos(), "case %s: %s", name, err)
		}
		u.cases = append(u.cases, c)
	}
	layout.finish()
	taken := d.names(s.pkg)
	for _, name := range u.generatedNames() {
		if pos, ok := taken[name]; ok {
			return u, fail(line.Pos(), "the generated name %s is taken at %s", name, d.at(pos))
		}
		taken[name] = line.Pos()
	}
	return u, nil
}

// embedsSlots reports whether t is a struct that embeds only the named slots struct.
func embedsSlots(t *ast.TypeSpec, slots string) bool {
	s, ok := t.Type.(*ast.StructType)
	if !ok || t.Assign.IsValid() || len(s.Fields.List) != 1 || len(s.Fields.List[0].Names) != 0 {
		return false
	}
	name, ok := s.Fields.List[0].Type.(*ast.Ident)
	return ok && name.Name == slots
}

// casesIn reads the cases of a directive line, the zero case first.
func casesIn(text string) (names []string, zero bool, err error) {
	words := strings.Fields(strings.TrimPrefix(text, directive))
	if len(words) == 0 {
		return nil, false, errors.New("name at least one case")
	}
	if len(words) > 255 {
		return nil, false, fmt.Errorf("%d cases, but a kind byte tells at most 255 apart", len(words))
	}
	seen := map[string]bool{}
	for _, word := range words {
		name, isZero := strings.CutPrefix(word, "zero=")
		switch {
		case !token.IsIdentifier(name):
			return nil, false, fmt.Errorf("%q is no case; name structs of this package, separated by spaces", word)
		case seen[name]:
			return nil, false, fmt.Errorf("case %s stands there twice", name)
		case isZero && zero:
			return nil, false, errors.New("two cases are marked zero=")
		case isZero:
			zero = true
			names = append([]string{name}, names...)
		default:
			names = append(names, name)
		}
		seen[name] = true
	}
	return names, zero, nil
}

// caseOf reads one case and gives its fields their slots.
func (d *folder) caseOf(name string, types map[string]declared, layout *layout) (unionCase, error) {
	c := unionCase{name: name}
	decl, ok := types[name]
	if !ok {
		return c, errors.New("this package declares no such type")
	}
	at := d.at(decl.spec.Pos())
	body, ok := decl.spec.Type.(*ast.StructType)
	switch {
	case decl.spec.TypeParams != nil:
		return c, fmt.Errorf("%s has type parameters (%s); a case has none", name, at)
	case !ok || decl.spec.Assign.IsValid():
		return c, fmt.Errorf("%s is not declared as a struct (%s)", name, at)
	}
	layout.beginCase()
	for _, field := range body.Fields.List {
		typeText, err := layout.typeText(field.Type, decl.in)
		if err != nil {
			return c, fmt.Errorf("%s: %w", d.at(field.Pos()), err)
		}
		for _, fieldName := range fieldNames(field) {
			if fieldName != "_" {
				c.fields = append(c.fields, caseField{fieldName, layout.take(typeText, field.Type)})
			}
		}
	}
	return c, nil
}

// fieldNames returns the names of a field line; an embedded field is named for its type.
func fieldNames(field *ast.Field) []string {
	if len(field.Names) == 0 {
		return []string{embeddedName(field.Type)}
	}
	var names []string
	for _, name := range field.Names {
		names = append(names, name.Name)
	}
	return names
}

func embeddedName(t ast.Expr) string {
	switch t := t.(type) {
	case *ast.Ident:
		return t.Name
	case *ast.StarExpr:
		return embeddedName(t.X)
	case *ast.SelectorExpr:
		return t.Sel.Name
	case *ast.IndexExpr:
		return embeddedName(t.X)
	case *ast.IndexListExpr:
		return embeddedName(t.X)
	}
	return "_" // the language allows no other embedded field
}

func (u *union) slotsName() string { return lowerFirst(u.name) + "Slots" }
func (u *union) kindName() string  { return u.name + "Kind" }

// ctorName returns the name of a case's constructor.
func (u *union) ctorName(c unionCase) string { return u.name + "Of" + upperFirst(c.name) }

// constName returns the name of a case's kind.
func (u *union) constName(c unionCase) string { return u.name + upperFirst(c.name) }

func (u *union) noneName() string { return u.name + "None" }

// generatedNames returns every package-level name that the union adds.
func (u *union) generatedNames() []string {
	names := []string{u.slotsName(), u.kindName()}
	if !u.zero {
		names = append(names, u.noneName())
	}
	for _, c := range u.cases {
		names = append(names, u.constName(c), u.ctorName(c))
	}
	return names
}

func lowerFirst(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToLower(r)) + s[n:]
}

func upperFirst(s string) string {
	if s == "" {
		return ""
	}
	r, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[n:]
}
