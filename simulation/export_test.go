package simulation

// Kept is what a component has kept of its Self, which no component may.
type Kept struct {
	Self *Self
	Body Body
}

// Keep keeps the Self of a call.
func Keep(s *Self) *Kept { return &Kept{s, s.Body()} }
