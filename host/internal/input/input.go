// Package input turns keys and the mouse into a camera that flies, and into inputs for the game.
package input

import (
	"slices"
	"sync"

	"tertius.dev/core/geom"
	"tertius.dev/core/message"
)

// Key is what a held key means.
type Key uint8

// The keys that are held.
const (
	Forward Key = iota // W
	Back               // S
	Left               // A
	Right              // D
	Up                 // E
	Down               // Q
	Fast               // Shift
	numKeys
)

// Device collects what the person does until the simulation takes it.
//
// Threads: safe for concurrent use.
type Device struct {
	mu       sync.Mutex
	held     [numKeys]bool
	tapped   [numKeys]bool // went down since the last Take, so that a short tap counts for one
	turn     Turn
	switches int

	events []Event       // since the last TakeEvents, in order
	taken  []Event       // by the last TakeEvents, whose room the next one uses
	down   []message.Key // the keys that are down, in the order of going down
}

// Event is something that the person did, for the game.
type Event struct {
	Input  message.Input
	Steers bool // the flying camera too; who flies it means nothing else by it
}

// mostEvents is how many events wait for a TakeEvents. A person makes a few hundred in a second, so only a simulation that stands
// still loses some, the latest.
const mostEvents = 10_000

// Turn is a motion of the mouse, in pixels to the right and down.
type Turn struct{ Right, Down float64 }

// Controls are what the person wants since they were taken last.
type Controls struct {
	Move     geom.Vec3 // along the camera's axes, each −1, 0 or 1
	Fast     bool
	Turn     Turn
	Switched bool // between the flying camera and the scene's own
}

// Hold notes that a key goes down or up.
func (d *Device) Hold(k Key, down bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.held[k] = down
	d.tapped[k] = d.tapped[k] || down
}

// ReleaseAll notes that no key is held, as when the window loses the keyboard.
func (d *Device) ReleaseAll() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.held, d.tapped = [numKeys]bool{}, [numKeys]bool{}
	for _, k := range d.down {
		d.note(message.InputOfKeyChanged(message.KeyChanged{Key: k}), false)
	}
	d.down = d.down[:0]
}

// Key notes for the game that a key goes down or up.
func (d *Device) Key(k message.Key, down, steers bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if i := slices.Index(d.down, k); i >= 0 {
		d.down = slices.Delete(d.down, i, i+1)
	}
	if down {
		d.down = append(d.down, k)
	}
	d.note(message.InputOfKeyChanged(message.KeyChanged{Key: k, Down: down}), steers)
}

// Do notes for the game what the person does with the mouse.
func (d *Device) Do(in message.Input, steers bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.note(in, steers)
}

func (d *Device) note(in message.Input, steers bool) {
	if len(d.events) < mostEvents {
		d.events = append(d.events, Event{in, steers})
	}
}

// Turn notes a motion of the mouse.
func (d *Device) Turn(t Turn) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.turn.Right += t.Right
	d.turn.Down += t.Down
}

// Switch notes that the person wants the other camera.
func (d *Device) Switch() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.switches++
}

// TakeEvents returns everything that the person did since the last call, in order. Valid: until the next call.
func (d *Device) TakeEvents() []Event {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.events, d.taken = d.taken[:0], d.events
	return d.taken
}

// Take returns what the person wants since the last call.
func (d *Device) Take() Controls {
	d.mu.Lock()
	defer d.mu.Unlock()
	c := Controls{
		Move: geom.Vec3{X: d.axis(Left, Right), Y: d.axis(Down, Up), Z: d.axis(Forward, Back)},
		Fast: d.isDown(Fast), Turn: d.turn, Switched: d.switches%2 == 1,
	}
	d.turn, d.switches, d.tapped = Turn{}, 0, [numKeys]bool{}
	return c
}

func (d *Device) axis(minus, plus Key) float64 {
	x := 0.0
	if d.isDown(minus) {
		x--
	}
	if d.isDown(plus) {
		x++
	}
	return x
}

func (d *Device) isDown(k Key) bool { return d.held[k] || d.tapped[k] }
