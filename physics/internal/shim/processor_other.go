//go:build !amd64

package shim

// MissingInstructions names what the library's machine code needs and this processor lacks. Other architectures build
// the library for what every processor of theirs has.
func MissingInstructions() []string { return nil }
