package orbit

import (
	"math"
	"time"
)

func free(m map[int]int) {
	_, _ = math.Sin(1), time.Now()
	for range m {
	}
	for k := range m {
		_ = k
	}
}
