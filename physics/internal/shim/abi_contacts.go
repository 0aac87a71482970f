package shim

import "structs"

// The kinds of contact records.
const (
	ContactStarted  uint32 = 1
	ContactEnded    uint32 = 2
	ContactLoosened uint32 = 3 // a body of it left the system by LeaveBodies
)

// Contact is a contact that started, ended or came loose, tj_contact.
type Contact struct {
	_            structs.HostLayout
	Kind         uint32
	Body1, Body2 uint32
	Reserved     uint32
	User1, User2 uint64 // the lower first
	Point        [3]float64
	Normal       [3]float64 // from body 1 to body 2
	Gap          float64    // m
	Approach     float64    // m/s
	ReducedMass  float64    // kg; 0 when neither is dynamic
}

type contactsBlock struct {
	_        structs.HostLayout
	system   uintptr
	contacts *Contact // native
	count    uint32
	reserved uint32
	text     text
}

type holdBlock struct {
	_            structs.HostLayout
	system       uintptr
	body1, body2 uint32
	held         uint32
	reserved     uint32
	text         text
}
