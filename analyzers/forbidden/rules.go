package forbidden

import (
	"strings"

	"tertius.dev/analyzers/internal/house"
)

// What is said of loops over maps, and of the functions that hide one.
const (
	mapReason  = "a map is walked in another order each time"
	mapInstead = "keep a sorted slice beside the map, or a slot table"
)

// rules is the list: what, where, why, and what to write instead.
var rules = []rule{
	{
		pkg:     "time",
		names:   set("Now Since Until Sleep After AfterFunc Tick NewTimer NewTicker"),
		within:  house.State,
		reason:  "a tick that asks the wall clock differs from run to run",
		instead: "count ticks, with the types of core/clock",
	},
	{
		pkg:     "math/rand",
		within:  house.State,
		reason:  "its stream differs with the order of its callers, and so with the number of workers",
		instead: "derive the value from the tick and the entity",
	},
	{
		pkg:     "math/rand/v2",
		within:  house.State,
		reason:  "its stream differs with the order of its callers, and so with the number of workers",
		instead: "derive the value from the tick and the entity",
	},
	{
		pkg:     "crypto/rand",
		within:  house.State,
		reason:  "it differs from run to run",
		instead: "derive the value from the tick and the entity",
	},
	{
		pkg: "math",
		names: set(`Acos Acosh Asin Asinh Atan Atan2 Atanh Cbrt Cos Cosh Erf Erfc Erfcinv Erfinv Exp Exp2 Expm1 Gamma
			Hypot J0 J1 Jn Lgamma Log Log10 Log1p Log2 Pow Sin Sincos Sinh Tan Tanh Y0 Y1 Yn`),
		within:  house.State,
		reason:  "its last bit depends on the processor, because it has assembly for some and may be fused on others",
		instead: "use the function of core/geom, and add it there if it is missing",
	},
	{
		pkg:     "maps",
		names:   set("All Keys Values Collect"),
		within:  house.State,
		reason:  mapReason,
		instead: mapInstead,
	},
	{
		pkg:     "sync",
		names:   set("Pool"),
		within:  []string{"simulation", "physics"},
		reason:  "the collector empties it, so a warm tick would allocate again",
		instead: "give the scratch an owner that lives as long as the world",
	},
}

// testRules is what test files obey.
var testRules = []rule{
	{
		pkg:     "time",
		names:   set("Sleep"),
		reason:  "a test that sleeps is slow on a fast machine and wrong on a slow one",
		instead: "wait for a channel, or let the code under test say when it is done",
	},
}

func set(names string) map[string]bool {
	members := map[string]bool{}
	for _, name := range strings.Fields(names) {
		members[name] = true
	}
	return members
}
