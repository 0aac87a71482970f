package route_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"tertius.dev/core/bitset"
	"tertius.dev/core/field"
	"tertius.dev/core/frame"
	"tertius.dev/core/handle"
	"tertius.dev/core/message"
	"tertius.dev/core/parallel"
	"tertius.dev/simulation/internal/route"
	"tertius.dev/simulation/internal/table"
	"tertius.dev/simulation/internal/topic"
)

// The types that the tests send.
const (
	common message.TypeID = iota // wanted by all
	rare                         // wanted by every third slot
	numTypes
)

// town is entities in two frames that want messages.
type town struct {
	entities table.Entities
	frames   frame.Tree
	topics   topic.Table
	wanting  []bitset.Marks
	all      []handle.Entity
	halves   [2]handle.Frame // of the even and of the odd slots
}

func newTown(n int) *town {
	t := &town{wanting: make([]bitset.Marks, numTypes)}
	for id := range t.wanting {
		t.wanting[id].Grow(n)
	}
	t.topics.Grow(n)
	for i := range t.halves {
		t.halves[i] = t.frames.AddRoot(handle.Entity{Index: uint32(i), Generation: 1}, field.Gravity{})
	}
	for range n {
		t.add()
	}
	return t
}

// add brings one more entity to life.
func (t *town) add() handle.Entity {
	e := t.entities.Slots.Reserve()
	t.entities.Grow()
	i := int(e.Index)
	t.entities.Add(e, &table.Transform{Place: table.Place{Frame: t.halves[i%2]}}, &table.Visual{})
	t.wanting[common].Add(i)
	if i%3 == 0 {
		t.wanting[rare].Add(i)
	}
	if i == len(t.all) {
		t.all = append(t.all, e)
	}
	t.all[i] = e
	return e
}

func (t *town) remove(e handle.Entity) {
	for id := range t.wanting {
		t.wanting[id].Remove(int(e.Index))
	}
	t.topics.Leave(int(e.Index))
	t.entities.Remove(e)
}

func (t *town) facts() *route.Facts {
	return &route.Facts{Entities: &t.entities, Frames: &t.frames, Topics: &t.topics, Wanting: t.wanting}
}

func (t *town) router(pool *parallel.Pool, threshold int) *route.Router {
	r := new(route.Router)
	r.Begin(pool)
	r.SetThreshold(threshold)
	r.Grow((len(t.all) + 63) / 64)
	return r
}

// inboxes returns the numbers in the payloads that each slot finds.
func (t *town) inboxes(r *route.Router) [][]uint64 {
	all := make([][]uint64, len(t.all))
	var bag route.Bag
	for chunk := range (len(t.all) + 63) / 64 {
		r.Collect(&bag, chunk, 0, nil)
		for slot := range 64 {
			if r.Mail(chunk)>>slot&1 == 0 {
				continue
			}
			for _, e := range bag.Inbox(slot) {
				all[chunk*64+slot] = append(all[chunk*64+slot], e.Payload[0])
			}
		}
	}
	return all
}

// expected finds every inbox by asking each entity about each message.
func (t *town) expected(events []message.Event) [][]uint64 {
	all := make([][]uint64, len(t.all))
	for i, e := range t.all {
		for k := range events {
			if t.entities.Slots.Live(e) && t.wanting[events[k].Type].Has(i) && t.reaches(&events[k], e) {
				all[i] = append(all[i], events[k].Payload[0])
			}
		}
	}
	return all
}

func (t *town) reaches(event *message.Event, e handle.Entity) bool {
	if to, ok := event.Target.AsDirect(); ok {
		return to.Entity() == e
	}
	if to, ok := event.Target.AsSubscribers(); ok {
		f, isFrame := to.Topic().Frame()
		in := isFrame && t.entities.Back[e.Index].Frame == f
		return (!isFrame || t.frames.Live(f)) && (in || t.topics.Has(int(e.Index), to.Topic()))
	}
	_, everyone := event.Target.AsBroadcast()
	return everyone
}

func event(to message.Target, id message.TypeID, number int) message.Event {
	return message.Event{Target: to, Type: id, Payload: message.Payload{uint64(number)}}
}

// traffic returns messages of every kind, some of them to nobody.
func (t *town) traffic(r *rand.Rand, n int) []message.Event {
	topics := []message.Topic{
		message.NamedTopic("odd"), message.NamedTopic("few"), message.NamedTopic("nobody"),
		message.FrameTopic(t.halves[0]), message.FrameTopic(t.halves[1]), message.FrameTopic(handle.Frame{Index: 1, Generation: 7}),
	}
	events := make([]message.Event, 0, n)
	for k := range n {
		to := message.To(t.all[r.IntN(len(t.all))])
		switch r.IntN(20) {
		case 0:
			to = message.ToEveryone()
		case 1, 2:
			to = message.ToTopic(topics[r.IntN(len(topics))])
		case 3:
			to = message.To(handle.Entity{Index: uint32(r.IntN(2 * len(t.all))), Generation: 9})
		case 4:
			to = message.Target{}
		}
		events = append(events, event(to, message.TypeID(r.IntN(int(numTypes))), k))
	}
	return events
}

func (t *town) subscribeSome(r *rand.Rand) {
	for i := range t.all {
		if i%2 == 1 {
			t.topics.Add(i, message.NamedTopic("odd"))
		}
		if r.IntN(50) == 0 {
			t.topics.Add(i, message.NamedTopic("few"))
			t.topics.Add(i, message.FrameTopic(t.halves[0])) // of which half are in it anyway
		}
	}
}

