package inside

import (
	"strings"
	"testing"
)

const printed = `goos: linux
BenchmarkThing/plain     	    1000	   1200 ns/op	  2.00 ns/message
BenchmarkThing/ours      	    1000	   3600 ns/op	  6.00 ns/message	  0 B/op
BenchmarkThing/plain     	    1000	   2400 ns/op	  4.00 ns/message
BenchmarkThing/ours      	    1000	   1800 ns/op	  3.00 ns/message	  0 B/op
BenchmarkThingElse/ours  	    1000	   1800 ns/op	  1.00 ns/message
PASS
`

func TestFiguresComeWithTheLoopBesideThem(t *testing.T) {
	g := group{bench: "Thing", unit: "ns/message", figures: []figure{{what: "ours", name: "ours", beside: "plain", aim: "1.5 times"}}}
	var out strings.Builder
	if err := g.print(&out, g.read(printed)); err != nil {
		t.Fatal(err)
	}
	// Medians of two are the larger ones: 6 and 4; the leasts are 3 and 2.
	for _, want := range []string{"6.00 (3.00)", "4.00 (2.00)", "1.50 (1.50) times", "aim 1.5 times"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q lacks %q", out.String(), want)
		}
	}
}

func TestBenchmarkThatIsGoneIsAnError(t *testing.T) {
	g := group{bench: "Thing", unit: "ns/message", figures: []figure{{what: "ours", name: "ours", beside: "lost"}}}
	if err := g.print(new(strings.Builder), g.read(printed)); err == nil {
		t.Error("a figure without the loop beside it is printed")
	}
}
