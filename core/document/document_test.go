package document_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"tertius.dev/core/document"
)

var commented = document.Dialect{What: "the file", Comments: true}

func TestParseReadsEveryKind(t *testing.T) {
	v, problems := document.Parse(`{"a": [1, -2.5e3, "b\u00e4\n"], "c": {"d": true, "e": false, "f": null}}`, document.Dialect{})
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	items, inner := v.Get("a").Items, v.Get("c")
	if items[0].Text != "1" || items[1].Text != "-2.5e3" || items[2].Text != "bä\n" {
		t.Errorf("the list is %+v", items)
	}
	if !inner.Get("d").True || inner.Get("e").True || inner.Get("f").Kind != document.Null || inner.Get("g") != nil {
		t.Errorf("the object is %+v", inner)
	}
	if v.Get("c").Offset != 37 || v.Members[1].Offset != 32 {
		t.Errorf("the member stands at %d and its value at %d", v.Members[1].Offset, v.Get("c").Offset)
	}
}

func TestParseReadsCommentsAsSpace(t *testing.T) {
	const text = "// first\n{ /* a, \"b\": 1 */ \"c\" /**/ : // more\n 2 /* * / */ } // no end of line"
	v, problems := document.Parse(text, commented)
	if len(problems) > 0 || len(v.Members) != 1 || v.Get("c").Text != "2" {
		t.Errorf("%+v, problems %v", v, problems)
	}
	if _, problems := document.Parse(text, document.Dialect{What: "the file"}); len(problems) != 1 || problems[0].Offset != 0 {
		t.Errorf("without comments in the dialect the problems are %v", problems)
	}
}

func TestParseTellsPlaceAndPath(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"no-value", `{"a": {"b": }}`, `1:13 a.b: a value was expected, but '}' stands here`},
		{"open-comment", "{\n /* hm", `2:2 : a comment has no end`},
		{"slash", "{/ }", `1:2 : the name of a member was expected, but '/' stands here`},
		{"after-the-end", "{} x", `1:4 : the file has ended, but 'x' follows`},
		{"deep", strings.Repeat("[", 65), `1:65 : lists and objects are nested more than 64 deep`},
		{"twice", "{\"a\": 1,\n\"a\": 2}", `2:1 a: the member "a" is given twice; line 1 has the first`},
		{"column-of-characters", `{"äö": x}`, `1:8 äö: a value was expected, but 'x' stands here`},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, problems := document.Parse(c.text, commented)
			if len(problems) == 0 {
				t.Fatal("no problem")
			}
			line, column := document.PlaceOf(c.text, problems[0].Offset)
			got := fmt.Sprintf("%d:%d %s: %s", line, column, strings.Join(problems[0].Path, "."), problems[0].Text)
			if got != c.want {
				t.Errorf("%s\nwant %s", got, c.want)
			}
		})
	}
}

// TestParseGoesOnBehindMembersGivenTwice: the first of a name counts, every other one is told, and so is what ends the text.
func TestParseGoesOnBehindMembersGivenTwice(t *testing.T) {
	v, problems := document.Parse(`{"a": 1, "a": 2, "b": {"c": 3, "c": {"d": 4}}, "a": 5 x`, document.Dialect{})
	var paths []string
	for _, p := range problems {
		paths = append(paths, strings.Join(p.Path, "."))
	}
	if want := []string{"a", "b.c", "a", ""}; !slices.Equal(paths, want) {
		t.Errorf("problems at %q, want %q", paths, want)
	}
	if len(v.Members) != 2 || v.Get("a").Text != "1" || v.Get("b").Get("c").Text != "3" {
		t.Errorf("read %+v", v)
	}
}

func TestParseEndsAfterFiftyProblems(t *testing.T) {
	_, problems := document.Parse("{"+strings.Repeat(`"a": 1,`, 200)+`"b": 1}`, document.Dialect{})
	if len(problems) != 50 {
		t.Errorf("%d problems", len(problems))
	}
}

