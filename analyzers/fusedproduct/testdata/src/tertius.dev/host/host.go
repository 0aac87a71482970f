package host

func rate(x, y, z float64) float64 { return x*y + z }
