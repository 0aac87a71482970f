package progress

import (
	"os"
	"syscall"
	"unsafe"
)

// IsTerminal reports whether f is a terminal: whether it has the settings of one.
func IsTerminal(f *os.File) bool {
	settings := new(syscall.Termios)
	_, _, failed := syscall.Syscall(syscall.SYS_IOCTL, f.Fd(), syscall.TCGETS, uintptr(unsafe.Pointer(settings)))
	return failed == 0
}
