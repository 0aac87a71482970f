package frames

import (
	"errors"
	"fmt"
	"io"

	"tertius.dev/core/field"
	"tertius.dev/core/geom"
	"tertius.dev/core/message"
	"tertius.dev/core/physics"
	"tertius.dev/simulation"
)

// farMeters is from the middle of the bubble to where the jumpers go when they are out of it.
const farMeters = 1000

// jumper teleports its body in every tick: into the middle of a room and out again.
type jumper struct {
	place geom.Vec3 // in the middle, in the axes of the room and of the frame around it, which are one
}

var ticksAlone = []message.AnyToken{message.Ticks}

func (*jumper) Priority() int             { return 0 }
func (*jumper) Wants() []message.AnyToken { return ticksAlone }

func (j *jumper) Handle(self *simulation.Self, _ *message.List, _ *message.Outbox) {
	to := j.place
	if self.Tick()%2 == 0 {
		to.X += farMeters
	}
	self.Body().Teleport(geom.At(to))
}

// newJumpers makes a room with a bubble and jumpers around its middle. In a world without the bubble they jump as well.
func newJumpers(jumpers int, bubble bool) (*site, error) {
	s, err := newSite(field.Gravity{})
	if err != nil {
		return nil, err
	}
	if err := s.fillJumpers(jumpers, bubble); err != nil {
		return nil, errors.Join(err, s.close())
	}
	s.ticks(warmTicks)
	return s, nil
}

func (s *site) fillJumpers(jumpers int, bubble bool) error {
	room := simulation.FrameSpec{}
	if bubble {
		room.Bounds = ball(40)
	}
	_, _, err := s.frame(&simulation.SpawnDesc{Frame: s.space, Pose: geom.IdentityPose, Owns: &room})
	if err != nil {
		return err
	}
	desc := physics.Body(physics.NewSphere(0.2), physics.Dynamic)
	for i := range jumpers {
		at := geom.Vec3{X: float64(i%10)*2 - 9, Y: float64(i/10%10)*2 - 9, Z: float64(i/100)*2 - 9}
		if _, err := s.body(s.space, desc, at.Add(geom.Vec3{X: farMeters}), &jumper{place: at}); err != nil {
			return err
		}
	}
	return nil
}

// inside returns how many entities are in a frame that has a parent.
func (s *site) inside() int {
	n := 0
	for e := range s.world.Entities() {
		if row, ok := s.world.Snapshot().Transform(e); ok && !row.Frame.IsNone() && !s.world.Frames().IsRoot(row.Frame) {
			n++
		}
	}
	return n
}

// crossesInEveryTick checks that all go in with one tick and out with the next one.
func (s *site) crossesInEveryTick(want int) error {
	a := s.inside()
	s.ticks(1)
	b := s.inside()
	s.ticks(1)
	if a+b != want || a*b != 0 || s.inside() != a {
		return fmt.Errorf("%d and %d of %d jumpers are in the room in two ticks, and %d after", a, b, want, s.inside())
	}
	return nil
}

// PrintHandOffs measures a step in which many bodies go from one frame into another at once.
func PrintHandOffs(out io.Writer, jumpers, rounds int) error {
	var sites [2]*site
	for i, bubble := range [...]bool{false, true} {
		s, err := newJumpers(jumpers, bubble)
		if err != nil {
			return err
		}
		defer func() { _ = s.world.Close() }()
		sites[i] = s
	}
	if err := sites[1].crossesInEveryTick(jumpers); err != nil {
		return err
	}
	t := inTurn(rounds, roundTicks, sites[0].world.Tick, sites[1].world.Tick)
	each := 1 / float64(jumpers)
	fmt.Fprintf(out, "%d bodies that teleport into a bubble and out again in turn, one worker, medians of %d interleaved rounds of %d ticks:\n",
		jumpers, rounds, roundTicks)
	fmt.Fprintf(out, "  teleports alone  %v µs a tick, %d objects allocated in %d ticks\n", t[0], sites[0].allocations(), allocTicks)
	fmt.Fprintf(out, "  with hand-offs   %v µs a tick, %d objects allocated in %d ticks\n", t[1], sites[1].allocations(), allocTicks)
	fmt.Fprintf(out, "  a hand-off takes %.2f µs (least %.2f)\n", (t[1].median-t[0].median)*each, (t[1].least-t[0].least)*each)
	for _, s := range sites {
		if err := s.close(); err != nil {
			return err
		}
	}
	return nil
}
