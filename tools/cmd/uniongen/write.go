package main

import (
	"bytes"
	"fmt"
	"go/format"
	"path/filepath"
	"sort"
	"strings"
)

// write returns the text of the generated file for the unions of one source file.
func write(s *source, unions []union) ([]byte, error) {
	imports, err := importsOf(unions)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s%s; DO NOT EDIT.\n\n", headerStart, filepath.Base(s.path))
	if s.build != "" {
		fmt.Fprintf(&b, "%s\n\n", s.build)
	}
	fmt.Fprintf(&b, "package %s\n\nimport (\n%s)\n", s.pkg, imports)
	for i := range unions {
		writeUnion(&b, &unions[i])
	}
	return format.Source(b.Bytes())
}

// importsOf returns the import lines of a file: what the slots name, and what Strings need.
func importsOf(unions []union) (string, error) {
	paths := map[string]string{"fmt": "fmt", "strconv": "strconv"}
	for _, u := range unions {
		for name, importPath := range u.imports {
			if old, ok := paths[name]; ok && old != importPath {
				return "", fmt.Errorf("union %s: %s means %s here, but the generated file uses that name for %s; import it under another name", u.name, name, importPath, old)
			}
			paths[name] = importPath
		}
	}
	var std, other []string
	for name, importPath := range paths {
		line := fmt.Sprintf("\t%q\n", importPath)
		if baseName(importPath) != name {
			line = fmt.Sprintf("\t%s %q\n", name, importPath)
		}
		if strings.Contains(strings.Split(importPath, "/")[0], ".") {
			other = append(other, line)
		} else {
			std = append(std, line)
		}
	}
	byPath := func(lines []string) {
		sort.Slice(lines, func(a, b int) bool {
			return lines[a][strings.Index(lines[a], `"`):] < lines[b][strings.Index(lines[b], `"`):]
		})
	}
	byPath(std)
	byPath(other)
	return strings.Join(std, "") + "\n" + strings.Join(other, ""), nil
}

func writeUnion(b *bytes.Buffer, u *union) {
	writeKinds(b, u)
	writeSlots(b, u)
	for i := range u.cases {
		writeConstructor(b, u, i)
	}
	writeReaders(b, u)
	for i := range u.cases {
		writeAccessor(b, u, i)
	}
	writeEqual(b, u)
	writeString(b, u)
}

func writeKinds(b *bytes.Buffer, u *union) {
	kind := u.kindName()
	fmt.Fprintf(b, "\n// %s says which case %s holds.\ntype %s uint8\n\n", kind, withArticle(u.name), kind)
	fmt.Fprintf(b, "// The kinds of %s.\nconst (\n", u.name)
	first := " " + kind + " = iota"
	if !u.zero {
		fmt.Fprintf(b, "\t%s%s // no case: the zero %s\n", u.noneName(), first, u.name)
		first = ""
	}
	for i, c := range u.cases {
		note := ""
		if u.zero && i == 0 {
			note = ", also in the zero " + u.name
		}
		fmt.Fprintf(b, "\t%s%s // [%s]%s\n", u.constName(c), first, c.name, note)
		first = ""
	}
	fmt.Fprintf(b, ")\n\n// String returns the name of the case.\nfunc (k %s) String() string {\n\tswitch k {\n", kind)
	if !u.zero {
		fmt.Fprintf(b, "\tcase %s:\n\t\treturn \"None\"\n", u.noneName())
	}
	for _, c := range u.cases {
		fmt.Fprintf(b, "\tcase %s:\n\t\treturn %q\n", u.constName(c), c.name)
	}
	fmt.Fprintf(b, "\t}\n\treturn \"%s(\" + strconv.Itoa(int(k)) + \")\"\n}\n", kind)
}

func writeSlots(b *bytes.Buffer, u *union) {
	fmt.Fprintf(b, "\n// %s holds the fields of %s's case: the k-th field of a type in a case lies in the k-th\n", u.slotsName(), withArticle(u.name))
	fmt.Fprintf(b, "// slot of that type. The slots that a case does not use are zero.\ntype %s struct {\n", u.slotsName())
	for _, s := range u.slots {
		fmt.Fprintf(b, "\t%s %s\n", s.name, s.typeText)
	}
	fmt.Fprintf(b, "\tkind %s\n}\n", u.kindName())
}

