package document

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Kind is the kind of a JSON value.
type Kind uint8

// The kinds of JSON.
const (
	Null Kind = iota
	Bool
	Number
	String
	List
	Object
)

// String returns the kind with its article, for messages.
func (k Kind) String() string {
	switch k {
	case Null:
		return "null"
	case Bool:
		return "true or false"
	case Number:
		return "a number"
	case String:
		return "a string"
	case List:
		return "a list"
	case Object:
		return "an object"
	}
	return fmt.Sprintf("Kind(%d)", uint8(k))
}

// Value is a piece of JSON and where it stands.
type Value struct {
	Kind    Kind
	Text    string   // of a string, unquoted, or of a number, as written
	True    bool     // of a Bool
	Items   []Value  // of a List
	Members []Member // of an Object, in file order, with no name twice
	Offset  int      // of its first byte, from the start of the file
}

// Member is a member of an object.
type Member struct {
	Name   string
	Value  Value
	Offset int // of the name's first byte, from the start of the file
}

// Get returns the value of the member with the name, or nil.
func (v *Value) Get(name string) *Value {
	for i := range v.Members {
		if v.Members[i].Name == name {
			return &v.Members[i].Value
		}
	}
	return nil
}

// Quoted lists names for a message, each in quotes.
func Quoted(names []string) string {
	var b strings.Builder
	for i, name := range names {
		switch {
		case i > 0 && i == len(names)-1:
			b.WriteString(" and ")
		case i > 0:
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "%q", name)
	}
	return b.String()
}

// MemberName returns the member that stands for a Go field: the name in camelCase, where leading capitals go down together,
// so that URLPath is urlPath and ID is id.
func MemberName(field string) string {
	r := []rune(field)
	for i := range r {
		if !unicode.IsUpper(r[i]) || (i > 0 && i+1 < len(r) && !unicode.IsUpper(r[i+1])) {
			break
		}
		r[i] = unicode.ToLower(r[i])
	}
	return string(r)
}

// PlaceOf returns the line and the column of a byte of the text, both from 1. Columns count characters.
func PlaceOf(text string, offset int) (line, column int) {
	before := text[:min(offset, len(text))]
	start := strings.LastIndexByte(before, '\n') + 1
	return 1 + strings.Count(before, "\n"), 1 + utf8.RuneCountInString(before[start:])
}
