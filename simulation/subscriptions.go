package simulation

import (
	"fmt"
	"iter"

	"tertius.dev/core/handle"
	"tertius.dev/core/message"
)

// subscriptionRequest is a wish of an entity to hear a topic from now on, or no more.
type subscriptionRequest struct {
	entity handle.Entity
	topic  message.Topic
	on     bool
}

// Subscribe makes the entity listen to a topic: to what is sent to it in this tick already. A second subscription to the same
// topic changes nothing. It ends with Unsubscribe, with the entity, or with the frame or the entity that the topic belongs to.
//
// The entity hears the frame that it is in anyway, and once, whether it has subscribed to it or not. Who subscribes to the topic
// of an entity that is gone already hears its Gone in the next tick.
//
// Errors: panics for the zero topic.
func (s *Self) Subscribe(t message.Topic) {
	s.check()
	refuseNoTopic("Self.Subscribe", t)
	s.chunk.subscribe(subscriptionRequest{s.entity, t, true})
}

// Unsubscribe ends a subscription: what is sent to the topic in this tick no longer arrives. It ends nothing where there is none.
//
// Errors: panics for the zero topic.
func (s *Self) Unsubscribe(t message.Topic) {
	s.check()
	refuseNoTopic("Self.Unsubscribe", t)
	s.chunk.subscribe(subscriptionRequest{s.entity, t, false})
}

func (c *chunk) subscribe(r subscriptionRequest) {
	c.subscriptions = append(c.subscriptions, r)
	c.left |= leftSubscriptions
}

func refuseNoTopic(who string, t message.Topic) {
	if t.IsNone() {
		panic(fmt.Errorf("%s: the topic is zero; make one with message.NamedTopic, FrameTopic or EntityTopic", who))
	}
}

// Subscribe makes an entity listen to a topic, at once. It is Self.Subscribe otherwise.
//
// Errors: the entity is not live. Panics for the zero topic, and during a tick.
func (w *World) Subscribe(e handle.Entity, t message.Topic) error {
	w.outside("Subscribe", "Self.Subscribe")
	refuseNoTopic("World.Subscribe", t)
	return w.subscription("subscribe", subscriptionRequest{e, t, true})
}

// Unsubscribe ends a subscription of an entity, at once.
//
// Errors: the entity is not live. Panics for the zero topic, and during a tick.
func (w *World) Unsubscribe(e handle.Entity, t message.Topic) error {
	w.outside("Unsubscribe", "Self.Unsubscribe")
	refuseNoTopic("World.Unsubscribe", t)
	return w.subscription("unsubscribe", subscriptionRequest{e, t, false})
}

func (w *World) subscription(what string, r subscriptionRequest) error {
	if !w.entities.Slots.Live(r.entity) {
		return fmt.Errorf("%s %v: it is not live", what, r.entity)
	}
	w.subscribe(&r)
	return nil
}

// Subscriptions walks the topics that an entity has subscribed to, the last one first. The frame that it is in is not among
// them. An entity that is not live has none. Panics during a tick.
func (w *World) Subscriptions(e handle.Entity) iter.Seq[message.Topic] {
	w.outside("Subscriptions", "")
	return func(yield func(message.Topic) bool) {
		if !w.entities.Slots.Live(e) {
			return
		}
		for t := range w.topics.Of(int(e.Index)) {
			if !yield(t) {
				return
			}
		}
	}
}

// subscribe does what a live entity has asked for.
func (w *World) subscribe(r *subscriptionRequest) {
	slot := int(r.entity.Index)
	if !r.on {
		w.topics.Remove(slot, r.topic)
		return
	}
	if f, ok := r.topic.Frame(); ok && !w.frames.Live(f) {
		return // nothing is ever sent to it
	}
	if e, ok := r.topic.Entity(); ok && w.entities.Slots.Past(e) {
		w.tell(message.Departures.Event(w.messages, message.To(r.entity), message.Gone{Entity: e}))
		return
	}
	w.topics.Add(slot, r.topic)
}

// leaveTopics ends the subscriptions of an entity that goes, and tells those who listen to it. Its rows still stand.
func (w *World) leaveTopics(e handle.Entity) {
	w.topics.Leave(int(e.Index))
	t := message.EntityTopic(e)
	if len(w.topics.Subscribers(t)) == 0 {
		return
	}
	row := &w.entities.Back[e.Index]
	w.tell(message.Departures.Event(w.messages, message.ToTopic(t), message.Gone{
		Entity: e, Frame: row.Frame, Position: row.Pose.Position,
	}))
	w.endedTopics = append(w.endedTopics, t)
}

// tellStillborn tells those who listen to an entity that never came to life.
func (w *World) tellStillborn(e handle.Entity) {
	if t := message.EntityTopic(e); len(w.topics.Subscribers(t)) > 0 {
		w.tell(message.Departures.Event(w.messages, message.ToTopic(t), message.Gone{Entity: e}))
		w.endedTopics = append(w.endedTopics, t)
	}
}

// tell sends a message of the engine: in a tick with the others of its sync point, outside as a post.
func (w *World) tell(e message.Event) {
	if w.ticking {
		w.engine.Forward(&e, e.Target)
		return
	}
	w.posts = append(w.posts, e)
}

// dropEndedTopics forgets the topics of entities and frames that are gone, after their last messages are routed.
func (w *World) dropEndedTopics() {
	for _, t := range w.endedTopics {
		w.topics.Drop(t)
	}
	w.endedTopics = w.endedTopics[:0]
}