// cut divides events into lists, some of them empty.
func cut(r *rand.Rand, events []message.Event) (lists [][]message.Event) {
	for len(events) > 0 {
		n := min(r.IntN(40), len(events))
		lists = append(lists, events[:n])
		events = events[n:]
	}
	return lists
}

func TestEveryPathGivesTheInboxesOfAPlainSearch(t *testing.T) {
	for _, workers := range []int{1, 2, 8} {
		for _, threshold := range []int{1, route.Threshold} {
			t.Run(fmt.Sprintf("workers-%d-threshold-%d", workers, threshold), func(t *testing.T) {
				pool := parallel.NewPool(workers)
				defer pool.Close()
				r := rand.New(rand.NewPCG(11, 12))
				town := newTown(1000)
				town.subscribeSome(r)
				for range 100 {
					town.remove(town.all[r.IntN(300)])
					town.add()
				}
				gone := town.all[5]
				town.remove(gone)
				router := town.router(pool, threshold)
				for _, n := range []int{0, 1, 2500, 30, 700} { // a later tick must not see an earlier one
					events := town.traffic(r, n)
					router.Clear()
					for _, list := range cut(r, events) {
						router.Take(list)
					}
					router.Route(town.facts())
					posts := town.traffic(r, n/3)
					router.Post(town.facts(), posts)
					got, want := town.inboxes(router), town.expected(append(events, posts...))
					deliveries := 0
					for i := range want {
						if !slices.Equal(got[i], want[i]) {
							t.Fatalf("%d messages: slot %d finds %v, want %v", n, i, got[i], want[i])
						}
						deliveries += len(want[i])
					}
					if s := router.Stats(); s.Deliveries != deliveries || s.Messages != n+n/3 {
						t.Errorf("the statistics are %+v, want %d messages and %d deliveries", s, n+n/3, deliveries)
					}
				}
			})
		}
	}
}

func TestEventIsStoredOnceHoweverManyRecipientsItHas(t *testing.T) {
	pool := parallel.NewPool(1)
	town := newTown(10)
	router := town.router(pool, route.Threshold)
	sent := []message.Event{event(message.ToEveryone(), common, 7)}
	router.Take(sent)
	router.Route(town.facts())
	if s := router.Stats(); s != (route.Stats{Messages: 1, Deliveries: 10}) {
		t.Errorf("the statistics are %+v, want 1 message and 10 deliveries", s)
	}
	sent[0].Payload[0] = 8 // the inboxes name it where it was sent
	for i, inbox := range town.inboxes(router) {
		if !slices.Equal(inbox, []uint64{8}) {
			t.Errorf("slot %d finds %v", i, inbox)
		}
	}
}

func TestForgottenSlotLosesItsMailAndKeepsLaterPosts(t *testing.T) {
	pool := parallel.NewPool(1)
	town := newTown(100)
	router := town.router(pool, route.Threshold)
	old := town.all[70]
	router.Take([]message.Event{event(message.ToEveryone(), common, 1), event(message.To(old), common, 2)})
	router.Route(town.facts())
	town.remove(old)
	router.Forget(int(old.Index))
	router.Forget(int(old.Index))
	heir := town.add()
	router.Post(town.facts(), []message.Event{event(message.To(old), common, 3), event(message.To(heir), common, 4)})
	got := town.inboxes(router)
	if heir.Index != old.Index || !slices.Equal(got[heir.Index], []uint64{4}) || !slices.Equal(got[71], []uint64{1}) {
		t.Errorf("the heir finds %v, its neighbor %v", got[heir.Index], got[71])
	}
}

func TestLeadComesBeforeTheMailOfTheSlotsThatAreLed(t *testing.T) {
	pool := parallel.NewPool(1)
	town := newTown(64)
	router := town.router(pool, route.Threshold)
	router.Take([]message.Event{event(message.To(town.all[1]), common, 5), event(message.To(town.all[2]), common, 6)})
	router.Route(town.facts())
	lead := event(message.Target{}, common, 99)
	var bag route.Bag
	router.Collect(&bag, 0, 1<<2|1<<3, &lead)
	for slot, want := range map[int][]uint64{1: {5}, 2: {99, 6}, 3: {99}} {
		var got []uint64
		for _, e := range bag.Inbox(slot) {
			got = append(got, e.Payload[0])
		}
		if !slices.Equal(got, want) {
			t.Errorf("slot %d finds %v, want %v", slot, got, want)
		}
		if inbox := bag.Inbox(slot); cap(inbox) != len(inbox) {
			t.Errorf("the inbox of slot %d reaches into the next one", slot)
		}
	}
}

func TestThresholdBelowOneIsRefused(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a threshold of 0 is taken")
		}
	}()
	new(route.Router).SetThreshold(0)
}

func TestWarmRoutingAllocatesNothing(t *testing.T) {
	pool := parallel.NewPool(1)
	r := rand.New(rand.NewPCG(13, 14))
	town := newTown(2000)
	town.subscribeSome(r)
	router := town.router(pool, route.Threshold)
	events := town.traffic(r, 3000)
	facts := town.facts()
	var bag route.Bag
	work := func() {
		router.Clear()
		router.Take(events[:2000])
		router.Route(facts)
		router.Post(facts, events[2000:])
		for chunk := range 32 {
			router.Collect(&bag, chunk, 0, nil)
		}
	}
	work()
	if n := testing.AllocsPerRun(20, work); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
