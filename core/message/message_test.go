package message_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/message"
)

type hit struct{ Damage float32 }

type wide struct{ A, B, C, D, E, F uint64 } // 48 bytes, the most

type flag struct{}

// The tokens are created in an order other than that of their names.
var (
	wides = message.Type[wide]("test.wide")
	hits  = message.Type[hit]("test.hit")
	flags = message.Type[flag]("a.flag")
)

// engineTypes is how many payload types every world knows.
var engineTypes = func() int {
	r, err := message.NewRegistry()
	if err != nil {
		panic(err)
	}
	return r.Len()
}()

func newRegistry(t *testing.T, tokens ...message.AnyToken) *message.Registry {
	t.Helper()
	r, err := message.NewRegistry(tokens...)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func testRegistry(t *testing.T) *message.Registry { return newRegistry(t, wides, hits, flags) }

func TestRegistryNumbersTokensInTheOrderOfTheirNames(t *testing.T) {
	want := []string{
		"a.flag", "tertius.collision", "tertius.collision-ended", "tertius.destroy", "tertius.dock-answer", "tertius.frame-changed", "tertius.gone",
		"tertius.input", "tertius.overlap-hit", "tertius.ray-hit", "tertius.shape-hit", "tertius.spawned", "tertius.tick", "test.hit", "test.wide",
	}
	for _, tokens := range [][]message.AnyToken{{wides, hits, flags}, {flags, hits, wides}, {hits, hits, flags, wides, message.Ticks}} {
		r := newRegistry(t, tokens...)
		var names []string
		for i := range r.Len() {
			names = append(names, r.Token(message.TypeID(i)).Name())
		}
		if !reflect.DeepEqual(names, want) {
			t.Errorf("the names are %v", names)
		}
		for i, name := range names {
			if id, ok := r.Find(name); !ok || int(id) != i {
				t.Errorf("%q is found at %d, %v", name, id, ok)
			}
		}
		if id := hits.ID(r); r.Token(id) != message.AnyToken(hits) {
			t.Errorf("the number of test.hit leads to %v", r.Token(id).Name())
		}
	}
	if _, ok := testRegistry(t).Find("test.none"); ok {
		t.Error("a name that no token has was found")
	}
}

func TestRegistryRefuses(t *testing.T) {
	type deep struct{ Inner [2]struct{ Name string } }
	many := make([]message.AnyToken, message.MaxTypes)
	for i := range many {
		many[i] = message.Type[flag](fmt.Sprintf("many.%d", i))
	}
	for _, c := range []struct {
		name   string
		tokens []message.AnyToken
		want   string
	}{
		{"no-name", []message.AnyToken{message.Type[hit]("")}, "has no name"},
		{"name-twice", []message.AnyToken{hits, message.Type[wide]("test.hit")}, `two payload types are named "test.hit"`},
		{"an-engine-name", []message.AnyToken{message.Type[hit]("tertius.tick")}, `two payload types are named "tertius.tick"`},
		{"too-long", []message.AnyToken{message.Type[[49]byte]("test.long")}, `"test.long", [49]uint8, has 49 bytes, at most 48`},
		{"pointer", []message.AnyToken{message.Type[*int]("test.pointer")}, "holds a pointer"},
		{"string", []message.AnyToken{message.Type[string]("test.string")}, "holds a pointer"},
		{"slice", []message.AnyToken{message.Type[[]int]("test.slice")}, "holds a pointer"},
		{"map", []message.AnyToken{message.Type[map[int]int]("test.map")}, "holds a pointer"},
		{"function", []message.AnyToken{message.Type[func()]("test.func")}, "holds a pointer"},
		{"channel", []message.AnyToken{message.Type[chan int]("test.chan")}, "holds a pointer"},
		{"interface", []message.AnyToken{message.Type[any]("test.any")}, "holds a pointer"},
		{"deep", []message.AnyToken{message.Type[deep]("test.deep")}, "holds a pointer"},
		{"nil", []message.AnyToken{hits, nil}, "at place 1 of the list is nil"},
		{"too-many", many, fmt.Sprintf("%d payload types, but a world knows at most 512", message.MaxTypes+engineTypes)},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, err := message.NewRegistry(c.tokens...)
			if err == nil || r != nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v", err)
			}
		})
	}
	if _, err := message.NewRegistry(many[:message.MaxTypes-engineTypes]...); err != nil {
		t.Errorf("a full registry is refused: %v", err)
	}
	if _, err := message.NewRegistry(message.Type[[0]*int]("test.empty"), message.Type[[48]byte]("test.full")); err != nil {
		t.Errorf("payloads without a pointer are refused: %v", err)
	}
}

