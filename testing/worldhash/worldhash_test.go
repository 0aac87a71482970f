package worldhash_test

import (
	"math"
	"slices"
	"testing"

	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/message"
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

func newScene(t *testing.T) scene {
	t.Helper()
	w, err := simulation.New(simulation.Options{Workers: 1, Messages: []message.AnyToken{pings}})
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
		a, b := worldhash.Of(newScene(t).world), worldhash.Of(newScene(t).world)
		if a != b {
			t.Fatalf("the hashes %v and %v differ in %v", a, b, a.Differs(b))
		}
	}
}

func TestAnyDifferenceShowsInItsPart(t *testing.T) {
	all := []string{"entities", "components", "frames", "waiting", "picture", "errors"}
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
		"death": {func(s *scene) error { return s.world.Destroy(s.thing) }, []string{all[0], all[1], all[4]}},
		"tick":  {func(s *scene) error { s.world.Tick(); return nil }, []string{all[0], all[4]}},
	} {
		t.Run(name, func(t *testing.T) {
			before, s := worldhash.Of(newScene(t).world), newScene(t)
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