func TestReaderTellsEachProblem(t *testing.T) {
	v, _ := document.Parse(`{"n": 1e3, "l": [1, "x", 3], "m": 5, "z": 0, "f": 1e39, "d": 0.5}`, document.Dialect{})
	var told []string
	r := document.Reader{Tell: func(offset int, text string) { told = append(told, fmt.Sprint(offset, " ", text)) }}
	if r.Members(&v, "the thing", []string{"n", "missing"}, []string{"l", "m", "f", "d"}) {
		t.Error("the members are right")
	}
	if got := r.Whole(v.Get("n"), `"n"`, 1, 12345); got != 0 {
		t.Errorf("1e3 is the whole number %d", got)
	}
	if got := r.Whole(v.Get("m"), `"m"`, 1, 12345); got != 5 {
		t.Errorf("5 is the whole number %d", got)
	}
	var numbers [3]float64
	if r.Numbers(v.Get("l"), `"l"`, "[x, y, z]", numbers[:]) {
		t.Error("the list is right")
	}
	if _, ok := r.Real(v.Get("f"), `"f"`, 32); ok {
		t.Error("1e39 is a number of 32 bits")
	}
	if x, ok := r.Real(v.Get("d"), `"d"`, 64); !ok || x != 0.5 {
		t.Errorf("0.5 is %v", x)
	}
	want := []string{
		`37 "z" is no member of the thing, which has "n", "missing", "l", "m", "f" and "d"`,
		`0 the thing lacks the member "missing"`,
		`6 "n" is 1e3; it must be a whole number from 1 to 12,345`,
		`20 item 2 of "l" is a string; it must be a number`,
		`50 "f" is 1e39, which is too large for a number of 32 bits`,
	}
	if !slices.Equal(told, want) {
		t.Errorf("told:\n%s\nwant:\n%s", strings.Join(told, "\n"), strings.Join(want, "\n"))
	}
}

func TestMemberNames(t *testing.T) {
	for field, want := range map[string]string{
		"Height": "height", "OtherEntity": "otherEntity", "ID": "id", "URLPath": "urlPath", "X": "x", "XY": "xy", "F64": "f64", "already": "already",
	} {
		if got := document.MemberName(field); got != want {
			t.Errorf("%s is %s, want %s", field, got, want)
		}
	}
}

// FuzzParse holds Parse against encoding/json: it must take what that takes, but for the depth and for names given twice,
// and read the same values.
func FuzzParse(f *testing.F) {
	for _, text := range []string{"", "{}", `{"a":[1,-2.5e-3,"\u00e4\ud83d\ude00",{"b":null}]}`, "{/*", "[1,// x\n2]", "\"\xff\"", `[01]`, `{"a":1,"a":2}`} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		document.Parse(text, commented)
		v, problems := document.Parse(text, document.Dialect{})
		for _, p := range problems {
			if p.Offset < 0 || p.Offset > len(text) {
				t.Fatalf("a problem at byte %d of %d", p.Offset, len(text))
			}
		}
		if len(problems) > 0 {
			return
		}
		var want any
		decoder := json.NewDecoder(strings.NewReader(strings.TrimPrefix(text, "\ufeff")))
		decoder.UseNumber()
		if err := decoder.Decode(&want); err != nil {
			t.Fatalf("%q was read, but encoding/json says: %v", text, err)
		}
		if got := plain(&v); !reflect.DeepEqual(got, want) {
			t.Fatalf("%q is read as %#v, want %#v", text, got, want)
		}
	})
}

// plain returns v as encoding/json reads it into an any.
func plain(v *document.Value) any {
	switch v.Kind {
	case document.Null:
		return nil
	case document.Bool:
		return v.True
	case document.Number:
		return json.Number(v.Text)
	case document.String:
		return v.Text
	case document.List:
		list := make([]any, len(v.Items))
		for i := range v.Items {
			list[i] = plain(&v.Items[i])
		}
		return list
	case document.Object:
		object := map[string]any{}
		for i := range v.Members {
			object[v.Members[i].Name] = plain(&v.Members[i].Value)
		}
		return object
	}
	panic("no kind")
}
