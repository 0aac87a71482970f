package fusedproduct_test

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"tertius.dev/analyzers/fusedproduct"
)

func TestProductsThatMayMeetASumAreReported(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), fusedproduct.Analyzer, "tertius.dev/...")
}
