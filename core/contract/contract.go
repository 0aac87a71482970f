// Package contract holds the engine's checks of its own promises.
//
// A contract is a condition that only a bug breaks. Under the build tag contracts, Enabled is true and a broken contract
// panics with a Broken. Without the tag, Enabled is a false constant, so a check written as
//
//	if contract.Enabled && !ok {
//		panic(contract.Broken{Promise: "a row's frame is live"})
//	}
//
// costs nothing, and the code after it does what its doc comment says for a release build.
package contract

import "fmt"

// Broken is the panic value of a broken contract.
type Broken struct {
	Promise string // what should have held, in words
	Detail  string // the values that broke it, or empty
}

// Error tells which promise was broken.
func (b Broken) Error() string {
	if b.Detail == "" {
		return "broken contract: " + b.Promise
	}
	return "broken contract: " + b.Promise + ": " + b.Detail
}

// Unreachable is what the end of a switch over a closed set panics with: kind is a value that no constant names.
func Unreachable(kind any) error {
	return Broken{"every case of a closed set is handled", fmt.Sprint(kind)}
}
