package document

import (
	"fmt"
	"slices"
	"strconv"
)

// Reader checks values and takes what they say. Where a value is wrong, it tells so and gives a zero.
type Reader struct {
	// Tell hears of each problem: at which byte, and what is wrong. A format that wants only the first one keeps that.
	Tell func(offset int, text string)
}

// Fail tells of a problem at a value.
func (r *Reader) Fail(v *Value, format string, args ...any) {
	r.Tell(v.Offset, fmt.Sprintf(format, args...))
}

// FailAt tells of a problem at a byte.
func (r *Reader) FailAt(offset int, format string, args ...any) {
	r.Tell(offset, fmt.Sprintf(format, args...))
}

// Is checks the kind of a value. The name says what it is in messages, such as `"ticks"`.
func (r *Reader) Is(v *Value, k Kind, name string) bool {
	if v.Kind != k {
		r.Fail(v, "%s is %v; it must be %v", name, v.Kind, k)
	}
	return v.Kind == k
}

// Members checks that v is an object with the needed members, and with no member beside these and the optional ones.
func (r *Reader) Members(v *Value, what string, needed, optional []string) bool {
	if !r.Is(v, Object, what) {
		return false
	}
	good := true
	for i := range v.Members {
		m := &v.Members[i]
		if !slices.Contains(needed, m.Name) && !slices.Contains(optional, m.Name) {
			r.unknown(m, what, slices.Concat(needed, optional))
			good = false
		}
	}
	for _, name := range needed {
		if v.Get(name) == nil {
			r.Fail(v, "%s lacks the member %q", what, name)
			good = false
		}
	}
	return good
}

func (r *Reader) unknown(m *Member, what string, known []string) {
	if len(known) == 0 {
		r.FailAt(m.Offset, "%q is no member of %s, which has none", m.Name, what)
	} else {
		r.FailAt(m.Offset, "%q is no member of %s, which has %s", m.Name, what, Quoted(known))
	}
}

// Whole reads a whole number from least to most.
func (r *Reader) Whole(v *Value, what string, least, most int64) int64 {
	if !r.Is(v, Number, what) {
		return 0
	}
	n, err := strconv.ParseInt(v.Text, 10, 64)
	switch {
	case err == nil && n >= least && n <= most:
		return n
	case least == most:
		r.Fail(v, "%s is %s; it must be %d", what, v.Text, least)
	default:
		r.Fail(v, "%s is %s; it must be a whole number from %s to %s", what, v.Text, thousands(least), thousands(most))
	}
	return 0
}

// thousands writes a number with commas between groups of three digits.
func thousands(n int64) string {
	s := strconv.FormatInt(n, 10)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// Real reads a finite real number, as the nearest one of so many bits, 32 or 64.
func (r *Reader) Real(v *Value, what string, bits int) (float64, bool) {
	if !r.Is(v, Number, what) {
		return 0, false
	}
	x, err := strconv.ParseFloat(v.Text, bits)
	if err != nil {
		r.Fail(v, "%s is %s, which is too large for a number of %d bits", what, v.Text, bits)
		return 0, false
	}
	return x, true
}

// Numbers reads a list of as many real numbers of 64 bits as into has. The form says how it looks.
func (r *Reader) Numbers(v *Value, what, form string, into []float64) bool {
	if !r.Is(v, List, what) {
		return false
	}
	if len(v.Items) != len(into) {
		r.Fail(v, "%s has %d items; it must be %s", what, len(v.Items), form)
		return false
	}
	good := true
	for i := range into {
		var ok bool
		into[i], ok = r.Real(&v.Items[i], "item "+strconv.Itoa(i+1)+" of "+what, 64)
		good = good && ok
	}
	return good
}
