package message

import "tertius.dev/core/handle"

//go:generate go run tertius.dev/tools/cmd/uniongen

// Payload is the room for one payload, aligned for every type that holds no pointer.
type Payload [MaxPayloadBytes / 8]uint64

// Event is an envelope with its payload. It holds no pointer.
type Event struct {
	Target  Target        // who gets it
	Sender  handle.Entity // who sent it, or none for the engine and the host
	Type    TypeID        // of the payload
	extra   uint16        // the number of what it carries besides, in the Extras of its tick; 0 for none
	Payload Payload
}

// Direct is the target of a message to one entity. Its fields and those of Subscribers are numbers of one type, so that the
// cases share their slots: a Target then has three fields, and a target with more would not travel in registers.
type Direct struct{ Index, Generation uint32 }

// Entity returns who gets the message.
func (d Direct) Entity() handle.Entity {
	return handle.Entity{Index: d.Index, Generation: d.Generation}
}

// Subscribers is the target of a message to everyone who listens to a topic.
type Subscribers struct{ High, Low uint32 }

// Topic returns what they listen to.
func (s Subscribers) Topic() Topic { return Topic{s.High, s.Low} }

// Broadcast is the target of a message to every live entity.
type Broadcast struct{}

// Target says who gets a message. The zero value is nobody, and a message to it is dropped.
//
//union:cases Direct Subscribers Broadcast
type Target struct{ targetSlots }

// To is the target of a message to one entity. A message to a stale handle is dropped.
func To(e handle.Entity) Target { return TargetOfDirect(Direct(e)) }

// ToTopic is the target of a message to everyone who listens to the topic.
func ToTopic(t Topic) Target { return TargetOfSubscribers(Subscribers{t.high, t.low}) }

// ToFrame is the target of a message to every entity in the frame.
func ToFrame(f handle.Frame) Target { return ToTopic(FrameTopic(f)) }

// ToEveryone is the target of a message to every live entity.
func ToEveryone() Target { return TargetOfBroadcast(Broadcast{}) }
