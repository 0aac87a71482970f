package grid_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"tertius.dev/core/bitset"
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/parallel"
	"tertius.dev/simulation/internal/grid"
	"tertius.dev/simulation/internal/table"
)

// stream is a stream of numbers that only its seed decides: Knuth's generator.
type stream uint64

func (s *stream) below(n int) int {
	*s = *s*6364136223846793005 + 1442695040888963407
	return int(uint64(*s) >> 33 % uint64(n))
}

func (s *stream) between(low, high float64) float64 {
	return low + (high-low)*float64(s.below(1<<30))/(1<<30)
}

var frames = []handle.Frame{{Index: 0, Generation: 1}, {Index: 2, Generation: 1}}

// somewhere is a place within a range of sizes: from one cell to beyond what doubles resolve.
func somewhere(s *stream) geom.Vec3 {
	size := []float64{20, 100, 1000, 1e6, 1e20, 1e30}[s.below(6)]
	return geom.Vec3{X: s.between(-size, size), Y: s.between(-size, size), Z: s.between(-size, size)}
}

// crowded returns grids and the rows that they hold: some slots are in no frame.
func crowded(t testing.TB, seed stream, slots int) (*grid.Grids, []table.Place, *stream) {
	t.Helper()
	g := grid.New()
	g.Grow(slots)
	rows := make([]table.Place, slots)
	for i := range rows {
		moveRow(&rows[i], &seed)
		g.Place(i, rows[i].Frame, rows[i].Pose.Position)
	}
	return &g, rows, &seed
}

func moveRow(row *table.Place, s *stream) {
	*row = table.Place{}
	if s.below(10) > 0 {
		row.Frame, row.Pose.Position = frames[s.below(2)], somewhere(s)
	}
}

func check(t *testing.T, g *grid.Grids, rows []table.Place) {
	t.Helper()
	if err := g.Check(rows); err != nil {
		t.Fatal(err)
	}
}

func TestSearchCollectsAllThatTheBallHolds(t *testing.T) {
	g, rows, s := crowded(t, 1, 3000)
	check(t, g, rows)
	var found bitset.Layered
	found.Grow(len(rows))
	for range 2000 {
		f := frames[s.below(2)]
		ball := grid.Ball{Center: somewhere(s), RadiusMeters: []float64{0, 1, 31, 64, 500, 1e6, 1e25, 1e150}[s.below(8)]}
		if s.below(4) == 0 {
			ball.Center = rows[s.below(len(rows))].Pose.Position
		}
		found.Clear()
		g.Collect(f, &ball, &found)
		for i := range rows {
			if inside := rows[i].Frame == f && ball.Holds(rows[i].Pose.Position); inside && !found.Has(i) {
				t.Fatalf("%+v misses slot %d at %v", ball, i, rows[i].Pose.Position)
			}
			if found.Has(i) && rows[i].Frame != f {
				t.Fatalf("a search of frame %v found slot %d of frame %v", f, i, rows[i].Frame)
			}
		}
		entities, _, ok := g.Count(f, &ball, math.MaxInt)
		if !ok || entities != found.Len() {
			t.Fatalf("%+v counts %d entities and collects %d", ball, entities, found.Len())
		}
		if entities > 0 {
			if _, _, ok := g.Count(f, &ball, entities-1); ok {
				t.Fatalf("a count of %d does not give up at %d", entities, entities-1)
			}
		}
	}
}

func TestSearchLooksOnlyAtCellsThatTheBallMeets(t *testing.T) {
	g := grid.New()
	g.Grow(1000)
	f := frames[0]
	for i := range 1000 { // a cube of 10 x 10 x 10 cells, one entity in the middle of each
		g.Place(i, f, geom.Vec3{X: float64(i%10)*32 + 16, Y: float64(i/10%10)*32 + 16, Z: float64(i/100)*32 + 16})
	}
	var found bitset.Layered
	found.Grow(1000)
	for _, c := range []struct {
		radius float64
		want   int
	}{
		{0, 1}, {15, 1}, // a ball about the middle of a cell
		{17, 7}, {22, 7}, // reaches its 6 neighbors by their faces
		{23, 19}, // and 12 by their edges, 22.6 m away
		{28, 27}, // and 8 by their corners, 27.7 m away
		{10_000, 1000},
	} {
		found.Clear()
		g.Collect(f, &grid.Ball{Center: geom.Vec3{X: 144, Y: 144, Z: 144}, RadiusMeters: c.radius}, &found)
		if found.Len() != c.want {
			t.Errorf("a ball of %v m meets %d cells, want %d", c.radius, found.Len(), c.want)
		}
	}
}

