// Package blueprint holds kinds of entities, so that a game spawns by name. docs/guide/blueprints.md shows how.
//
// A blueprint is a name, component kinds with field values, an optional body, visual and frame data, and an optional
// parent that it starts from. It says neither where an entity is nor how it moves: the spawn does.
//
// Words: a component kind is a Go type of components under a name that files use; a prototype is a resolved blueprint,
// which spawning copies; a problem is what is wrong with a blueprint, with its place when it came from a file.
//
// Invariants:
//  1. Reflection runs while a blueprint is registered or loaded, never when one is spawned: a component is copied whole.
//  2. What a field refers to (a pointer, slice or map) is the same object in every instance, so nobody may change it.
//  3. A call that registers or loads with a problem leaves the registry as it was.
//
// Threads: registering and loading change a registry, so do both before its world ticks, or between ticks. Everything else
// only reads, and components may do it in a tick.
//
// To write blueprints in Go, use Registry.Register; to read them from files, a Loader; to spawn, Registry.CreateSpawnDesc,
// or Registry.Find once and then Prototype.SpawnDesc.
package blueprint
