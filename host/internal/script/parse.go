package script

import (
	"fmt"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// mostDepth bounds the nesting of a file, so that no file can exhaust the stack.
const mostDepth = 64

// parser reads JSON text into values. It is a parser of our own, because a message needs the place of each value and a
// member that is given twice must not pass.
type parser struct {
	text   string
	at     int
	depth  int
	offset int    // of the problem
	wrong  string // the problem, or empty
}

// parse reads a whole file. On a problem it returns what is wrong and at which byte.
func parse(text string) (v Value, wrong string, offset int) {
	p := parser{text: text}
	if len(text) >= 3 && text[:3] == "\xef\xbb\xbf" { // a byte order mark, as RFC 8259 lets a reader ignore
		p.at = 3
	}
	p.space()
	p.value(&v)
	p.space()
	if p.wrong == "" && p.at < len(text) {
		p.fail(p.at, "the script has ended, but "+p.here()+" follows")
	}
	return v, p.wrong, p.offset
}

// fail notes the first problem. Every loop of the parser ends once there is one.
func (p *parser) fail(offset int, wrong string) {
	if p.wrong == "" {
		p.wrong, p.offset = wrong, offset
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
		default:
			return
		}
	}
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
	v.offset = p.at
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
	seen := map[string]bool{}
	for p.wrong == "" {
		p.space()
		m := Member{offset: p.at}
		if p.peek() != '"' {
			p.fail(p.at, "the name of a member was expected, but "+p.here()+" stands here")
			return
		}
		m.Name = p.quotedString()
		if seen[m.Name] {
			p.fail(m.offset, fmt.Sprintf("the member %q is given twice", m.Name))
		}
		seen[m.Name] = true
		p.space()
		if !p.take(':') {
			p.fail(p.at, fmt.Sprintf("a colon was expected after %q, but %s stands here", m.Name, p.here()))
		}
		p.space()
		if p.wrong == "" {
			p.value(&m.Value)
		}
		v.Members = append(v.Members, m)
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
	for p.wrong == "" {
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
	for p.wrong == "" {
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
