package input_test

import (
	"math"
	"slices"
	"testing"

	"tertius.dev/core/geom"
	"tertius.dev/core/message"
	"tertius.dev/host/internal/input"
)

func near(a, b geom.Vec3) bool { return a.Sub(b).Length() < 1e-12 }

func TestFlyKeepsThePoseItStartsFrom(t *testing.T) {
	start := geom.Pose{Position: geom.Vec3{X: 1, Y: 2, Z: 3}, Rotation: geom.LookRotation(geom.Vec3{X: 1, Y: -0.5, Z: 0.2}, geom.Vec3{Y: 1})}
	fly := input.NewFly(start)
	got := fly.Move(input.Controls{}, 1)
	for _, axis := range []geom.Vec3{{X: 1}, {Y: 1}, {Z: 1}} {
		if want := start.Rotation.Rotate(axis); !near(got.Rotation.Rotate(axis), want) {
			t.Errorf("the axis %v points along %v, want %v", axis, got.Rotation.Rotate(axis), want)
		}
	}
	if got.Position != start.Position {
		t.Errorf("it moved to %v", got.Position)
	}
}

func TestFlyGoesWhereItLooks(t *testing.T) {
	for _, c := range []struct {
		name string
		keys []input.Key
		want geom.Vec3 // after one second, looking along +X
	}{
		{"forward", []input.Key{input.Forward}, geom.Vec3{X: 4}},
		{"right", []input.Key{input.Right}, geom.Vec3{Z: 4}},
		{"up", []input.Key{input.Up}, geom.Vec3{Y: 4}},
		{"fast-back", []input.Key{input.Back, input.Fast}, geom.Vec3{X: -40}},
		{"left-and-right", []input.Key{input.Left, input.Right}, geom.Vec3{}},
		{"forward-and-left", []input.Key{input.Forward, input.Left}, geom.Vec3{X: 4 / math.Sqrt2, Z: -4 / math.Sqrt2}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var d input.Device
			for _, k := range c.keys {
				d.Hold(k, true)
			}
			fly := input.NewFly(geom.Pose{Rotation: geom.LookRotation(geom.Vec3{X: 1}, geom.Vec3{Y: 1})})
			if got := fly.Move(d.Take(), 1).Position; !near(got, c.want) {
				t.Errorf("it is at %v, want %v", got, c.want)
			}
		})
	}
}

func TestMouseToTheRightTurnsRightAndNeverOverTheTop(t *testing.T) {
	fly := input.NewFly(geom.IdentityPose)
	var d input.Device
	d.Turn(input.Turn{Right: 100})
	if forward := fly.Move(d.Take(), 0).Rotation.Rotate(geom.Vec3{Z: -1}); !(forward.X > 0.2 && forward.Z < 0) {
		t.Errorf("it looks along %v", forward)
	}
	d.Turn(input.Turn{Down: -1e6})
	if up := fly.Move(d.Take(), 0).Rotation.Rotate(geom.Vec3{Y: 1}); !(up.Y > 0) {
		t.Errorf("its up is %v", up)
	}
}

func TestTakeForgetsMotionAndKeepsHeldKeys(t *testing.T) {
	var d input.Device
	d.Hold(input.Up, true)
	d.Turn(input.Turn{Right: 3, Down: 4})
	d.Switch()
	first, second := d.Take(), d.Take()
	if want := (input.Controls{Move: geom.Vec3{Y: 1}, Turn: input.Turn{Right: 3, Down: 4}, Switched: true}); first != want {
		t.Errorf("first %+v, want %+v", first, want)
	}
	if want := (input.Controls{Move: geom.Vec3{Y: 1}}); second != want {
		t.Errorf("second %+v, want %+v", second, want)
	}
	d.ReleaseAll()
	if got := d.Take(); got != (input.Controls{}) {
		t.Errorf("after the release %+v", got)
	}
}

func TestShortTapCountsOnce(t *testing.T) {
	var d input.Device
	d.Hold(input.Forward, true)
	d.Hold(input.Forward, false)
	if got := d.Take().Move; got != (geom.Vec3{Z: -1}) {
		t.Errorf("after a tap the move is %v", got)
	}
	if got := d.Take().Move; got != (geom.Vec3{}) {
		t.Errorf("after that it is %v", got)
	}
}

func key(k message.Key, down bool) message.Input {
	return message.InputOfKeyChanged(message.KeyChanged{Key: k, Down: down})
}

func TestGameHearsEverythingInOrderAndOnce(t *testing.T) {
	var d input.Device
	moved := message.InputOfMouseMoved(message.MouseMoved{Right: 3, Down: -4})
	d.Key(message.KeyW, true, true)
	d.Do(moved, false)
	d.Key(message.KeyW, false, true)
	want := []input.Event{{key(message.KeyW, true), true}, {moved, false}, {key(message.KeyW, false), true}}
	if got := d.TakeEvents(); !slices.Equal(got, want) {
		t.Errorf("it heard %v, want %v", got, want)
	}
	if got := d.TakeEvents(); len(got) != 0 {
		t.Errorf("it heard %v again", got)
	}
}

// TestKeysThatAreDownGoUpWhenTheWindowLosesTheKeyboard, since the window does not hear of their end.
func TestKeysThatAreDownGoUpWhenTheWindowLosesTheKeyboard(t *testing.T) {
	var d input.Device
	for _, k := range []message.Key{message.KeyB, message.KeyA, message.KeyC} {
		d.Key(k, true, false)
	}
	d.Key(message.KeyA, false, false)
	d.TakeEvents()
	d.ReleaseAll()
	want := []input.Event{{Input: key(message.KeyB, false)}, {Input: key(message.KeyC, false)}}
	if got := d.TakeEvents(); !slices.Equal(got, want) {
		t.Errorf("it heard %v, want %v", got, want)
	}
	d.ReleaseAll()
	if got := d.TakeEvents(); len(got) != 0 {
		t.Errorf("it heard %v again", got)
	}
}

func TestEventsThatNobodyTakesAreBounded(t *testing.T) {
	var d input.Device
	for range 50_000 {
		d.Do(message.InputOfScrolled(message.Scrolled{Up: 1}), false)
	}
	if n := len(d.TakeEvents()); n == 0 || n > 10_000 {
		t.Errorf("%d events wait", n)
	}
}
