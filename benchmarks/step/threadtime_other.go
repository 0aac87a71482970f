//go:build !linux

package step

import "time"

var began = time.Now()

// threadTime returns the time that has passed: only on Linux we ask for that of the thread.
func threadTime() time.Duration { return time.Since(began) }
