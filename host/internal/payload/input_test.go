package payload_test

import (
	"reflect"
	"strings"
	"testing"

	"tertius.dev/core/message"
	"tertius.dev/host/internal/payload"
)

// tap is a payload with an input among other fields.
type tap struct {
	What  message.Input
	Times int32
}

func TestInputsReadAndWriteAlike(t *testing.T) {
	for _, c := range []struct {
		text string
		want message.Input
	}{
		{`{"kind": "keyDown", "code": 87}`, message.InputOfKeyChanged(message.KeyChanged{Key: message.KeyW, Down: true})},
		{`{"kind": "keyUp", "code": -1}`, message.InputOfKeyChanged(message.KeyChanged{Key: -1})},
		{`{"kind": "mouseDown", "code": 0}`, message.InputOfMouseButtonChanged(message.MouseButtonChanged{Button: message.MouseLeft, Down: true})},
		{`{"kind": "mouseUp", "code": 2}`, message.InputOfMouseButtonChanged(message.MouseButtonChanged{Button: message.MouseMiddle})},
		{`{"kind": "mouseMove", "delta": [3, -4.5]}`, message.InputOfMouseMoved(message.MouseMoved{Right: 3, Down: -4.5})},
		{`{"kind": "scroll", "delta": [0.1, -0]}`, message.InputOfScrolled(message.Scrolled{Right: 0.1})},
	} {
		got, problem := payload.Read(value(t, c.text), reflect.TypeFor[message.Input](), names{})
		if problem != nil || !got.(message.Input).Equal(c.want) {
			t.Errorf("%s reads as %v, %v", c.text, got, problem)
		}
		if text := string(payload.Append(nil, got)); text != c.text {
			t.Errorf("%s is written as %s", c.text, text)
		}
		field := `{"what": ` + c.text + `, "times": 2}`
		got, problem = payload.Read(value(t, field), reflect.TypeFor[tap](), names{})
		if problem != nil || !got.(tap).What.Equal(c.want) || got.(tap).Times != 2 {
			t.Errorf("%s reads as %v, %v", field, got, problem)
		}
		if text := string(payload.Append(nil, got)); text != field {
			t.Errorf("%s is written as %s", field, text)
		}
	}
	if text := string(payload.Append(nil, message.Input{})); text != "null" {
		t.Errorf("no input is written as %s", text)
	}
}

func TestBadInputsAreRefused(t *testing.T) {
	const kinds = `"keyDown", "keyUp", "mouseDown", "mouseUp", "mouseMove" and "scroll"`
	for text, want := range map[string]string{
		`{}`:                               `"payload" lacks the member "kind"; the kinds are ` + kinds,
		`{"code": 87}`:                     `"payload" lacks the member "kind"; the kinds are ` + kinds,
		`{"kind": 3, "code": 87}`:          `"payload.kind" is a number; it must be a string`,
		`{"kind": "wheel"}`:                `"payload.kind" is "wheel", which is no kind of input; there are ` + kinds,
		`{"kind": "keyDown"}`:              `"payload" of the kind "keyDown" lacks the member "code"`,
		`{"kind": "scroll"}`:               `"payload" of the kind "scroll" lacks the member "delta"`,
		`{"kind": "keyUp", "code": "W"}`:   `"payload.code" is a string; it must be a number`,
		`{"kind": "keyUp", "code": 1e3}`:   `"payload.code" is 1e3; it must be a whole number from -2147483648 to 2147483647`,
		`{"kind": "scroll", "delta": [1]}`: `"payload.delta" has 1 items; it must be [x, y]`,
		`{"kind": "keyDown", "code": 87, "delta": [0, 0]}`:  `"delta" is no member of "payload" of the kind "keyDown"; it has "code"`,
		`{"kind": "mouseMove", "code": 0, "delta": [0, 0]}`: `"code" is no member of "payload" of the kind "mouseMove"; it has "delta"`,
	} {
		got, problem := payload.Read(value(t, text), reflect.TypeFor[message.Input](), names{})
		if problem == nil || problem.Text != want || problem.Value == nil {
			t.Errorf("%s gives %v, %v\nwant %s", text, got, problem, want)
		}
	}
	if _, problem := payload.Read(nil, reflect.TypeFor[message.Input](), names{}); problem == nil || problem.Value != nil ||
		!strings.Contains(problem.Text, `lacks the member "kind"`) {
		t.Errorf("no payload gives %v", problem)
	}
}
