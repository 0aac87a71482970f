// Package container holds entities inside of others: a sword in a chest in a ship.
//
// Events for the container do not reach what is inside by themselves. What is inside keeps its handle and its components, but it is
// not drawn, and it belongs to its container until it is taken out. It is in the frame in which the container is, and follows that
// one from frame to frame: what reaches everyone in that frame reaches it.
//
// Everything happens by messages. To put an item into a container, send the container a Put; to take it out, a Take; to move it
// from one container to another at once, a Transfer to the one that holds it. The container tells who asked how it went with an
// Outcome. A component of the container's entity that runs before the Container may take such a message out of the list: so
// locks are made.
//
// Words: an item is an entity with an Item; its holder is the container that it is in; an item is on its way from the moment at
// which it was asked in until it has entered or was refused.
//
// Invariants:
//  1. An item has at most one holder. The item alone decides, so of two containers that ask for it in one tick one gets it.
//  2. Following holders never comes back to where it began: nesting has no loop, whatever is asked for in one tick.
//  3. What a container counts, with what is on its way to it, is never above its Capacity.
//  4. A container forgets an item that is gone, and an item hears when its holder is gone.
//  5. Once nothing has changed frames for two ticks, and one more per further container around it, an item is in the frame of its
//     holder, but for a ship that went in while it was docked and has undocked since: it is where its frame is.
//
// How loops are avoided: an item that is itself a container sends a Climb to the container that it is to enter. The Climb goes
// from holder to holder to the outermost one, which answers. It is refused where it meets the item, and where it meets an item
// that is on its way itself, since that one's place is not known yet. The second makes it right: of two that are on their
// way at the same time and would close a loop, at least one meets the other.
//
// A world that uses containers names their messages in its options: simulation.Options{Messages: container.Messages()}.
package container
