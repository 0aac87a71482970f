package jolt_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/physics"
)

// ask puts one question to the bodies of a frame.
func (b *bench) ask(a physics.Asked) []physics.Hit {
	b.t.Helper()
	usable, err := a.Question.Usable()
	if err != nil {
		b.t.Fatal(err)
	}
	a.Question = usable
	if a.Frame.IsNone() {
		a.Frame = frameAt(0)
	}
	var out physics.Answers
	b.backend.Ask(&physics.Questions{Asked: []physics.Asked{a}}, &out)
	for _, err := range out.Errors {
		b.t.Error(err)
	}
	return out.Of(0)
}

func ray(x, y, z, dx, dy, dz, length float64) physics.Question {
	return physics.RayQuestion(physics.Ray{
		Origin: geom.Vec3{X: x, Y: y, Z: z}, Direction: geom.Vec3{X: dx, Y: dy, Z: dz}, LengthMeters: length,
	}, physics.RayNearest)
}

func static(s physics.Shape) physics.BodyDesc { return physics.Body(s, physics.Static) }

func (b *bench) wantHit(what string, hits []physics.Hit, e handle.Entity, distance float64, normal geom.Vec3, slack float64) {
	b.t.Helper()
	if len(hits) != 1 || hits[0].Entity != e {
		b.t.Errorf("%s: the hits are %+v, want one of %v", what, hits, e)
		return
	}
	h := hits[0]
	if math.Abs(h.DistanceMeters-distance) > slack || !near(h.Normal.Double(), normal, 1e-3) {
		b.t.Errorf("%s: distance %.9g m and normal %v, want %.9g and %v", what, h.DistanceMeters, h.Normal, distance, normal)
	}
}

// The distance and the normal of a ray's hit are those of geometry, near the frame's origin and far from it.
func TestRayHitsShapesWhereGeometrySays(t *testing.T) {
	x, up, diagonal := geom.Vec3{X: -1}, geom.Vec3{Y: 1}, geom.Vec3{X: -0.6, Y: 0.8}
	for _, c := range []struct {
		name     string
		shape    physics.Shape
		question physics.Question // about a body at the origin
		distance float64          // below 0 for a miss
		normal   geom.Vec3
	}{
		{"sphere", physics.NewSphere(2), ray(-10, 0, 0, 1, 0, 0, 100), 8, x},
		{"sphere-off-center", physics.NewSphere(2), ray(-10, 1.6, 0, 3, 0, 0, 100), 10 - 1.2, diagonal},
		{"sphere-grazed", physics.NewSphere(2), ray(-10, 1.999, 0, 1, 0, 0, 100), 10 - math.Sqrt(4-1.999*1.999),
			geom.Vec3{X: -math.Sqrt(4-1.999*1.999) / 2, Y: 1.999 / 2}},
		{"sphere-passed", physics.NewSphere(2), ray(-10, 2.001, 0, 1, 0, 0, 100), -1, geom.Vec3{}},
		{"sphere-just-reached", physics.NewSphere(2), ray(-10, 0, 0, 1, 0, 0, 8.0001), 8, x},
		{"sphere-out-of-reach", physics.NewSphere(2), ray(-10, 0, 0, 1, 0, 0, 7.9999), -1, geom.Vec3{}},
		{"sphere-behind", physics.NewSphere(2), ray(-10, 0, 0, -1, 0, 0, 100), -1, geom.Vec3{}},
		{"inside-a-sphere", physics.NewSphere(2), ray(-1, 0, 0, 0, 0, 1, 100), 0, geom.Vec3{Z: -1}},
		{"box", physics.NewBox(1, 2, 3), ray(-10, 1.5, -2.5, 1, 0, 0, 100), 9, x},
		{"box-top", physics.NewBox(1, 2, 3), ray(0.5, 7, 0, 0, -1, 0, 100), 5, up},
		{"box-slanted", physics.NewBox(1, 2, 3), ray(-4, 4, 0, 3, -4, 0, 100), 5, x},
		{"box-edge-passed", physics.NewBox(1, 2, 3), ray(-10, 2.001, 0, 1, 0, 0, 100), -1, geom.Vec3{}},
		{"inside-a-box", physics.NewBox(1, 2, 3), ray(0, 0, 0, 0, -1, 0, 100), 0, up},
		{"capsule-side", physics.NewCapsule(1, 0.5), ray(-10, 0.9, 0, 1, 0, 0, 100), 9.5, x},
		{"capsule-end", physics.NewCapsule(1, 0.5), ray(0, 10, 0, 0, -1, 0, 100), 8.5, up},
		{"capsule-shoulder", physics.NewCapsule(1, 0.5), ray(-10, 1.4, 0, 1, 0, 0, 100), 9.7, diagonal},
		{"one-mm-long", physics.NewBox(1, 2, 3), ray(-1.0005, 0, 0, 1, 0, 0, 1e-3), 5e-4, x},
	} {
		for _, far := range []geom.Vec3{{}, {X: 3e3, Y: -1e3}, {X: 1e6, Y: 2e6, Z: -3e6}} {
			t.Run(c.name, func(t *testing.T) {
				b := newBench(t, 1)
				e := b.spawn(0, static(c.shape), geom.At(far))
				r, _ := c.question.AsRayCast()
				r.Origin = r.Origin.Add(far)
				hits := b.ask(physics.Asked{Question: physics.QuestionOfRayCast(r)})
				if c.distance < 0 {
					if len(hits) != 0 {
						t.Errorf("at %v: it hits %+v", far, hits)
					}
					return
				}
				b.wantHit(c.name, hits, e, c.distance, c.normal, 1e-5)
				if len(hits) == 1 {
					want := r.Origin.AddScaled(r.Direction.Scale(1/r.Direction.Length()), hits[0].DistanceMeters)
					if !near(hits[0].Point, want, 1e-8) {
						t.Errorf("at %v: the point %v is not that on the ray, %v", far, hits[0].Point, want)
					}
				}
			})
		}
	}
}

