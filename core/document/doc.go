// Package document reads files that people write: JSON, with comments where a file's format has them, strictly and with
// the place of each value, so that a message can point at it.
//
// Words: a value is a piece of JSON with its place in the file; a member is a name with its value in an object; a problem
// is what is wrong, and where.
//
// Invariants:
//  1. Parse never panics and takes time in proportion to the file, whatever the bytes.
//  2. An object that Parse returns has no name twice, and a Reader passes no member that its format does not have.
//
// Parse turns text into a Value; a Reader checks values and takes what they say; PlaceOf tells line and column.
package document
