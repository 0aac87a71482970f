package simulation_test

import (
	"reflect"
	"strings"
	"testing"

	"tertius.dev/core/message"
	"tertius.dev/simulation"
)

const keptSelf = "a component used a Self after the call of Handle that it was lent for; keep the entity's handle"

func TestSelfIsRefusedAfterItsCall(t *testing.T) {
	w := looseWorld(t, simulation.Options{Workers: 1})
	f, _ := rootFrame(t, w)
	var kept *simulation.Kept
	keeper := spawn(t, w, at(f, 0, everyTick(func(self *simulation.Self, _ *message.Outbox) {
		if kept == nil {
			kept = simulation.Keep(self)
			return
		}
		kept.Self.Destroy() // of the call in the tick before
	})))
	spawn(t, w, at(f, 0, everyTick(func(*simulation.Self, *message.Outbox) {})))
	failure := failingTick(t, w)
	if failure.Tick != 1 || failure.Entity != keeper || !strings.Contains(failure.Error(), keptSelf) {
		t.Errorf("the failure is %v", failure)
	}
}

// A component may have kept a Self by mistake and use it from outside a tick, where no failure names the component.
func TestEveryMemberOfASelfIsRefusedAfterItsCall(t *testing.T) {
	w := looseWorld(t, simulation.Options{Workers: 1})
	f, _ := rootFrame(t, w)
	var kept *simulation.Kept
	e := spawn(t, w, at(f, 0, everyTick(func(self *simulation.Self, _ *message.Outbox) { kept = simulation.Keep(self) })))
	w.Tick()
	before := w.Describe(e)
	for _, of := range []reflect.Value{reflect.ValueOf(kept.Self), reflect.ValueOf(kept.Body)} {
		for i := range of.NumMethod() {
			name := of.Type().Method(i).Name
			t.Run(name, func(t *testing.T) {
				if text := mustPanic(t, func() { callWithZeros(of.Method(i)) }); !strings.Contains(text, keptSelf) {
					t.Errorf("it panicked with %q", text)
				}
			})
		}
	}
	if after := w.Describe(e); after != before {
		t.Errorf("the entity was\n%s\nand is\n%s", before, after)
	}
}

// callWithZeros calls a method with the zero value of each of its parameters.
func callWithZeros(method reflect.Value) {
	var in []reflect.Value
	for i := range method.Type().NumIn() {
		in = append(in, reflect.Zero(method.Type().In(i)))
	}
	if method.Type().IsVariadic() {
		method.CallSlice(in)
		return
	}
	method.Call(in)
}
