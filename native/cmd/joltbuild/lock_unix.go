//go:build unix

package main

import (
	"fmt"
	"os"
	"syscall"
)

// lock waits until no other process holds the lock file, and returns what releases it. The system releases it too when
// the process dies. The file stays: removing it would let two processes hold two files of one name.
func lock(path string) (unlock func(), err error) {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return nil, err
	}
	if syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) != nil {
		fmt.Println("jolt: waiting for another build")
		if err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX); err != nil {
			file.Close()
			return nil, fmt.Errorf("locking %s: %w", path, err)
		}
	}
	return func() { file.Close() }, nil
}
