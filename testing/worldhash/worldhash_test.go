package worldhash_test

import (
	"errors"
	"math"
	"slices"
	"testing"

	fields "tertius.dev/core/field"
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/message"
	"tertius.dev/core/motion"
	"tertius.dev/core/render"
	"tertius.dev/simulation"
	"tertius.dev/testing/worldhash"
	"tertius.dev/testing/worldtest"
)

// ping is a message to wait for.
type ping struct{ Count int32 }

var pings = message.Type[ping]("worldhash.ping")

// node is a part of a state that pointers lead to.
type node struct {
	next  *node
	value int
}

// state is a component with a field of every kind that a state can have.
type state struct {
	yes     bool
	signed  int16
	large   uint64
	real    float32
	complex complex128
	name    string
	list    []int8
	fixed   [2]geom.Vec3
	byName  map[string]*node
	any     any
	ring    *node
	call    func()
	inner   struct{ deep struct{ value int } }
	test    testing.TB
	world   *simulation.World
	token   message.AnyToken
	kind    simulation.ComponentType
}

func (*state) Priority() int                                           { return 0 }
func (*state) Wants() []message.AnyToken                               { return nil }
func (*state) Handle(*simulation.Self, *message.List, *message.Outbox) {}

// other is another type of components.
type other struct{ state }

func newState(t *testing.T, w *simulation.World) *state {
	ring := &node{value: 1}
	ring.next = &node{ring, 2}
	return &state{
		true, -3, math.MaxUint64, 1.5, complex(1, 2), "name", []int8{1, 2}, [2]geom.Vec3{{X: 1}, {Y: 2}},
		map[string]*node{"a": {nil, 1}, "b": {nil, 2}, "c": ring}, 7, ring, func() {}, struct{ deep struct{ value int } }{}, t, w,
		pings, simulation.TypeOf[*state](),
	}
}

// scene is a world with one of everything that the hash covers.
type scene struct {
	world       *simulation.World
	thing, bare handle.Entity
	state       *state
}

func newScene(t *testing.T, o simulation.Options) scene {
	t.Helper()
	o.Workers, o.Messages = 1, []message.AnyToken{pings}
	w, err := simulation.New(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = w.Close() })
	owner := worldtest.Spawn(t, w, simulation.SpawnDesc{Owns: &simulation.FrameSpec{}})
	f, _ := w.FrameOf(owner)
	s := scene{world: w, state: newState(t, w)}
	s.thing = worldtest.Spawn(t, w, simulation.SpawnDesc{
		Frame: f, Pose: geom.IdentityPose, Components: []simulation.Component{s.state},
		Visual: &simulation.Visual{Light: render.LightOfPointLight(render.PointLight{PowerWatts: 3})},
	})
	s.bare = worldtest.Spawn(t, w, simulation.SpawnDesc{Frame: f, Pose: geom.At(geom.Vec3{Z: 4})})
	if err := w.SetCamera(simulation.Camera{Entity: s.bare, FovRadians: 1}); err != nil {
		t.Fatal(err)
	}
	w.Tick()
	return s
}

func TestEqualWorldsHaveEqualHashes(t *testing.T) {
	for range 20 { // maps walk in another order each time
		a, b := worldhash.Of(newScene(t, simulation.Options{}).world), worldhash.Of(newScene(t, simulation.Options{}).world)
		if a != b {
			t.Fatalf("the hashes %v and %v differ in %v", a, b, a.Differs(b))
		}
	}
}

