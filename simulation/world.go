package simulation

import (
	"fmt"
	"iter"
	"sync/atomic"

	"tertius.dev/core/bitset"
	"tertius.dev/core/clock"
	"tertius.dev/core/frame"
	"tertius.dev/core/handle"
	"tertius.dev/core/message"
	"tertius.dev/core/parallel"
	"tertius.dev/core/physics"
	"tertius.dev/core/render"
	"tertius.dev/simulation/internal/component"
	"tertius.dev/simulation/internal/part"
	"tertius.dev/simulation/internal/query"
	"tertius.dev/simulation/internal/route"
	"tertius.dev/simulation/internal/table"
	"tertius.dev/simulation/internal/timer"
	"tertius.dev/simulation/internal/topic"
)

// World is a set of entities that live in reference frames and advance in ticks. Make one with New, end it with Close.
//
// Threads: one goroutine at a time calls a world. Components use their Self: the methods here that change something, or
// that show one entity's behavior to another, panic during a tick.
type World struct {
	fixed // what it was made with

	// What lives.
	tick       clock.Ticks // of the next tick to run, or of the running one
	entities   table.Entities
	components componentLists
	types      component.Types // the component types that the world has met
	sets       component.Sets  // of types, each that an entity had
	freshWants []message.Mask  // sets of wants that are new to the world, from outside a tick
	plan       spawnPlan       // of World.Spawn
	frames     frame.Tree
	parts      part.Table
	snapshot   Snapshot
	index      query.Tables // what queries start from
	queries    runPool      // of who reads the snapshot outside components
	errors     errorLog
	notes      errorLog // what is no error

	// The running tick.
	ticking   bool
	tickEvent message.Event     // what every entity that wants ticks gets first
	chunks    []*chunk          // by index
	running   bitset.Set        // scratch: the numbers of the chunks that run
	active    []activeChunk     // those that run in this tick, in order
	pools     []uint32          // by place in active and one beyond: where among the free slots the chunk's pool starts
	spawners  []spawner         // the chunks that spawned in the last tick, in order
	left      []leftovers       // by place in active; a worker writes those that are not zero
	sent      [][]message.Event // by place in active, what its entities sent in this tick
	leavers   []leaver          // the chunks that left something, in order
	leaving   []*chunk          // scratch of leaversOf
	workers   []*worker
	items     tickItems
	nextSlot  atomic.Uint32 // of the next spawn of a chunk whose pool is dry
	failure   *TickFailure  // of the tick that failed, or nil
	closed    bool
	watch     stopwatch

	// Physics.
	changes   physics.Changes // for the next Apply
	unmade    bitset.Set      // the slots whose body is among the changes only
	stepInput physics.StepInput
	stepItems int // work items of the running step
	output    physics.StepOutput
	facts     physics.OutputFacts
	check     physics.OutputCheck
	questions physics.Questions // of the running sync point
	answers   physics.Answers   // to them

	// Messages under way.
	router      route.Router
	routeFacts  route.Facts
	engine      message.Outbox  // of the engine, routed before the chunks' own
	engineSent  []message.Event // by the engine, which the router reads during the tick
	timers      timer.Wheel
	dueSent     []message.Event // by timers, which the router reads during the tick
	extras      message.Extras  // of the messages that arrive next, or in the running tick
	topics      topic.Table
	endedTopics []message.Topic // of entities and frames that are gone, with their last messages under way
	frameWishes []frameWish     // of the running sync point
	postbox
	routedLog

	// Scratch and memory of sync steps.
	dying    dyingBatch
	drifting []handle.Entity // without a body or a frame, with a velocity from the last step
	owners   ownerMap        // of components, in a world that checks itself
	frameWork
	drawing
}

// outside panics during a tick and after Close.
func (w *World) outside(method, instead string) {
	w.between(method, instead)
	if w.closed {
		panic(fmt.Errorf("World.%s after Close", method))
	}
}

// between panics during a tick. It says what a component does instead, if anything.
func (w *World) between(method, instead string) {
	switch {
	case !w.ticking:
	case instead == "":
		panic(fmt.Errorf("World.%s during a tick: only a host may call it, between ticks", method))
	default:
		panic(fmt.Errorf("World.%s during a tick: a component uses %s", method, instead))
	}
}

// Close ends the workers and frees physics. It may be called after a failed tick, and twice.
//
// Errors: what the backend could not free.
func (w *World) Close() error {
	w.between("Close", "")
	if w.closed {
		return nil
	}
	w.closed = true
	w.pool.Close()
	if w.backend == nil {
		return nil
	}
	if err := w.backend.Close(); err != nil {
		return fmt.Errorf("closing physics: %w", err)
	}
	return nil
}

// TickNumber returns the number of the next tick, which is the count of ticks done. During a tick it is that of the tick.
func (w *World) TickNumber() clock.Ticks { return w.tick }

// Time returns the time at the start of tick TickNumber, in seconds.
func (w *World) Time() float64 { return w.TimeAt(w.tick) }

// TimeAt returns the time at the start of tick n, in seconds.
func (w *World) TimeAt(n clock.Ticks) float64 { return w.rate.TimeAt(w.startSeconds, n) }

// Rate returns the number of ticks per second.
func (w *World) Rate() clock.Rate { return w.rate }

// Messages returns the world's payload types.
func (w *World) Messages() *message.Registry { return w.messages }

// Resources returns the store of meshes, textures and materials that the world's visuals name.
func (w *World) Resources() *render.Store { return w.resources }

// Frames returns the world's frames, to be read only.
func (w *World) Frames() *frame.Tree { return &w.frames }

// Snapshot returns the state of every entity.
func (w *World) Snapshot() *Snapshot { return &w.snapshot }

// Entities walks the live entities in the order of their slots.
func (w *World) Entities() iter.Seq[handle.Entity] {
	return func(yield func(handle.Entity) bool) {
		for i := range w.entities.Live.All() {
			if e, ok := w.entities.Slots.At(i); ok && !yield(e) {
				return
			}
		}
	}
}

// Components returns the components of an entity in the order in which they run, or nil when it is not live. Panics during
// a tick: no component may see another entity's.
func (w *World) Components(e handle.Entity) []Component {
	w.between("Components", "messages to ask another entity")
	if !w.entities.Slots.Live(e) {
		return nil
	}
	entries := w.components.Of(int(e.Index))
	list := make([]Component, len(entries))
	for i := range entries {
		list[i] = entries[i].Component
	}
	return list
}

// PhysicsProfile says where the time of the last step went. It is zero unless the backend was asked to measure.
func (w *World) PhysicsProfile() physics.StepProfile { return w.output.Profile }

// Pool returns the world's workers, for a host's own work between ticks. Panics during a tick, which has the pool.
func (w *World) Pool() *parallel.Pool {
	w.between("Pool", "")
	return w.pool
}
