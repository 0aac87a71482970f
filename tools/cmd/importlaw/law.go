package main

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
)

// law is the parsed text.
type law struct {
	name  string
	rows  []*rule // "a imports b": a in right, b in left
	never []*rule // "b !< a"
	order []*rule // one for each "<" of a chain
	below map[string]map[string]bool
}

// rule lets, or forbids, the packages of right to import those of left.
type rule struct {
	line        int
	text        string // the whole statement, on one line
	reason      string
	left, right []name
}

// cite returns the rule as a violation cites it, with its place in the law's file.
func (r *rule) cite(law string) string {
	return fmt.Sprintf("%s:%d: %s\n\t# %s", law, r.line, r.text, r.reason)
}

// statement is the text between two semicolons.
type statement struct {
	line   int
	words  []string
	reason string
}

// parseLaw reads a law; file is its name for messages. All its mistakes come in one error.
func parseLaw(file, text string) (*law, error) {
	l := &law{name: file}
	statements, err := statementsOf(file, text)
	mistakes := []error{err}
	for _, s := range statements {
		if err := l.add(s); err != nil {
			mistakes = append(mistakes, fmt.Errorf("%s:%d: %w", file, s.line, err))
		}
	}
	return l, errors.Join(mistakes...)
}

// word cuts a statement into names and signs.
var word = regexp.MustCompile(`!<|<|,|[^\s,<!]+|!`)

// statementsOf cuts a text into statements and finds their reasons.
func statementsOf(file, text string) ([]statement, error) {
	var found []statement
	var above []string // the comment lines right above
	current := statement{}
	for i, line := range strings.Split(text, "\n") {
		code, comment, commented := strings.Cut(line, "#")
		code, comment = strings.TrimSpace(code), strings.TrimSpace(comment)
		switch {
		case code == "" && commented && current.words == nil:
			above = append(above, comment)
			continue
		case code == "" && current.words == nil:
			above = nil
			continue
		}
		for code != "" {
			if current.words == nil {
				current.line = i + 1
			}
			part, rest, ended := strings.Cut(code, ";")
			current.words = append(current.words, word.FindAllString(part, -1)...)
			code = strings.TrimSpace(rest)
			if !ended {
				break
			}
			current.reason = strings.Join(above, " ")
			if comment != "" {
				current.reason = comment
			}
			found = append(found, current)
			current = statement{}
		}
		if current.words == nil {
			above = nil
		}
	}
	if current.words != nil {
		return found, fmt.Errorf("%s:%d: the statement that begins here has no semicolon", file, current.line)
	}
	return found, nil
}

// add reads one statement into the law.
func (l *law) add(s statement) error {
	if len(s.words) == 0 {
		return errors.New("an empty statement")
	}
	text := strings.ReplaceAll(strings.Join(s.words, " "), " ,", ",")
	if s.reason == "" {
		return fmt.Errorf("%q gives no reason; write it behind the statement or right above it", text)
	}
	groups, signs, err := split(s.words)
	if err != nil {
		return fmt.Errorf("%q: %w", text, err)
	}
	for i, sign := range signs {
		r := &rule{s.line, text, s.reason, groups[i], groups[i+1]}
		switch {
		case sign == "<":
			l.order = append(l.order, r)
		case len(signs) > 1:
			return fmt.Errorf("%q: only < may stand there more than once", text)
		case sign == "!<":
			l.never = append(l.never, r)
		case sign == "imports":
			r.left, r.right = r.right, r.left
			l.rows = append(l.rows, r)
		}
	}
	return nil
}

// split cuts the words of a statement into groups of names and the signs between them.
func split(words []string) (groups [][]name, signs []string, err error) {
	var group []name
	wantName := true
	for _, w := range words {
		isSign := w == "<" || w == "!<" || w == "imports"
		switch {
		case wantName && (isSign || w == ","):
			return nil, nil, fmt.Errorf("a name is missing before %s", w)
		case wantName:
			n, err := parseName(w)
			if err != nil {
				return nil, nil, err
			}
			group, wantName = append(group, n), false
		case w == ",":
			wantName = true
		case isSign:
			groups, signs = append(groups, group), append(signs, w)
			group, wantName = nil, true
		default:
			return nil, nil, fmt.Errorf("a comma or a sign (<, !<, imports) is missing before %s", w)
		}
	}
	if wantName {
		return nil, nil, errors.New("a name is missing at the end")
	}
	if len(signs) == 0 {
		return nil, nil, errors.New("a sign is missing: <, !< or imports")
	}
	return append(groups, group), signs, nil
}
