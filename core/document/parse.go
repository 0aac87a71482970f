package document

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// mostDepth bounds the nesting of a file, so that no file can exhaust the stack.
const mostDepth = 64

// mostProblems bounds what Parse tells of one file.
const mostProblems = 50

// Dialect says what a format adds to JSON.
type Dialect struct {
	What     string // the whole, for messages, such as "the script"
	Comments bool   // lines from // on, and what stands between /* and */, are read as space
}

// Problem is what is wrong with a text.
type Problem struct {
	Offset int      // of the byte at which it is wrong
	Path   []string // the members on the way there, from the outside in; lists add nothing
	Text   string
	Ended  bool // nothing behind it was read
}

// Parse reads a whole text. A member that is given twice is a problem and is left out; reading goes on behind it, and ends
// at the first problem of any other kind. With a problem, the value is what was read until then.
//
// Source: RFC 8259. It is a parser of our own, because a message needs the place of each value, and a member that is given
// twice must not pass.
func Parse(text string, d Dialect) (v Value, problems []Problem) {
	p := parser{text: text, dialect: d}
	if len(text) >= 3 && text[:3] == "\xef\xbb\xbf" { // a byte order mark, as RFC 8259 lets a reader ignore
		p.at = 3
	}
	p.space()
	p.value(&v)
	p.space()
	if !p.ended && p.at < len(text) {
		p.fail(p.at, d.What+" has ended, but "+p.here()+" follows")
	}
	return v, p.problems
}

type parser struct {
	text     string
	dialect  Dialect
	at       int
	path     []string
	depth    int
	problems []Problem
	ended    bool // by a problem that nothing can be read behind
}

// note keeps a problem that reading goes on behind.
func (p *parser) note(offset int, wrong string) {
	if !p.ended {
		p.problems = append(p.problems, Problem{Offset: offset, Path: slices.Clone(p.path), Text: wrong})
		p.ended = len(p.problems) == mostProblems
		p.problems[len(p.problems)-1].Ended = p.ended
	}
}

// fail keeps a problem that ends the reading. Every loop of the parser ends after it.
func (p *parser) fail(offset int, wrong string) {
	if !p.ended {
		p.note(offset, wrong)
		p.ended = true
		p.problems[len(p.problems)-1].Ended = true
	}
}

// here names what stands at the reading place, for messages.
func (p *parser) here() string {
	if p.at >= len(p.text) {
		return "the end of the file"
	}
	r, size := utf8.DecodeRuneInString(p.text[p.at:])
	if r == utf8.RuneError && size <= 1 {
		return "a byte that is not UTF-8"
	}
	return strconv.QuoteRune(r)
}

func (p *parser) space() {
	for p.at < len(p.text) {
		switch p.text[p.at] {
		case ' ', '\t', '\n', '\r':
			p.at++
		case '/':
			if !p.comment() {
				return
			}
		default:
			return
		}
	}
}

// comment moves over a comment, and reports whether one stood there.
func (p *parser) comment() bool {
	rest := p.text[p.at:]
	switch {
	case !p.dialect.Comments:
		return false
	case strings.HasPrefix(rest, "//"):
		p.at += lengthUntil(rest, "\n")
		return true
	case strings.HasPrefix(rest, "/*"):
		length := lengthUntil(rest[2:], "*/")
		if length == len(rest)-2 {
			p.fail(p.at, "a comment has no end")
			return false
		}
		p.at += length + 4
		return true
	}
	return false
}

// lengthUntil returns how much of the text stands before the mark.
func lengthUntil(text, mark string) int {
	before, _, _ := strings.Cut(text, mark)
	return len(before)
}

func (p *parser) peek() byte {
	if p.at < len(p.text) {
		return p.text[p.at]
	}
	return 0
}

// take moves over c, and reports whether it stood there.
func (p *parser) take(c byte) bool {
	if p.at < len(p.text) && p.text[p.at] == c {
		p.at++
		return true
	}
	return false
}

func (p *parser) value(v *Value) {
	v.Offset = p.at
	switch c := p.peek(); {
	case c == '{':
		p.nested(v, p.object)
	case c == '[':
		p.nested(v, p.list)
	case c == '"':
		v.Kind, v.Text = String, p.quotedString()
	case c == '-' || isDigit(c):
		v.Kind, v.Text = Number, p.number()
	case p.word("true"):
		v.Kind, v.True = Bool, true
	case p.word("false"):
		v.Kind = Bool
	case p.word("null"):
		v.Kind = Null
	default:
		p.fail(p.at, "a value was expected, but "+p.here()+" stands here")
	}
}

func (p *parser) word(w string) bool {
	if len(p.text)-p.at >= len(w) && p.text[p.at:p.at+len(w)] == w {
		p.at += len(w)
		return true
	}
	return false
}

func (p *parser) nested(v *Value, read func(*Value)) {
	if p.depth == mostDepth {
		p.fail(p.at, fmt.Sprintf("lists and objects are nested more than %d deep", mostDepth))
		return
	}
	p.depth++
	p.at++
	read(v)
	p.depth--
}

