// Package analyzers lists the project's own checks. Each lies in a folder of its name, with its reasons in its Doc, and
// cmd/vet runs them all.
package analyzers

import (
	"golang.org/x/tools/go/analysis"

	"tertius.dev/analyzers/closedset"
	"tertius.dev/analyzers/forbidden"
	"tertius.dev/analyzers/fusedproduct"
	"tertius.dev/analyzers/selfstore"
)

// All returns every check, in the order of their names.
func All() []*analysis.Analyzer {
	return []*analysis.Analyzer{
		closedset.Analyzer,
		forbidden.Analyzer,
		fusedproduct.Analyzer,
		selfstore.Analyzer,
	}
}
