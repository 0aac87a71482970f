package blueprint_test

import (
	"errors"
	"strings"
	"testing"

	"tertius.dev/core/clock"
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/message"
	"tertius.dev/core/physics"
	"tertius.dev/core/render"
	"tertius.dev/simulation"
	"tertius.dev/simulation/blueprint"
)

// silent is a component that hears nothing.
type silent struct{}

func (silent) Priority() int                                           { return 0 }
func (silent) Wants() []message.AnyToken                               { return nil }
func (silent) Handle(*simulation.Self, *message.List, *message.Outbox) {}

// Plate is one plate of an armor.
type Plate struct {
	At   geom.Vec3
	Thin bool
}

// Armor is a component with fields of many types.
type Armor struct {
	silent
	Thickness float32
	Layers    int8
	Plates    []Plate
	Notes     map[string]string
	Cover     *Plate
	Hold      clock.Ticks

	worn int
}

// Problem refuses an armor without a thickness.
func (a *Armor) Problem() error {
	if a.Thickness < 0 {
		return errors.New("Armor.Thickness is below 0 m")
	}
	return nil
}

// Mood is an enum.
type Mood uint8

const (
	Calm Mood = iota
	Angry
)

func (m Mood) String() string {
	switch m {
	case Calm:
		return "calm"
	case Angry:
		return "angry"
	}
	return "Mood(?)"
}

// Habit is a sealed interface: Walks or Sleeps.
type Habit interface{ habit() }

type (
	// Walks walks so fast.
	Walks struct{ MetersPerSecond float64 }
	// Sleeps does not.
	Sleeps struct{}
)

func (Walks) habit()  {}
func (Sleeps) habit() {}

// Brain is a component with a closed set, an enum, and values of the engine.
type Brain struct {
	silent
	Habit   Habit
	Mood    Mood
	Name    string
	Awake   bool
	Friends [2]string
	Light   render.Light
	Look    simulation.Visual
	Drops   []physics.BodyDesc
	Seat    geom.Pose
	Facing  geom.Quatf
	Nose    geom.Direction
	Enemy   handle.Entity
	Charge  uint16
	Layers  physics.Groups
	Table   map[string]int
	private int
}

var (
	armors = blueprint.Kind[Armor]("game.armor")
	brains = blueprint.KindFrom("game.brain", Brain{Name: "nobody"})
	others = blueprint.Kind[silent]("game.silent")
	habits = blueprint.UnionOf(
		blueprint.CaseOf("walks", func(w Walks) Habit { return w }),
		blueprint.CaseOf("sleeps", func(s Sleeps) Habit { return s }),
	)
	resources = &blueprint.Resources{
		Meshes:    map[string]render.MeshID{"box": 3},
		Materials: map[string]render.MaterialID{"wood": 5},
	}
)

// newLoader returns a loader that knows everything above.
func newLoader() *blueprint.Loader {
	return &blueprint.Loader{
		Registry: &blueprint.Registry{},
		Kinds:    []*blueprint.ComponentKind{armors, brains, others},
		Unions:   []blueprint.Union{habits},
		Names:    resources,
	}
}

// file wraps blueprints into a file; they start in its second line.
func file(blueprints string) blueprint.Source {
	return blueprint.Source{File: "a.jsonc", Text: "{\"format\": 1, \"blueprints\": {\n" + blueprints + "\n}}"}
}

// load loads blueprints and returns what spawns the last one.
func load(t *testing.T, blueprints string) *blueprint.Prototype {
	t.Helper()
	l := newLoader()
	if err := l.Load(file(blueprints)); err != nil {
		t.Fatal(err)
	}
	names := l.Registry.Names()
	p, _ := l.Registry.Find(names[len(names)-1])
	return p
}

func register(t *testing.T, r *blueprint.Registry, list ...*blueprint.Blueprint) {
	t.Helper()
	for _, b := range list {
		if err := r.Register(b); err != nil {
			t.Fatal(err)
		}
	}
}

// describe returns what to spawn for a blueprint.
func describe(t *testing.T, r *blueprint.Registry, name string) simulation.SpawnDesc {
	t.Helper()
	d, err := r.CreateSpawnDesc(name, handle.Frame{}, geom.IdentityPose)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// wants compares problems line by line.
func wants(t *testing.T, err error, lines ...string) {
	t.Helper()
	if err == nil {
		t.Fatal("there is no problem")
	}
	if got, want := err.Error(), strings.Join(lines, "\n"); got != want {
		t.Errorf("the problems are\n%s\nwant\n%s", got, want)
	}
}
