package contract_test

import (
	"testing"

	"tertius.dev/core/contract"
)

func TestBrokenContractTellsItsPromise(t *testing.T) {
	for _, c := range []struct {
		err  error
		want string
	}{
		{contract.Broken{Promise: "a row's frame is live"}, "broken contract: a row's frame is live"},
		{contract.Broken{Promise: "a row's frame is live", Detail: "frame 3:1"}, "broken contract: a row's frame is live: frame 3:1"},
		{contract.Unreachable(7), "broken contract: every case of a closed set is handled: 7"},
	} {
		if got := c.err.Error(); got != c.want {
			t.Errorf("%q, not %q", got, c.want)
		}
	}
}
