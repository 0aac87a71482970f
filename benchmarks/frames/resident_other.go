//go:build !linux

package frames

// residentBytes returns false: only Linux is asked.
func residentBytes() (int64, bool) { return 0, false }
