package payload_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"tertius.dev/core/message"
	"tertius.dev/host/internal/payload"
	"tertius.dev/simulation/container"
)

// mood is an enum as they are in the engine.
type mood int8

func (m mood) String() string {
	switch m {
	case 0:
		return "calm"
	case 1:
		return "wild"
	case -1:
		return "sad"
	}
	return fmt.Sprintf("mood(%d)", int8(m))
}

// color is an enum whose String cannot take every value.
type color uint8

func (c color) String() string { return [...]string{"red", "", "blue"}[c] }

// felt is a payload with enums, and with what is none.
type felt struct {
	Mood  mood
	Coat  color
	Sides [2]color
	Plain uint8
	Wait  time.Duration
}

func TestEnumsAreWrittenAndReadByName(t *testing.T) {
	const text = `{"mood": "sad", "coat": "blue", "sides": ["red", 1], "plain": 2, "wait": 1500000000}`
	want := felt{-1, 2, [2]color{0, 1}, 2, 1500 * time.Millisecond}
	if got := string(payload.Append(nil, want)); got != text {
		t.Errorf("written %s, want %s", got, text)
	}
	got, problem := payload.Read(value(t, text), reflect.TypeFor[felt](), names{})
	if problem != nil || got != want {
		t.Errorf("read %+v, %v", got, problem)
	}
}

func TestEnumsAreReadByNumberToo(t *testing.T) {
	got, problem := payload.Read(value(t, `{"mood": -1}`), reflect.TypeFor[struct{ Mood mood }](), names{})
	if problem != nil || got != (struct{ Mood mood }{-1}) {
		t.Errorf("read %+v, %v", got, problem)
	}
}

// What has no name is its number: one that String does not know, has no text for, or panics on.
func TestValuesWithoutANameAreNumbers(t *testing.T) {
	for want, v := range map[string]any{`{"a": 7, "b": 3}`: struct {
		A mood
		B color
	}{7, 3}, `{"c": 1}`: struct{ C color }{1}} {
		if got := string(payload.Append(nil, v)); got != want {
			t.Errorf("%#v is written as %s, want %s", v, got, want)
		}
	}
}

func TestUnknownNamesAreRefused(t *testing.T) {
	for text, want := range map[string]string{
		`{"mood": "mad"}`:     `"payload.mood" is "mad", which is no payload_test.mood; there are "calm", "wild" and "sad"`,
		`{"mood": "mood(7)"}`: `"payload.mood" is "mood(7)", which is no payload_test.mood; there are "calm", "wild" and "sad"`,
		`{"mood": true}`:      `"payload.mood" is true or false; it must be a number`,
		`{"mood": 200}`:       `"payload.mood" is 200; it must be a whole number from -128 to 127`,
	} {
		_, problem := payload.Read(value(t, text), reflect.TypeFor[struct{ Mood mood }](), names{})
		if problem == nil || problem.Text != want {
			t.Errorf("%s gives %v\nwant %s", text, problem, want)
		}
	}
}

// The answers of the engine, as dumps show them.
func TestAnswersSayWhatCameOfAWish(t *testing.T) {
	for _, v := range []struct {
		payload any
		want    []string
	}{
		{message.DockAnswer{Result: message.Undocked}, []string{`"result": "` + message.Undocked.String() + `"`}},
		{container.Outcome{Act: container.Taking, Problem: container.Full}, []string{`"act": "take"`, `"problem": "the container is full"`}},
	} {
		text := string(payload.Append(nil, v.payload))
		for _, part := range v.want {
			if !strings.Contains(text, part) {
				t.Errorf("%s does not say %s", text, part)
			}
		}
	}
}