func writeConstructor(b *bytes.Buffer, u *union, i int) {
	c := u.cases[i]
	fmt.Fprintf(b, "\n// %s returns %s that holds c.\n", u.ctorName(c), withArticle(u.name))
	param := "c"
	if len(c.fields) == 0 {
		param = "_"
	}
	fmt.Fprintf(b, "func %s(%s %s) %s {\n\treturn %s{%s{kind: %s", u.ctorName(c), param, c.name, u.name, u.name, u.slotsName(), u.constName(c))
	for _, f := range c.fields {
		fmt.Fprintf(b, ", %s: c.%s", u.slots[f.slot].name, f.name)
	}
	fmt.Fprintf(b, "}}\n}\n")
}

// writeReaders writes Kind and IsNone. Their receivers are pointers, as those of the accessors are: on a value of
// more than four fields an inlined method with a value receiver first copies the whole union (5 times the cost of
// the loop for a union of 200 bytes, Go 1.26.8).
func writeReaders(b *bytes.Buffer, u *union) {
	fmt.Fprintf(b, "\n// Kind says which case u holds.\nfunc (u *%s) Kind() %s { return u.kind }\n", u.name, u.kindName())
	if !u.zero {
		fmt.Fprintf(b, "\n// IsNone reports whether u holds no case.\nfunc (u *%s) IsNone() bool { return u.kind == %s }\n", u.name, u.noneName())
	}
}

func writeAccessor(b *bytes.Buffer, u *union, i int) {
	c := u.cases[i]
	name := "As" + upperFirst(c.name)
	fmt.Fprintf(b, "\n// %s returns the %s that u holds, and whether it holds one; otherwise the result is zero.\n", name, c.name)
	fmt.Fprintf(b, "func (u *%s) %s() (%s, bool) {\n\tif u.kind != %s {\n\t\treturn %s{}, false\n\t}\n", u.name, name, c.name, u.constName(c), c.name)
	var values []string
	for _, f := range c.fields {
		values = append(values, f.name+": u."+u.slots[f.slot].name)
	}
	fmt.Fprintf(b, "\treturn %s{%s}, true\n}\n", c.name, strings.Join(values, ", "))
}

func writeEqual(b *bytes.Buffer, u *union) {
	fmt.Fprintf(b, "\n// Equal reports whether u and other hold the same case with equal fields. Fields are compared with ==, so a NaN\n")
	fmt.Fprintf(b, "// equals nothing, and 0 equals -0.\n")
	fmt.Fprintf(b, "func (u %s) Equal(other %s) bool {\n\tif u.kind != other.kind {\n\t\treturn false\n\t}\n\tswitch u.kind {\n", u.name, u.name)
	if !u.zero {
		fmt.Fprintf(b, "\tcase %s:\n\t\treturn true\n", u.noneName())
	}
	for _, c := range u.cases {
		terms := []string{}
		for _, f := range c.fields {
			slot := u.slots[f.slot].name
			terms = append(terms, fmt.Sprintf("u.%s == other.%s", slot, slot))
		}
		if len(terms) == 0 {
			terms = append(terms, "true")
		}
		fmt.Fprintf(b, "\tcase %s:\n\t\treturn %s\n", u.constName(c), strings.Join(terms, " &&\n\t\t\t"))
	}
	fmt.Fprintf(b, "\t}\n\tpanic(\"%s: no case has the kind \" + u.kind.String())\n}\n", u.name)
}

func writeString(b *bytes.Buffer, u *union) {
	fmt.Fprintf(b, "\n// String returns the case's name and fields, for people to read.\n")
	fmt.Fprintf(b, "func (u %s) String() string {\n\tswitch u.kind {\n", u.name)
	if !u.zero {
		fmt.Fprintf(b, "\tcase %s:\n\t\treturn \"None\"\n", u.noneName())
	}
	for _, c := range u.cases {
		fmt.Fprintf(b, "\tcase %s:\n\t\tc, _ := u.As%s()\n\t\treturn fmt.Sprintf(\"%s%%+v\", c)\n", u.constName(c), upperFirst(c.name), c.name)
	}
	fmt.Fprintf(b, "\t}\n\tpanic(\"%s: no case has the kind \" + u.kind.String())\n}\n", u.name)
}

// withArticle puts a or an before a name.
func withArticle(name string) string {
	if strings.ContainsRune("AEIOUaeio", rune(name[0])) {
		return "an " + name
	}
	return "a " + name
}
