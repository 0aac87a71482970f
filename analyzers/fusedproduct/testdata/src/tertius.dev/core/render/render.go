package render

func light(x, y, z float64) float64 { return x*y + z }
