package simulation_test

import (
	"strings"
	"testing"

	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/message"
	"tertius.dev/core/physics"
	"tertius.dev/core/render"
	"tertius.dev/simulation"
)

// gauge is a component with fields to print.
type gauge struct {
	actor
	pressure float64
	names    []string
	next     *gauge
}

func TestDescribeTellsOfRowsComponentsTopicsAndTimers(t *testing.T) {
	w := newWorld(t, simulation.Options{Backend: newFakePhysics()})
	f, owner := rootFrame(t, w)
	c := &gauge{actor: actor{priority: 4, wants: []message.AnyToken{pings}}, pressure: 2.5, names: []string{"a", "b"}}
	d := at(f, 3, c, everyTick(func(self *simulation.Self, _ *message.Outbox) { self.Body().AddForce(geom.Vec3f{X: 1}) }))
	body := physics.Body(physics.NewSphere(2), physics.Dynamic)
	d.Body, d.Velocity = &body, geom.Vec3{Y: 7}
	d.Visual = &simulation.Visual{Light: render.LightOfPointLight(render.PointLight{PowerWatts: 11})}
	e := spawn(t, w, d)
	must(t, w.Subscribe(e, message.NamedTopic("news")))
	w.PostAfter(pings.Event(w.Messages(), message.To(e), ping{8}), 5)
	w.PostAfter(pings.Event(w.Messages(), message.To(owner), ping{9}), 5)
	w.Tick()
	text := w.Describe(e)
	for _, want := range []string{
		"entity " + e.String() + " at tick 1\n", "in frame " + f.String() + " of " + owner.String() + " at {3 ", "body", "dynamic", "PowerWatts:11",
		"asks of the next step", "component tertius.dev/simulation_test.gauge, priority 4, wants test.ping\n", "pressure: 2.5\n",
		"names: 2 of string\n", "next: nil\n", "actor, priority 0, wants tertius.tick\n", "hears ", "waits for tick 5: test.ping{Count:8} from outside\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("it does not tell %q:\n%s", want, text)
		}
	}
	for _, not := range []string{"Count:9", "not published", "owns frame"} {
		if strings.Contains(text, not) {
			t.Errorf("it tells %q:\n%s", not, text)
		}
	}
	if text := w.Describe(owner); !strings.Contains(text, "in no frame\n") || !strings.Contains(text, "owns frame "+f.String()) {
		t.Errorf("the owner is described as\n%s", text)
	}
}

func TestDescribeTellsWhatBecameOfAStaleHandle(t *testing.T) {
	w := newWorld(t, simulation.Options{})
	f, _ := rootFrame(t, w)
	e := spawn(t, w, at(f, 0))
	must(t, w.Destroy(e))
	if text := w.Describe(e); text != "entity "+e.String()+" is not live\n" {
		t.Errorf("the dead are described as %q", text)
	}
	successor := spawn(t, w, at(f, 0))
	if text := w.Describe(e); text != "entity "+e.String()+" is not live; its slot is that of "+successor.String()+"\n" {
		t.Errorf("who lost its slot is described as %q", text)
	}
	if text := w.Describe(handle.Entity{}); text != "no entity\n" {
		t.Errorf("nobody is described as %q", text)
	}
}
