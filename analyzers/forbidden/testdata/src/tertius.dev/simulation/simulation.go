package simulation

import (
	"math"
	"sync"
)

type scratch struct {
	buffers sync.Pool // want `sync.Pool: the collector empties it`
}

func f() float64 { return math.Pow(2, 3) } // want `math.Pow`
