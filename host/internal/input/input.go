// Package input turns keys and the mouse into a camera that flies.
package input

import (
	"sync"

	"tertius.dev/core/geom"
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
}

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

// Take returns what the person wants since the last call.
func (d *Device) Take() Controls {
	d.mu.Lock()
	defer d.mu.Unlock()
	c := Controls{
		Move: geom.Vec3{X: d.axis(Left, Right), Y: d.axis(Down, Up), Z: d.axis(Forward, Back)},
		Fast: d.down(Fast), Turn: d.turn, Switched: d.switches%2 == 1,
	}
	d.turn, d.switches, d.tapped = Turn{}, 0, [numKeys]bool{}
	return c
}

func (d *Device) axis(minus, plus Key) float64 {
	x := 0.0
	if d.down(minus) {
		x--
	}
	if d.down(plus) {
		x++
	}
	return x
}

func (d *Device) down(k Key) bool { return d.held[k] || d.tapped[k] }
