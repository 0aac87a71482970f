package main

import (
	"bytes"
	"errors"
	"fmt"
	"go/ast"
	"go/format"
	"go/token"
	"path"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"unicode"
)

// layout gives the fields of a union's cases their slots.
type layout struct {
	union *union
	types map[string]declared
	used  map[string]int   // how many slots of a type the current case has taken
	owned map[string][]int // the slots of a type, in the order in which they were made
}

func newLayout(u *union, types map[string]declared) *layout {
	return &layout{union: u, types: types, owned: map[string][]int{}}
}

// beginCase starts a case, which may use every slot again.
func (l *layout) beginCase() { l.used = map[string]int{} }

// take returns the next slot of a type that the current case has not used.
func (l *layout) take(typeText string, t ast.Expr) int {
	k := l.used[typeText]
	l.used[typeText]++
	if k < len(l.owned[typeText]) {
		return l.owned[typeText][k]
	}
	index := len(l.union.slots)
	l.union.slots = append(l.union.slots, slot{
		name:      slotName(typeText) + strconv.Itoa(k),
		typeText:  typeText,
		alignment: l.alignment(t, 0),
	})
	l.owned[typeText] = append(l.owned[typeText], index)
	return index
}

// finish orders the slots by falling alignment, so that the struct has no holes, and makes their names unique: two
// types such as *T and []T can read alike once they are identifiers.
func (l *layout) finish() {
	u := l.union
	order := make([]int, len(u.slots))
	for i := range order {
		order[i] = i
	}
	sort.SliceStable(order, func(a, b int) bool {
		return u.slots[order[a]].alignment > u.slots[order[b]].alignment
	})
	sorted := make([]slot, len(u.slots))
	place := make([]int, len(u.slots))
	taken := map[string]bool{"kind": true}
	for to, from := range order {
		sorted[to] = u.slots[from]
		for taken[sorted[to].name] {
			sorted[to].name += "x"
		}
		taken[sorted[to].name] = true
		place[from] = to
	}
	u.slots = sorted
	for i := range u.cases {
		for j := range u.cases[i].fields {
			u.cases[i].fields[j].slot = place[u.cases[i].fields[j].slot]
		}
	}
}

var notWord = regexp.MustCompile(`[^\pL\pN]+`)

// slotName makes an identifier of a type's text, to which the slot's number is added: geom.Vec3 becomes geomVec3Slot.
func slotName(typeText string) string {
	name := ""
	for _, word := range notWord.Split(typeText, -1) {
		name += upperFirst(word)
	}
	name = lowerFirst(name) + "Slot"
	if unicode.IsDigit(rune(name[0])) {
		return "of" + name
	}
	return name
}

// alignment guesses what a type is aligned to. It decides only the order of slots, so a wrong guess costs a hole.
func (l *layout) alignment(t ast.Expr, depth int) int {
	switch t := t.(type) {
	case *ast.ParenExpr:
		return l.alignment(t.X, depth)
	case *ast.ArrayType:
		if t.Len != nil {
			return l.alignment(t.Elt, depth)
		}
	case *ast.StructType:
		most := 1
		for _, field := range t.Fields.List {
			most = max(most, l.alignment(field.Type, depth))
		}
		return most
	case *ast.Ident:
		if decl, ok := l.types[t.Name]; ok && depth < 16 {
			return l.alignment(decl.spec.Type, depth+1)
		}
		switch t.Name {
		case "bool", "byte", "int8", "uint8":
			return 1
		case "int16", "uint16":
			return 2
		case "int32", "uint32", "rune", "float32", "complex64":
			return 4
		}
	}
	return 8
}

// typeText returns a type's source text and records the packages that it names. Slots are shared by this text.
func (l *layout) typeText(t ast.Expr, in *source) (string, error) {
	t = ast.Unparen(t)
	if err := refuseUncomparable(t); err != nil {
		return "", err
	}
	var failed error
	ast.Inspect(t, func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		if pkg, ok := sel.X.(*ast.Ident); ok {
			failed = errors.Join(failed, l.addImport(pkg.Name, in))
		}
		return false
	})
	if failed != nil {
		return "", failed
	}
	var text bytes.Buffer
	if err := format.Node(&text, token.NewFileSet(), t); err != nil {
		return "", err
	}
	return strings.Join(strings.Fields(text.String()), " "), nil
}

// refuseUncomparable refuses the types that Equal could not compare.
func refuseUncomparable(t ast.Expr) error {
	switch t := ast.Unparen(t).(type) {
	case *ast.ArrayType:
		if t.Len == nil {
			return errors.New("a slice cannot be compared, so no case may hold one; keep an index or a handle")
		}
		return refuseUncomparable(t.Elt)
	case *ast.MapType:
		return errors.New("a map cannot be compared, so no case may hold one; keep an index or a handle")
	case *ast.FuncType:
		return errors.New("a function cannot be compared, so no case may hold one; make the choice a case")
	}
	return nil
}

// addImport records the package that a name stands for in a file.
func (l *layout) addImport(name string, in *source) error {
	importPath, err := importNamed(name, in)
	if err != nil {
		return err
	}
	if old, ok := l.union.imports[name]; ok && old != importPath {
		return fmt.Errorf("%s means %s here and %s in another case's file; import them under two names", name, importPath, old)
	}
	l.union.imports[name] = importPath
	return nil
}

// importNamed returns the path of the import that a file calls name.
func importNamed(name string, in *source) (string, error) {
	for _, spec := range in.file.Imports {
		importPath, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return "", err
		}
		if spec.Name != nil && spec.Name.Name == name || spec.Name == nil && baseName(importPath) == name {
			return importPath, nil
		}
	}
	return "", fmt.Errorf("no import of %s is seen to be package %s; write the package's name before the import's path", in.path, name)
}

var majorVersion = regexp.MustCompile(`^v[0-9]+$`)

// baseName guesses a package's name from its path, as the go command's users do.
func baseName(importPath string) string {
	base := path.Base(importPath)
	if majorVersion.MatchString(base) {
		return path.Base(path.Dir(importPath))
	}
	return base
}
