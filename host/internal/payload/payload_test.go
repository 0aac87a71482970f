package payload_test

import (
	"encoding/json"
	"math"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"tertius.dev/core/document"
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/host/internal/payload"
	"tertius.dev/host/internal/script"
)

// everything is a payload with a field of every kind.
type everything struct {
	On       bool
	I8       int8
	I64      int64
	U16      uint16
	F32      float32
	F64      float64
	At       geom.Vec3
	AtF      geom.Vec3f
	Turn     geom.Quat
	TurnF    geom.Quatf
	Way      geom.Direction
	WhoElse  handle.Entity
	RefFrame handle.Frame
	Sides    [2]int32
	Inner    struct{ URLPath, ID uint8 }
}

// hidden is a payload that no script can write.
type hidden struct{ Kind, inner uint8 }

// names knows the scene id "ball", which owns a frame.
type names struct{}

func (names) Entity(id string) (handle.Entity, bool) {
	return handle.Entity{Index: 5, Generation: 2}, id == "ball"
}

func (names) Frame(id string) (handle.Frame, bool) {
	return handle.Frame{Index: 1, Generation: 1}, id == "ball"
}

// value returns the payload of the only step of a script.
func value(t *testing.T, text string) *document.Value {
	t.Helper()
	s, err := script.Read("a", `{"format": 1, "scene": "a", "steps": [`+
		`{"do": "post", "message": "m", "target": {"kind": "everyone"}, "payload": `+text+`}]}`)
	if err != nil {
		t.Fatal(err)
	}
	return s.Steps[0].(*script.Post).Payload
}

const whole = `{"on": true, "i8": -128, "i64": 9223372036854775807, "u16": 65535, "f32": 0.1, "f64": 0.1, ` +
	`"at": [1, -2, 3e300], "atF": [0.1, 0, -0], "turn": [0, 0, 0, 2], "turnF": [1, 0, 0, 0], "way": [0, 0, -3], ` +
	`"whoElse": "ball", "refFrame": null, "sides": [1, -1], "inner": {"urlPath": 3, "id": 4}}`

func TestPayloadReadsEveryKind(t *testing.T) {
	got, problem := payload.Read(value(t, whole), reflect.TypeFor[everything](), names{})
	if problem != nil {
		t.Fatal(problem)
	}
	want := everything{
		On: true, I8: -128, I64: math.MaxInt64, U16: 65535, F32: 0.1, F64: 0.1,
		At: geom.Vec3{X: 1, Y: -2, Z: 3e300}, AtF: geom.Vec3f{X: 0.1}, Turn: geom.Quat{W: 2}, TurnF: geom.Quatf{X: 1},
		Way: geom.Pack(geom.Vec3f{Z: -1}), WhoElse: handle.Entity{Index: 5, Generation: 2}, Sides: [2]int32{1, -1},
	}
	want.Inner.URLPath, want.Inner.ID = 3, 4
	if got != want {
		t.Errorf("read %+v\nwant %+v", got, want)
	}
	if !math.Signbit(float64(got.(everything).AtF.Z)) {
		t.Error("-0 lost its sign")
	}
}

func TestPayloadRefuses(t *testing.T) {
	for _, c := range []struct{ name, old, new, want string }{
		{"missing", `"on": true, `, ``, `"payload" lacks the member "on"; its members are "on", "i8", "i64", "u16", "f32", "f64", "at", "atF", "turn", "turnF", "way", "whoElse", "refFrame", "sides", "inner"`},
		{"unknown", `"on": true`, `"on": true, "off": true`, `"off" is no member of "payload"; its members are "on", "i8", "i64", "u16", "f32", "f64", "at", "atF", "turn", "turnF", "way", "whoElse", "refFrame", "sides", "inner"`},
		{"bool", `true`, `1`, `"payload.on" is a number; it must be true or false`},
		{"small-int", `-128`, `-129`, `"payload.i8" is -129; it must be a whole number from -128 to 127`},
		{"fraction", `-128`, `1.5`, `"payload.i8" is 1.5; it must be a whole number from -128 to 127`},
		{"long-int", `9223372036854775807`, `9223372036854775808`, `"payload.i64" is 9223372036854775808; it must be a whole number from -9223372036854775808 to 9223372036854775807`},
		{"negative", `65535`, `-1`, `"payload.u16" is -1; it must be a whole number from 0 to 65535`},
		{"large-float", `"f32": 0.1`, `"f32": 1e39`, `"payload.f32" is 1e39, which is too large for a number of 32 bits`},
		{"large-double", `"f64": 0.1`, `"f64": 1e309`, `"payload.f64" is 1e309, which is too large for a number of 64 bits`},
		{"no-nan", `"f64": 0.1`, `"f64": "NaN"`, `"payload.f64" is a string; it must be a number`},
		{"short-vector", `[1, -2, 3e300]`, `[1, -2]`, `"payload.at" has 2 items; it must be [x, y, z]`},
		{"word-in-vector", `[1, -2, 3e300]`, `[1, "b", 2]`, `"payload.at[1]" is a string; it must be a number`},
		{"short-rotation", `[0, 0, 0, 2]`, `[0, 0, 2]`, `"payload.turn" has 3 items; it must be [x, y, z, w]`},
		{"no-direction", `[0, 0, -3]`, `[0, 0, 0]`, `"payload.way" has no direction`},
		{"no-entity", `"ball"`, `"bell"`, `"payload.whoElse" is "bell", which names no entity of the scene`},
		{"no-frame", `"refFrame": null`, `"refFrame": "bell"`, `"payload.refFrame" is "bell", which names no entity of the scene that owns a frame`},
		{"entity-number", `"ball"`, `5`, `"payload.whoElse" is a number; it must be a scene id, or null for none`},
		{"long-array", `[1, -1]`, `[1, -1, 2]`, `"payload.sides" has 3 items; it must be a list of 2`},
		{"inner", `"id": 4`, `"id": 256`, `"payload.inner.id" is 256; it must be a whole number from 0 to 255`},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := strings.Replace(whole, c.old, c.new, 1)
			if text == whole {
				t.Fatalf("%q is not in the payload", c.old)
			}
			got, problem := payload.Read(value(t, text), reflect.TypeFor[everything](), names{})
			if problem == nil {
				t.Fatalf("read %+v", got)
			}
			if problem.Text != c.want || problem.Value == nil {
				t.Errorf("the problem is\n%s\nwant\n%s", problem.Text, c.want)
			}
		})
	}
}

