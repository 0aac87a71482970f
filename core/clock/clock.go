// Package clock tells time in whole ticks.
//
// A sum of tick lengths would round at every tick; a whole count divided once by the rate does not drift over a day.
package clock

// Ticks counts whole ticks of a world.
type Ticks int64

// Rate is the number of ticks in a second, a whole number above 0.
type Rate int

// DefaultRate is the rate of a world that names none.
const DefaultRate Rate = 60

// Seconds returns the length of n ticks in seconds: one division of whole numbers, as exact as a double can be.
func (r Rate) Seconds(n Ticks) float64 { return float64(n) / float64(r) }

// TickSeconds returns the length of one tick in seconds, the double nearest to it.
//
// Computations of frames, rails and time take this length.
func (r Rate) TickSeconds() float64 { return 1 / float64(r) }

// StepSeconds returns the length of one physics step in seconds: the float nearest to the tick.
//
// The physics library steps by a float. Whatever feeds its step, or predicts what it does in it, takes this length; whatever a frame,
// rails or the time does takes the tick. At 60 ticks per second it is 5.2e-8 of a tick longer than the tick, 6.7 µm at 7.66 km/s.
// These places take it, and no others:
//
//   - World hands it to physics in StepInput.StepSeconds: the one source for all of physics.
//   - World predicts where a dynamic hull's frame ends the next step, for the intents that are brought into it or out of it
//     (simulation/sync_convert.go, predict; frame.Tree.Coast and Fall).
//   - The commands and the step itself: forces, impulses, steers and end poses (physics/jolt/step.go, Work; native/shim).
//   - The commands that give ghosts their motions (physics/jolt/ghosts.go, placeGhosts).
//   - The half steps between a body's chord and its velocity of an instant (physics/jolt/transfers.go, handoff.go).
//   - Where the next step takes a body, and the frame of a dynamic hull (physics/jolt/early.go, handoff.go, edges.go; the frames by
//     comingSeconds).
//   - Accelerations read back from a change of Jolt's velocity (physics/jolt/records.go).
func (r Rate) StepSeconds() float32 { return float32(1 / float64(r)) }

// TimeAt returns the time in seconds at the start of tick n of a world that began at startSeconds.
func (r Rate) TimeAt(startSeconds float64, n Ticks) float64 { return startSeconds + r.Seconds(n) }
