package simulation_test

import (
	"slices"
	"testing"

	"tertius.dev/core/geom"
	"tertius.dev/core/message"
	"tertius.dev/core/physics"
	"tertius.dev/simulation"
	"tertius.dev/testing/worldhash"
	"tertius.dev/testing/worldtest"
)

// Each case is two worlds with a ball, between which a body shows no difference today and goes another way later.
func TestHashSeesWhatShowsOfBodiesLater(t *testing.T) {
	act := func(do func(self *simulation.Self)) simulation.Component {
		return &worldtest.Actor{Hears: []message.AnyToken{message.Spawns}, Do: func(self *simulation.Self, _ *message.List, _ *message.Outbox) {
			do(self)
		}}
	}
	hold := func(self *simulation.Self) { self.Body().SetVelocity(geom.Vec3f{}) }
	for name, c := range map[string]struct {
		change     func(*physics.BodyDesc)
		one, other func(*simulation.Self)
		ticks      int
		part       string
	}{
		"friction":    {func(d *physics.BodyDesc) { d.Friction = 0.5 }, hold, hold, 3, "bodies"},
		"restitution": {func(d *physics.BodyDesc) { d.Restitution = 0.5 }, hold, hold, 3, "bodies"},
		"damping":     {func(d *physics.BodyDesc) { d.LinearDampingPerSecond = 0.5 }, hold, hold, 0, "bodies"},
		"force-on-its-way": {func(*physics.BodyDesc) {}, hold, func(self *simulation.Self) {
			self.Body().SetVelocity(geom.Vec3f{})
			self.Body().AddForce(geom.Vec3f{X: 1})
		}, 1, "asked"},
		"will-stop": {func(*physics.BodyDesc) {}, hold, func(self *simulation.Self) { self.Body().SteerTo(self.Pose()) }, 2, "bodies"},
	} {
		t.Run(name, func(t *testing.T) {
			var hashes [2]worldhash.Hash
			for i, do := range [...]func(*simulation.Self){c.one, c.other} {
				w := worldtest.New(t, simulation.Options{Workers: 1})
				f, _ := worldtest.Frame(t, w, 0)
				d := worldtest.Body(f, geom.Vec3{Y: 2}, physics.NewSphere(1), physics.Dynamic, act(do))
				if i == 1 {
					c.change(d.Body)
				}
				worldtest.Spawn(t, w, d)
				worldtest.Tick(w, c.ticks)
				hashes[i] = worldhash.Of(w)
			}
			if got := hashes[1].Differs(hashes[0]); !slices.Equal(got, []string{c.part}) {
				t.Errorf("the hashes differ in %v, want %s", got, c.part)
			}
		})
	}
}

// What a ship that docks brings along acts in the next step, and shows nowhere before, but that the world gives it back to who undocks.
func TestHashSeesTheMomentumOfWhoHasDocked(t *testing.T) {
	var hashes [2]worldhash.Hash
	for i, velocity := range [...]geom.Vec3{{}, {Y: 0.5}} {
		w := worldtest.New(t, simulation.Options{Workers: 1})
		space, _ := worldtest.Frame(t, w, 0)
		_, first := spawnShip(t, w, firstBlock.desc(space, physics.Dynamic))
		d := secondBlock.desc(space, physics.Dynamic)
		d.Velocity = velocity
		_, second := spawnShip(t, w, d)
		dockThem(t, w, first, second)
		hashes[i] = worldhash.Of(w)
	}
	if got := hashes[1].Differs(hashes[0]); !slices.Equal(got, []string{"frames", "bodies"}) {
		t.Errorf("the hashes differ in %v, want frames and bodies", got)
	}
}
