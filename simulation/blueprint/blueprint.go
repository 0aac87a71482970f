package blueprint

import (
	"tertius.dev/core/document"
	"tertius.dev/core/physics"
	"tertius.dev/simulation"
)

// Blueprint describes a kind of entity: all but where it is and how it moves.
//
// With a parent it starts from the parent's. A component kind that the parent also has keeps its place in the parent's list;
// the field values of both count, the child's before the parent's. Other kinds come after the parent's.
type Blueprint struct {
	Name       string                // see NameRule
	Parent     string                // a registered blueprint; empty: none
	Components []Component           // in the order in which the entity gets them; no kind twice
	Body       *physics.BodyDesc     // nil: the parent's
	Visual     *simulation.Visual    // nil: the parent's
	Owns       *simulation.FrameSpec // makes the entity the owner of a new frame; nil: as the parent
}

// Component is a component of a blueprint, with the fields that differ from the kind's own values.
type Component struct {
	Kind   *ComponentKind
	Fields []Field
}

// Field is a value for an exported field of a component.
type Field struct {
	Name  string // of the Go field
	Value any    // of the field's type; an int or float64, as constants are, may stand for any type of number that holds it
}

// MostName is the greatest length of a name.
const MostName = 64

// NameRule says what the names of blueprints and component kinds are.
const NameRule = "1 to 64 characters a to z, 0 to 9, - and ., the first a letter or digit"

// goodName reports whether a name keeps NameRule.
func goodName(name string) bool {
	for i, c := range []byte(name) {
		letter := 'a' <= c && c <= 'z' || '0' <= c && c <= '9'
		if !letter && (i == 0 || c != '-' && c != '.') {
			return false
		}
	}
	return len(name) >= 1 && len(name) <= MostName
}

// quotedSome lists names for a message, not too many of them.
func quotedSome(names []string) string {
	const most = 20
	if len(names) > most {
		return document.Quoted(append(names[:most:most], "…"))
	}
	return document.Quoted(names)
}
