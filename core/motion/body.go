package motion

import (
	"fmt"

	"tertius.dev/core/contract"
)

// BodyMotion says how a body moves. The zero value is static.
type BodyMotion uint8

const (
	// Static bodies move only by teleports.
	Static BodyMotion = iota
	// Kinematic bodies go where end poses and samples put them, and push what is in the way.
	Kinematic
	// Dynamic bodies are moved by gravity, forces and contacts.
	Dynamic
)

// String returns the name of the motion.
func (m BodyMotion) String() string {
	switch m {
	case Static:
		return "static"
	case Kinematic:
		return "kinematic"
	case Dynamic:
		return "dynamic"
	}
	return fmt.Sprintf("BodyMotion(%d)", uint8(m))
}

// Mover is what decides whether an entity takes an intent.
type Mover struct {
	OwnsRoot bool // it owns a root frame, and so is nowhere
	Attached bool
	HasBody  bool       // one that physics moves; the interior of a root frame is none
	Motion   BodyMotion // of the body in the step that applies the intent
}

// Refusal is the rule by which an entity refuses an intent.
type Refusal uint8

// The rules, in the order in which they are checked.
const (
	Taken          Refusal = iota // no rule refuses it
	RefuseRoot                    // nothing moves a root
	RefuseAttached                // what is attached moves with its chain
	RefuseUnlessKinematic
	RefuseUnlessDynamic
)

// RefusalOf returns the rule by which m refuses i. The one place of the rules: who writes an intent, who drops it and who
// applies it ask here.
func (m *Mover) RefusalOf(i *Intent) Refusal {
	switch {
	case i.IsNone():
		return Taken
	case m.OwnsRoot:
		return RefuseRoot
	case m.Attached:
		return RefuseAttached
	}
	switch i.Kind() {
	case IntentNone:
		return Taken
	case IntentEndPose, IntentSample:
		if m.HasBody && m.Motion != Kinematic {
			return RefuseUnlessKinematic
		}
		return Taken
	case IntentSteerTarget:
		if !m.HasBody || m.Motion != Dynamic {
			return RefuseUnlessDynamic
		}
		return Taken
	}
	panic(contract.Unreachable(i.Kind()))
}

// String says why, for people to read; empty when the intent is taken.
func (r Refusal) String() string {
	switch r {
	case Taken:
		return ""
	case RefuseRoot:
		return "the owner of a root frame is nowhere, and nothing moves it"
	case RefuseAttached:
		return "an attached entity moves with what it is attached to; detach it first"
	case RefuseUnlessKinematic:
		return "an end pose or a sample needs a body that is kinematic in the next step, or no body"
	case RefuseUnlessDynamic:
		return "a steer target needs a body that is dynamic in the next step"
	}
	return fmt.Sprintf("Refusal(%d)", uint8(r))
}
