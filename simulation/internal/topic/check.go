package topic

import (
	"fmt"

	"tertius.dev/core/handle"
)

// Check says which of the table's invariants is broken, or gives nil. Cost: it visits every topic and every slot.
func (t *Table) Check(slots *handle.EntitySlots) error {
	counted, found := 0, 0
	for _, p := range t.places {
		if p.topic.IsNone() {
			continue
		}
		found++
		set := &t.rows[p.row].subscribers
		if t.rows[p.row].topic != p.topic || set.Empty() {
			return fmt.Errorf("the topic %v has no subscribers, or another's", p.topic)
		}
		if at, ok := t.find(p.topic); !ok || t.places[at] != p {
			return fmt.Errorf("the topic %v is not found where it stands", p.topic)
		}
		counted += set.Len()
	}
	if found != t.topics || t.topics+len(t.free) != len(t.rows) {
		return fmt.Errorf("%d topics are counted as %d, of %d rows with %d free", found, t.topics, len(t.rows), len(t.free))
	}
	linked := 0
	for slot := range t.heads {
		for topic := range t.Of(slot) {
			linked++
			if !t.Has(slot, topic) {
				return fmt.Errorf("slot %d lists the topic %v, which does not list it", slot, topic)
			}
			if _, live := slots.At(slot); !live {
				return fmt.Errorf("slot %d is free and listens to %v", slot, topic)
			}
		}
	}
	if linked != counted || linked+len(t.spare) != len(t.links) {
		return fmt.Errorf("%d subscriptions are listed by slots and %d by topics", linked, counted)
	}
	return nil
}
