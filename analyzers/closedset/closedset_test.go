package closedset_test

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"tertius.dev/analyzers/closedset"
)

func TestSwitchesAndTablesNameEveryMember(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), closedset.Analyzer, "tertius.dev/sets", "tertius.dev/vk", "tertius.dev/user")
}
