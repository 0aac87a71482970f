package container

import "fmt"

// words.go is what people read of acts, problems and the messages that hold them.

// String names the act.
func (a Act) String() string {
	switch a {
	case Putting:
		return "put"
	case Taking:
		return "take"
	case Transferring:
		return "transfer"
	}
	return fmt.Sprintf("Act(%d)", uint8(a))
}

// String says what the problem is, for people to read.
func (p Problem) String() string {
	switch p {
	case NoProblem:
		return "no problem"
	case Full:
		return "the container is full"
	case Loop:
		return "it would be inside of itself"
	case Busy:
		return "the item, or a container around the container, is on its way"
	case NotAnItem:
		return "it has no container.Item, or is not live"
	case NotPlaced:
		return "what goes inside has no body, owns no frame and is attached to nothing"
	case Elsewhere:
		return "it is in a container already, which must hand it over by a Transfer"
	case NotInside:
		return "it is not in this container"
	case TooDeep:
		return fmt.Sprintf("the container is inside of more than %d others", MaxDepth)
	case HolderGone:
		return "that is gone, or has no container.Container"
	}
	return fmt.Sprintf("Problem(%d)", uint8(p))
}

// String names the fate.
func (f Fate) String() string {
	switch f {
	case Drops:
		return "drops"
	case Dies:
		return "dies"
	}
	return fmt.Sprintf("Fate(%d)", uint8(f))
}

// Dumps and logs show these messages as text, since no script can write them.

func (r request) String() string { return fmt.Sprintf("%v for %v", r.act, r.asker) }

func (i invitation) String() string {
	return fmt.Sprintf("%v of %v from %v", i.request, i.item, i.from)
}

func (r refusal) String() string { return fmt.Sprintf("%v: %v", r.request, r.problem) }

func (c clearance) String() string { return fmt.Sprintf("way %d: %v", c.number, c.problem) }
