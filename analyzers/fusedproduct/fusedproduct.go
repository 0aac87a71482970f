// Package fusedproduct finds products that a compiler may fuse into a sum, and so round differently from machine to
// machine.
package fusedproduct

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"math"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"tertius.dev/analyzers/internal/house"
)

const doc = `report float products that a compiler may fuse into a sum, in code that makes state

Go may compute x*y + z with one rounding, and does so on arm64 and others, but not on plain amd64. It may do so across
statements too, and across calls that it inlines: a product that is returned, stored or passed on can still meet its
sum. One last bit then differs between machines, and a minute later so does the world. An explicit conversion rounds
the product and forbids it, and costs nothing where nothing would be fused.

So in core, simulation and physics every float product stands in a conversion. Free are a product that is itself only
multiplied, divided, compared or given to a function of math, where there is no sum to fuse it with, a product with a
constant power of two, which is exact, the pictures' side of core, core/render, and test files.

Bad:

	p = p + v*dt
	area := w * h            // and later area + rim

Good:

	p = p + float64(v*dt)
	area := float64(w * h)
	ratio := w * h / depth
	half := 0.5 * angle`

// Analyzer reports float products that a compiler may fuse into a sum.
var Analyzer = &analysis.Analyzer{
	Name:     "fusedproduct",
	Doc:      doc,
	Run:      run,
	Requires: []*analysis.Analyzer{inspect.Analyzer},
}

func run(pass *analysis.Pass) (any, error) {
	path := house.Path(pass.Pkg)
	if !house.Lies(path, house.State) || house.Lies(path, []string{"core/render"}) {
		return nil, nil
	}
	c := check{pass}
	walk := pass.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	walk.WithStack([]ast.Node{(*ast.BinaryExpr)(nil), (*ast.AssignStmt)(nil)}, func(n ast.Node, push bool, stack []ast.Node) bool {
		if !push || house.InTestFile(pass.Fset, n.Pos()) {
			return true
		}
		switch n := n.(type) {
		case *ast.BinaryExpr:
			if n.Op == token.MUL && c.isFloat(n) && !c.exact(n) && !c.safe(n, stack) {
				pass.Reportf(n.OpPos, "a product that may be fused into a sum; write %s(x * y), so that it is rounded on every machine", c.typeName(n))
			}
		case *ast.AssignStmt:
			if n.Tok == token.MUL_ASSIGN && c.isFloat(n.Lhs[0]) && !c.isPowerOfTwo(n.Rhs[0]) {
				pass.Reportf(n.TokPos, "a product that may be fused into a sum; write x = %s(x * y), so that it is rounded on every machine", c.typeName(n.Lhs[0]))
			}
		}
		return true
	})
	return nil, nil
}

// check is one package.
type check struct{ pass *analysis.Pass }

// isFloat reports whether an expression is a float that is computed when the program runs.
func (c check) isFloat(e ast.Expr) bool {
	tv := c.pass.TypesInfo.Types[e]
	if tv.Type == nil || tv.Value != nil {
		return false
	}
	basic, ok := tv.Type.Underlying().(*types.Basic)
	return ok && basic.Info()&types.IsFloat != 0
}

func (c check) typeName(e ast.Expr) string {
	return types.TypeString(c.pass.TypesInfo.TypeOf(e), types.RelativeTo(c.pass.Pkg))
}

// exact reports whether a product is never rounded, so that a fused sum gives the same bits.
func (c check) exact(product *ast.BinaryExpr) bool {
	return c.isPowerOfTwo(product.X) || c.isPowerOfTwo(product.Y)
}

// isPowerOfTwo reports whether an expression is a constant power of two, of either sign.
func (c check) isPowerOfTwo(e ast.Expr) bool {
	value := c.pass.TypesInfo.Types[e].Value
	if value == nil {
		return false
	}
	x, _ := constant.Float64Val(constant.ToFloat(value))
	fraction, _ := math.Frexp(x)
	return math.Abs(fraction) == 0.5
}

// safe reports whether a product is used only where no sum can take it.
func (c check) safe(product ast.Expr, stack []ast.Node) bool {
	child := ast.Node(product)
	for i := len(stack) - 2; i >= 0; i-- {
		switch parent := stack[i].(type) {
		case *ast.ParenExpr:
			child = parent
			continue
		case *ast.UnaryExpr:
			child = parent
			continue // the sign of a product is fused with it
		case *ast.BinaryExpr:
			return parent.Op != token.ADD && parent.Op != token.SUB
		case *ast.CallExpr:
			return c.rounds(parent, child)
		}
		return false
	}
	return false
}

// rounds reports whether a call is a conversion to a float type, or a function that computes its result from the
// rounded argument.
func (c check) rounds(call *ast.CallExpr, arg ast.Node) bool {
	if c.pass.TypesInfo.Types[call.Fun].IsType() {
		return true
	}
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || arg == call.Fun {
		return false
	}
	obj := c.pass.TypesInfo.Uses[sel.Sel]
	return obj != nil && obj.Pkg() != nil && obj.Pkg().Path() == "math" && obj.Name() != "FMA"
}
