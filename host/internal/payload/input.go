package payload

import (
	"reflect"
	"strconv"

	"tertius.dev/core/contract"
	"tertius.dev/core/document"
	"tertius.dev/core/message"
)

var inputType = reflect.TypeFor[message.Input]()

// inputKinds are the kinds of an input, each with its other member.
var inputKinds = []struct{ kind, member string }{
	{"keyDown", "code"}, {"keyUp", "code"}, {"mouseDown", "code"}, {"mouseUp", "code"}, {"mouseMove", "delta"}, {"scroll", "delta"},
}

func quotedInputKinds() string {
	var names []string
	for _, k := range inputKinds {
		names = append(names, k.kind)
	}
	return document.Quoted(names)
}

// input reads an input: its kind, and the code of a key or a button, or how far something moved.
func (r *reader) input(v *document.Value, into reflect.Value, name string) {
	if !r.is(v, document.Object, name) {
		return
	}
	kind := v.Get("kind")
	if kind == nil {
		r.fail(v, "%q lacks the member \"kind\"; the kinds are %s", name, quotedInputKinds())
		return
	}
	if !r.is(kind, document.String, name+".kind") {
		return
	}
	for _, k := range inputKinds {
		if k.kind == kind.Text {
			r.inputMember(v, into, name, k.kind, k.member)
			return
		}
	}
	r.fail(kind, "%q is %q, which is no kind of input; there are %s", name+".kind", kind.Text, quotedInputKinds())
}

// inputMember reads the other member of an input of a kind.
func (r *reader) inputMember(v *document.Value, into reflect.Value, name, kind, member string) {
	for i := range v.Members {
		if m := &v.Members[i]; m.Name != "kind" && m.Name != member {
			r.fail(&m.Value, "%q is no member of %q of the kind %q; it has %q", m.Name, name, kind, member)
		}
	}
	value := v.Get(member)
	if value == nil {
		r.fail(v, "%q of the kind %q lacks the member %q", name, kind, member)
		return
	}
	var code int32
	var delta [2]float32
	if member == "code" {
		r.value(value, reflect.ValueOf(&code).Elem(), name+".code")
	} else {
		d := reflect.ValueOf(&delta).Elem()
		r.list(value, name+".delta", "[x, y]", []reflect.Value{d.Index(0), d.Index(1)})
	}
	into.Set(reflect.ValueOf(inputOf(kind, code, delta)))
}

func inputOf(kind string, code int32, delta [2]float32) message.Input {
	switch kind {
	case "keyDown", "keyUp":
		return message.InputOfKeyChanged(message.KeyChanged{Key: message.Key(code), Down: kind == "keyDown"})
	case "mouseDown", "mouseUp":
		return message.InputOfMouseButtonChanged(message.MouseButtonChanged{
			Button: message.MouseButton(code), Down: kind == "mouseDown",
		})
	case "mouseMove":
		return message.InputOfMouseMoved(message.MouseMoved{Right: delta[0], Down: delta[1]})
	default:
		return message.InputOfScrolled(message.Scrolled{Right: delta[0], Up: delta[1]})
	}
}

// appendInput writes an input as input reads it, and none as null.
func appendInput(b []byte, in message.Input) []byte {
	switch in.Kind() {
	case message.InputNone:
		return append(b, "null"...)
	case message.InputKeyChanged:
		c, _ := in.AsKeyChanged()
		return appendCode(b, choose(c.Down, "keyDown", "keyUp"), int32(c.Key))
	case message.InputMouseButtonChanged:
		c, _ := in.AsMouseButtonChanged()
		return appendCode(b, choose(c.Down, "mouseDown", "mouseUp"), int32(c.Button))
	case message.InputMouseMoved:
		c, _ := in.AsMouseMoved()
		return appendDelta(b, "mouseMove", c.Right, c.Down)
	case message.InputScrolled:
		c, _ := in.AsScrolled()
		return appendDelta(b, "scroll", c.Right, c.Up)
	}
	panic(contract.Unreachable(in.Kind()))
}

func choose(first bool, a, b string) string {
	if first {
		return a
	}
	return b
}

func appendCode(b []byte, kind string, code int32) []byte {
	b = append(append(append(b, `{"kind": "`...), kind...), `", "code": `...)
	return append(strconv.AppendInt(b, int64(code), 10), '}')
}

func appendDelta(b []byte, kind string, x, y float32) []byte {
	b = append(append(append(b, `{"kind": "`...), kind...), `", "delta": [`...)
	b = AppendFloat32(append(AppendFloat32(b, x), ", "...), y)
	return append(b, "]}"...)
}