func TestSurfaceOfTheBallIsInIt(t *testing.T) {
	g := grid.New()
	g.Grow(1)
	for _, p := range []geom.Vec3{{X: 64}, {X: -64}, {Y: -32}, {Z: 96}, {X: 1e-170}, {X: -1e-170}} {
		g.Place(0, frames[0], p)
		ball := grid.Ball{RadiusMeters: p.Length()}
		var found bitset.Layered
		found.Grow(1)
		g.Collect(frames[0], &ball, &found)
		if !ball.Holds(p) || !found.Has(0) {
			t.Errorf("%v is not within %v m of the origin", p, ball.RadiusMeters)
		}
	}
}

func TestGridsHoldAfterAnyMovesAndRemovals(t *testing.T) {
	g, rows, s := crowded(t, 7, 400)
	for round := range 200 {
		for range 50 {
			i := s.below(len(rows))
			if s.below(3) == 0 {
				rows[i] = table.Place{}
				g.Remove(i)
			} else {
				moveRow(&rows[i], s)
				g.Place(i, rows[i].Frame, rows[i].Pose.Position)
			}
		}
		if round%20 == 19 {
			more := make([]table.Place, 64)
			rows = append(rows, more...)
			g.Grow(len(rows))
		}
		check(t, g, rows)
	}
	for i := range rows {
		rows[i] = table.Place{}
		g.Remove(i)
	}
	check(t, g, rows)
	if g.Len(frames[0]) != 0 || g.Cells(0) != 0 || g.Cells(2) != 0 || g.Len(handle.Frame{Index: 99, Generation: 1}) != 0 {
		t.Error("the emptied grids hold something")
	}
}

func TestSearchOfAFrameWithoutEntitiesFindsNothing(t *testing.T) {
	g := grid.New()
	var found bitset.Layered
	ball := grid.Ball{RadiusMeters: 1e9}
	g.Collect(frames[1], &ball, &found)
	g.CollectAll(frames[1], &found)
	if n, _, ok := g.Count(frames[1], &ball, 10); n != 0 || !ok || found.Len() != 0 {
		t.Errorf("%d entities", n)
	}
}

func TestCollectAllTakesTheWholeFrame(t *testing.T) {
	g, rows, _ := crowded(t, 3, 500)
	for _, f := range frames {
		var found bitset.Layered
		found.Grow(len(rows))
		g.CollectAll(f, &found)
		for i := range rows {
			if found.Has(i) != (rows[i].Frame == f) {
				t.Fatalf("slot %d of frame %v: collected from %v is %v", i, rows[i].Frame, f, found.Has(i))
			}
		}
		if found.Len() != g.Len(f) {
			t.Errorf("frame %v has %d entities, and %d were collected", f, g.Len(f), found.Len())
		}
	}
}

// wander moves some rows, most of them within their cell, and returns the moved slots.
func wander(rows []table.Place, s *stream) *bitset.Marks {
	var moved bitset.Marks
	moved.Grow(len(rows))
	for i := range rows {
		switch s.below(8) {
		case 0:
			moveRow(&rows[i], s)
		case 1, 2, 3, 4:
			if rows[i].Frame.IsNone() {
				continue
			}
			rows[i].Pose.Position.X += s.between(-5, 5)
		default:
			continue
		}
		moved.Add(i)
	}
	return &moved
}

// tableOf is a table of these rows, of which some moved: the back rows are the front rows.
func tableOf(rows []table.Place, moved *bitset.Marks) *table.Entities {
	t := &table.Entities{Front: rows, Back: rows}
	mark(t, moved)
	return t
}

// mark says of the slots that their rows were written.
func mark(t *table.Entities, moved *bitset.Marks) {
	t.Moved.Grow(len(t.Front))
	for k, word := range moved.Words() {
		t.Moved.AddWord(k, word)
	}
}

func TestPublishOnWorkersEndsInTheGridsOfOneThread(t *testing.T) {
	pool := parallel.NewPool(8)
	defer pool.Close()
	for _, slots := range []int{1, 63, 5000, 9000} {
		alone, rows, s := crowded(t, 11, slots)
		shared, _, _ := crowded(t, 11, slots)
		if err := shared.SetPublishThreshold(1); err != nil {
			t.Fatal(err)
		}
		for range 20 {
			shared.HelpAgain()
			moved := wander(rows, s)
			if caught := alone.Publish(tableOf(rows, moved), nil); caught != nil {
				t.Fatal(caught)
			}
			if caught := shared.Publish(tableOf(rows, moved), pool); caught != nil {
				t.Fatal(caught)
			}
			check(t, alone, rows)
			check(t, shared, rows)
			for i := range rows {
				if alone.CellOf(i) != shared.CellOf(i) {
					t.Fatalf("slot %d is in cell %d alone and in %d with workers", i, alone.CellOf(i), shared.CellOf(i))
				}
			}
		}
	}
}

