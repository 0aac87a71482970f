package route_test

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"testing"

	"tertius.dev/core/bitset"
	"tertius.dev/core/handle"
	"tertius.dev/core/message"
	"tertius.dev/core/parallel"
	"tertius.dev/simulation/internal/route"
)

const crowd = 100_000

// directs returns a message to each entity of a crowd, in lists of 64 as chunks send them.
func directs(t *town, shuffled bool) [][]message.Event {
	r := rand.New(rand.NewPCG(1, 2))
	order := make([]int, len(t.all))
	for i := range order {
		order[i] = i
	}
	if shuffled {
		r.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	}
	var lists [][]message.Event
	for i, to := range order {
		if i%64 == 0 {
			lists = append(lists, nil)
		}
		last := &lists[len(lists)-1]
		*last = append(*last, event(message.To(t.all[to]), common, i))
	}
	return lists
}

// plainLoop is the least that a routing of direct messages must do: it copies each message once, checks the generation and the
// wants of its recipient, and sorts by recipient.
type plainLoop struct {
	slots   *handle.EntitySlots
	wanting *bitset.Marks
	events  []message.Event
	to      []uint32
	starts  []uint32
	inboxes []uint32
}

func newPlainLoop(t *town) *plainLoop {
	n := len(t.all)
	return &plainLoop{
		slots: &t.entities.Slots, wanting: &t.wanting[common],
		events: make([]message.Event, 0, n), to: make([]uint32, 0, n), starts: make([]uint32, n+1), inboxes: make([]uint32, n),
	}
}

func (p *plainLoop) route(lists [][]message.Event) {
	p.events, p.to = p.events[:0], p.to[:0]
	clear(p.starts)
	for _, list := range lists {
		for i := range list {
			e := &list[i]
			to, ok := e.Target.AsDirect()
			if !ok || !p.slots.Live(to.Entity()) || !p.wanting.Has(int(to.Index)) {
				continue
			}
			p.events = append(p.events, *e)
			p.to = append(p.to, to.Index)
			p.starts[to.Index]++
		}
	}
	at := uint32(0)
	for i, n := range p.starts {
		p.starts[i] = at
		at += n
	}
	for k, to := range p.to {
		p.inboxes[p.starts[to]] = uint32(k)
		p.starts[to]++
	}
}

func perMessage(b *testing.B, n int, what string) {
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/"+what)
}

func everyChunk(router *route.Router, bag *route.Bag) {
	for chunk := range crowd/64 + 1 {
		router.Collect(bag, chunk, 0, nil)
	}
}

// BenchmarkDirect routes a message to each of 100,000 entities: the loop that nothing can do without; the routing; the routing
// with the copies that the workers make of the inboxes, which is as much as the loop does.
func BenchmarkDirect(b *testing.B) {
	pool := parallel.NewPool(1)
	town := newTown(crowd)
	for _, shuffled := range []bool{false, true} {
		order := "in-order"
		if shuffled {
			order = "shuffled"
		}
		lists := directs(town, shuffled)
		loop := newPlainLoop(town)
		router := town.router(pool, route.Threshold)
		facts := town.facts()
		routeAll := func() {
			router.Clear()
			for _, list := range lists {
				router.Take(list)
			}
			router.Route(facts)
		}
		var bag route.Bag
		routeAll()
		everyChunk(router, &bag)
		b.Run(order+"/loop", func(b *testing.B) {
			for b.Loop() {
				loop.route(lists)
			}
			perMessage(b, crowd, "message")
		})
		b.Run(order+"/route", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				routeAll()
			}
			perMessage(b, crowd, "message")
		})
		b.Run(order+"/route-and-collect", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				routeAll()
				everyChunk(router, &bag)
			}
			perMessage(b, crowd, "message")
		})
	}
}

// BenchmarkBroadcast routes messages to everyone of 100,000, and copies them into the inboxes.
func BenchmarkBroadcast(b *testing.B) {
	pool := parallel.NewPool(1)
	town := newTown(crowd)
	router := town.router(pool, route.Threshold)
	facts := town.facts()
	sent := []message.Event{event(message.ToEveryone(), common, 1)}
	var bag route.Bag
	for _, collects := range []bool{false, true} {
		b.Run(fmt.Sprintf("collect-%v", collects), func(b *testing.B) {
			for b.Loop() {
				router.Clear()
				router.Take(sent)
				router.Route(facts)
				if collects {
					everyChunk(router, &bag)
				}
			}
			perMessage(b, crowd, "recipient")
		})
	}
}

// BenchmarkThreshold routes so many shuffled messages on the caller alone and on all processors.
func BenchmarkThreshold(b *testing.B) {
	pool := parallel.NewPool(runtime.GOMAXPROCS(0))
	defer pool.Close()
	town := newTown(crowd)
	facts := town.facts()
	for _, n := range []int{2000, 4000, 6000, 8000, 12_000, 24_000, 100_000} {
		lists := directs(town, true)[:n/64]
		for _, threshold := range []int{1 << 30, min(n/64*64, route.Threshold)} {
			name := "caller"
			if threshold < 1<<30 {
				name = fmt.Sprintf("workers-%d", pool.Workers())
			}
			router := town.router(pool, threshold)
			b.Run(fmt.Sprintf("%d/%s", n, name), func(b *testing.B) {
				for b.Loop() {
					router.Clear()
					for _, list := range lists {
						router.Take(list)
					}
					router.Route(facts)
				}
				perMessage(b, n, "message")
			})
		}
	}
}
