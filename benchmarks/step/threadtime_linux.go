package step

import (
	"fmt"
	"syscall"
	"time"
	"unsafe"
)

// clockThread is CLOCK_THREAD_CPUTIME_ID.
const clockThread = 3

// threadTime returns for how long the calling thread has had a processor.
func threadTime() time.Duration {
	var t syscall.Timespec
	if _, _, errno := syscall.RawSyscall(syscall.SYS_CLOCK_GETTIME, clockThread, uintptr(unsafe.Pointer(&t)), 0); errno != 0 {
		panic(fmt.Sprintf("step: the clock of a thread cannot be read: %v", errno)) // every Linux has it
	}
	return time.Duration(t.Nano())
}