func TestAbsentPayloadLacksEveryField(t *testing.T) {
	if _, problem := payload.Read(nil, reflect.TypeFor[struct{}](), names{}); problem != nil {
		t.Errorf("a type without fields: %v", problem)
	}
	_, problem := payload.Read(nil, reflect.TypeFor[struct{ Height float32 }](), names{})
	if problem == nil || problem.Value != nil || problem.Text != `"payload" lacks the member "height"; its members are "height"` {
		t.Errorf("the problem is %+v", problem)
	}
}

func TestHiddenFieldsCannotBeRead(t *testing.T) {
	_, problem := payload.Read(value(t, `{"kind": 1}`), reflect.TypeFor[hidden](), names{})
	if problem == nil || !strings.Contains(problem.Text, "payload_test.hidden, which a script cannot give") {
		t.Errorf("the problem is %v", problem)
	}
}

func TestPayloadWritesWhatItReads(t *testing.T) {
	got, problem := payload.Read(value(t, whole), reflect.TypeFor[everything](), names{})
	if problem != nil {
		t.Fatal(problem)
	}
	const want = `{"on": true, "i8": -128, "i64": 9223372036854775807, "u16": 65535, "f32": 0.1, "f64": 0.1, ` +
		`"at": [1, -2, 3e+300], "atF": [0.1, 0, -0], "turn": [0, 0, 0, 2], "turnF": [1, 0, 0, 0], "way": [0, 0, -1], ` +
		`"whoElse": "5:2", "refFrame": null, "sides": [1, -1], "inner": {"urlPath": 3, "id": 4}}`
	if text := string(payload.Append(nil, got)); text != want {
		t.Errorf("written\n%s\nwant\n%s", text, want)
	}
}

func TestHiddenFieldsAreWrittenAsText(t *testing.T) {
	if got := string(payload.Append(nil, hidden{1, 2})); got != `"{1 2}"` {
		t.Errorf("written %s", got)
	}
}

func TestFloatsReadBackAsTheSameBits(t *testing.T) {
	bits64 := []uint64{0, 1 << 63, 1, 1<<52 - 1, 1 << 52, 0x7fefffffffffffff, math.Float64bits(0.1), math.Float64bits(1e15),
		math.Float64bits(1e15 - 0.125), math.Float64bits(1e-6), math.Float64bits(9.999999999999999e-7), math.Float64bits(math.Pi)}
	bits32 := []uint32{0, 1 << 31, 1, 1<<23 - 1, 1 << 23, 0x7f7fffff, math.Float32bits(0.1), math.Float32bits(16777216)}
	x := uint64(0x9e3779b97f4a7c15) // a fixed walk over all exponents
	for range 20000 {
		x ^= x << 13
		x ^= x >> 7
		x ^= x << 17
		bits64, bits32 = append(bits64, x), append(bits32, uint32(x))
	}
	for _, b := range bits64 {
		want := math.Float64frombits(b)
		if want-want != 0 {
			continue
		}
		text := string(payload.AppendFloat64(nil, want))
		got, err := strconv.ParseFloat(text, 64)
		if err != nil || math.Float64bits(got) != b || !json.Valid([]byte(text)) {
			t.Fatalf("the double %#x is written as %s, which reads as %#x", b, text, math.Float64bits(got))
		}
	}
	for _, b := range bits32 {
		want := math.Float32frombits(b)
		if want-want != 0 {
			continue
		}
		text := string(payload.AppendFloat32(nil, want))
		got, err := strconv.ParseFloat(text, 32)
		if err != nil || math.Float32bits(float32(got)) != b || !json.Valid([]byte(text)) {
			t.Fatalf("the float %#x is written as %s, which reads as %#x", b, text, math.Float32bits(float32(got)))
		}
	}
}

func TestFloatsOutsideJSONAreWords(t *testing.T) {
	for x, want := range map[float64]string{math.Inf(1): `"Infinity"`, math.Inf(-1): `"-Infinity"`} {
		if got := string(payload.AppendFloat64(nil, x)); got != want {
			t.Errorf("%v is written as %s", x, got)
		}
	}
	if got := string(payload.AppendFloat32(nil, float32(math.NaN()))); got != `"NaN"` {
		t.Errorf("NaN is written as %s", got)
	}
}

func TestStringsAreJSON(t *testing.T) {
	for _, s := range []string{"", "plain", "a\"b\\c\n\t\x01\x1f\x7f", "äöü 😀", "\xff\xfe", " "} {
		text := payload.AppendString(nil, s)
		var got string
		if err := json.Unmarshal(text, &got); err != nil || got != strings.ToValidUTF8(s, "\ufffd") && s != "\xff\xfe" {
			t.Errorf("%q is written as %s: %v", s, text, err)
		}
	}
}
