package orbit

import (
	"math"
	"time"
)

func free() { _, _ = math.Sin(1), time.Now() }
