//go:build !unix

package main

import (
	"errors"
	"fmt"
	"os"
	"time"
)

// lock makes the lock file, waiting while another process has it, and returns what removes it.
func lock(path string) (unlock func(), err error) {
	for said := false; ; said = true {
		file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o644)
		if err == nil {
			file.Close()
			return func() { os.Remove(path) }, nil
		}
		if !errors.Is(err, os.ErrExist) {
			return nil, err
		}
		if !said {
			fmt.Printf("jolt: waiting for another build; remove %s if there is none\n", path)
		}
		time.Sleep(time.Second)
	}
}