// A ray that has come far hits as exactly as one that starts close by.
func TestLongRayIsExact(t *testing.T) {
	b := newBench(t, 1)
	e := b.spawn(0, static(physics.NewSphere(2)), place(1e6, 0, 0))
	hits := b.ask(physics.Asked{Question: ray(-1e6, 0, 0, 1, 0, 0, 1e9)})
	b.wantHit("a ray of 2,000 km", hits, e, 2e6-2, geom.Vec3{X: -1}, 1e-5)
}

// A ray from outside meets the inner of a compound's parts once, where it meets the first.
func TestCompoundIsHitOnce(t *testing.T) {
	b := newBench(t, 1)
	e := b.spawn(0, static(physics.NewCompound(
		physics.Part{Shape: physics.NewSphere(1), Pose: place(5, 0, 0)},
		physics.Part{Shape: physics.NewSphere(1), Pose: place(-5, 0, 0)},
		physics.Part{Shape: physics.NewBox(1, 1, 1), Pose: geom.At(geom.Vec3{})},
	)), place(0, 0, 0))
	hits := b.ask(physics.Asked{Question: ray(-20, 0, 0, 1, 0, 0, 100), AllHits: true})
	b.wantHit("every hit", hits, e, 14, geom.Vec3{X: -1}, 1e-5)
	sphere := physics.QuestionOfOverlap(physics.Overlap{Shape: physics.NewQuerySphere(10), Pose: place(0, 0, 0)})
	if hits := b.ask(physics.Asked{Question: sphere}); len(hits) != 1 || hits[0].Entity != e {
		t.Errorf("the overlap is %+v", hits)
	}
}

func castOf(s physics.QueryShape, from geom.Pose, x, y, z float64) physics.Question {
	return physics.QuestionOfShapeCast(physics.ShapeCast{
		Shape: s, Start: from, Direction: geom.Vec3{X: x, Y: y, Z: z}, LengthMeters: 100,
	})
}

