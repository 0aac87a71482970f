// Package message has what the simulation lends beside Self.
package message

type List struct{ events []int }

func (l *List) All(yield func(int) bool) {}

type Outbox struct{ out []int }

var kept *Outbox
