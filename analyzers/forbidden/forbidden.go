// Package forbidden refuses calls that would let something other than a run's script decide its state.
package forbidden

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"tertius.dev/analyzers/internal/house"
)

const doc = `report calls whose results differ between runs or machines, in code that makes state

Two runs of one script give the same bytes, on any machine and with any number of workers. That holds only while
nothing in core, simulation and physics asks the wall clock, a random source, the order of a map, or a function of the
standard library that computes with other instructions on another processor. Each rule says why and what to write
instead.

Bad:

	angle := math.Atan2(y, x)          // another last bit on arm64
	seed := time.Now().UnixNano()

Good:

	s := geom.Sin(x)                   // one polynomial everywhere
	at := clock.TimeAt(tick)

Test files of those modules are free, because they compare with math; but no test file sleeps, in any module. A call
that cannot reach state, such as a measurement that is only reported, says so on its line or on the line above:

	start := time.Now() //forbidden:allow reported as a statistic, read by no tick`

// Analyzer reports calls that would let something other than a run's script decide its state.
var Analyzer = &analysis.Analyzer{
	Name:     "forbidden",
	Doc:      doc,
	Run:      run,
	Requires: []*analysis.Analyzer{inspect.Analyzer},
}

// allowDirective is the way out for one line.
const allowDirective = "//forbidden:allow"

func run(pass *analysis.Pass) (any, error) {
	if !house.Owns(pass.Pkg) {
		return nil, nil
	}
	path := house.Path(pass.Pkg)
	c := check{pass, rulesFor(path, rules), rulesFor(path, testRules), allowedLines(pass)}
	walk := pass.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	walk.Preorder([]ast.Node{(*ast.Ident)(nil)}, func(n ast.Node) { c.use(n.(*ast.Ident)) })
	if house.Lies(path, house.State) {
		walk.Preorder([]ast.Node{(*ast.RangeStmt)(nil)}, func(n ast.Node) { c.walk(n.(*ast.RangeStmt)) })
	}
	return nil, nil
}

// check is one package under the rules that bind it.
type check struct {
	pass           *analysis.Pass
	bound, inTests []*rule
	allowed        lines
}

// use looks at a name that stands for something declared elsewhere.
func (c *check) use(id *ast.Ident) {
	obj := c.pass.TypesInfo.Uses[id]
	if obj == nil || obj.Pkg() == nil {
		return
	}
	bound := c.bound
	if house.InTestFile(c.pass.Fset, id.Pos()) {
		bound = c.inTests
	}
	for _, r := range bound {
		if r.forbids(obj) {
			c.report(id.Pos(), obj.Pkg().Name()+"."+obj.Name(), r.reason, r.instead)
		}
	}
}

// walk looks at a loop.
func (c *check) walk(loop *ast.RangeStmt) {
	if t := c.pass.TypesInfo.TypeOf(loop.X); t == nil {
		return
	} else if _, ok := t.Underlying().(*types.Map); ok && loop.Key != nil && !house.InTestFile(c.pass.Fset, loop.Pos()) {
		c.report(loop.Pos(), "range over a map", mapReason, mapInstead)
	}
}

func (c *check) report(pos token.Pos, what, reason, instead string) {
	if !c.allowed.has(c.pass, pos) {
		c.pass.Reportf(pos, "%s: %s; %s", what, reason, instead)
	}
}

// rule forbids some package-level functions, variables or types of one package to some of our packages.
type rule struct {
	pkg     string
	names   map[string]bool // nil forbids all
	within  []string        // the folders of our modules that it binds, with all below them; nil for all
	reason  string
	instead string
}

// forbids reports whether an object is one that the rule names. Methods follow from what their receiver came from.
func (r *rule) forbids(obj types.Object) bool {
	if obj.Pkg().Path() != r.pkg || obj.Parent() != obj.Pkg().Scope() {
		return false
	}
	return r.names == nil || r.names[obj.Name()]
}

// rulesFor returns those of the rules that bind a package.
func rulesFor(path string, rules []rule) []*rule {
	var bound []*rule
	for i := range rules {
		if r := &rules[i]; r.within == nil || house.Lies(path, r.within) {
			bound = append(bound, r)
		}
	}
	return bound
}
