// Package sets declares closed sets and takes them apart in its own package, good and bad.
package sets

import "foreign"

// Motion is an enum with a sentinel, a second name of a value, and a blank.
type Motion uint8 // want Motion:`enum\(MotionStatic MotionKinematic MotionDynamic MotionFixed\)`

const (
	MotionStatic Motion = iota
	MotionKinematic
	MotionDynamic
	numMotions

	_           = Motion(9)
	MotionFixed = MotionStatic
)

// phase has a member that only this package can name.
type Phase int // want Phase:`enum\(PhasePrepare PhaseSync phaseBroken numberOfPhases\)`

const (
	PhasePrepare Phase = iota
	PhaseSync
	phaseBroken
	numberOfPhases
)

// Stops is no enum: it has no block of members.
type Stops int

const Full Stops = 1

// Name is no enum: it is no integer.
type Name string

const (
	NameA Name = "a"
	NameB Name = "b"
)

// Bits is open, and says why.
//
//closedset:open the bits combine
type Bits uint8 // want Bits:`open enum\(BitA BitB\)`

const (
	BitA Bits = 1 << iota
	BitB
)

// Code forgets to say why, so it stays closed.
//
//closedset:open // want `//closedset:open needs a reason behind it`
type Code uint8 // want Code:`enum\(CodeA CodeB\)`

const (
	CodeA Code = iota
	CodeB
)

//closedset:open above a function // want `//closedset:open opens nothing here`
func named(m Motion) string {
	switch m {
	case MotionStatic:
		return "static"
	case MotionKinematic, MotionDynamic:
		return "moving"
	}
	panic("unreachable")
}

func throughSecondName(m Motion) {
	switch m {
	case MotionFixed, MotionKinematic, MotionDynamic:
	}
}

func panickingDefault(m Motion) {
	switch m {
	case MotionStatic, MotionKinematic, MotionDynamic:
	default:
		panic("no motion")
	}
}

func missing(m Motion) {
	switch m { // want `switch over Motion misses MotionKinematic, MotionDynamic; name every member`
	case MotionStatic:
	}
}

func missingOnce(m Motion) {
	switch m { // want `switch over Motion misses MotionStatic; name every member`
	case MotionKinematic, MotionDynamic:
	}
}

func silentDefault(m Motion) int {
	switch m { // want `switch over Motion misses MotionDynamic`
	case MotionStatic, MotionKinematic:
	default: // want `default beside the members of Motion may only panic`
		return 1
	}
	return 0
}

func emptyDefault(m Motion) {
	switch m {
	case MotionStatic, MotionKinematic, MotionDynamic:
	default: // want `default beside the members of Motion may only panic`
	}
}

func shadowedPanic(m Motion, panic func(string)) {
	switch m {
	case MotionStatic, MotionKinematic, MotionDynamic:
	default: // want `default beside the members of Motion may only panic`
		panic("not the real one")
	}
}

func variablesNameNothing(m, other Motion) {
	switch m { // want `switch over Motion misses MotionStatic, MotionKinematic, MotionDynamic`
	case other:
	}
}

func unexportedMembersCountInside(p Phase) {
	switch p { // want `switch over Phase misses phaseBroken, numberOfPhases`
	case PhasePrepare, PhaseSync:
	}
}

func noTagNoSet(m Motion, s Stops, n Name) {
	switch {
	case m == MotionStatic:
	}
	switch s {
	case Full:
	}
	switch n {
	case NameA:
	}
}

func open(b Bits, c Code) {
	switch b { // want `switch over Bits, an open set, has no default`
	case BitA:
	}
	switch b {
	case BitA:
	default:
	}
	switch c { // want `switch over Code misses CodeB`
	case CodeA:
	}
}

func others(f foreign.Format, l foreign.Lonely, s foreign.Shape) {
	switch f { // want `switch over foreign.Format has no default; its module may add members`
	case foreign.FormatRGBA, foreign.FormatBGRA:
	}
	switch f {
	case foreign.FormatRGBA:
	default:
	}
	switch l {
	case foreign.One:
	}
	switch s.(type) {
	case nil:
	}
}

var (
	full = [...]string{MotionStatic: "s", MotionKinematic: "k", MotionDynamic: "d"}
	gap  = [...]string{MotionStatic: "s", MotionDynamic: "d"} // want `table indexed by Motion misses MotionKinematic`
	list = []string{MotionKinematic: "k", MotionDynamic: "d"} // want `table indexed by Motion misses MotionStatic`
	size = [numMotions]string{MotionStatic: "s", 1: "k"}      // want `table indexed by Motion misses MotionDynamic`
	some = map[Motion]string{MotionStatic: "s"}
	bits = [...]string{BitA: "a"}
	nums = [...]string{1: "a", 2: "b"}
	what = [...]string{foreign.FormatBGRA: "b"}
)
