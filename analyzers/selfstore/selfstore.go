// Package selfstore refuses to keep what a component is only lent for one call.
package selfstore

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"tertius.dev/analyzers/internal/house"
)

const doc = `report components that keep what they are lent for one call

The simulation.Self, the message.List and the message.Outbox that a component receives are scratch of the worker that calls it. When the call
ends the worker gives the same memory to the next component, on another entity, so a kept pointer reads and writes the
rows of a stranger, and at the same time as its owner. Contract builds catch the use by an epoch; this check catches
the keeping: in a field, a global, an element of a slice, array or map, a channel, a closure, a goroutine or a method
value. Handing one on to a function that you call is fine, and so is a List or an Outbox of your own, kept as a value.

Bad:

	func (l *Lamp) Handle(self *simulation.Self, _ *message.List, out *message.Outbox) {
		l.out = out                                    // and in the next tick l.out sends from another chunk
		l.undo = func() { self.Destroy() }
	}

Good:

	func (l *Lamp) Handle(self *simulation.Self, _ *message.List, out *message.Outbox) {
		l.entity = self.Entity()                       // a handle is yours to keep
		l.glow(self, out)
	}`

// Analyzer reports components that keep what they are lent for one call.
var Analyzer = &analysis.Analyzer{
	Name:     "selfstore",
	Doc:      doc,
	Run:      run,
	Requires: []*analysis.Analyzer{inspect.Analyzer},
}

// owners are the packages that lend, and may keep.
var owners = []string{"simulation", "core"}

// lentTypes are the types that are lent by pointer. A Self is lent even when it is copied, because the copy still
// reaches the worker's scratch.
var lentTypes = map[string]bool{
	house.Prefix + "simulation.Self":     true,
	house.Prefix + "core/message.List":   true,
	house.Prefix + "core/message.Outbox": true,
}

const self = house.Prefix + "simulation.Self"

func run(pass *analysis.Pass) (any, error) {
	if house.Lies(house.Path(pass.Pkg), owners) {
		return nil, nil
	}
	c := check{pass}
	walk := pass.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	walk.Preorder([]ast.Node{
		(*ast.StructType)(nil), (*ast.ValueSpec)(nil), (*ast.AssignStmt)(nil), (*ast.CompositeLit)(nil),
		(*ast.SendStmt)(nil), (*ast.GoStmt)(nil), (*ast.CallExpr)(nil),
	}, c.statement)
	walk.WithStack([]ast.Node{(*ast.FuncLit)(nil), (*ast.SelectorExpr)(nil)}, func(n ast.Node, push bool, stack []ast.Node) bool {
		if push {
			c.function(n, stack)
		}
		return true
	})
	return nil, nil
}

// lent returns the name of the lent type that a type is, points to, or is made of, such as simulation.Self, or "".
func lent(t types.Type) string {
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		if fullName(t) == self {
			return shortName(t)
		}
	case *types.Pointer:
		if named, ok := types.Unalias(t.Elem()).(*types.Named); ok && lentTypes[fullName(named)] {
			return shortName(named)
		}
		return lent(t.Elem())
	case *types.Slice:
		return lent(t.Elem())
	case *types.Array:
		return lent(t.Elem())
	case *types.Chan:
		return lent(t.Elem())
	case *types.Map:
		if name := lent(t.Key()); name != "" {
			return name
		}
		return lent(t.Elem())
	}
	return ""
}

func fullName(t *types.Named) string {
	if t.Obj().Pkg() == nil {
		return t.Obj().Name()
	}
	return house.Path(t.Obj().Pkg()) + "." + t.Obj().Name()
}

func shortName(t *types.Named) string { return t.Obj().Pkg().Name() + "." + t.Obj().Name() }

// check is one package.
type check struct{ pass *analysis.Pass }

func (c check) lent(e ast.Expr) string {
	if t := c.pass.TypesInfo.TypeOf(e); t != nil {
		return lent(t)
	}
	return ""
}

func (c check) report(pos token.Pos, name, where string) {
	c.pass.Reportf(pos, "%s is lent for one call and must not be kept in %s; keep the entity or what you read from it", name, where)
}

// statement looks at each form that can keep a value.
func (c check) statement(n ast.Node) {
	switch n := n.(type) {
	case *ast.StructType:
		for _, field := range n.Fields.List {
			if name := c.lent(field.Type); name != "" {
				c.report(field.Pos(), name, "a field")
			}
		}
	case *ast.ValueSpec:
		c.variables(n)
	case *ast.AssignStmt:
		c.assignment(n)
	case *ast.CompositeLit:
		c.literal(n)
	case *ast.SendStmt:
		if name := c.lent(n.Value); name != "" {
			c.report(n.Value.Pos(), name, "a channel")
		}
	case *ast.GoStmt:
		for _, arg := range n.Call.Args {
			if name := c.lent(arg); name != "" {
				c.report(arg.Pos(), name, "a goroutine")
			}
		}
	case *ast.CallExpr:
		c.appended(n)
	}
}

