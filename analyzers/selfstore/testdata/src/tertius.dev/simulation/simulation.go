// Package simulation lends, and may keep what it lends.
package simulation

type Entity uint64

type Self struct{ entity Entity }

func (s *Self) Entity() Entity { return s.entity }
func (s *Self) Destroy()       {}

type EventList struct{ events []int }

func (l *EventList) All(yield func(int) bool) {}

type Outbox struct{ out []int }

type scratch struct {
	self *Self
	outs []Outbox
}

var kept *Self
