package geom

// TwoOverPi shows the table of 2/pi to tests.
func TwoOverPi() []uint64 { return twoOverPi[:] }
