package forbidden_test

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"tertius.dev/analyzers/forbidden"
)

func TestCallsThatDifferBetweenRunsAreReported(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), forbidden.Analyzer, "tertius.dev/...")
}