func TestAnyDifferenceShowsInItsPart(t *testing.T) {
	all := []string{"entities", "components", "frames", "waiting", "picture", "errors", "slots"}
	for name, c := range map[string]struct {
		change func(s *scene) error
		parts  []string
	}{
		"nothing":         {func(*scene) error { return nil }, nil},
		"bool":            {func(s *scene) error { s.state.yes = false; return nil }, all[1:2]},
		"signed":          {func(s *scene) error { s.state.signed++; return nil }, all[1:2]},
		"unsigned":        {func(s *scene) error { s.state.large--; return nil }, all[1:2]},
		"float":           {func(s *scene) error { s.state.real = math.Nextafter32(s.state.real, 2); return nil }, all[1:2]},
		"imaginary":       {func(s *scene) error { s.state.complex = 1; return nil }, all[1:2]},
		"text":            {func(s *scene) error { s.state.name = "nome"; return nil }, all[1:2]},
		"slice":           {func(s *scene) error { s.state.list[1] = 3; return nil }, all[1:2]},
		"length":          {func(s *scene) error { s.state.list = append(s.state.list, 0); return nil }, all[1:2]},
		"array":           {func(s *scene) error { s.state.fixed[1].Z = 1; return nil }, all[1:2]},
		"map-value":       {func(s *scene) error { s.state.byName["b"].value = 9; return nil }, all[1:2]},
		"map-key":         {func(s *scene) error { s.state.byName["d"] = nil; return nil }, all[1:2]},
		"interface-type":  {func(s *scene) error { s.state.any = int8(7); return nil }, all[1:2]},
		"interface-value": {func(s *scene) error { s.state.any = 8; return nil }, all[1:2]},
		"behind-pointers": {func(s *scene) error { s.state.ring.next.value = 5; return nil }, all[1:2]},
		"ring":            {func(s *scene) error { s.state.ring.next.next = nil; return nil }, all[1:2]},
		"other-pointer":   {func(s *scene) error { s.state.ring.next.next = &node{s.state.ring.next, 1}; return nil }, all[1:2]},
		"no-function":     {func(s *scene) error { s.state.call = nil; return nil }, all[1:2]},
		"nested":          {func(s *scene) error { s.state.inner.deep.value = 1; return nil }, all[1:2]},
		"token":           {func(s *scene) error { s.state.token = message.Ticks; return nil }, all[1:2]},
		"type":            {func(s *scene) error { s.state.kind = simulation.TypeOf[*other](); return nil }, all[1:2]},
		"no-world":        {func(s *scene) error { s.state.world = nil; return nil }, all[1:2]},
		"pose": {func(s *scene) error {
			return s.world.SetTransform(s.thing, geom.At(geom.Vec3{X: math.SmallestNonzeroFloat64}))
		}, all[:1]},
		"component": {func(s *scene) error { return s.world.RemoveComponent(s.thing, s.state) }, all[:2]},
		"topic":     {func(s *scene) error { return s.world.Subscribe(s.bare, message.NamedTopic("news")) }, all[:1]},
		"message": {func(s *scene) error {
			s.world.PostAfter(pings.Event(s.world.Messages(), message.To(s.bare), ping{}), 5)
			return nil
		}, all[3:4]},
		"camera": {func(s *scene) error {
			return s.world.SetCamera(simulation.Camera{Entity: s.bare, FovRadians: 1.25})
		}, all[4:5]},
		"death": {func(s *scene) error { return s.world.Destroy(s.thing) }, []string{all[0], all[1], all[4], all[6]}},
		"tick":  {func(s *scene) error { s.world.Tick(); return nil }, []string{all[0], all[4]}},
	} {
		t.Run(name, func(t *testing.T) {
			before, s := worldhash.Of(newScene(t, simulation.Options{}).world), newScene(t, simulation.Options{})
			if err := c.change(&s); err != nil {
				t.Fatal(err)
			}
			if got := worldhash.Of(s.world).Differs(before); !slices.Equal(got, c.parts) {
				t.Errorf("the hashes differ in %v, want %v", got, c.parts)
			}
			if same := worldhash.Of(s.world).String() == before.String(); same != (c.parts == nil) {
				t.Errorf("that the words of both are equal is %v", same)
			}
		})
	}
}

// act lets a new entity without a body do something in a tick.
func (s *scene) act(do func(self *simulation.Self, out *message.Outbox)) error {
	f, _ := s.world.Snapshot().Transform(s.bare)
	_, err := s.world.Spawn(&simulation.SpawnDesc{Frame: f.Frame, Pose: geom.IdentityPose, Components: []simulation.Component{&worldtest.Actor{
		Hears: []message.AnyToken{message.Spawns, pings}, Do: func(self *simulation.Self, _ *message.List, out *message.Outbox) { do(self, out) },
	}}})
	s.world.Tick()
	return err
}

func (s *scene) ping() message.Event {
	return pings.Event(s.world.Messages(), message.To(s.thing), ping{})
}

