package script

import (
	"fmt"
	"strings"

	"tertius.dev/core/document"
)

// Problem is what is wrong with a script.
type Problem struct {
	File         string
	Line, Column int    // from 1; columns count characters
	Step         int    // from 1, or 0 when it lies in no step
	Do           string // the step's kind, or empty when that is what is wrong
	Text         string // names the member
}

// Error gives the problem in one line.
func (p *Problem) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s:%d:%d: ", p.File, p.Line, p.Column)
	switch {
	case p.Step > 0 && p.Do != "":
		fmt.Fprintf(&b, "step %d (%s): ", p.Step, p.Do)
	case p.Step > 0:
		fmt.Fprintf(&b, "step %d: ", p.Step)
	}
	b.WriteString(p.Text)
	return b.String()
}

// Problem returns a problem of a step at its own place.
func (s *Script) Problem(at *Place, format string, args ...any) *Problem {
	return s.problem(at, at.offset, fmt.Sprintf(format, args...))
}

// ProblemAt returns a problem of a step at one of its values.
func (s *Script) ProblemAt(at *Place, v *document.Value, format string, args ...any) *Problem {
	return s.problem(at, v.Offset, fmt.Sprintf(format, args...))
}

// NoSuchID returns the problem that a scene id of a step names nothing. The known ids are listed.
func (s *Script) NoSuchID(at *Place, id SceneID, known []string) *Problem {
	return s.ProblemAt(at, id.value, "%q is %q, but the scene %q %s", id.member, id.ID, s.Scene, listIDs(known))
}

// NoSuchScene returns the problem that the script names no scene of the program.
func (s *Script) NoSuchScene(known []string) *Problem {
	return s.problem(&Place{}, s.scene, fmt.Sprintf("\"scene\" is %q; there are %s", s.Scene, document.Quoted(known)))
}

// NoFrame returns the problem that the entity of a scene id owns no frame.
func (s *Script) NoFrame(at *Place, id SceneID) *Problem {
	return s.ProblemAt(at, id.value, "%q is %q, which owns no frame", id.member, id.ID)
}

// NoSuchMessage returns the problem that a post step names no message type.
func (s *Script) NoSuchMessage(p *Post, known []string) *Problem {
	return s.ProblemAt(&p.Place, p.message, "\"message\" is %q, but the scene %q knows only %s",
		p.Message, s.Scene, document.Quoted(known))
}

func listIDs(known []string) string {
	const most = 20
	switch {
	case len(known) == 0:
		return "names no entity"
	case len(known) > most:
		return fmt.Sprintf("names only %s and %d more", document.Quoted(known[:most]), len(known)-most)
	}
	return "names only " + document.Quoted(known)
}

func (s *Script) problem(at *Place, offset int, text string) *Problem {
	line, column := document.PlaceOf(s.text, offset)
	return &Problem{File: s.File, Line: line, Column: column, Step: at.Number, Do: at.Do, Text: text}
}
