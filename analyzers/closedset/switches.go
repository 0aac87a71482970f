package closedset

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// checkSwitch looks at a switch over a value.
func checkSwitch(pass *analysis.Pass, s *ast.SwitchStmt) {
	if s.Tag == nil {
		return
	}
	t := pass.TypesInfo.TypeOf(s.Tag)
	if t == nil {
		return
	}
	otherwise := defaultOf(s.Body)
	if obj, enum, ok := enumOf(pass, t); ok {
		if !enum.Open {
			missing := enum.missing(obj, pass, namedValues(pass, s.Body))
			reportGaps(pass, s.Pos(), "switch over "+nameFrom(pass, obj), missing)
			checkDefault(pass, otherwise, nameFrom(pass, obj))
		} else if otherwise == nil {
			pass.Reportf(s.Pos(), "switch over %s, an open set, has no default; say what happens to a member that is added", nameFrom(pass, obj))
		}
		return
	}
	if isForeignEnum(t) && otherwise == nil {
		pass.Reportf(s.Pos(), "switch over %s has no default; its module may add members, so say what happens to one", types.TypeString(t, (*types.Package).Name))
	}
}

// namedValues returns the constant values that the cases of a switch name.
func namedValues(pass *analysis.Pass, body *ast.BlockStmt) map[string]bool {
	values := map[string]bool{}
	for _, stmt := range body.List {
		for _, e := range stmt.(*ast.CaseClause).List {
			if v := pass.TypesInfo.Types[e].Value; v != nil {
				values[v.ExactString()] = true
			}
		}
	}
	return values
}

// missing returns the names of the members that a set of values lacks, as far as the package can name them.
func (f *enumFact) missing(obj *types.TypeName, pass *analysis.Pass, values map[string]bool) []string {
	var names []string
	for _, m := range f.Members {
		if values[m.Value] || obj.Pkg() != pass.Pkg && !token.IsExported(m.Name) {
			continue
		}
		values[m.Value] = true // a second name of the value is no second gap
		names = append(names, qualify(pass, obj, m.Name))
	}
	return names
}

// checkTypeSwitch looks at a switch over the type of a value.
func checkTypeSwitch(pass *analysis.Pass, s *ast.TypeSwitchStmt) {
	named, ok := types.Unalias(pass.TypesInfo.TypeOf(switched(s))).(*types.Named)
	if !ok {
		return
	}
	obj := named.Obj()
	set := new(sealedFact)
	if !pass.ImportObjectFact(obj, set) || set.Open {
		return
	}
	reportGaps(pass, s.Pos(), "type switch over "+nameFrom(pass, obj), set.missing(obj, pass, namedTypes(pass, s.Body)))
	checkDefault(pass, defaultOf(s.Body), nameFrom(pass, obj))
}

// switched returns x of "switch x.(type)" and of "switch y := x.(type)".
func switched(s *ast.TypeSwitchStmt) ast.Expr {
	switch assign := s.Assign.(type) {
	case *ast.ExprStmt:
		return assign.X.(*ast.TypeAssertExpr).X
	case *ast.AssignStmt:
		return assign.Rhs[0].(*ast.TypeAssertExpr).X
	}
	panic("closedset: a type switch that is neither an expression nor an assignment")
}

// namedTypes returns the types that the cases of a type switch name.
func namedTypes(pass *analysis.Pass, body *ast.BlockStmt) []types.Type {
	var named []types.Type
	for _, stmt := range body.List {
		for _, e := range stmt.(*ast.CaseClause).List {
			if tv := pass.TypesInfo.Types[e]; tv.IsType() {
				named = append(named, tv.Type)
			}
		}
	}
	return named
}

// missing returns the names of the types that no case takes, as far as the package can name them. A case of an
// interface takes every type that implements it.
func (f *sealedFact) missing(obj *types.TypeName, pass *analysis.Pass, cases []types.Type) []string {
	var names []string
	for _, t := range f.Types {
		impl := obj.Pkg().Scope().Lookup(t.Name)
		if impl == nil || obj.Pkg() != pass.Pkg && !impl.Exported() {
			continue
		}
		member := impl.Type()
		if t.Pointer {
			member = types.NewPointer(member)
		}
		if !taken(member, cases) {
			names = append(names, strings.Repeat("*", len(t.String())-len(t.Name))+qualify(pass, obj, t.Name))
		}
	}
	return names
}

func taken(member types.Type, cases []types.Type) bool {
	for _, c := range cases {
		if types.Identical(c, member) {
			return true
		}
		if iface, ok := c.Underlying().(*types.Interface); ok && types.Implements(member, iface) {
			return true
		}
	}
	return false
}

func defaultOf(body *ast.BlockStmt) *ast.CaseClause {
	for _, stmt := range body.List {
		if clause := stmt.(*ast.CaseClause); clause.List == nil {
			return clause
		}
	}
	return nil
}

// checkDefault reports a default that does anything but panic.
func checkDefault(pass *analysis.Pass, clause *ast.CaseClause, set string) {
	if clause == nil || onlyPanics(pass, clause) {
		return
	}
	pass.Reportf(clause.Pos(), "default beside the members of %s may only panic: it would take a new member in silence; name the members instead", set)
}

func onlyPanics(pass *analysis.Pass, clause *ast.CaseClause) bool {
	if len(clause.Body) != 1 {
		return false
	}
	stmt, ok := clause.Body[0].(*ast.ExprStmt)
	if !ok {
		return false
	}
	call, ok := stmt.X.(*ast.CallExpr)
	if !ok {
		return false
	}
	fun, ok := call.Fun.(*ast.Ident)
	return ok && pass.TypesInfo.Uses[fun] == types.Universe.Lookup("panic")
}

// reportGaps reports the members that a place misses.
func reportGaps(pass *analysis.Pass, pos token.Pos, place string, missing []string) {
	if len(missing) > 0 {
		pass.Reportf(pos, "%s misses %s; name every member", place, strings.Join(missing, ", "))
	}
}

// nameFrom returns a type's name as the package would write it.
func nameFrom(pass *analysis.Pass, obj *types.TypeName) string { return qualify(pass, obj, obj.Name()) }

func qualify(pass *analysis.Pass, obj *types.TypeName, name string) string {
	if obj.Pkg() == pass.Pkg {
		return name
	}
	return obj.Pkg().Name() + "." + name
}
