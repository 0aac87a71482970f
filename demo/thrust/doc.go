// Package thrust builds a hauler with an open cargo deck whose drive starts: what lies loose on the deck slides astern.
//
// The hauler is a dynamic hull. Its frame holds the deck, a bubble about the whole ship, crates and barrels, and the pull of
// gravity plates. Two drives are parts of the hull: a Drive pushes by a plan of burns and shows its fire. The frame measures
// the push as its proper acceleration, and the cargo feels it the other way. First the drives give 2 m/s², under which only
// what is slippery slides; then 7 m/s², more than the friction of anything on the deck can hold.
package thrust
