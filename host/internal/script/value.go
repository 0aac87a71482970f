package script

import (
	"fmt"
	"strings"
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

	offset int // in bytes from the start of the file
}

// Member is a member of an object.
type Member struct {
	Name  string
	Value Value

	offset int // of the name
}

// Get returns the member's value, or nil.
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
