// Package closedset is the check that the compiler lacks: whoever asks which member of a closed set a value is,
// answers for every member.
package closedset

import (
	"go/ast"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"
)

const doc = `report switches and tables that leave out members of a closed set

A closed set is an enum of ours (a named integer type with at least two constants in one const block, the kinds of a
generated union among them) or a sealed interface of ours (one with an unexported method, whose members are the types
of its package that implement it). Go compiles a switch that forgets a member, and a new member then falls through in
silence at each place that nobody thought of. So:

  - a switch over an enum names every member, and a type switch over a sealed interface every type;
  - a default beside them may only panic, since it is reached by values that are no member;
  - a lookup table whose keys are members of an enum has every member;
  - a switch over an enum of another module has a default, because that module adds members.

An unexported constant whose name begins with num counts members and is none. Outside the set's package only exported
members need naming. Declarations in test files do not widen a set of other files.

Bad:

	switch m {                      // misses MotionDynamic
	case MotionStatic, MotionKinematic:
		return 0
	default:                        // and would swallow a fourth motion
		return mass
	}

Good:

	switch m {
	case MotionStatic, MotionKinematic:
		return 0
	case MotionDynamic:
		return mass
	}
	panic(contract.Unreachable(m))

A type that is open in truth (flags, units, codes that others extend) says so in its doc comment, with the reason:

	//closedset:open Khronos adds results with each version

and a package whose enums are all open says it in the package comment. A switch over an open enum has a default.`

// Analyzer reports switches and tables that leave out members of a closed set.
var Analyzer = &analysis.Analyzer{
	Name:      "closedset",
	Doc:       doc,
	Run:       run,
	Requires:  []*analysis.Analyzer{inspect.Analyzer},
	FactTypes: []analysis.Fact{(*enumFact)(nil), (*sealedFact)(nil)},
}

// run learns the sets that the package declares, then looks at each place that takes one apart.
func run(pass *analysis.Pass) (any, error) {
	learn(pass)
	walk := pass.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	places := []ast.Node{(*ast.SwitchStmt)(nil), (*ast.TypeSwitchStmt)(nil), (*ast.CompositeLit)(nil)}
	walk.Preorder(places, func(n ast.Node) {
		switch n := n.(type) {
		case *ast.SwitchStmt:
			checkSwitch(pass, n)
		case *ast.TypeSwitchStmt:
			checkTypeSwitch(pass, n)
		case *ast.CompositeLit:
			checkTable(pass, n)
		}
	})
	return nil, nil
}
