package simulation

// Keep returns a use of a Self that a component has kept, which no component may.
func Keep(s *Self) (use func()) { return func() { _ = s.Pose() } }
