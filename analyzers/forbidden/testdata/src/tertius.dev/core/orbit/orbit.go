// Package orbit makes state.
package orbit

import (
	"maps"
	"math"
	"math/rand/v2"
	"sync"
	"time"
)

func bad(x float64, m map[int]int) {
	_ = math.Sin(x) // want `math.Sin: its last bit depends on the processor.*; use the function of core/geom`
	f := math.Hypot // want `math.Hypot: `
	_ = f(x, x)
	_ = time.Now()     // want `time.Now: a tick that asks the wall clock differs from run to run; count ticks`
	_ = rand.Float64() // want `rand.Float64: its stream differs`
	r := rand.New(nil) // want `rand.New: its stream differs`
	_ = r.Float64()
	for range maps.Keys(m) { // want `maps.Keys: a map is walked in another order each time`
	}
}

func walks(m map[int]int, list []int) {
	for k := range m { // want `range over a map: a map is walked in another order each time; keep a sorted slice`
		_ = k
	}
	for range m {
	}
	for range list {
	}
	//forbidden:allow the sum of integers has no order
	for _, v := range m {
		_ = v
	}
}

func good(x float64) float64 {
	var pool sync.Pool
	_ = pool
	var d time.Duration = time.Second
	_ = d
	now := func() float64 { return 0 }
	_ = now()
	return math.Sqrt(math.Abs(x)) + math.Floor(math.Pi)
}

func allowed() {
	_ = time.Now() //forbidden:allow reported as a statistic
	//forbidden:allow reported as a statistic
	_ = time.Now()

	_ = time.Now() // want `time.Now`
	//forbidden:allow // want `//forbidden:allow needs a reason behind it`
	_ = time.Now() // want `time.Now`
}
