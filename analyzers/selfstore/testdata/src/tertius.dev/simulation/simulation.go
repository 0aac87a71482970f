// Package simulation lends, and may keep what it lends.
package simulation

import "tertius.dev/core/message"

type Entity uint64

type Self struct{ entity Entity }

func (s *Self) Entity() Entity { return s.entity }
func (s *Self) Destroy()       {}

type scratch struct {
	self *Self
	outs []*message.Outbox
}

var kept *Self
