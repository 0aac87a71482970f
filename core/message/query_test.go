package message_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"tertius.dev/core/handle"
	"tertius.dev/core/message"
)

// mixedInbox returns a list of hits with the damages, each behind a wide payload.
func mixedInbox(t testing.TB, r *message.Registry, damages ...float32) *message.List {
	t.Helper()
	l := new(message.List)
	l.Reset(r, self)
	for _, d := range damages {
		for _, e := range []message.Event{wides.Event(r, message.To(self), wide{}), hits.Event(r, message.To(self), hit{d})} {
			l.Append(&e)
		}
	}
	l.NextTurn()
	return l
}

func even(h *hit) bool { return int(h.Damage)%2 == 0 }

func atMost(most float32, h *hit) bool { return h.Damage <= most }

func TestQueriesTellWhatTheListHolds(t *testing.T) {
	r := testRegistry(t)
	l := mixedInbox(t, r, 1, 2, 3, 4)
	if hits.Count(l) != 4 || flags.Count(l) != 0 || !hits.Any(l) || flags.Any(l) {
		t.Errorf("%d hits, %d flags, any %v and %v", hits.Count(l), flags.Count(l), hits.Any(l), flags.Any(l))
	}
	var found []float32
	for h := range hits.Where(l, even) {
		found = append(found, h.Damage)
		h.Damage *= 10
	}
	if !slices.Equal(found, []float32{2, 4}) || !slices.Equal(damages(l), []float32{1, 20, 3, 40}) {
		t.Errorf("found %v, which left %v", found, damages(l))
	}
	for range hits.Where(l, even) {
		break
	}
	for range flags.Where(l, func(*flag) bool { return true }) {
		t.Error("a flag that nobody sent")
	}
}

func TestRemovalsKeepTheOrderOfTheRest(t *testing.T) {
	r := testRegistry(t)
	for _, c := range []struct {
		name   string
		remove func(l *message.List)
		left   []float32
	}{
		{"some", func(l *message.List) { hits.Remove(l, even) }, []float32{1, 3, 5}},
		{"some-with-a-state", func(l *message.List) { message.RemoveWith(hits, l, 3, atMost) }, []float32{4, 5}},
		{"all", func(l *message.List) { hits.RemoveAll(l) }, nil},
		{"none", func(l *message.List) { hits.Remove(l, func(*hit) bool { return false }) }, []float32{1, 2, 3, 4, 5}},
		{"another-type", func(l *message.List) { flags.RemoveAll(l) }, []float32{1, 2, 3, 4, 5}},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := mixedInbox(t, r, 1, 2, 3, 4, 5)
			c.remove(l)
			if got := damages(l); !slices.Equal(got, c.left) {
				t.Errorf("left %v, want %v", got, c.left)
			}
			if wides.Count(l) != 5 || l.Len() != 5+len(c.left) {
				t.Errorf("%d wide payloads of %d events are left", wides.Count(l), l.Len())
			}
			if l.Mask().Has(hits.ID(r)) != (len(c.left) > 0) || !l.Mask().Has(wides.ID(r)) {
				t.Error("the mask does not follow")
			}
		})
	}
}

// TestRemovalLeavesWhatTheSameComponentHasAdded removes a type of which more was added in the same turn.
func TestRemovalLeavesWhatTheSameComponentHasAdded(t *testing.T) {
	r := testRegistry(t)
	l := mixedInbox(t, r, 1, 2)
	hits.Add(l, hit{8})
	flags.Add(l, flag{})
	hits.RemoveAll(l)
	if len(damages(l)) != 0 || l.Len() != 2 {
		t.Errorf("after the removal the component sees %v of %d events", damages(l), l.Len())
	}
	if !l.Mask().Has(hits.ID(r)) || !l.Mask().Has(flags.ID(r)) {
		t.Error("the mask has lost what was added")
	}
	l.NextTurn()
	if got := damages(l); !slices.Equal(got, []float32{8}) || flags.Count(l) != 1 || l.Len() != 4 {
		t.Errorf("the next component sees %v of %d events", got, l.Len())
	}
}

// TestLentListStaysWithinWhatItWasLent grows a list in the middle of a larger room.
func TestLentListStaysWithinWhatItWasLent(t *testing.T) {
	r := testRegistry(t)
	room := make([]message.Event, 6)
	for i := range room {
		room[i] = hits.Event(r, message.To(self), hit{float32(i)})
	}
	var l message.List
	l.Reset(r, self)
	l.Lend(self, room[2:4:4])
	if got := damages(&l); !slices.Equal(got, []float32{2, 3}) || !l.Mask().Has(hits.ID(r)) {
		t.Errorf("it holds %v", got)
	}
	for h := range hits.In(&l) {
		h.Damage += 100
	}
	for range 10 {
		hits.Add(&l, hit{7})
	}
	l.NextTurn()
	if got := damages(&l); len(got) != 12 || got[0] != 102 || got[11] != 7 {
		t.Errorf("it holds %v", got)
	}
	for i, want := range []float32{0, 1, 102, 103, 4, 5} {
		if e := room[i]; r.Value(&e) != (hit{want}) {
			t.Errorf("the room holds %v at %d, want %v", r.Value(&e), i, want)
		}
	}
}

