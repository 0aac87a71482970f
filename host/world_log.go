package host

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"tertius.dev/host/internal/file"
)

// world_log.go tells what a world noted and reported: the first lines to the person, and every line in a file.

// worldLogName is the file with every line. A dump and a capture have other endings.
const worldLogName = "world-log.txt"

// mostToldLines is how many notes and how many reports are printed.
const mostToldLines = 10

// tellWorld prints what the world of a session noted, and what it reported without stopping, if it has one, and writes all of it
// into the session's folder. It returns the path of that file, if there is one.
//
// Errors: with exit code 2 what the file does.
func (c *command) tellWorld(s *session) ([]string, error) {
	if s.world == nil {
		return nil, nil
	}
	notes, reports := s.named(s.world.Log()), s.named(s.world.Errors())
	path, err := "", error(nil)
	if s.folder != "" {
		path, err = writeWorldLog(filepath.Join(s.folder, worldLogName), notes, reports)
	}
	c.tellLines("notes", notes, path)
	c.tellLines("reports", reports, path)
	if path == "" {
		return nil, exit(exitFile, err)
	}
	return []string{path}, nil
}

// named returns lines of the world with the scene ids behind the handles.
func (s *session) named(lines []string) []string {
	for i, text := range lines {
		lines[i] = s.ids.Named(s.world, text)
	}
	return lines
}

// tellLines prints the first of the lines that the world notes or reports, and where the others are.
func (c *command) tellLines(verb string, all []string, path string) {
	for i, text := range all {
		if i == mostToldLines {
			where := "the run of a script writes all of them into a file"
			if path != "" {
				where = "all of them are in " + path
			}
			fmt.Fprintf(c.stderr, "%s: the world %s %d more lines; %s\n", c.program.Name, verb, len(all)-i, where)
			return
		}
		fmt.Fprintf(c.stderr, "%s: the world %s: %s\n", c.program.Name, verb, text)
	}
}

// writeWorldLog writes the file with every line and returns its path. A world that said nothing has none, and what an earlier run left
// at its place goes, since it would tell of this one.
func writeWorldLog(path string, notes, reports []string) (string, error) {
	if len(notes)+len(reports) == 0 {
		return "", removeRegular(path)
	}
	err := file.Write(path, func(w io.Writer) error {
		_, err := io.WriteString(w, worldLog(notes, reports))
		return err
	})
	if err != nil {
		return "", err
	}
	return path, nil
}

func removeRegular(path string) error {
	if info, err := os.Lstat(path); err != nil || !info.Mode().IsRegular() {
		return nil
	}
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("cannot remove the file of an earlier run: %w", err)
	}
	return nil
}

// worldLog returns every line, by tick, and in a tick the reports before the notes.
func worldLog(notes, reports []string) string {
	var b strings.Builder
	for len(notes)+len(reports) > 0 {
		from, verb := &notes, "notes"
		if len(notes) == 0 || len(reports) > 0 && tickOf(reports[0]) <= tickOf(notes[0]) {
			from, verb = &reports, "reports"
		}
		fmt.Fprintf(&b, "%s: %s\n", verb, strings.ReplaceAll((*from)[0], "\n", "\n\t"))
		*from = (*from)[1:]
	}
	return b.String()
}

// tickOf returns the tick with which a line of the world begins.
func tickOf(line string) (tick int64) {
	fmt.Sscanf(line, "tick %d:", &tick)
	return tick
}
