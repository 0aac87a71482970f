package sets

// MotionFake widens no set: only tests declare it.
const MotionFake Motion = 77

// fake is a member of Shape for tests alone.
type fake struct{}

func (fake) shape() {}

type inTest uint8 // want inTest:`enum\(inTestA inTestB\)`

const (
	inTestA inTest = iota
	inTestB
)

func tested(m Motion, i inTest) {
	switch m {
	case MotionStatic, MotionKinematic, MotionDynamic:
	}
	switch i { // want `switch over inTest misses inTestB`
	case inTestA:
	}
}