// The shape stops where geometry says that the two touch.
func TestShapeCastStopsWhereTheyTouch(t *testing.T) {
	x := geom.Vec3{X: -1}
	upright := geom.Pose{Position: geom.Vec3{X: -10}, Rotation: geom.AxisAngle(geom.Vec3{Z: 1}, math.Pi/2)}
	turned := geom.Pose{Position: geom.Vec3{X: -10}, Rotation: geom.AxisAngle(geom.Vec3{Y: 1}, math.Pi/4)}
	for _, c := range []struct {
		name     string
		shape    physics.Shape
		question physics.Question
		distance float64
		normal   geom.Vec3
		point    geom.Vec3
	}{
		{"sphere-at-sphere", physics.NewSphere(2), castOf(physics.NewQuerySphere(1), place(-10, 0, 0), 1, 0, 0), 7, x, geom.Vec3{X: -2}},
		{"sphere-past-center", physics.NewSphere(2), castOf(physics.NewQuerySphere(1), place(-10, 2.4, 0), 1, 0, 0), 10 - 1.8,
			geom.Vec3{X: -0.6, Y: 0.8}, geom.Vec3{X: -1.2, Y: 1.6}},
		{"sphere-at-box", physics.NewBox(1, 2, 3), castOf(physics.NewQuerySphere(0.5), place(-10, 1, 1), 1, 0, 0), 8.5, x,
			geom.Vec3{X: -1, Y: 1, Z: 1}},
		{"box-at-sphere", physics.NewSphere(2), castOf(physics.NewQueryBox(1, 1, 1), place(-10, 0, 0), 1, 0, 0), 7, x, geom.Vec3{X: -2}},
		{"turned-box-at-sphere", physics.NewSphere(2), castOf(physics.NewQueryBox(1, 1, 1), turned, 1, 0, 0), 8 - math.Sqrt2, x,
			geom.Vec3{X: -2}},
		{"capsule-at-sphere", physics.NewSphere(2), castOf(physics.NewQueryCapsule(1, 0.5), place(-10, 0.5, 0), 1, 0, 0), 7.5, x,
			geom.Vec3{X: -2}},
		{"lying-capsule-at-box", physics.NewBox(1, 2, 3), castOf(physics.NewQueryCapsule(1, 0.5), upright, 1, 0, 0), 7.5, x,
			geom.Vec3{X: -1}},
		{"capsule-without-height", physics.NewSphere(2), castOf(physics.NewQueryCapsule(0, 1), place(-10, 0, 0), 1, 0, 0), 7, x,
			geom.Vec3{X: -2}},
	} {
		for _, far := range []geom.Vec3{{}, {X: 1e6, Y: 2e6, Z: -3e6}} {
			t.Run(c.name, func(t *testing.T) {
				b := newBench(t, 1)
				e := b.spawn(0, static(c.shape), geom.At(far))
				q, _ := c.question.AsShapeCast()
				q.Start.Position = q.Start.Position.Add(far)
				hits := b.ask(physics.Asked{Question: physics.QuestionOfShapeCast(q)})
				b.wantHit(c.name, hits, e, c.distance, c.normal, 1e-4)
				if len(hits) == 1 && !near(hits[0].Point.Sub(far), c.point, 2e-2) {
					t.Errorf("at %v: they touch at %v, want %v", far, hits[0].Point.Sub(far), c.point)
				}
			})
		}
	}
}

func TestShapeCastThatStartsInTouch(t *testing.T) {
	b := newBench(t, 1)
	e := b.spawn(0, static(physics.NewBox(1, 2, 3)), place(0, 0, 0))
	for _, direction := range []geom.Vec3{{X: 1}, {X: -1}, {Z: 1}} {
		q := castOf(physics.NewQuerySphere(0.5), place(-1.25, 0, 0), direction.X, direction.Y, direction.Z)
		b.wantHit("a cast from the surface", b.ask(physics.Asked{Question: q}), e, 0, geom.Vec3{X: -1}, 0)
	}
	q := castOf(physics.NewQuerySphere(0.5), place(-1.6, 0, 0), -1, 0, 0)
	if hits := b.ask(physics.Asked{Question: q}); len(hits) != 0 {
		t.Errorf("a cast away from the box hits %+v", hits)
	}
}

// Shapes overlap from where they touch on.
func TestOverlapBeginsWhereTheyTouch(t *testing.T) {
	tilt := geom.AxisAngle(geom.Vec3{Z: 1}, math.Pi/4)
	for _, c := range []struct {
		name  string
		body  physics.Shape
		shape physics.QueryShape
		turn  geom.Quat
		touch float64 // between the centers along X
	}{
		{"spheres", physics.NewSphere(2), physics.NewQuerySphere(1), geom.IdentityQuat, 3},
		{"sphere-in-box", physics.NewBox(1, 2, 3), physics.NewQuerySphere(1), geom.IdentityQuat, 2},
		{"boxes", physics.NewBox(1, 2, 3), physics.NewQueryBox(0.5, 1, 1), geom.IdentityQuat, 1.5},
		{"tilted-box", physics.NewSphere(2), physics.NewQueryBox(1, 1, 1), tilt, 2 + math.Sqrt2},
		{"capsule", physics.NewSphere(2), physics.NewQueryCapsule(1, 0.5), geom.IdentityQuat, 2.5},
		{"capsules", physics.NewCapsule(2, 1), physics.NewQueryCapsule(0, 0.5), tilt, 1.5},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, far := range []geom.Vec3{{}, {X: 1e6, Z: -3e6}} {
				b := newBench(t, 1)
				e := b.spawn(0, static(c.body), geom.At(far))
				for _, gap := range []float64{-2e-4, 2e-4, -c.touch} {
					at := geom.Pose{Position: far.Add(geom.Vec3{X: c.touch + gap}), Rotation: c.turn}
					hits := b.ask(physics.Asked{Question: physics.QuestionOfOverlap(physics.Overlap{Shape: c.shape, Pose: at})})
					if gap > 0 && len(hits) != 0 || gap < 0 && (len(hits) != 1 || hits[0].Entity != e) {
						t.Errorf("at %v with a gap of %v m: %+v", far, gap, hits)
					}
				}
			}
		})
	}
}

