package forbidden

import (
	"go/token"

	"golang.org/x/tools/go/analysis"

	"tertius.dev/analyzers/internal/house"
)

// lines are the lines of files on which a reason allows a call.
type lines map[string]map[int]bool

func (l lines) has(pass *analysis.Pass, pos token.Pos) bool {
	at := pass.Fset.Position(pos)
	return l[at.Filename][at.Line]
}

// allowedLines finds the directives: each allows its own line and the next. One without a reason is reported, and
// allows nothing.
func allowedLines(pass *analysis.Pass) lines {
	allowed := lines{}
	for _, file := range pass.Files {
		for _, group := range file.Comments {
			for _, c := range group.List {
				text, ok := house.CutDirective(c, allowDirective)
				if !ok {
					continue
				}
				if text == "" {
					pass.Reportf(c.Pos(), "%s needs a reason behind it", allowDirective)
					continue
				}
				at := pass.Fset.Position(c.Pos())
				if allowed[at.Filename] == nil {
					allowed[at.Filename] = map[int]bool{}
				}
				allowed[at.Filename][at.Line] = true
				allowed[at.Filename][at.Line+1] = true
			}
		}
	}
	return allowed
}