func TestTokenOfAnotherWorldPanics(t *testing.T) {
	r := newRegistry(t, hits)
	defer func() {
		if text, _ := recover().(string); !strings.Contains(text, `"test.wide"`) {
			t.Errorf("panic: %v", text)
		}
	}()
	wides.ID(r)
}

func TestMaskHoldsItsTokens(t *testing.T) {
	r := testRegistry(t)
	m, other := r.Mask(hits, message.Ticks), r.Mask(wides)
	if !m.Has(hits.ID(r)) || !m.Has(message.Ticks.ID(r)) || m.Has(wides.ID(r)) {
		t.Error("the mask does not hold what it was made of")
	}
	if m.Meets(&other) {
		t.Error("masks without a common member meet")
	}
	other.Add(hits.ID(r))
	if !m.Meets(&other) || !other.Meets(&m) {
		t.Error("masks with a common member do not meet")
	}
	m.Join(&other)
	if !m.Has(wides.ID(r)) {
		t.Error("a joined member is missing")
	}
	var high message.Mask
	high.Add(message.MaxTypes - 1)
	if !high.Has(message.MaxTypes-1) || high.Has(message.MaxTypes-2) {
		t.Error("the last number is not kept apart")
	}
}

var self = handle.Entity{Index: 3, Generation: 2}

// inbox returns a list with hits of damage 1 and 2 around a wide payload.
func inbox(t *testing.T) (*message.List, *message.Registry) {
	r := testRegistry(t)
	var l message.List
	l.Reset(r, self)
	for _, e := range []message.Event{
		hits.Event(r, message.To(self), hit{1}),
		wides.Event(r, message.To(self), wide{A: 1, F: 6}),
		hits.Event(r, message.To(self), hit{2}),
	} {
		l.Append(&e)
	}
	l.NextTurn()
	return &l, r
}

func damages(l *message.List) (all []float32) {
	for h := range hits.In(l) {
		all = append(all, h.Damage)
	}
	return all
}

func TestListWalksItsPayloadsInOrder(t *testing.T) {
	l, r := inbox(t)
	if got := damages(l); !reflect.DeepEqual(got, []float32{1, 2}) {
		t.Errorf("hits are %v", got)
	}
	if w := wides.First(l); w == nil || *w != (wide{A: 1, F: 6}) {
		t.Errorf("the wide payload is %v", w)
	}
	if f := flags.First(l); f != nil {
		t.Errorf("a flag that nobody sent: %v", f)
	}
	for h := range hits.In(l) {
		if h.Damage != 1 {
			t.Errorf("walked on to %v", h)
		}
		break
	}
	if l.Len() != 3 || !l.Mask().Has(wides.ID(r)) || l.Mask().Has(flags.ID(r)) {
		t.Errorf("length %d, mask %v", l.Len(), l.Mask())
	}
	var types []message.TypeID
	for e := range l.All() {
		types = append(types, e.Type)
	}
	if want := []message.TypeID{hits.ID(r), wides.ID(r), hits.ID(r)}; !reflect.DeepEqual(types, want) {
		t.Errorf("types are %v, not %v", types, want)
	}
}