// scatter fills a frame with bodies of every kind at places that the seed gives, and lets some of them fall.
func (b *bench) scatter(seed uint64, n int) (bodies []physics.Collision) {
	r := rand.New(rand.NewPCG(seed, 1))
	shapes := []physics.Shape{physics.NewSphere(0.7), physics.NewBox(0.5, 0.8, 1.1), physics.NewCapsule(0.6, 0.4)}
	for range n {
		desc := physics.Body(shapes[r.IntN(len(shapes))], physics.BodyMotion(r.IntN(3)))
		desc.Collision = physics.Collision{Groups: physics.Groups(r.IntN(8)), Mask: 0}
		turn, _ := geom.Quat{X: r.Float64(), Y: r.Float64(), Z: r.Float64(), W: 1}.Unit()
		b.add(0, desc, geom.Pose{
			Position: geom.Vec3{X: 30 * r.Float64(), Y: 30 * r.Float64(), Z: 30 * r.Float64()}, Rotation: turn,
		})
		bodies = append(bodies, desc.Collision)
	}
	b.apply()
	b.steps(3)
	return bodies
}

// questions returns questions of every kind in the place of scatter.
func questions(r *rand.Rand, n int) (list []physics.Question) {
	spot := func() geom.Vec3 { return geom.Vec3{X: 30 * r.Float64(), Y: 30 * r.Float64(), Z: 30 * r.Float64()} }
	for k := range n {
		from, to := spot(), spot().Sub(geom.Vec3{X: 15, Y: 15, Z: 15})
		shape := physics.NewQueryBox(0.3+r.Float64(), 0.5, 0.4)
		switch k % 3 {
		case 0:
			list = append(list, physics.RayQuestion(physics.Ray{Origin: from, Direction: to, LengthMeters: 40 * r.Float64()}, physics.RayAll))
		case 1:
			list = append(list, castOf(shape, geom.At(from), to.X, to.Y, to.Z))
		default:
			list = append(list, physics.QuestionOfOverlap(physics.Overlap{Shape: physics.NewQuerySphere(4), Pose: geom.At(from)}))
		}
	}
	return list
}

// What groups, the exception and the first hit leave over is what is left of all hits without them.
func TestFiltersLeaveWhatIsLeftOfAllHits(t *testing.T) {
	b := newBench(t, 1)
	bodies := b.scatter(3, 400)
	r := rand.New(rand.NewPCG(5, 2))
	found := 0
	for _, q := range questions(r, 300) {
		all := slices.Clone(b.ask(physics.Asked{Question: q, AllHits: true}))
		found += len(all)
		groups := physics.Groups(1 + r.IntN(7))
		var except handle.Entity
		if len(all) > 0 {
			except = all[r.IntN(len(all))].Entity
		}
		var want []physics.Hit
		for _, h := range all {
			if bodies[h.Entity.Index].Groups&groups != 0 && h.Entity != except {
				want = append(want, h)
			}
		}
		a := physics.Asked{Question: q, Groups: groups, Except: except, AllHits: true}
		if got := b.ask(a); !slices.Equal(got, want) {
			t.Fatalf("%v in groups %#x without %v: %v, want %v of %v", q, groups, except, got, want, all)
		}
		a.AllHits = false
		if q.FirstHitOnly() {
			want = want[:min(1, len(want))]
		}
		if got := b.ask(a); !slices.Equal(got, want) {
			t.Fatalf("%v, the first in groups %#x without %v: %v, want %v of %v", q, groups, except, got, want, all)
		}
		sorted := func(a, b physics.Hit) int {
			if a.DistanceMeters != b.DistanceMeters {
				return int(math.Copysign(1, a.DistanceMeters-b.DistanceMeters))
			}
			return int(a.Entity.Index) - int(b.Entity.Index)
		}
		if !slices.IsSortedFunc(all, sorted) {
			t.Fatalf("%v: the hits are out of order: %v", q, all)
		}
	}
	if found < 500 {
		t.Errorf("only %d hits: the test asks nothing worth", found)
	}
}

