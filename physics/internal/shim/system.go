package shim

import (
	"unsafe"

	"github.com/ebitengine/purego"
)

// System is a native physics system with the blocks of its calls.
type System struct {
	lib    *Library
	native uintptr
	args   [1]uintptr

	create   createBlock
	destroy  destroyBlock
	apply    applyBlock
	awake    awakeBlock
	step     stepBlock
	told     contactsBlock
	hold     holdBlock
	read     readBlock
	ask      askBlock
	transfer transferBlock
	place    placeBlock
	reshape  reshapeBlock
}

// NewSystem makes a system with room for maxBodies bodies, that so many threads step together. It grows when it is full.
func (l *Library) NewSystem(maxBodies, threads uint32) (*System, error) {
	call := &struct {
		args  [1]uintptr
		block systemBlock
	}{}
	call.block.maxBodies, call.block.threads = maxBodies, threads
	code := l.call(fnSystemCreate, &call.args, unsafe.Pointer(&call.block))
	if err := check(code, &call.block.text); err != nil {
		return nil, err
	}
	s := &System{lib: l, native: call.block.system}
	s.create.system, s.destroy.system, s.apply.system = s.native, s.native, s.native
	s.awake.system, s.step.system, s.read.system = s.native, s.native, s.native
	s.told.system, s.hold.system, s.ask.system = s.native, s.native, s.native
	s.ask.system, s.transfer.from, s.place.system = s.native, s.native, s.native
	s.reshape.system = s.native
	return s, nil
}

// Close frees the system and its bodies. It may be called twice.
func (s *System) Close() {
	if s.native == 0 {
		return
	}
	s.args[0] = s.native
	purego.SyscallN(s.lib.fn[fnSystemDestroy], s.args[:]...)
	s.native = 0
}

// CreateBodies makes bodies and writes their ids. It returns for how many bodies the system has room now,
// which doubles until it can take them.
func (s *System) CreateBodies(bodies []Body) (room int, err error) {
	b := &s.create
	b.bodies, b.count = unsafe.SliceData(bodies), uint32(len(bodies))
	code := s.lib.call(fnBodiesCreate, &s.args, unsafe.Pointer(b))
	b.bodies = nil
	return int(b.room), check(code, &b.text)
}

// DestroyBodies frees bodies and ends their contacts.
func (s *System) DestroyBodies(ids []uint32) error { return s.remove(ids, 0) }

// LeaveBodies frees bodies whose entities stay: their contacts come loose.
func (s *System) LeaveBodies(ids []uint32) error { return s.remove(ids, loosen) }

func (s *System) remove(ids []uint32, flags uint32) error {
	b := &s.destroy
	b.bodies, b.count, b.flags = unsafe.SliceData(ids), uint32(len(ids)), flags
	code := s.lib.call(fnBodiesDestroy, &s.args, unsafe.Pointer(b))
	b.bodies = nil
	return check(code, &b.text)
}

// Apply applies commands in their order before a step of the given length. On an error first is the index of the first of the
// bad ones, and the others are applied all the same. It tells the wall time that it took.
func (s *System) Apply(commands []Command, stepSeconds float64) (first, failures int, nanoseconds uint64, err error) {
	b := &s.apply
	b.commands, b.count, b.stepSeconds = unsafe.SliceData(commands), uint32(len(commands)), stepSeconds
	code := s.lib.call(fnApply, &s.args, unsafe.Pointer(b))
	b.commands = nil
	return int(b.failed), int(b.failures), b.nanoseconds, check(code, &b.text)
}

// AwakeBodies returns the awake dynamic bodies. Valid until the next call on the system. What the last step did is no longer there.
func (s *System) AwakeBodies() ([]Awake, error) {
	s.step.stateCount, s.step.contactCount, s.step.startCount = 0, 0, 0
	b := &s.awake
	code := s.lib.call(fnAwakeBodies, &s.args, unsafe.Pointer(b))
	return unsafe.Slice(b.awake, b.count), check(code, &b.text)
}

// Step steps the system once with the same gravity for every awake dynamic body.
func (s *System) Step(stepSeconds float64, gravity [3]float64) error {
	s.step.gravity, s.step.accelerations, s.step.accelerationCount = gravity, nil, 0
	return s.callStep(stepSeconds)
}

// StepEach steps the system once with one acceleration for each body that AwakeBodies returned just before, which must
// be some.
func (s *System) StepEach(stepSeconds float64, accelerations [][3]float64) error {
	b := &s.step
	b.accelerations, b.accelerationCount = unsafe.SliceData(accelerations), uint32(len(accelerations))
	return s.callStep(stepSeconds)
}

func (s *System) callStep(stepSeconds float64) error {
	b := &s.step
	b.stepSeconds = stepSeconds
	code := s.lib.call(fnStep, &s.args, unsafe.Pointer(b))
	b.accelerations = nil
	return check(code, &b.text)
}

// States returns the bodies that moved or changed their sleep in the last step, in the order of their users. Valid until
// the next call on the system; so are the others.
func (s *System) States() []State { return unsafe.Slice(s.step.states, s.step.stateCount) }

// Contacts returns what happened to contacts since they were last read before the step, in the order of the users.
func (s *System) Contacts() []Contact { return unsafe.Slice(s.step.contacts, s.step.contactCount) }

// Starts returns the tracked dynamic bodies that were awake where the last step started, in the order of the users.
func (s *System) Starts() []Start { return unsafe.Slice(s.step.starts, s.step.startCount) }

// Stats returns what the last step reported.
func (s *System) Stats() *StepStats { return &s.step.stats }

// ReadContacts returns what happened to contacts since they were last read, outside a step, in the order of the users.
func (s *System) ReadContacts() []Contact {
	b := &s.told
	s.lib.call(fnContacts, &s.args, unsafe.Pointer(b))
	return unsafe.Slice(b.contacts, b.count)
}

// Hold lets a contact of two bodies that touched in another system go on in this one. It is false when the two
// cannot touch here, and when the contact had started here already.
func (s *System) Hold(body1, body2 uint32) (bool, error) {
	b := &s.hold
	b.body1, b.body2 = body1, body2
	code := s.lib.call(fnHold, &s.args, unsafe.Pointer(b))
	return b.held != 0, check(code, &b.text)
}

// ReadBodies writes the states of bodies outside a step.
func (s *System) ReadBodies(ids []uint32, states []State) error {
	b := &s.read
	b.bodies, b.states, b.count = unsafe.SliceData(ids), unsafe.SliceData(states), uint32(min(len(ids), len(states)))
	code := s.lib.call(fnRead, &s.args, unsafe.Pointer(b))
	b.bodies, b.states = nil, nil
	return check(code, &b.text)
}

// Ask asks questions about the bodies. The hits of the k-th one begin where those before it end and end at ends[k]. On an
// error failed is the index of the first bad question, and the others are answered all the same. Valid until the next call
// on the system.
func (s *System) Ask(questions []Question) (hits []Hit, ends []uint32, failed int, err error) {
	b := &s.ask
	b.questions, b.count = unsafe.SliceData(questions), uint32(len(questions))
	code := s.lib.call(fnAsk, &s.args, unsafe.Pointer(b))
	b.questions = nil
	ends = unsafe.Slice(b.ends, len(questions))
	if len(ends) > 0 {
		hits = unsafe.Slice(b.hits, ends[len(ends)-1])
	}
	return hits, ends, int(b.failed), check(code, &b.text)
}
