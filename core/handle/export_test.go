package handle

// SetGeneration ages a slot for tests.
func (s *Slots[K]) SetGeneration(i int, generation uint32) { s.generations[i] = generation }