// pair spawns two frames that may dock, the second one with a bubble of so many meters.
func (s *scene) pair(radiusMeters float64) (a, b handle.Frame, err error) {
	in, _ := s.world.Snapshot().Transform(s.bare)
	var frames [2]handle.Frame
	for i, r := range [...]float64{20, radiusMeters} {
		spec := simulation.FrameSpec{Bounds: geom.Vec3{X: r, Y: 20, Z: 20}}
		owner, err := s.world.Spawn(&simulation.SpawnDesc{Frame: in.Frame, Pose: geom.At(geom.Vec3{X: 10 * float64(i)}), Owns: &spec})
		if err != nil {
			return a, b, err
		}
		frames[i], _ = s.world.FrameOf(owner)
	}
	return frames[0], frames[1], nil
}

// Each case is two worlds that show the same today and go apart later.
func TestDifferencesThatShowLaterAreInTheHash(t *testing.T) {
	send := func(count int32) func(*scene) error {
		return func(s *scene) error {
			return s.act(func(self *simulation.Self, out *message.Outbox) {
				pings.Send(out, message.To(self.Entity()), ping{count})
			})
		}
	}
	sendWith := func(extra string) func(*scene) error {
		return func(s *scene) error {
			return s.act(func(self *simulation.Self, out *message.Outbox) {
				pings.SendWith(out, message.To(self.Entity()), ping{}, extra)
			})
		}
	}
	postWith := func(extra string) func(*scene) error {
		return func(s *scene) error { s.world.PostWith(s.ping(), extra); return nil }
	}
	move := func(x float64) func(*scene) error {
		return func(s *scene) error {
			return s.act(func(self *simulation.Self, _ *message.Outbox) { self.MoveKinematic(geom.At(geom.Vec3{X: x})) })
		}
	}
	spawnIn := func(children int) func(*scene) error {
		return func(s *scene) error {
			err := s.act(func(self *simulation.Self, _ *message.Outbox) {
				for range children {
					if _, err := self.Spawn(&simulation.SpawnDesc{Frame: self.Frame(), Pose: geom.IdentityPose}); err != nil {
						t.Error(err)
					}
				}
			})
			for e := range s.world.Entities() { // slots are freed in the same order, whoever had them
				if e.Index > 3 {
					err = s.world.Destroy(e)
				}
			}
			return err
		}
	}
	end := func(order ...int) func(*scene) error {
		return func(s *scene) error {
			in, _ := s.world.Snapshot().Transform(s.bare)
			var list [2]handle.Entity
			for i := range list {
				list[i] = worldtest.Spawn(t, s.world, simulation.SpawnDesc{Frame: in.Frame, Pose: geom.IdentityPose})
			}
			for _, i := range order {
				if err := s.world.Destroy(list[i]); err != nil {
					return err
				}
			}
			return nil
		}
	}
	dock := func(radiusMeters float64) func(*scene) error {
		return func(s *scene) error {
			a, b, err := s.pair(radiusMeters)
			if err != nil {
				return err
			}
			return s.world.Dock(a, b)
		}
	}
	bubble := func(radiusMeters float64) func(*scene) error {
		return func(s *scene) error { _, _, err := s.pair(radiusMeters); return err }
	}
	follow := func(m motion.Intent) func(*scene) error {
		return func(s *scene) error {
			in, _ := s.world.Snapshot().Transform(s.bare)
			_, err := s.world.Spawn(&simulation.SpawnDesc{
				Frame: in.Frame, Pose: geom.IdentityPose, Owns: &simulation.FrameSpec{}, FirstMove: m,
			})
			s.world.Tick()
			return err
		}
	}
	field := func(set func(w *simulation.World, f handle.Frame) error) func(*scene) error {
		return func(s *scene) error {
			in, _ := s.world.Snapshot().Transform(s.bare)
			return set(s.world, in.Frame)
		}
	}
	attach := func(order int) func(*scene) error {
		return func(s *scene) error {
			c := &worldtest.Actor{Order: order, Do: func(*simulation.Self, *message.List, *message.Outbox) {}}
			err := s.world.AddComponent(s.bare, c)
			c.Order = 0
			return err
		}
	}
	nothing := func(*scene) error { return nil }
	for name, c := range map[string]struct {
		options    simulation.Options
		one, other func(s *scene) error
		parts      []string
	}{
		"seed":           {simulation.Options{Seed: 7}, nothing, nothing, []string{"made"}},
		"start":          {simulation.Options{StartSeconds: 1}, nothing, nothing, []string{"made"}},
		"rate":           {simulation.Options{TickRate: 50}, nothing, nothing, []string{"made"}},
		"pools":          {simulation.Options{SpawnPoolSize: 9}, nothing, nothing, []string{"made"}},
		"message-on-way": {simulation.Options{}, send(1), send(2), []string{"mail"}},
		"extra-on-way":   {simulation.Options{}, sendWith("a"), sendWith("b"), []string{"mail"}},
		"post":           {simulation.Options{}, nothing, func(s *scene) error { s.world.Post(s.ping()); return nil }, []string{"mail"}},
		"post-extra":     {simulation.Options{}, postWith("a"), postWith("b"), []string{"mail"}},
		"front-intent":   {simulation.Options{}, move(1), move(2), []string{"asked"}},
		"many-spawns":    {simulation.Options{}, spawnIn(4), spawnIn(5), []string{"slots"}},
		"free-slots":     {simulation.Options{}, end(0, 1), end(1, 0), []string{"slots"}},
		"priority":       {simulation.Options{}, attach(0), attach(-1), []string{"components"}},
		"dock":           {simulation.Options{}, dock(21), dock(22), []string{"frames"}},
		"bubble":         {simulation.Options{}, bubble(21), bubble(22), []string{"frames"}},
		"follow-kind": {simulation.Options{}, follow(motion.Intent{}),
			follow(motion.IntentOfEndPose(motion.EndPose{Pose: geom.IdentityPose})), []string{"frames"}},
		"gravity": {simulation.Options{}, nothing, field(func(w *simulation.World, f handle.Frame) error {
			return w.SetFrameGravity(f, fields.GravityOfUniform(fields.Uniform{Acceleration: geom.Vec3{Y: -1}}))
		}), []string{"frames"}},
		"medium": {simulation.Options{}, nothing, field(func(w *simulation.World, f handle.Frame) error {
			return w.SetFrameMedium(f, fields.MediumOfUniformMedium(fields.UniformMedium{DensityKilogramsPerCubicMeter: 1}))
		}), []string{"frames"}},
	} {
		t.Run(name, func(t *testing.T) {
			one, other := newScene(t, simulation.Options{}), newScene(t, c.options)
			if err := errors.Join(c.one(&one), c.other(&other)); err != nil {
				t.Fatal(err)
			}
			if got := worldhash.Of(other.world).Differs(worldhash.Of(one.world)); !slices.Equal(got, c.parts) {
				t.Errorf("the hashes differ in %v, want %v", got, c.parts)
			}
		})
	}
}