func TestHasAnyOfAsksForEveryTypeThatTheWorldKnows(t *testing.T) {
	many := make([]message.AnyToken, 200)
	tokens := make([]*message.Token[flag], len(many))
	for i := range many {
		tokens[i] = message.Type[flag](string(rune('a'+i/26)) + string(rune('a'+i%26)))
		many[i] = tokens[i]
	}
	r := newRegistry(t, many...)
	for i, token := range tokens {
		var l message.List
		e := token.Event(r, message.To(self), flag{})
		l.Reset(r, self)
		l.Lend(self, []message.Event{e})
		for k := range tokens {
			if m := r.Mask(tokens[k]); l.HasAnyOf(&m) != (i == k) {
				t.Fatalf("a list of type %d has one of type %d is %v", i, k, i != k)
			}
		}
	}
}

func TestForwardKeepsThePayloadAndTheFirstSender(t *testing.T) {
	r := testRegistry(t)
	from, to := handle.Entity{Index: 8, Generation: 1}, handle.Entity{Index: 9, Generation: 1}
	var o message.Outbox
	o.Reset(r)
	o.From(from)
	hits.Send(&o, message.To(self), hit{3})
	first := o.Events()[0]
	o.From(self)
	o.Forward(&first, message.To(to))
	if got := o.Events()[1]; got.Sender != from || !got.Target.Equal(message.To(to)) || r.Value(&got) != (hit{3}) {
		t.Errorf("it was forwarded as %v from %v to %v", r.Value(&got), got.Sender, got.Target)
	}
}

func TestDelayedMessagesLieApartAndOfNoDelayDoNot(t *testing.T) {
	r := testRegistry(t)
	var o message.Outbox
	o.Reset(r)
	o.From(self)
	hits.SendAfter(&o, 0, message.ToEveryone(), hit{1})
	hits.SendAfter(&o, 5, message.ToEveryone(), hit{2})
	if len(o.Events()) != 1 || len(o.Later()) != 1 || o.Later()[0].Delay != 5 {
		t.Fatalf("%d at once, %d later", len(o.Events()), len(o.Later()))
	}
	if want := hits.Event(r, message.ToEveryone(), hit{2}); o.Later()[0].Event.Payload != want.Payload || o.Later()[0].Event.Sender != self {
		t.Errorf("later comes %v", o.Later()[0].Event)
	}
	room := make([]message.Event, 0, 10)
	if sent := o.Take(room); len(sent) != 1 || len(o.Events()) != 0 || cap(o.Events()) != 10 {
		t.Error("Take does not hand over the events, or does not go on in the room")
	}
	o.ClearLater()
	if len(o.Later()) != 0 {
		t.Error("ClearLater left something")
	}
}

func TestTopicsOfEveryKindDiffer(t *testing.T) {
	seen := map[message.Topic]string{}
	note := func(topic message.Topic, what string) {
		if other, twice := seen[topic]; twice {
			t.Errorf("%s and %s are one topic", what, other)
		}
		seen[topic] = what
	}
	r := rand.New(rand.NewPCG(5, 6))
	for range 2000 {
		index, generation := r.Uint32()>>2, r.Uint32()|1
		f, e := handle.Frame{Index: index, Generation: generation}, handle.Entity{Index: index, Generation: generation}
		note(message.FrameTopic(f), "frame "+f.String())
		note(message.EntityTopic(e), "entity "+e.String())
		note(message.NamedTopic(f.String()), "name "+f.String())
		if got, ok := message.FrameTopic(f).Frame(); !ok || got != f {
			t.Errorf("the frame %v comes back as %v", f, got)
		}
		if got, ok := message.EntityTopic(e).Entity(); !ok || got != e {
			t.Errorf("the entity %v comes back as %v", e, got)
		}
		for _, topic := range []message.Topic{message.NamedTopic(f.String()), message.EntityTopic(e)} {
			if _, ok := topic.Frame(); ok {
				t.Errorf("%v is of a frame", topic)
			}
		}
		for _, topic := range []message.Topic{message.NamedTopic(f.String()), message.FrameTopic(f)} {
			if _, ok := topic.Entity(); ok {
				t.Errorf("%v is of an entity", topic)
			}
		}
	}
	var none message.Topic
	if !none.IsNone() || none.String() != "none" || message.NamedTopic("").IsNone() || message.NamedTopic("a") != message.NamedTopic("a") {
		t.Error("the zero topic, or names")
	}
	if _, ok := none.Frame(); ok {
		t.Error("no topic is of a frame")
	}
}

func TestQueriesAllocateNothing(t *testing.T) {
	r := testRegistry(t)
	l := mixedInbox(t, r, 1, 2, 3, 4, 5, 6)
	rating, sum := float32(2), float32(0)
	work := func() {
		for h := range hits.In(l) {
			sum += h.Damage
		}
		for h := range hits.Where(l, func(h *hit) bool { return h.Damage > rating }) {
			h.Damage++
		}
		for e, h := range hits.Events(l) {
			sum += h.Damage + float32(e.Sender.Index)
		}
		sum += float32(hits.Count(l))
		if hits.Any(l) && hits.First(l) != nil {
			sum++
		}
		hits.Add(l, hit{99})
		l.NextTurn()
		hits.Remove(l, func(h *hit) bool { return h.Damage == rating+97 })
		message.RemoveWith(hits, l, rating, func(rating float32, h *hit) bool { return h.Damage > rating+50 })
		flags.RemoveAll(l)
	}
	work()
	if n := testing.AllocsPerRun(100, work); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
