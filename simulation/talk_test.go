package simulation_test

import (
	"fmt"
	"runtime"
	"strconv"
	"testing"

	"tertius.dev/core/clock"
	"tertius.dev/core/handle"
	"tertius.dev/core/message"
	"tertius.dev/core/quiet"
	"tertius.dev/simulation"
)

// talker sends direct, topic and delayed messages, edits its inbox in every way, and subscribes now and then. Everything that
// it does follows from its number, the tick and what it has heard.
type talker struct {
	number int
	peers  []handle.Entity // shared, fixed
	rooms  []message.Topic // shared, fixed
	sum    uint64          // of what it heard, in the order of hearing
	heard  int
}

func (*talker) Priority() int { return 0 }

func (*talker) Wants() []message.AnyToken {
	return []message.AnyToken{message.Ticks, pings, notes, message.Departures}
}

func (k *talker) Handle(self *simulation.Self, events *message.List, out *message.Outbox) {
	tick := int(self.Tick())
	for p := range pings.In(events) {
		k.hear(uint64(p.Count))
		p.Count++
	}
	for p := range pings.Where(events, func(p *ping) bool { return p.Count%3 == 0 }) {
		p.Count = 0
	}
	pings.Remove(events, func(p *ping) bool { return p.Count == 0 })
	message.RemoveWith(notes, events, int32(tick%7), func(least int32, n *note) bool { return n.Number%7 < least })
	for e, n := range notes.Events(events) {
		k.hear(uint64(n.From)<<32 | uint64(uint32(n.Number)) ^ uint64(e.Sender.Index))
	}
	k.hear(uint64(pings.Count(events)))
	message.Departures.RemoveAll(events)
	pings.Add(events, ping{1})

	mine, peer := int32(k.number), k.peers[(k.number*7+tick*13)%len(k.peers)]
	pings.Send(out, message.To(peer), ping{mine + int32(k.sum&0xff)})
	if (k.number+tick)%11 == 0 {
		notes.SendAfter(out, clock.Ticks(1+(k.number+tick)%9), message.To(peer), note{mine, int32(tick)})
	}
	room := k.rooms[(k.number+tick)%len(k.rooms)]
	switch (k.number + tick) % 16 {
	case 0:
		self.Subscribe(room)
	case 5:
		self.Unsubscribe(k.rooms[(k.number+tick-5)%len(k.rooms)])
	case 9:
		self.Subscribe(message.EntityTopic(peer))
	case 14:
		self.Unsubscribe(message.EntityTopic(k.peers[(k.number*7+(tick-5+len(k.peers))*13)%len(k.peers)]))
	case 13:
		notes.Send(out, message.ToTopic(room), note{mine, int32(tick)})
	}
	if k.number%200 == tick%200 {
		pings.Send(out, message.ToFrame(self.Frame()), ping{mine})
	}
	if k.number == tick%500 {
		pings.Send(out, message.ToEveryone(), ping{mine})
	}
}

func (k *talker) hear(x uint64) {
	k.sum = (k.sum ^ x) * 0x9e3779b97f4a7c15
	k.sum ^= k.sum >> 29
	k.heard++
}

// talk fills a world with talkers.
func talk(t testing.TB, w *simulation.World, f handle.Frame, n int) []*talker {
	t.Helper()
	peers, rooms := make([]handle.Entity, n), make([]message.Topic, 12)
	for i := range rooms {
		rooms[i] = message.NamedTopic("room-" + strconv.Itoa(i))
	}
	all := make([]*talker, n)
	for i := range all {
		all[i] = &talker{number: i, peers: peers, rooms: rooms}
		d := at(f, float64(i), all[i])
		e, err := w.Spawn(&d)
		if err != nil {
			t.Fatal(err)
		}
		peers[i] = e
	}
	return all
}

// TestTalkIsTheSameForEveryWorkerCountAndThreshold runs 160 talkers for 200 ticks.
func TestTalkIsTheSameForEveryWorkerCountAndThreshold(t *testing.T) {
	const talkers, length = 160, 200
	run := func(workers, threshold int) (text string) {
		w := newWorld(t, simulation.Options{Workers: workers, Thresholds: simulation.Thresholds{Messages: threshold, Rows: threshold}})
		f, _ := rootFrame(t, w)
		all := talk(t, w, f, talkers)
		w.RecordRouted(true)
		for tick := range length {
			if tick%50 == 49 { // some of those who are listened to go
				must(t, w.Destroy(all[0].peers[tick/2]))
			}
			w.Tick()
		}
		heard := 0
		for _, k := range all {
			text += fmt.Sprintf("%x %d\n", k.sum, k.heard)
			heard += k.heard
		}
		if heard < talkers*length*2 {
			t.Errorf("only %d messages were heard", heard)
		}
		return text + state(w)
	}
	want := run(1, 0)
	for _, workers := range workerCounts {
		for _, threshold := range []int{0, 1} {
			if got := run(workers, threshold); got != want {
				t.Errorf("with %d workers and the threshold %d the run has the hash %x, want %x", workers, threshold, hashOf(got), hashOf(want))
			}
		}
	}
}

// TestWarmTalkAllocatesNothing has 2,000 talkers and counts 100 ticks after 60.
func TestWarmTalkAllocatesNothing(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(8))
	quiet.Runtime(t)
	for _, workers := range []int{1, 8} {
		for _, threshold := range []int{0, 1} {
			t.Run(fmt.Sprintf("workers-%d-threshold-%d", workers, threshold), func(t *testing.T) {
				w, err := simulation.New(simulation.Options{
					Workers: workers, Messages: []message.AnyToken{pings, notes}, Thresholds: simulation.Thresholds{Messages: threshold, Rows: threshold},
				})
				if err != nil {
					t.Fatal(err)
				}
				defer w.Close()
				f, _ := rootFrame(t, w)
				talk(t, w, f, 2000)
				ticks(w, 60)
				var before, after runtime.MemStats
				for range 20 { // reading stops and starts the runtime's threads, so the warm part reads too
					runtime.ReadMemStats(&before)
				}
				ticks(w, 100)
				runtime.ReadMemStats(&after)
				if n, bytes := after.Mallocs-before.Mallocs, after.TotalAlloc-before.TotalAlloc; n != 0 {
					t.Errorf("100 warm ticks allocated %d objects of %d bytes, want none", n, bytes)
				}
			})
		}
	}
}
