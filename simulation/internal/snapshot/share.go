package snapshot

import (
	"fmt"
	"math/bits"

	"tertius.dev/core/parallel"
	"tertius.dev/core/render"
)

// DrawnThreshold is the number of drawn entities from which on the workers place them. Measured on 2 cores with BenchmarkBuild,
// medians (least) of 8 rounds: 2,048 entities take 0.17 (0.15) ms alone and on two workers, 4,096 take 0.36 (0.26) and 0.23
// (0.18) ms, 16,384 take 1.6 (1.1) and 0.8 (0.6) ms.
const DrawnThreshold = 4_096

// itemWords is how many words of 64 slots a work item places: 1,024 slots.
const itemWords = 16

// piece is what neighboring slots show, in their order.
type piece struct {
	instances []render.Instance
	lights    []render.LightInstance
}

// sharing is a build by the workers. Each item has room in the picture's instances for every entity that it may show, and
// lights of its own, so that no order of the workers shows.
type sharing struct {
	b         *Builder
	threshold int // 0 takes DrawnThreshold
	starts    []int
	pieces    []piece
	instances []render.Instance // of the picture, with room for all
}

// SetDrawnThreshold replaces DrawnThreshold for this builder.
//
// Errors: a number below 1; the threshold then stays.
func (b *Builder) SetDrawnThreshold(drawn int) error {
	if drawn < 1 {
		return fmt.Errorf("the threshold of building pictures is %d drawn entities; it must be 1 or more", drawn)
	}
	b.sharing.threshold = drawn
	return nil
}

// placeEntities adds what the drawn entities show to the picture.
func (b *Builder) placeEntities(s *render.Snapshot, pool *parallel.Pool) *parallel.Caught {
	threshold := b.sharing.threshold
	if threshold == 0 {
		threshold = DrawnThreshold
	}
	drawn := &b.in.Entities.Drawn
	if pool != nil && pool.Workers() > 1 && drawn.Len() >= threshold {
		return b.share(s, pool)
	}
	p := piece{s.Instances, s.Lights}
	for k, word := range drawn.Words() {
		b.placeWord(k, word, &p)
	}
	s.Instances, s.Lights = p.instances, p.lights
	return nil
}

// placeWord adds what those of 64 neighboring entities show whose bits are set.
func (b *Builder) placeWord(k int, word uint64, p *piece) {
	for ; word != 0; word &= word - 1 {
		b.placeEntity(k<<6|bits.TrailingZeros64(word), p)
	}
}

// share is placeEntities by the workers.
func (b *Builder) share(s *render.Snapshot, pool *parallel.Pool) *parallel.Caught {
	w := &b.sharing
	w.b = b
	items := w.divide(s)
	caught := pool.Run(w, items)
	if caught == nil {
		w.join(s, items)
	}
	w.b, w.instances = nil, nil
	return caught
}

// divide gives each item its room, as much as it has drawn entities, and returns the number of items.
func (w *sharing) divide(s *render.Snapshot) (items int) {
	words, n := w.b.in.Entities.Drawn.Words(), 0
	w.starts = w.starts[:0]
	for k, word := range words {
		if k%itemWords == 0 {
			w.starts = append(w.starts, n)
		}
		n += bits.OnesCount64(word)
	}
	items = len(w.starts)
	w.starts = append(w.starts, n)
	if items > len(w.pieces) {
		w.pieces = append(w.pieces, make([]piece, items-len(w.pieces))...)
	}
	if n > cap(s.Instances) {
		s.Instances = make([]render.Instance, 0, max(n, 2*cap(s.Instances)))
	}
	w.instances = s.Instances[:n]
	return items
}

// Do places the entities of one item.
func (w *sharing) Do(_, item int) {
	from, to := w.starts[item], w.starts[item+1]
	p := piece{w.instances[from:from:to], w.pieces[item].lights[:0]}
	drawn := &w.b.in.Entities.Drawn
	for k := item * itemWords; k < (item+1)*itemWords; k++ {
		w.b.placeWord(k, drawn.Word(k), &p)
	}
	w.pieces[item] = p
}

// join closes the gaps that entities left which show no mesh here, and puts the lights in line.
func (w *sharing) join(s *render.Snapshot, items int) {
	n := 0
	for item := range w.pieces[:items] {
		p := &w.pieces[item]
		if n < w.starts[item] {
			copy(w.instances[n:], p.instances)
		}
		n += len(p.instances)
		s.Lights = append(s.Lights, p.lights...)
		p.instances = nil
	}
	s.Instances = w.instances[:n]
}
