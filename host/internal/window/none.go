//go:build !cgo

package window

import "errors"

// Open refuses.
func Open(Options) (Window, error) {
	return nil, errors.New("cannot open a window: this program was built without cgo; " +
		"build it with CGO_ENABLED=1, or run a script with --headless")
}