// The nearest of a ray is the first of all, also when several are equally near.
func TestNearestOfARayIsTheFirstOfAll(t *testing.T) {
	b := newBench(t, 1)
	b.scatter(4, 300)
	for range 3 { // the same body thrice: equally near
		b.spawn(0, static(physics.NewSphere(1)), place(15, 15, 15))
	}
	r := rand.New(rand.NewPCG(9, 2))
	for range 200 {
		from := geom.Vec3{X: 30 * r.Float64(), Y: -5, Z: 30 * r.Float64()}
		to := geom.Vec3{X: 15, Y: 15, Z: 15}.Sub(from)
		l := physics.Ray{Origin: from, Direction: to, LengthMeters: 60}
		all := slices.Clone(b.ask(physics.Asked{Question: physics.RayQuestion(l, physics.RayAll)}))
		nearest := b.ask(physics.Asked{Question: physics.RayQuestion(l, physics.RayNearest)})
		if len(all) < 3 || !slices.Equal(nearest, all[:1]) {
			t.Fatalf("from %v: the nearest is %v, of %v", from, nearest, all)
		}
	}
}

// A batch over several frames answers each question as if it were asked alone, and keeps the order.
func TestBatchAnswersEachQuestionAlone(t *testing.T) {
	b := newBench(t, 2)
	b.scatter(6, 200)
	b.spawn(1, static(physics.NewSphere(9)), place(15, 15, 15))
	var in physics.Questions
	for k, q := range questions(rand.New(rand.NewPCG(1, 1)), 60) {
		usable, err := q.Usable()
		if err != nil {
			t.Fatal(err)
		}
		in.Asked = append(in.Asked, physics.Asked{Question: usable, Frame: frameAt(k % 2)})
	}
	var out physics.Answers
	b.backend.Ask(&in, &out)
	if len(out.Errors) > 0 || len(out.Ends) != len(in.Asked) {
		t.Fatalf("%d answers to %d questions, errors %v", len(out.Ends), len(in.Asked), out.Errors)
	}
	for k := range in.Asked {
		if alone := b.ask(in.Asked[k]); !slices.Equal(alone, out.Of(k)) {
			t.Errorf("question %d: %v alone, %v in the batch", k, alone, out.Of(k))
		}
	}
}

// A bad question is named and has no hits, and the others are answered.
func TestBadQuestionIsRefusedAndTheRestIsAnswered(t *testing.T) {
	b := newBench(t, 1)
	e := b.spawn(0, static(physics.NewSphere(2)), place(0, 0, 0))
	good, err := ray(-10, 0, 0, 1, 0, 0, 100).Usable()
	if err != nil {
		t.Fatal(err)
	}
	in := physics.Questions{Asked: []physics.Asked{
		{Frame: frameAt(0)}, {Question: good, Frame: frameAt(7)}, {Question: good, Frame: frameAt(0)},
		{Question: physics.QuestionOfOverlap(physics.Overlap{Pose: place(0, 0, 0)}), Frame: frameAt(0)},
	}}
	var out physics.Answers
	b.backend.Ask(&in, &out)
	if len(out.Errors) != 2 || len(out.Ends) != 4 || len(out.Hits) != 1 || len(out.Of(2)) != 1 || out.Of(2)[0].Entity != e {
		t.Errorf("answers %+v", out)
	}
	if err := b.backend.Close(); err != nil {
		t.Fatal(err)
	}
	b.backend.Ask(&in, &out)
	if len(out.Errors) != 1 || len(out.Ends) != 4 || len(out.Hits) != 0 {
		t.Errorf("a closed backend answers %+v", out)
	}
}

func TestWarmQuestionsAllocateNothing(t *testing.T) {
	b := newBench(t, 1)
	b.scatter(8, 300)
	var in physics.Questions
	for _, q := range questions(rand.New(rand.NewPCG(7, 1)), 60) {
		usable, err := q.Usable()
		if err != nil {
			t.Fatal(err)
		}
		in.Asked = append(in.Asked, physics.Asked{Question: usable, Frame: frameAt(0)})
	}
	var out physics.Answers
	if n := testing.AllocsPerRun(50, func() { b.backend.Ask(&in, &out) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
	if len(out.Hits) == 0 {
		t.Error("nothing is hit: the test asks nothing worth")
	}
}
