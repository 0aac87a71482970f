package worldtest

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// InFreshProcesses runs the test alone in processes of its own, each of which calls run with 1 to 8 workers, and expects that all end
// alike: that what run returns is the same text.
func InFreshProcesses(t *testing.T, processes int, run func(workers int) (ending any)) {
	t.Helper()
	const asked = "TERTIUS_TEST_WORKERS"
	if workers := os.Getenv(asked); workers != "" {
		var n int
		if _, err := fmt.Sscan(workers, &n); err != nil {
			t.Fatal(err)
		}
		fmt.Printf("ending %v\n", run(n))
		return
	}
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	alone := "^" + strings.ReplaceAll(t.Name(), "/", "$/^") + "$"
	var want string
	for i := range processes {
		run := exec.CommandContext(t.Context(), program, "-test.run="+alone, "-test.count=1")
		run.Env = append(os.Environ(), fmt.Sprintf("%s=%d", asked, 1+i%8))
		output, err := run.CombinedOutput()
		if err != nil {
			t.Fatalf("process %d: %v\n%s", i, err, output)
		}
		_, after, _ := strings.Cut(string(output), "ending ")
		got, _, ok := strings.Cut(after, "\n")
		if !ok {
			t.Fatalf("process %d told no ending:\n%s", i, output)
		}
		if want == "" {
			want = got
		}
		if got != want {
			t.Errorf("process %d ended in %s, want %s", i, got, want)
		}
	}
	t.Logf("each of %d processes ended in %s", processes, want)
}
