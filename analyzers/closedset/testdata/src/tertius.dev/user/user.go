// Package user takes apart the sets of other packages.
package user

import (
	"tertius.dev/sets"
	"tertius.dev/vk"
)

type motion = sets.Motion

func enums(m sets.Motion, a motion, p sets.Phase, r vk.Result, b sets.Bits) {
	switch m { // want `switch over sets.Motion misses sets.MotionDynamic; name every member`
	case sets.MotionStatic, sets.MotionKinematic:
	}
	switch a { // want `switch over sets.Motion misses sets.MotionStatic`
	case sets.MotionKinematic, sets.MotionDynamic:
	}
	switch p {
	case sets.PhasePrepare, sets.PhaseSync:
	}
	switch r { // want `switch over vk.Result, an open set, has no default`
	case vk.SUCCESS:
	}
	switch b {
	case sets.BitA:
	default:
	}
}

func shapes(s sets.Shape) {
	switch s.(type) { // want `type switch over sets.Shape misses \*sets.Mesh; name every member`
	case sets.Ball, sets.Box:
	}
	switch s.(type) {
	case sets.Ball, sets.Box, *sets.Mesh:
	}
}

var names = [...]string{sets.MotionStatic: "s", sets.MotionDynamic: "d"} // want `table indexed by sets.Motion misses sets.MotionKinematic`