func TestListIsEditedInPlace(t *testing.T) {
	l, r := inbox(t)
	for h := range hits.In(l) {
		h.Damage *= 10
	}
	if got := damages(l); !reflect.DeepEqual(got, []float32{10, 20}) {
		t.Errorf("hits are %v", got)
	}
	hits.Remove(l, func(h *hit) bool { return h.Damage == 10 })
	if got := damages(l); !reflect.DeepEqual(got, []float32{20}) || l.Len() != 2 {
		t.Errorf("hits are %v of %d events", got, l.Len())
	}
	flags.Add(l, flag{})
	if l.Len() != 2 || flags.First(l) != nil || !l.Mask().Has(flags.ID(r)) {
		t.Error("the component that added a flag sees it, or the others will not")
	}
	l.NextTurn()
	if l.Len() != 3 || flags.First(l) == nil || !l.Mask().Has(flags.ID(r)) {
		t.Error("the added flag is missing")
	}
	for e := range flags.Events(l) {
		if to, _ := e.Target.AsDirect(); e.Sender != self || to.Entity() != self {
			t.Errorf("an added event is from %v to %v", e.Sender, to.Entity())
		}
	}
	hits.Remove(l, func(*hit) bool { return true })
	if l.Mask().Has(hits.ID(r)) || !l.Mask().Has(wides.ID(r)) {
		t.Error("the mask does not follow the removal")
	}
	l.Reset(r, self)
	if l.Len() != 0 || wides.First(l) != nil {
		t.Error("Reset left an event")
	}
}

// TestEditAfterAddDuringAWalkIsKept grows the list past its room in the walk, so that the events move.
func TestEditAfterAddDuringAWalkIsKept(t *testing.T) {
	l, _ := inbox(t)
	walked := 0
	for h := range hits.In(l) {
		walked++
		h.Damage += 100
		for range 50 {
			hits.Add(l, hit{0})
		}
	}
	l.NextTurn()
	got := damages(l)
	if walked != 2 || len(got) != 102 || got[0] != 101 || got[1] != 102 {
		t.Errorf("walked %d, hits are %v", walked, got)
	}
	walked = 0
	for range hits.In(l) {
		walked++
		hits.Remove(l, func(*hit) bool { return true })
	}
	if walked != 1 || l.Len() != 1 {
		t.Errorf("walked %d, left %d", walked, l.Len())
	}
}

