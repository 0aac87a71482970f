// Package host shows pictures to people, and may ask the clock.
package host

import (
	"math"
	"time"
)

func now() (time.Time, float64) { return time.Now(), math.Sin(1) }
