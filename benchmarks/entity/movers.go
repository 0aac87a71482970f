package entity

import (
	"fmt"
	"io"

	"tertius.dev/core/geom"
	"tertius.dev/core/parallel"
	"tertius.dev/simulation"
)

const (
	moverRounds = 20 // of each number of workers, as a loop and as a world, in turn
	moverTicks  = 6  // of one round: the first finds the caches as another world left them
)

// PrintMovers compares ticks of n movers with a plain loop that does the same work, each on each number of workers, and prints how
// many times as fast as the first number of workers each is. Looks is how often an idle worker looks for work before it sleeps; 0
// leaves it as it is.
func PrintMovers(out io.Writer, n, looks int, workers ...int) error {
	var ticks []func()
	worlds := make([]*simulation.World, len(workers))
	for i, k := range workers {
		pool := parallel.NewPool(k)
		defer pool.Close()
		w, err := moversWorld(n, k)
		if err != nil {
			return err
		}
		defer w.Close()
		if looks > 0 {
			pool.SetLooks(looks)
			w.Pool().SetLooks(looks)
		}
		worlds[i], ticks = w, append(ticks, newPlain(n, pool).tick, w.Tick)
	}
	times := inTurn(moverRounds, moverTicks, ticks...)
	fmt.Fprintf(out, "%d entities whose one component hears each tick and moves its entity, ns for each, medians (leasts) of %d rounds "+
		"of %d ticks in turn, and how many times as fast as %d worker:\n", n, moverRounds, moverTicks, workers[0])
	for i, k := range workers {
		fmt.Fprintf(out, "  %2d workers: %v in a plain loop over the same components and a slice of poses, %v in a tick of the World\n",
			k, compare(times[2*i], times[0], n), compare(times[2*i+1], times[1], n))
	}
	for i, w := range worlds {
		w.MeasureTicks(true)
		for range measuredTicks {
			w.Tick()
		}
		fmt.Fprintf(out, "a tick with %d workers: %v\n", workers[i], w.Profile())
	}
	return nil
}

// compare tells a time for each of n, and how many times as fast it is as another.
func compare(t, first spread, n int) string {
	return fmt.Sprintf("%6.2f (%.2f), %.2f (%.2f) times", t.median/float64(n), t.least/float64(n), first.median/t.median, first.least/t.least)
}

func moversWorld(n, workers int) (*simulation.World, error) {
	w, frame, err := world(workers)
	if err != nil {
		return nil, err
	}
	return w, fill(w, frame, n, func(i int) simulation.Component { return newMover(i) })
}

// plain is the movers' work without a world. Each worker has as many neighbors as the others.
type plain struct {
	pool   *parallel.Pool
	movers []*mover
	poses  []geom.Pose
}

func newPlain(n int, pool *parallel.Pool) *plain {
	p := &plain{pool: pool, movers: make([]*mover, n), poses: make([]geom.Pose, n)}
	for i := range p.movers {
		p.movers[i] = newMover(i)
	}
	return p
}

func (p *plain) tick() {
	if caught := p.pool.Run(p, p.pool.Workers()); caught != nil {
		panic(caught)
	}
}

// Do moves the movers of one worker.
func (p *plain) Do(_, item int) {
	n, k := len(p.movers), p.pool.Workers()
	from, to := n*item/k, n*(item+1)/k
	poses := p.poses[from:to]
	for i, m := range p.movers[from:to] {
		m.position = m.position.AddScaled(m.velocity, 1.0/60)
		poses[i] = geom.At(m.position)
	}
}