func TestWorkersStandBackWhileManyLeaveTheirCells(t *testing.T) {
	pool := parallel.NewPool(2)
	defer pool.Close()
	g, rows, s := crowded(t, 5, 1000)
	if err := g.SetPublishThreshold(1); err != nil {
		t.Fatal(err)
	}
	var moved bitset.Marks
	moved.Grow(len(rows))
	for i := range rows {
		moved.Add(i)
	}
	g.Publish(tableOf(rows, &moved), pool)
	if !g.Helping() {
		t.Error("nobody left its cell, and the workers stand back")
	}
	for range 3 {
		for i := range rows {
			moveRow(&rows[i], s)
		}
		g.Publish(tableOf(rows, &moved), pool)
		check(t, g, rows)
		if g.Helping() {
			t.Error("nearly all left their cells, and the workers would help again")
		}
	}
	g.Publish(tableOf(rows, &moved), pool)
	if !g.Helping() {
		t.Error("nobody left any more, and the workers still stand back")
	}
}

func TestPublishLeavesAloneWhoDidNotMove(t *testing.T) {
	g, rows, s := crowded(t, 5, 1000)
	before := make([]uint32, len(rows))
	for i := range rows {
		before[i] = g.CellOf(i)
		moveRow(&rows[i], s) // a change that nobody reports
	}
	var moved bitset.Marks
	moved.Grow(len(rows))
	g.Publish(tableOf(rows, &moved), nil)
	moved.Add(500)
	rows[500] = table.Place{Frame: frames[0]}
	rows[500].Pose.Position.X = 12_345_678
	g.Publish(tableOf(rows, &moved), nil)
	for i := range rows {
		if (g.CellOf(i) != before[i]) != (i == 500) {
			t.Fatalf("slot %d went from cell %d to %d", i, before[i], g.CellOf(i))
		}
	}
}

func TestThresholdBelowOneIsRefused(t *testing.T) {
	g := grid.New()
	for _, n := range []int{0, -1, math.MinInt} {
		if err := g.SetPublishThreshold(n); err == nil || !strings.Contains(err.Error(), "1 or more") {
			t.Errorf("a threshold of %d gives the error %v", n, err)
		}
	}
}

func TestCheckFindsEachBrokenInvariant(t *testing.T) {
	for _, c := range []struct {
		name, want string
		corrupt    func(g *grid.Grids, rows []table.Place)
	}{
		{"none", "", func(*grid.Grids, []table.Place) {}},
		{"moved-row", "is at", func(_ *grid.Grids, rows []table.Place) { rows[1].Pose.Position.X = 500 }},
		{"other-frame", "in a cell of frame", func(_ *grid.Grids, rows []table.Place) { rows[1].Frame = frames[1] }},
		{"gone-row", "in no frame", func(_ *grid.Grids, rows []table.Place) { rows[1].Frame = handle.Frame{} }},
		{"forgotten", "in no cell", func(g *grid.Grids, _ []table.Place) { g.Forget(1) }},
		{"forgotten-and-gone", "names block", func(g *grid.Grids, rows []table.Place) {
			g.Forget(1)
			rows[1].Frame = handle.Frame{}
		}},
		{"misplaced", "at", func(g *grid.Grids, rows []table.Place) {
			g.Misplace(1)
			rows[1].Pose.Position.X += 32
			rows[0].Pose.Position.X += 32
		}},
		{"miscounted", "names", func(g *grid.Grids, _ []table.Place) { g.Miscount(2) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := grid.New()
			g.Grow(3)
			rows := make([]table.Place, 3)
			for i, x := range []float64{1, 2, 100} {
				rows[i].Frame, rows[i].Pose.Position.X = frames[0], x
				g.Place(i, rows[i].Frame, rows[i].Pose.Position)
			}
			c.corrupt(&g, rows)
			err := g.Check(rows)
			if c.want == "" {
				if err != nil {
					t.Errorf("whole grids have the error %v", err)
				}
				return
			}
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("the error is %v, want one that tells of %q", err, c.want)
			}
		})
	}
}

