// Package dock builds a carrier whose bay a fighter flies into and out of, and two tugs of equal size that dock and part.
//
// The fighter is a frame with a hull and a cockpit, small enough to fit into the carrier: at the edge of the carrier's bubble
// its frame becomes a child of the carrier's, and again one of space when it has left. Nobody asks for that. The tugs do not
// fit into each other, so a component of one of them asks to dock when they are side by side: then both holds are in one frame and
// both hulls are one body, and a crate goes from one into the other. All of them coast along -Z at the speed of the convoy, so what
// matters are their speeds beside each other.
package dock
