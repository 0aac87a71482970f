package play

import (
	"fmt"
	"regexp"
	"strconv"

	"tertius.dev/core/handle"
	"tertius.dev/simulation"
)

// told finds what a world's texts tell of by a handle: the words before it say whether that names a frame or an entity. A note of a
// component begins with its entity.
var told = regexp.MustCompile(`(?:\b(entity|owner|undock|spawn of|frames?) |^tick \d+: )(\d+):(\d+)\b`)

// Named returns a text of the world with scene ids behind the handles that it names: of entities, and of the owners of frames.
func (s *IDs) Named(w *simulation.World, text string) string {
	if s == nil || w == nil {
		return text
	}
	named, end := "", 0
	for _, m := range told.FindAllStringSubmatchIndex(text, -1) {
		word := ""
		if m[2] >= 0 {
			word = text[m[2]:m[3]]
		}
		index, err1 := strconv.ParseUint(text[m[4]:m[5]], 10, 32)
		generation, err2 := strconv.ParseUint(text[m[6]:m[7]], 10, 32)
		if err1 != nil || err2 != nil {
			continue // too large for a handle
		}
		if id := s.named(w, word, uint32(index), uint32(generation)); id != "" {
			named += text[end:m[1]] + id
			end = m[1]
		}
	}
	return named + text[end:]
}

// named returns what to put behind a handle after the word, or nothing.
func (s *IDs) named(w *simulation.World, word string, index, generation uint32) string {
	if word != "frame" && word != "frames" {
		if id := s.Of(handle.Entity{Index: index, Generation: generation}); id != "" {
			return fmt.Sprintf(" (%q)", id)
		}
		return ""
	}
	f := handle.Frame{Index: index, Generation: generation}
	if !w.Frames().Live(f) {
		return ""
	}
	if id := s.Of(w.Frames().Owner(f)); id != "" {
		return fmt.Sprintf(" (of %q)", id)
	}
	return ""
}
