package body

func inTest(x, y, z float64) float64 { return x*y + z }
