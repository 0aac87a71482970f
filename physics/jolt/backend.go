package jolt

import (
	"errors"
	"fmt"

	"tertius.dev/core/contract"
	"tertius.dev/core/handle"
	"tertius.dev/core/physics"
	"tertius.dev/physics/internal/shim"
)

// Options are the settings of a backend. The zero value suits a game.
type Options struct {
	Library           string // the file of the native library; empty takes TERTIUS_JOLT or the build in the cache
	Asserts           bool   // take the build with Jolt's asserts; DefaultOptions sets it under the build tag contracts
	MaxBodiesPerFrame int    // room of a frame's system at first, which doubles when it is full; 0 takes 64
	ThreadsPerFrame   int    // that step one frame together, the same bits for any number; 0 takes 1: frames step side by side
	Profile           bool   // fill StepOutput.Profile
}

// DefaultMaxBodiesPerFrame is the room of a frame's system at first.
const DefaultMaxBodiesPerFrame = 64

// largestMaxBodiesPerFrame bounds the room that a system takes up front, about a gigabyte. A system that is full grows
// beyond it.
const largestMaxBodiesPerFrame = 1 << 20

// mostThreadsPerFrame is far above what one frame can use.
const mostThreadsPerFrame = 64

// DefaultOptions are the options of a game. A contract build takes the library with Jolt's asserts.
func DefaultOptions() Options { return Options{Asserts: contract.Enabled} }

// Backend is the physics of one world on Jolt. It implements physics.Backend.
type Backend struct {
	lib      *shim.Library
	options  Options
	shapes   shapeStore
	bodies   []bodyRow       // by the entity's slot
	frames   []frameRow      // by the frame's slot
	unmade   []handle.Entity // in Apply, those of whose bodies one could not be made
	items    []uint32        // the frames of the step in flight, in order
	errors   []error         // of the intents of the step in flight
	contacts contactBook
	at       []bodyAt // by the entity's slot
	edges    edges
	ghosts   ghostPool
	spawned  []uint32         // the slots of the bodies that came since the last step
	early    []earlyMove      // of the step in flight
	turned   physics.Intent   // of the body under way, in the axes of the frame that it moved into
	landed   []handle.Entity  // the kinematic bodies that changed frames since the last step began to end
	bumps    []bump           // that hulls got since the last step
	grown    []physics.Growth // since the last output
	closed   bool

	moving       []movingBody // scratch of Apply
	changedParts []shim.Part  // scratch of Apply
	readIDs      [1]uint32    // scratch
	readStates   [1]shim.State
	counted      []int // of Check

	// The step in flight.
	step    uint64             // counted from 1
	seconds float64            // its length, as Jolt takes it
	tick    float64            // the length of the tick, which step records count by
	in      *physics.StepInput // until Finish
	steered []handle.Entity    // who steered in it
	steers  []handle.Entity    // who steered in the step before
}

var (
	_ physics.Backend    = (*Backend)(nil)
	_ physics.Checker    = (*Backend)(nil)
	_ physics.Rememberer = (*Backend)(nil)
)

// Open loads the native library and returns a backend without frames. The error is a *LibraryError when the library cannot
// be used.
func Open(o Options) (*Backend, error) {
	if o.MaxBodiesPerFrame == 0 {
		o.MaxBodiesPerFrame = DefaultMaxBodiesPerFrame
	}
	if o.MaxBodiesPerFrame < 1 || o.MaxBodiesPerFrame > largestMaxBodiesPerFrame {
		return nil, fmt.Errorf("physics: MaxBodiesPerFrame is %d; it must be from 1 to %d, or 0 for %d",
			o.MaxBodiesPerFrame, largestMaxBodiesPerFrame, DefaultMaxBodiesPerFrame)
	}
	if o.ThreadsPerFrame < 0 || o.ThreadsPerFrame > mostThreadsPerFrame {
		return nil, fmt.Errorf("physics: ThreadsPerFrame is %d; it must be from 1 to %d, or 0 for 1", o.ThreadsPerFrame, mostThreadsPerFrame)
	}
	lib, err := loadLibrary(&o)
	if err != nil {
		return nil, err
	}
	return &Backend{lib: lib, options: o, shapes: shapeStore{lib: lib}}, nil
}

// LiveObjects counts the native systems, shapes and bodies that this process holds, of all its backends. It is 0 when
// every backend is closed.
func (b *Backend) LiveObjects() int64 { return b.lib.LiveObjects() }

// ShapeProblem says why Jolt cannot build the shape, or gives nil.
func (b *Backend) ShapeProblem(s physics.Shape) error {
	if s == nil {
		return errors.New("the shape is missing")
	}
	return b.shapes.problem(s)
}

// Close frees everything native. It may be called twice, and after a panic.
func (b *Backend) Close() error {
	if b.closed {
		return nil
	}
	b.closed = true
	for i := range b.frames {
		if system := b.frames[i].system; system != nil {
			system.Close()
		}
	}
	b.shapes.close()
	b.bodies, b.frames, b.items = nil, nil, nil
	return nil
}

// errClosed is what a closed backend answers.
var errClosed = errors.New("physics: the backend is closed")
