package closedset

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
)

// checkTable looks at an array or slice literal whose keys are members of an enum of ours.
func checkTable(pass *analysis.Pass, lit *ast.CompositeLit) {
	t := pass.TypesInfo.TypeOf(lit)
	if t == nil || !isList(t) {
		return
	}
	var obj *types.TypeName
	var enum *enumFact
	values := map[string]bool{}
	for _, element := range lit.Elts {
		pair, ok := element.(*ast.KeyValueExpr)
		if !ok {
			continue
		}
		key := pass.TypesInfo.Types[pair.Key]
		if key.Value == nil {
			continue
		}
		values[key.Value.ExactString()] = true
		if o, e, ok := enumOf(pass, keyType(pass, pair.Key)); ok {
			obj, enum = o, e
		}
	}
	if enum != nil && !enum.Open {
		reportGaps(pass, lit.Pos(), "table indexed by "+nameFrom(pass, obj), enum.missing(obj, pass, values))
	}
}

func isList(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Array, *types.Slice:
		return true
	}
	return false
}

// keyType returns the type of a key as it was declared: in a literal the checker may record the key as a plain int.
func keyType(pass *analysis.Pass, key ast.Expr) types.Type {
	switch key := ast.Unparen(key).(type) {
	case *ast.Ident:
		if obj := pass.TypesInfo.Uses[key]; obj != nil {
			return obj.Type()
		}
	case *ast.SelectorExpr:
		if obj := pass.TypesInfo.Uses[key.Sel]; obj != nil {
			return obj.Type()
		}
	}
	return pass.TypesInfo.TypeOf(key)
}
