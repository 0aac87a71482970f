package host

import "time"

func impatient() {
	time.Sleep(1) // want `time.Sleep: a test that sleeps is slow on a fast machine and wrong on a slow one; wait for a channel`
	time.Sleep(1) //forbidden:allow the operating system offers nothing to wait for
	_ = time.Now()
}
