// Package geom has functions of its own, under the names of math's.
package geom

func Sin(x float64) float64 { return Cos(x) }

func Cos(x float64) float64 { return x }