func TestGrownListTakesAsManyEventsWithoutAllocation(t *testing.T) {
	r := testRegistry(t)
	var l message.List
	l.Grow(100)
	if l.Room() != 100 {
		t.Errorf("the room is %d", l.Room())
	}
	e := hits.Event(r, message.To(self), hit{1})
	if n := testing.AllocsPerRun(1, func() {
		l.Reset(r, self)
		for range 100 {
			l.Append(&e)
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
	l.Grow(10)
	if l.Room() != 100 {
		t.Errorf("Grow to less made the room %d", l.Room())
	}
}

func TestOutboxKeepsTheOrderAndTheSender(t *testing.T) {
	r := testRegistry(t)
	a, b := handle.Entity{Index: 1, Generation: 1}, handle.Entity{Index: 2, Generation: 1}
	var o message.Outbox
	o.Reset(r)
	o.From(a)
	hits.Send(&o, message.To(b), hit{1})
	wides.Send(&o, message.ToEveryone(), wide{F: 9})
	o.From(b)
	hits.Send(&o, message.ToTopic(message.FrameTopic(handle.Frame{Index: 4, Generation: 5})), hit{2})
	events := o.Events()
	if len(events) != 3 {
		t.Fatalf("%d events", len(events))
	}
	for i, want := range []struct {
		sender handle.Entity
		target message.Target
		value  any
	}{
		{a, message.To(b), hit{1}},
		{a, message.ToEveryone(), wide{F: 9}},
		{b, message.ToFrame(handle.Frame{Index: 4, Generation: 5}), hit{2}},
	} {
		e := &events[i]
		if e.Sender != want.sender || !e.Target.Equal(want.target) || r.Value(e) != want.value {
			t.Errorf("event %d is %v from %v to %v", i, r.Value(e), e.Sender, e.Target)
		}
	}
	o.Reset(r)
	if len(o.Events()) != 0 {
		t.Error("Reset left an event")
	}
}

func TestSentPayloadStartsFromZeroInReusedRoom(t *testing.T) {
	r := testRegistry(t)
	var o message.Outbox
	o.Reset(r)
	wides.Send(&o, message.ToEveryone(), wide{1, 2, 3, 4, 5, 6})
	o.Reset(r)
	hits.Send(&o, message.ToEveryone(), hit{1})
	if want := hits.Event(r, message.ToEveryone(), hit{1}); o.Events()[0] != want {
		t.Errorf("the envelope is %v, not %v", o.Events()[0], want)
	}
}

func TestFillAndValueRoundTrip(t *testing.T) {
	r := testRegistry(t)
	for _, value := range []any{
		hit{2.5},
		wide{1, 2, 3, 4, 5, 1<<64 - 1},
		flag{},
		message.Tick{Number: 7, TimeSeconds: 0.5, DeltaSeconds: 0.25},
		message.Collision{Other: self, Point: geom.UnitX, Normal: geom.Pack(geom.Vec3f{Y: 1}), ImpulseNewtonSeconds: 3},
	} {
		var id message.TypeID
		for i := range r.Len() {
			if r.Token(message.TypeID(i)).Payload() == reflect.TypeOf(value) {
				id = message.TypeID(i)
			}
		}
		e := wides.Event(r, message.ToEveryone(), wide{9, 9, 9, 9, 9, 9})
		r.Fill(&e, id, value)
		if got := r.Value(&e); e.Type != id || got != value {
			t.Errorf("%#v comes back as %#v", value, got)
		}
	}
}

func TestZeroTargetIsNobody(t *testing.T) {
	var to message.Target
	if !to.IsNone() || to.Equal(message.ToEveryone()) || to.Equal(message.To(handle.Entity{})) {
		t.Error("the zero target is somebody")
	}
}

func TestFrameAndTopicNameEachOther(t *testing.T) {
	f := handle.Frame{Index: 8, Generation: 3}
	if got, ok := message.FrameTopic(f).Frame(); got != f || !ok {
		t.Errorf("%v comes back as %v, %v", f, got, ok)
	}
}

func TestWarmWalkAndSendAllocateNothing(t *testing.T) {
	l, r := inbox(t)
	var o message.Outbox
	o.Reset(r)
	sum := float32(0)
	work := func() {
		o.Reset(r)
		o.From(self)
		for e, h := range hits.Events(l) {
			hits.Send(&o, message.To(e.Sender), *h)
		}
		for h := range hits.In(l) {
			sum += h.Damage
			h.Damage++
		}
		if w := wides.First(l); w != nil {
			wides.Send(&o, message.ToEveryone(), *w)
		}
		hits.Add(l, hit{5})
		l.NextTurn()
		hits.Remove(l, func(h *hit) bool { return h.Damage == 5 })
	}
	work()
	if n := testing.AllocsPerRun(100, work); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestWantedNamesTheTokenThatARegistryDoesNotKnow(t *testing.T) {
	r, err := message.NewRegistry(hits)
	if err != nil {
		t.Fatal(err)
	}
	var missing *message.Token[int64]
	strange := message.Type[struct{}]("message.strange")
	for name, c := range map[string]struct {
		tokens []message.AnyToken
		want   string
	}{
		"known":     {[]message.AnyToken{hits, message.Ticks}, ""},
		"none":      {nil, ""},
		"unknown":   {[]message.AnyToken{hits, strange}, `"message.strange"`},
		"nil":       {[]message.AnyToken{hits, nil}, "place 1 is nil"},
		"nil-token": {[]message.AnyToken{missing}, "place 0 is nil"},
	} {
		t.Run(name, func(t *testing.T) {
			m, err := r.Wanted(c.tokens)
			switch {
			case c.want == "" && (err != nil || m != r.Mask(c.tokens...)):
				t.Errorf("the set is %v with the error %v", m, err)
			case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
				t.Errorf("the error is %v, want one that tells %q", err, c.want)
			}
		})
	}
}
