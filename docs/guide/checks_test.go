package guide_test

import (
	"testing"

	"tertius.dev/core/contract"
)

type Motion uint8

const (
	MotionStatic Motion = iota
	MotionKinematic
	MotionDynamic
)

func (m Motion) mass() float64 {
	switch m {
	case MotionStatic, MotionKinematic:
		return 0
	case MotionDynamic:
		return 1
	}
	panic(contract.Unreachable(m))
}

func TestSwitchThatPicksAValueKnowsEveryMotion(t *testing.T) {
	for _, m := range []Motion{MotionStatic, MotionKinematic, MotionDynamic} {
		if want := m == MotionDynamic; (m.mass() != 0) != want {
			t.Errorf("motion %d has a mass of %v", m, m.mass())
		}
	}
}
