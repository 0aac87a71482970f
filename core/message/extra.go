package message

// MostExtras is the most messages of one tick that carry an extra.
const MostExtras = 1<<16 - 1

// Extras is what messages carry beside their payloads, for the messages that arrive in one tick. An event names its own by a
// number, so that events hold no pointer and a message without an extra costs nothing.
//
// Threads: one goroutine fills it between two ticks, and the workers read it during one.
type Extras struct {
	values []any // that of number n at n−1
	lost   int
}

// extraOf is an extra on its way, and the place of its event in the outbox.
type extraOf struct {
	event int
	value any
}

// Reset forgets the extras of a tick, so that nothing keeps what they point to, and keeps the room.
func (x *Extras) Reset() {
	clear(x.values)
	x.values, x.lost = x.values[:0], 0
}

// Lost returns how many extras found no room since the last Reset. Their messages arrive without.
func (x *Extras) Lost() int { return x.lost }

// All returns the extras by their numbers, to be read only. Valid: until the next Attach or Reset.
func (x *Extras) All() []any { return x.values }

// Attach gives an event an extra; nil leaves it without.
func (x *Extras) Attach(e *Event, extra any) {
	e.extra = 0
	switch {
	case extra == nil:
	case len(x.values) == MostExtras:
		x.lost++
	default:
		x.values = append(x.values, extra)
		e.extra = uint16(len(x.values))
	}
}

// HasExtras reports whether some of the events in the outbox, or of those taken from it since the last TakeFrom, carry something.
func (o *Outbox) HasExtras() bool { return len(o.extras) > 0 }

// TakeFrom attaches what the events that were taken from the outbox carry, in the order of sending. It comes after each Take of an
// outbox that has extras.
func (x *Extras) TakeFrom(o *Outbox, taken []Event) {
	for i := range o.extras {
		x.Attach(&taken[o.extras[i].event], o.extras[i].value)
	}
	clear(o.extras)
	o.extras = o.extras[:0]
}

// SendWith is Send for a message that carries a value beside its payload, for what a payload cannot hold: text, a slice, a
// pointer. A receiver finds it with List.Extra. Nil is a Send.
//
// All recipients get the same value and may run at the same time, so nobody changes what it points to, the sender included. A
// value is garbage once its tick is over; the other forms of sending cost less. A message that waits carries none, since what
// waits is part of a save.
//
// Errors: beyond MostExtras in one tick of the world a message arrives without its extra, and the world reports it.
func (t *Token[T]) SendWith(o *Outbox, to Target, payload T, extra any) {
	t.Send(o, to, payload)
	o.attach(extra)
}

// ForwardWith is Forward with an extra: that of the envelope itself is events.Extra(e).
func (o *Outbox) ForwardWith(e *Event, to Target, extra any) {
	o.Forward(e, to)
	o.attach(extra)
}

// attach gives the last event its extra.
func (o *Outbox) attach(extra any) {
	if extra != nil {
		o.extras = append(o.extras, extraOf{len(o.events) - 1, extra})
	}
}

// ReadExtras says where the extras of the events are that the list is lent.
func (l *List) ReadExtras(x *Extras) { l.extras = x }

// Extra returns what a message carries beside its payload, or nil. The envelope is one of the list, not a copy that was kept.
//
// The value is shared by all recipients of the message and must not be changed.
func (l *List) Extra(e *Event) any {
	if e.extra == 0 || l.extras == nil || int(e.extra) > len(l.extras.values) {
		return nil
	}
	return l.extras.values[e.extra-1]
}

// WithoutExtra returns a copy of the event that carries nothing beside its payload.
func (e *Event) WithoutExtra() Event {
	plain := *e
	plain.extra = 0
	return plain
}