func (p *parser) object(v *Value) {
	v.Kind = Object
	p.space()
	if p.take('}') {
		return
	}
	first := map[string]int{}
	for !p.ended {
		p.space()
		m := Member{Offset: p.at}
		if p.peek() != '"' {
			p.fail(p.at, "the name of a member was expected, but "+p.here()+" stands here")
			return
		}
		m.Name = p.quotedString()
		p.path = append(p.path, m.Name)
		before, again := first[m.Name]
		if again {
			line, _ := PlaceOf(p.text, before)
			p.note(m.Offset, fmt.Sprintf("the member %q is given twice; line %d has the first", m.Name, line))
		} else {
			first[m.Name] = m.Offset
		}
		p.space()
		if !p.take(':') {
			p.fail(p.at, fmt.Sprintf("a colon was expected after %q, but %s stands here", m.Name, p.here()))
		}
		p.space()
		if !p.ended {
			p.value(&m.Value)
		}
		p.path = p.path[:len(p.path)-1]
		if !again {
			v.Members = append(v.Members, m)
		}
		if p.closes('}', "an object") {
			return
		}
	}
}

func (p *parser) list(v *Value) {
	v.Kind = List
	p.space()
	if p.take(']') {
		return
	}
	for !p.ended {
		p.space()
		var item Value
		p.value(&item)
		v.Items = append(v.Items, item)
		if p.closes(']', "a list") {
			return
		}
	}
}

// closes reads what follows an item: the end, and then it is true, or a comma.
func (p *parser) closes(end byte, what string) bool {
	p.space()
	if p.take(end) {
		return true
	}
	if !p.take(',') {
		p.fail(p.at, fmt.Sprintf("a comma or the %q that ends %s was expected, but %s stands here", end, what, p.here()))
	}
	return false
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// number reads a number by the grammar of RFC 8259, section 6, and returns it as written.
func (p *parser) number() string {
	start := p.at
	p.take('-')
	switch {
	case p.take('0'):
		if isDigit(p.peek()) {
			p.fail(start, "a number starts with a 0 that means nothing")
		}
	default:
		p.digits(start)
	}
	if p.take('.') {
		p.digits(start)
	}
	if p.take('e') || p.take('E') {
		if !p.take('+') {
			p.take('-')
		}
		p.digits(start)
	}
	return p.text[start:p.at]
}

func (p *parser) digits(start int) {
	if !isDigit(p.peek()) {
		p.fail(start, "the number "+strconv.Quote(p.text[start:p.at])+" lacks a digit at its end")
	}
	for isDigit(p.peek()) {
		p.at++
	}
}

// quotedString reads a string with its quotes and returns what it says.
func (p *parser) quotedString() string {
	start := p.at
	p.at++
	var said []byte
	for !p.ended {
		if p.at >= len(p.text) {
			p.fail(start, "a string has no end")
			break
		}
		switch c := p.text[p.at]; {
		case c == '"':
			p.at++
			return string(said)
		case c == '\\':
			said = p.escape(said)
		case c < ' ':
			p.fail(p.at, "a string holds a control character; write it as \\u and four digits")
		case c < utf8.RuneSelf:
			said = append(said, c)
			p.at++
		default:
			r, size := utf8.DecodeRuneInString(p.text[p.at:])
			if r == utf8.RuneError && size <= 1 {
				p.fail(p.at, "a string holds a byte that is not UTF-8")
			}
			said = utf8.AppendRune(said, r)
			p.at += size
		}
	}
	return ""
}

func (p *parser) escape(said []byte) []byte {
	start := p.at
	p.at++
	c := p.peek()
	p.at++
	switch c {
	case '"', '\\', '/':
		return append(said, c)
	case 'b':
		return append(said, '\b')
	case 'f':
		return append(said, '\f')
	case 'n':
		return append(said, '\n')
	case 'r':
		return append(said, '\r')
	case 't':
		return append(said, '\t')
	case 'u':
		return p.unicode(said, start)
	default:
		p.fail(start, "a string holds a \\ that starts no escape; write \\\\ for the sign itself")
		return said
	}
}

func (p *parser) unicode(said []byte, start int) []byte {
	r := p.hex(start)
	if !utf16.IsSurrogate(r) {
		return utf8.AppendRune(said, r)
	}
	if p.word(`\u`) {
		if whole := utf16.DecodeRune(r, p.hex(start)); whole != utf8.RuneError {
			return utf8.AppendRune(said, whole)
		}
	}
	p.fail(start, "a string holds half of a surrogate pair")
	return said
}

func (p *parser) hex(start int) rune {
	if len(p.text)-p.at < 4 {
		p.fail(start, "\\u needs four hexadecimal digits")
		p.at = len(p.text)
		return 0
	}
	n, err := strconv.ParseUint(p.text[p.at:p.at+4], 16, 16)
	if err != nil {
		p.fail(start, "\\u needs four hexadecimal digits")
	}
	p.at += 4
	return rune(n)
}