// variables looks at declared variables: a global keeps, and so does a container.
func (c check) variables(spec *ast.ValueSpec) {
	for i, id := range spec.Names {
		obj, ok := c.pass.TypesInfo.Defs[id].(*types.Var)
		if !ok || obj.Parent() != c.pass.Pkg.Scope() {
			continue
		}
		name := lent(obj.Type())
		if name == "" && i < len(spec.Values) {
			name = c.lent(spec.Values[i])
		}
		if name != "" {
			c.report(id.Pos(), name, "a global")
		}
	}
}

// assignment looks at where lent values go. A value that does not outlive its function is no concern.
func (c check) assignment(s *ast.AssignStmt) {
	if len(s.Lhs) != len(s.Rhs) {
		return
	}
	for i, to := range s.Lhs {
		name := c.lent(s.Rhs[i])
		if where := c.keeper(to); name != "" && where != "" {
			c.report(s.Rhs[i].Pos(), name, where)
		}
	}
}

// keeper says what kind of lasting place an expression is, or "".
func (c check) keeper(e ast.Expr) string {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		if obj, ok := c.pass.TypesInfo.Uses[e].(*types.Var); ok && obj.Parent() == c.pass.Pkg.Scope() {
			return "a global"
		}
	case *ast.SelectorExpr:
		if selection := c.pass.TypesInfo.Selections[e]; selection != nil {
			return "a field"
		}
		return "a global"
	case *ast.IndexExpr:
		return "an element"
	case *ast.StarExpr:
		return "what a pointer points to"
	}
	return ""
}

// literal looks at the values of a composite literal.
func (c check) literal(lit *ast.CompositeLit) {
	where := "an element"
	if t := c.pass.TypesInfo.TypeOf(lit); t != nil {
		if _, ok := t.Underlying().(*types.Struct); ok {
			where = "a field"
		}
	}
	for _, element := range lit.Elts {
		values := []ast.Expr{element}
		if pair, ok := element.(*ast.KeyValueExpr); ok {
			values = []ast.Expr{pair.Value}
			if where != "a field" {
				values = append(values, pair.Key)
			}
		}
		for _, value := range values {
			if name := c.lent(value); name != "" {
				c.report(value.Pos(), name, where)
			}
		}
	}
}

// appended looks at the values that an append keeps.
func (c check) appended(call *ast.CallExpr) {
	fun, ok := call.Fun.(*ast.Ident)
	if !ok || c.pass.TypesInfo.Uses[fun] != types.Universe.Lookup("append") || len(call.Args) == 0 {
		return
	}
	for _, arg := range call.Args[1:] {
		if name := c.lent(arg); name != "" {
			c.report(arg.Pos(), name, "an element")
		}
	}
}

// function looks at the two forms of a function that remember values: a closure, unless it runs at once, and a method
// value, unless it is called or walked at once.
func (c check) function(n ast.Node, stack []ast.Node) {
	parent := stack[len(stack)-2]
	switch n := n.(type) {
	case *ast.FuncLit:
		if _, later := stack[max(0, len(stack)-3)].(*ast.GoStmt); later || !isCallOf(parent, n) {
			c.captures(n)
		}
	case *ast.SelectorExpr:
		selection := c.pass.TypesInfo.Selections[n]
		if selection == nil || selection.Kind() != types.MethodVal || isCallOf(parent, n) || isWalkOf(parent, n) {
			return
		}
		if name := c.lent(n.X); name != "" {
			c.report(n.Pos(), name, "a method value")
		}
	}
}

func isCallOf(n ast.Node, fun ast.Expr) bool {
	call, ok := n.(*ast.CallExpr)
	return ok && call.Fun == fun
}

func isWalkOf(n ast.Node, sequence ast.Expr) bool {
	loop, ok := n.(*ast.RangeStmt)
	return ok && loop.X == sequence
}

// captures reports the lent variables of outer functions that a closure uses.
func (c check) captures(lit *ast.FuncLit) {
	seen := map[types.Object]bool{}
	ast.Inspect(lit.Body, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		obj, ok := c.pass.TypesInfo.Uses[id].(*types.Var)
		if !ok || obj.IsField() || seen[obj] || lit.Pos() <= obj.Pos() && obj.Pos() < lit.End() {
			return true
		}
		seen[obj] = true
		if name := lent(obj.Type()); name != "" && obj.Parent() != c.pass.Pkg.Scope() {
			c.report(id.Pos(), name, "a closure")
		}
		return true
	})
}
