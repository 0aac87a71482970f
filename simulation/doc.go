// Package simulation holds the world of a game: its entities, their behavior and their motion.
//
// A World runs at a fixed rate, 60 ticks per second unless its options say otherwise. A tick prepares, then runs gameplay
// and physics side by side on one pool of workers, and then merges the results at the sync point, in an order that
// sync.go lists. Everything that gameplay and physics read is fixed for the tick, so a run gives the same bits for any
// number of workers.
//
// Words: an entity is a handle with rows in tables; a component is a piece of its behavior; a chunk is 64 neighboring
// slots, the unit in which workers run gameplay; the front rows are what everyone reads, the back rows what each entity
// writes of itself; a snapshot is the front rows of one moment.
//
// To make a world, New. To fill it, World.Spawn. To give an entity behavior, implement Component. To look at a world,
// World.Snapshot and World.BuildSnapshot. To find entities in it, Query and Snapshot.Find.
//
// Invariants:
//  1. An entity changes only itself. To change another, it sends a message, which arrives in the next tick.
//  2. What is asked of physics in tick N acts in the step of tick N+1.
//  3. A spawn or destroy inside a tick takes effect at its sync point; outside a tick, at once.
//  4. No table grows in the parallel part of a tick, and a warm tick allocates nothing.
//
// Units and frames: SI. Every pose and velocity is relative to a reference frame, which it names.
//
// Threads: one goroutine at a time calls a World. Components run on the pool's workers, each with a Self of its own.
package simulation
