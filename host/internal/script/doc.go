// Package script reads scripts: JSON files of steps that a run follows. docs/guide/scripts.md defines the format.
//
// Read checks all that can be told from the file alone. What must exist in a scene, such as the entity of a post step, the
// run checks after the scene is built, with Problem at the place that a step keeps for it.
//
// Words: a step is one thing to do; a problem is what is wrong with a script, with the place, the step and the member.
// Package document has the words for values.
//
// Invariants:
//  1. Read never panics and takes time in proportion to the file, whatever the bytes.
//  2. A script that Read returns has no member that was ignored, no number out of range and no names that clash.
package script
