package selfstore_test

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"tertius.dev/analyzers/selfstore"
)

func TestKeepingWhatIsLentIsReported(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), selfstore.Analyzer, "tertius.dev/...")
}
