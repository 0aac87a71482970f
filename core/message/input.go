package message

// Key is a key of the keyboard by its place on a US layout, in the numbers of GLFW.
//
//closedset:open the window library knows more keys, and a game may read them by number
type Key int32

// The keys that games use most. Letters and digits have the number of their upper-case character.
const (
	KeySpace      Key = 32
	Key0          Key = 48
	Key1          Key = 49
	Key2          Key = 50
	Key3          Key = 51
	Key4          Key = 52
	Key5          Key = 53
	Key6          Key = 54
	Key7          Key = 55
	Key8          Key = 56
	Key9          Key = 57
	KeyA          Key = 65
	KeyB          Key = 66
	KeyC          Key = 67
	KeyD          Key = 68
	KeyE          Key = 69
	KeyF          Key = 70
	KeyG          Key = 71
	KeyH          Key = 72
	KeyI          Key = 73
	KeyJ          Key = 74
	KeyK          Key = 75
	KeyL          Key = 76
	KeyM          Key = 77
	KeyN          Key = 78
	KeyO          Key = 79
	KeyP          Key = 80
	KeyQ          Key = 81
	KeyR          Key = 82
	KeyS          Key = 83
	KeyT          Key = 84
	KeyU          Key = 85
	KeyV          Key = 86
	KeyW          Key = 87
	KeyX          Key = 88
	KeyY          Key = 89
	KeyZ          Key = 90
	KeyEnter      Key = 257
	KeyTab        Key = 258
	KeyBackspace  Key = 259
	KeyRight      Key = 262
	KeyLeft       Key = 263
	KeyDown       Key = 264
	KeyUp         Key = 265
	KeyLeftShift  Key = 340
	KeyLeftCtrl   Key = 341
	KeyLeftAlt    Key = 342
	KeyRightShift Key = 344
	KeyRightCtrl  Key = 345
	KeyRightAlt   Key = 346
)

// MouseButton is a button of the mouse, in the numbers of GLFW.
//
//closedset:open a mouse has as many buttons as its maker likes
type MouseButton int32

// The buttons that every mouse has.
const (
	MouseLeft   MouseButton = 0
	MouseRight  MouseButton = 1
	MouseMiddle MouseButton = 2
)

// KeyChanged tells that a key went down or up. A key that is held sends nothing more.
type KeyChanged struct {
	Key  Key
	Down bool
}

// MouseButtonChanged tells that a button of the mouse went down or up.
type MouseButtonChanged struct {
	Button MouseButton
	Down   bool
}

// MouseMoved tells how far the mouse moved, in pixels.
type MouseMoved struct{ Right, Down float32 }

// Scrolled tells how far the wheel turned, in notches.
type Scrolled struct{ Right, Up float32 }

// Input is something that the person at the window did. The zero Input is nothing, and whoever gets one ignores it.
//
//union:cases KeyChanged MouseButtonChanged MouseMoved Scrolled
type Input struct{ inputSlots }
