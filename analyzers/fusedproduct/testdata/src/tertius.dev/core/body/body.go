// Package body makes state.
package body

import "math"

type meters float64

type vec struct{ x, y float64 }

func sums(x, y, z float64) float64 {
	a := x*y + z      // want `a product that may be fused into a sum; write float64\(x \* y\), so that it is rounded on every machine`
	b := z - (x * y)  // want `a product`
	c := z + -(x * y) // want `a product`
	d := z - x*y*z    // want `a product`
	a += b * c        // want `a product`
	return d + float64(a*b) + float64(x*y*z)
}

// later sums meet their product after a statement, a return or a call that is inlined.
func later(x, y float64, v vec) (float64, vec) {
	t := x * y           // want `a product`
	w := vec{x * v.x, t} // want `a product`
	use(x * y)           // want `a product`
	x *= y               // want `a product that may be fused into a sum; write x = float64\(x \* y\)`
	return x * y, w      // want `a product`
}

func use(float64) {}

func singles(x, y float32) float32 { return x * y } // want `write float32\(x \* y\)`

func named(x, y meters) meters { return x*y + 1 } // want `write meters\(x \* y\)`

func free(x, y float64, n int, m meters) bool {
	a := float64(x * y)
	b := float64((x * y) * a)
	c := x * y / b
	d := math.Sqrt(x*y) + math.Abs(-(x * y))
	const k = 3.0 * 4.0
	i := n*n + 1
	half, double, minus := 0.5*x, x*2, x*-4
	x *= 2
	f := float32(x * y)
	g := meters(m * m)
	_, _, _, _, _, _, _, _ = c, d, i, half, double, minus, f, g
	return x*y < k
}

func fma(x, y, z float64) float64 { return math.FMA(x*y, y, z) } // want `a product`

func odd(x float64) float64 { return x*3 + 1 } // want `a product`