func TestWarmGridsAllocateNothing(t *testing.T) {
	g, rows, s := crowded(t, 9, 2000)
	var found bitset.Layered
	found.Grow(len(rows))
	drift := func() {
		for i := range rows {
			if !rows[i].Frame.IsNone() {
				rows[i].Pose.Position = somewhere(s)
				g.Place(i, rows[i].Frame, rows[i].Pose.Position)
			}
		}
	}
	drift()
	if n := testing.AllocsPerRun(20, func() {
		drift()
		found.Clear()
		ball := grid.Ball{RadiusMeters: 100}
		g.Collect(frames[0], &ball, &found)
		g.Count(frames[0], &ball, 1000)
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// BenchmarkPublish shows from how many moved rows on the workers pay: those that stay in their cells, those of which one in
// 20 leaves, and those that all leave.
func BenchmarkPublish(b *testing.B) {
	for _, n := range []int{4096, 8192, 16_384, 32_768, 65_536, 131_072, 1_048_576} {
		for _, c := range []struct {
			name   string
			meters float64
		}{{"stay", 0}, {"some", 1.6}, {"all", 32}} {
			for _, workers := range []int{1, 2, 16} {
				b.Run(fmt.Sprintf("moved-%d/%s/workers-%d", n, c.name, workers), func(b *testing.B) {
					benchPublish(b, n, c.meters, workers)
				})
			}
		}
	}
}

func benchPublish(b *testing.B, n int, meters float64, workers int) {
	pool := parallel.NewPool(workers)
	defer pool.Close()
	g := grid.New()
	g.Grow(n)
	if err := g.SetPublishThreshold(1); err != nil {
		b.Fatal(err)
	}
	rows := make([]table.Place, n)
	var moved bitset.Marks
	moved.Grow(n)
	var s stream = 1
	edge := math.Cbrt(float64(n)) * 16 // eight to a cell
	for i := range rows {
		rows[i].Frame = frames[0]
		rows[i].Pose.Position = geom.Vec3{X: s.between(0, edge), Y: s.between(0, edge), Z: s.between(0, edge)}
		g.Place(i, frames[0], rows[i].Pose.Position)
		moved.Add(i)
	}
	e := &table.Entities{Front: slices.Clone(rows), Back: rows}
	for b.Loop() {
		b.StopTimer()
		for i := range rows {
			rows[i].Pose.Position.X += meters
		}
		meters = -meters
		mark(e, &moved)
		b.StartTimer()
		g.Publish(e, pool)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/entity")
}

func BenchmarkSearch(b *testing.B) {
	const n = 100_000
	g := grid.New()
	g.Grow(n)
	var s stream = 1
	for i := range n {
		g.Place(i, frames[0], geom.Vec3{X: s.between(0, 1500), Y: s.between(0, 1500), Z: s.between(0, 1500)})
	}
	var found bitset.Layered
	found.Grow(n)
	for b.Loop() {
		found.Clear()
		ball := grid.Ball{Center: geom.Vec3{X: s.between(0, 1500), Y: s.between(0, 1500), Z: s.between(0, 1500)}, RadiusMeters: 50}
		g.Collect(frames[0], &ball, &found)
	}
}

// TestComparingAgreesWithRounding tries positions at and beside the ends of cells of every size of coordinate. Beyond 2^53
// cells, comparing may only miss.
func TestComparingAgreesWithRounding(t *testing.T) {
	for exponent := -60; exponent < 80; exponent++ {
		for _, cells := range []float64{-3, -2, -1, -0.5, 0, 0.5, 1, 2, 3} {
			base := math.Ldexp(cells, exponent) * grid.CellMeters
			for _, other := range []float64{
				base, math.Nextafter(base, math.Inf(1)), math.Nextafter(base, math.Inf(-1)), -base,
				base + grid.CellMeters, math.Nextafter(base+grid.CellMeters, math.Inf(-1)), base - grid.CellMeters, 2 * base,
			} {
				for _, pair := range [...][2]geom.Vec3{
					{{X: base, Y: 1, Z: 1}, {X: other, Y: 1, Z: 1}}, {{X: 1, Y: base, Z: 1}, {X: 1, Y: other, Z: 1}},
					{{X: 1, Y: 1, Z: base}, {X: 1, Y: 1, Z: other}},
				} {
					rounding, comparing := grid.CellHolds(pair[0], pair[1])
					near := max(math.Abs(base), math.Abs(other)) < 0x1p52*grid.CellMeters
					if comparing && !rounding || near && comparing != rounding {
						t.Fatalf("the cell of %v holds %v: %v by comparing, %v by rounding", pair[0], pair[1], comparing, rounding)
					}
				}
			}
		}
	}
}