func TestTrafficSeesEveryPartOfAMessageAndItsOrder(t *testing.T) {
	base := simulation.Routed{Tick: 3, Recipient: handle.Entity{Index: 1, Generation: 2}, Event: message.Event{
		Sender: handle.Entity{Index: 4, Generation: 5}, Type: 6, Payload: message.Payload{7, 8},
	}}
	sumOf := func(list ...simulation.Routed) (sum worldhash.Traffic) { sum.Add(list); return sum }
	for name, change := range map[string]func(r *simulation.Routed){
		"tick":             func(r *simulation.Routed) { r.Tick++ },
		"recipient":        func(r *simulation.Routed) { r.Recipient.Index++ },
		"later-recipient":  func(r *simulation.Routed) { r.Recipient.Generation++ },
		"sender":           func(r *simulation.Routed) { r.Event.Sender.Index++ },
		"later-sender":     func(r *simulation.Routed) { r.Event.Sender.Generation++ },
		"type":             func(r *simulation.Routed) { r.Event.Type++ },
		"start-of-payload": func(r *simulation.Routed) { r.Event.Payload[0]++ },
		"end-of-payload":   func(r *simulation.Routed) { r.Event.Payload[5]++ },
	} {
		t.Run(name, func(t *testing.T) {
			other := base
			change(&other)
			if sumOf(other) == sumOf(base) || sumOf(other, base) == sumOf(base, other) {
				t.Errorf("%+v has the sum of %+v, or their order does not count", other, base)
			}
		})
	}
	if sumOf(base) == sumOf(base, base) {
		t.Error("the number of messages does not count")
	}
}
