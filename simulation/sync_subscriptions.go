package simulation

// applySubscriptions does what entities asked for in this tick, in chunk order and within a chunk in the order of the calls,
// while every entity that asked is still live.
func (w *World) applySubscriptions() {
	for _, c := range w.leaversOf(leftSubscriptions) {
		for k := range c.subscriptions {
			w.subscribe(&c.subscriptions[k])
		}
		c.subscriptions = c.subscriptions[:0]
	}
}
