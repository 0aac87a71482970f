// Package peer runs the programs that the engine is measured beside. They are built on their own, from benchmarks/peers.
package peer

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strconv"
)

// Print runs the Bevy program, which moves 100,000 entities and sends each a message on one thread, and prints its medians
// over the runs. Its world has neither an inbox per entity nor a second copy of the state, so it is a floor, not a rival.
func Print(out io.Writer, program string, runs int) error {
	text, err := exec.Command(program, strconv.Itoa(runs)).Output()
	if err != nil {
		return fmt.Errorf("%s: %w", program, err)
	}
	nanos, err := parse(text)
	if err != nil {
		return fmt.Errorf("%s: %w", program, err)
	}
	fmt.Fprintf(out, "bevy_ecs 0.20.1, 100,000 entities, one thread, medians of %d runs:\n", runs)
	for _, load := range [...]struct{ name, what string }{
		{"move", "position += velocity"},
		{"message", "a message each: written, read, its recipient's component looked up"},
	} {
		times := nanos[load.name]
		if len(times) == 0 {
			return fmt.Errorf("%s printed no line for the load %q", program, load.name)
		}
		slices.Sort(times)
		fmt.Fprintf(out, "  %6.2f ns per entity for %s\n", times[len(times)/2], load.what)
	}
	return nil
}

// parse returns the nanoseconds per entity of each load.
func parse(text []byte) (map[string][]float64, error) {
	nanos := map[string][]float64{}
	for lines := bufio.NewScanner(bytes.NewReader(text)); lines.Scan(); {
		var load string
		var entities int
		var each float64
		line := lines.Text()
		if _, err := fmt.Sscanf(line, "bevy load=%s entities=%d ns_per_entity=%g", &load, &entities, &each); err != nil {
			return nil, fmt.Errorf("it printed %q: %w", line, err)
		}
		nanos[load] = append(nanos[load], each)
	}
	return nanos, nil
}
