package blueprint

import (
	"fmt"
	"strings"

	"tertius.dev/core/contract"
)

// Problem is what is wrong with a blueprint.
type Problem struct {
	File         string // empty when the blueprint came from Go
	Line, Column int    // from 1; columns count characters
	Blueprint    string // its name, or empty when the problem lies in none
	Field        string // the path to it, such as "components.game.armor.thickness"; empty when it is no field
	Text         string
}

// Error gives the problem in one line.
func (p *Problem) Error() string {
	var b strings.Builder
	if p.File != "" {
		fmt.Fprintf(&b, "%s:%d:%d: ", p.File, p.Line, p.Column)
	}
	if p.Blueprint != "" {
		fmt.Fprintf(&b, "blueprint %q: ", p.Blueprint)
	}
	if p.Field != "" {
		b.WriteString(p.Field + ": ")
	}
	b.WriteString(p.Text)
	return b.String()
}

// MostProblems is the greatest number of problems that one call tells.
const MostProblems = 50

// Problems is all that is wrong with what a call was given.
type Problems struct {
	List []*Problem // in the order of files and places, at most MostProblems
	More int        // further ones
}

// Error gives the problems, one to a line.
func (p *Problems) Error() string {
	var lines []string
	for _, problem := range p.List {
		lines = append(lines, problem.Error())
	}
	if p.More > 0 {
		lines = append(lines, fmt.Sprintf("and %d more", p.More))
	}
	return strings.Join(lines, "\n")
}

// Unwrap gives the problems one by one.
func (p *Problems) Unwrap() []error {
	var list []error
	for _, problem := range p.List {
		list = append(list, problem)
	}
	return list
}

// fault is what is wrong in a Blueprint, and where in it.
type fault struct {
	at               part
	component, field int // indices, where the part asks for them
	text             string
}

// part is a part of a Blueprint.
type part uint8

const (
	atName part = iota
	atParent
	atComponent
	atField
	atBody
	atVisual
	atFrame
)

// problemsOf names the faults of a blueprint that came from Go.
func problemsOf(b *Blueprint, faults []fault) *Problems {
	all := &Problems{}
	for i := range faults {
		if len(all.List) == MostProblems {
			all.More++
			continue
		}
		all.List = append(all.List, &Problem{Blueprint: b.Name, Field: faults[i].path(b), Text: faults[i].text})
	}
	return all
}

// path names the place in the words of Go.
func (f *fault) path(b *Blueprint) string {
	switch f.at {
	case atName:
		return ""
	case atParent:
		return "Parent"
	case atComponent, atField:
		c := &b.Components[f.component]
		path := fmt.Sprintf("Components[%d]", f.component)
		if c.Kind != nil {
			path += " " + c.Kind.name
		}
		if f.at == atField {
			path += "." + c.Fields[f.field].Name
		}
		return path
	case atBody:
		return "Body"
	case atVisual:
		return "Visual"
	case atFrame:
		return "Owns"
	}
	panic(contract.Unreachable(f.at))
}
