package blueprint_test

import (
	"fmt"
	"math"
	"testing"

	"tertius.dev/core/clock"
	"tertius.dev/core/field"
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/message"
	"tertius.dev/core/physics"
	"tertius.dev/simulation"
	"tertius.dev/simulation/blueprint"
)

func TestRegisterSetsFields(t *testing.T) {
	var r blueprint.Registry
	plates := []Plate{{At: geom.Vec3{X: 1}}}
	register(t, &r, &blueprint.Blueprint{Name: "knight", Components: []blueprint.Component{
		{Kind: armors, Fields: []blueprint.Field{
			{"Plates", plates}, {"Thickness", 0.25}, {"Layers", 3}, {"Hold", clock.Ticks(7)}, {"Cover", nil},
		}},
		{Kind: brains},
	}})
	d := describe(t, &r, "knight")
	a, b := d.Components[0].(*Armor), d.Components[1].(*Brain)
	if a.Thickness != 0.25 || a.Layers != 3 || a.Hold != 7 || a.Cover != nil || &a.Plates[0] != &plates[0] {
		t.Errorf("the armor is %+v", a)
	}
	if b.Name != "nobody" {
		t.Errorf("the kind's own value of the name became %q", b.Name)
	}
	if d.Body != nil || d.Visual != nil || d.Owns != nil || d.Pose != geom.IdentityPose || !d.FirstMove.IsNone() {
		t.Errorf("the description has more than its blueprint: %+v", d)
	}
}

func TestRegisterMergesWithTheParent(t *testing.T) {
	var r blueprint.Registry
	body, visual := physics.Body(physics.NewSphere(1), physics.Dynamic), simulation.Visual{Mesh: 3}
	owns := simulation.FrameSpec{Gravity: field.GravityOfUniform(field.Uniform{Acceleration: geom.Vec3{Y: -1}})}
	hidden := simulation.Visual{Hidden: true}
	register(t, &r,
		&blueprint.Blueprint{Name: "base", Body: &body, Visual: &visual, Components: []blueprint.Component{
			{Kind: others}, {Kind: armors, Fields: []blueprint.Field{{"Thickness", 1}, {"Layers", 2}}},
		}},
		&blueprint.Blueprint{Name: "middle", Parent: "base", Visual: &hidden, Components: []blueprint.Component{
			{Kind: brains, Fields: []blueprint.Field{{"Name", "m"}}},
			{Kind: armors, Fields: []blueprint.Field{{"Hold", 5}, {"Layers", 4}}},
		}},
		&blueprint.Blueprint{Name: "leaf", Parent: "middle", Owns: &owns, Components: []blueprint.Component{
			{Kind: armors, Fields: []blueprint.Field{{"Thickness", 9.5}}},
		}},
	)
	body.MassKilograms, visual.Mesh = 77, 1 // what was registered does not follow its description
	d := describe(t, &r, "leaf")
	if got := fmt.Sprintf("%T %T %T", d.Components[0], d.Components[1], d.Components[2]); got != "*blueprint_test.silent *blueprint_test.Armor *blueprint_test.Brain" {
		t.Errorf("the components are %s: the parent's keep their places, the child's come after", got)
	}
	a := d.Components[1].(*Armor)
	if a.Thickness != 9.5 || a.Layers != 4 || a.Hold != 5 {
		t.Errorf("the armor is %+v: the child's values win over the parent's, and the others stay", a)
	}
	if d.Body.MassKilograms != 0 || d.Body.Motion != physics.Dynamic || !d.Visual.Hidden || d.Visual.Mesh != 0 || !d.Owns.Gravity.Equal(owns.Gravity) {
		t.Errorf("body %+v, visual %+v, frame data %+v", d.Body, d.Visual, d.Owns)
	}
	if base := describe(t, &r, "base").Components[1].(*Armor); base.Thickness != 1 || base.Layers != 2 || base.Hold != 0 {
		t.Errorf("the children changed their parent's armor: %+v", base)
	}
}

func TestRegisterRefuses(t *testing.T) {
	var r blueprint.Registry
	register(t, &r, &blueprint.Blueprint{Name: "there"})
	bad := physics.Body(physics.NewSphere(-1), physics.Static)
	steep := simulation.FrameSpec{Gravity: field.GravityOfPoint(field.Point{})}
	with := func(fields ...blueprint.Field) *blueprint.Blueprint {
		return &blueprint.Blueprint{Name: "x", Components: []blueprint.Component{{Kind: armors, Fields: fields}}}
	}
	for _, c := range []struct {
		name  string
		b     *blueprint.Blueprint
		lines []string
	}{
		{"no-name", &blueprint.Blueprint{}, []string{`the name is ""; it must be ` + blueprint.NameRule}},
		{"bad-name", &blueprint.Blueprint{Name: "-A"}, []string{`blueprint "-A": the name is "-A"; it must be ` + blueprint.NameRule}},
		{"twice", &blueprint.Blueprint{Name: "there"}, []string{`blueprint "there": a blueprint of this name is registered`}},
		{"no-parent", &blueprint.Blueprint{Name: "x", Parent: "gone"},
			[]string{`blueprint "x": Parent: no blueprint is registered as "gone"; register parents first`}},
		{"unknown-field", with(blueprint.Field{"Thicknes", 1}), []string{
			`blueprint "x": Components[0] game.armor.Thicknes: blueprint_test.Armor has no such field to set; ` +
				`it has "Thickness", "Layers", "Plates", "Notes", "Cover" and "Hold"`}},
		{"private-field", &blueprint.Blueprint{Name: "x", Components: []blueprint.Component{{Kind: others, Fields: []blueprint.Field{{"worn", 1}}}}},
			[]string{`blueprint "x": Components[0] game.silent.worn: blueprint_test.silent has no such field to set; it has none`}},
		{"wrong-type", with(blueprint.Field{"Plates", 1}, blueprint.Field{"Layers", "2"}, blueprint.Field{"Thickness", nil}), []string{
			`blueprint "x": Components[0] game.armor.Plates: the value is of the type int; it must be of the type []blueprint_test.Plate`,
			`blueprint "x": Components[0] game.armor.Layers: the value is of the type string; it must be of the type int8`,
			`blueprint "x": Components[0] game.armor.Thickness: the value is nil; it must be of the type float32`}},
		{"too-large", with(blueprint.Field{"Layers", 128}, blueprint.Field{"Thickness", 1e40}, blueprint.Field{"Hold", 0.5}), []string{
			`blueprint "x": Components[0] game.armor.Layers: the value is 128, which the type int8 does not hold`,
			`blueprint "x": Components[0] game.armor.Thickness: the value is 1e+40, which the type float32 does not hold`,
			`blueprint "x": Components[0] game.armor.Hold: the value is of the type float64; it must be of the type clock.Ticks`}},
		{"field-twice", with(blueprint.Field{"Layers", 1}, blueprint.Field{"Layers", 2}),
			[]string{`blueprint "x": Components[0] game.armor.Layers: the field is given twice`}},
		{"its-own-rule", with(blueprint.Field{"Thickness", -1}),
			[]string{`blueprint "x": Components[0] game.armor: Armor.Thickness is below 0 m`}},
		{"kinds", &blueprint.Blueprint{Name: "x", Components: []blueprint.Component{{Kind: armors}, {}, {Kind: armors}}}, []string{
			`blueprint "x": Components[1]: the kind is nil; make one with blueprint.Kind`,
			`blueprint "x": Components[2] game.armor: the kind is listed twice`}},
		{"parts", &blueprint.Blueprint{Name: "x", Body: &bad, Visual: &simulation.Visual{BoundingRadiusMeters: -1}, Owns: &steep}, []string{
			`blueprint "x": Body: body: Shape: Sphere.RadiusMeters is -1 m; it must be from 1e-05 to 1e+09 m`,
			`blueprint "x": Visual: Visual.BoundingRadiusMeters is -1 m; it must be finite and 0 or more`,
			`blueprint "x": Owns: Gravity: the point gravity needs a finite mu and radius above 0`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			wants(t, r.Register(c.b), c.lines...)
			if names := r.Names(); len(names) != 1 || names[0] != "there" {
				t.Errorf("the registry holds %q", names)
			}
		})
	}
}

func TestCreateSpawnDescRefusesAnUnknownName(t *testing.T) {
	var r blueprint.Registry
	register(t, &r, &blueprint.Blueprint{Name: "a"}, &blueprint.Blueprint{Name: "b"})
	_, err := r.CreateSpawnDesc("c", handle.Frame{}, geom.IdentityPose)
	wants(t, err, `no blueprint is registered as "c"; there are "a" and "b"`)
}

func TestKindRefuses(t *testing.T) {
	type clash struct {
		silent
		ID, Id int
	}
	for _, c := range []struct {
		name, want string
		make       func()
	}{
		{"name", `blueprint.Kind: the name is "Game"; it must be ` + blueprint.NameRule, func() { blueprint.Kind[silent]("Game") }},
		{"fields", `blueprint.Kind "x": the fields ID and Id of blueprint_test.clash would both be "id" in files`,
			func() { blueprint.Kind[clash]("x") }},
		{"case", `blueprint.UnionOf: the case "n" of blueprint_test.Habit is int; it must be a struct without a field Kind`,
			func() { blueprint.UnionOf(blueprint.CaseOf("n", func(int) Habit { return nil })) }},
		{"case-twice", `blueprint.UnionOf: two cases of blueprint_test.Habit are named "n"`, func() {
			blueprint.UnionOf(blueprint.CaseOf("n", func(w Walks) Habit { return w }), blueprint.CaseOf("n", func(s Sleeps) Habit { return s }))
		}},
		{"no-registry", "blueprint.Loader: Registry is nil", func() { _ = new(blueprint.Loader).Load() }},
	} {
		t.Run(c.name, func(t *testing.T) {
			defer func() {
				if got := fmt.Sprint(recover()); got != c.want {
					t.Errorf("it panics with %s\nwant %s", got, c.want)
				}
			}()
			c.make()
		})
	}
}

func armored(name string, fields ...blueprint.Field) *blueprint.Blueprint {
	return &blueprint.Blueprint{Name: name, Components: []blueprint.Component{{Kind: armors, Fields: fields}}}
}

// TestBlueprintsThatSetTheSameFieldsAlikeShareOnePrototype also across registries, and only while the values are the same to the bit.
func TestBlueprintsThatSetTheSameFieldsAlikeShareOnePrototype(t *testing.T) {
	plates := []Plate{{}}
	var r, other blueprint.Registry
	register(t, &r,
		armored("first", blueprint.Field{"Layers", 2}, blueprint.Field{"Plates", plates}),
		armored("alike", blueprint.Field{"Plates", plates}, blueprint.Field{"Layers", 2}),
		armored("other-object", blueprint.Field{"Layers", 2}, blueprint.Field{"Plates", []Plate{{}}}),
		armored("other-length", blueprint.Field{"Layers", 2}, blueprint.Field{"Plates", plates[:0]}),
		armored("other-value", blueprint.Field{"Layers", 3}, blueprint.Field{"Plates", plates}),
		armored("fewer", blueprint.Field{"Layers", 2}),
		armored("zero", blueprint.Field{"Thickness", 0.0}),
		armored("minus-zero", blueprint.Field{"Thickness", math.Copysign(0, -1)}),
		&blueprint.Blueprint{Name: "child", Parent: "first"},
	)
	register(t, &other, armored("elsewhere", blueprint.Field{"Layers", 2}, blueprint.Field{"Plates", plates}))
	first, _ := r.Find("first")
	for name, want := range map[string]bool{"alike": true, "child": true, "other-object": false, "other-length": false, "other-value": false, "fewer": false} {
		if p, _ := r.Find(name); blueprint.SharesPrototype(first, 0, p, 0) != want {
			t.Errorf("%s shares the prototype of first: %v", name, !want)
		}
	}
	zero, _ := r.Find("zero")
	minus, _ := r.Find("minus-zero")
	if blueprint.SharesPrototype(zero, 0, minus, 0) {
		t.Error("0 and -0 share a prototype")
	}
	elsewhere, _ := other.Find("elsewhere")
	if !blueprint.SharesPrototype(first, 0, elsewhere, 0) {
		t.Error("two registries do not share the prototype of the same kind and values")
	}
}

func TestPrototypesEndWithTheirRegistries(t *testing.T) {
	kind := blueprint.Kind[Armor]("game.short")
	func() {
		var r blueprint.Registry
		for i := range 50 {
			register(t, &r, &blueprint.Blueprint{Name: fmt.Sprint("a", i), Components: []blueprint.Component{
				{Kind: kind, Fields: []blueprint.Field{{"Layers", i}}},
			}})
		}
		if n := blueprint.LivePrototypes(kind); n != 50 {
			t.Fatalf("%d prototypes live", n)
		}
		describe(t, &r, "a0")
	}()
	if n := blueprint.LivePrototypes(kind); n != 0 {
		t.Errorf("%d prototypes live without a registry", n)
	}
}

func TestEveryInstanceHasComponentsOfItsOwn(t *testing.T) {
	var r blueprint.Registry
	register(t, &r, armored("a", blueprint.Field{"Layers", 2}))
	one, two := describe(t, &r, "a").Components[0].(*Armor), describe(t, &r, "a").Components[0].(*Armor)
	one.Layers, one.worn = 9, 9
	if one == two || two.Layers != 2 || two.worn != 0 || describe(t, &r, "a").Components[0].(*Armor).Layers != 2 {
		t.Errorf("a change of one instance shows in another: %+v", two)
	}
}

func TestAReferenceInABlueprintIsTheSameObjectInEveryInstance(t *testing.T) {
	var r blueprint.Registry
	cover, notes := &Plate{Thin: true}, map[string]string{"a": "b"}
	register(t, &r,
		armored("a", blueprint.Field{"Cover", cover}, blueprint.Field{"Notes", notes}),
		&blueprint.Blueprint{Name: "child", Parent: "a", Components: []blueprint.Component{{Kind: armors, Fields: []blueprint.Field{{"Layers", 1}}}}},
	)
	notes["a"] = "c"
	for _, name := range []string{"a", "a", "child"} {
		if a := describe(t, &r, name).Components[0].(*Armor); a.Cover != cover || a.Notes["a"] != "c" {
			t.Errorf("%s refers to copies: %+v", name, a)
		}
	}
}

func TestDescribeKeepsItsListAndNothingElse(t *testing.T) {
	var r blueprint.Registry
	register(t, &r, armored("a"), &blueprint.Blueprint{Name: "b", Visual: &simulation.Visual{Hidden: true}})
	a, _ := r.Find("a")
	b, _ := r.Find("b")
	d := b.SpawnDesc(handle.Frame{Generation: 1}, geom.Pose{})
	a.Describe(&d, handle.Frame{}, geom.IdentityPose)
	first := &d.Components[0]
	if d.Visual != nil || !d.Frame.IsNone() || len(d.Components) != 1 {
		t.Errorf("the description keeps what it was: %+v", d)
	}
	b.Describe(&d, handle.Frame{}, geom.IdentityPose)
	if len(d.Components) != 0 {
		t.Errorf("%d components", len(d.Components))
	}
	a.Describe(&d, handle.Frame{}, geom.IdentityPose)
	if &d.Components[0] != first {
		t.Error("the list is a new one")
	}
}

// spawner spawns a blueprint in each tick.
type spawner struct {
	kind *blueprint.Registry
	made []handle.Entity
}

func (*spawner) Priority() int             { return 0 }
func (*spawner) Wants() []message.AnyToken { return []message.AnyToken{message.Ticks} }
func (s *spawner) Handle(self *simulation.Self, _ *message.List, _ *message.Outbox) {
	d, err := s.kind.CreateSpawnDesc("knight", self.Frame(), geom.At(geom.Vec3{X: float64(len(s.made))}))
	if err != nil {
		panic(err)
	}
	e, err := self.Spawn(&d)
	if err != nil {
		panic(err)
	}
	s.made = append(s.made, e)
}

func newWorld(t testing.TB) (*simulation.World, handle.Frame) {
	t.Helper()
	w, err := simulation.New(simulation.Options{Workers: 2, DebugChecks: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = w.Close() })
	owner, err := w.Spawn(&simulation.SpawnDesc{Owns: &simulation.FrameSpec{}})
	if err != nil {
		t.Fatal(err)
	}
	f, _ := w.FrameOf(owner)
	return w, f
}

func TestAComponentCanSpawnABlueprintDuringATick(t *testing.T) {
	var r blueprint.Registry
	register(t, &r, &blueprint.Blueprint{Name: "knight", Visual: &simulation.Visual{BoundingRadiusMeters: 2}, Components: []blueprint.Component{
		{Kind: armors, Fields: []blueprint.Field{{"Layers", 4}}}, {Kind: brains},
	}})
	w, f := newWorld(t)
	s := &spawner{kind: &r}
	if _, err := w.Spawn(&simulation.SpawnDesc{Frame: f, Pose: geom.IdentityPose, Components: []simulation.Component{s}}); err != nil {
		t.Fatal(err)
	}
	for range 5 {
		w.Tick()
	}
	for i, e := range s.made {
		where, live := w.Snapshot().Transform(e)
		look, _ := w.Snapshot().Visual(e)
		a, ok := simulation.Get[*Armor](w, e)
		if !live || where.Pose.Position.X != float64(i) || look.BoundingRadiusMeters != 2 || !ok || a.Layers != 4 {
			t.Errorf("knight %d: live %v, at %v, visual %+v, armor %+v", i, live, where.Pose, look, a)
		}
	}
	if len(s.made) != 5 || len(w.Errors()) > 0 {
		t.Errorf("%d knights, errors %q", len(s.made), w.Errors())
	}
}

func TestABlueprintWithFrameDataSpawnsTheOwnerOfAFrame(t *testing.T) {
	var r blueprint.Registry
	pull := field.GravityOfUniform(field.Uniform{Acceleration: geom.Vec3{Y: -3}})
	register(t, &r, &blueprint.Blueprint{Name: "moon", Owns: &simulation.FrameSpec{Gravity: pull}})
	w, _ := newWorld(t)
	d := describe(t, &r, "moon")
	e, err := w.Spawn(&d)
	if err != nil {
		t.Fatal(err)
	}
	if f, ok := w.FrameOf(e); !ok || !w.Frames().Live(f) {
		t.Error("it owns no frame")
	}
}

// TestSpawningABlueprintAllocatesOnlyItsComponents also without reflection, which allocates.
func TestSpawningABlueprintAllocatesOnlyItsComponents(t *testing.T) {
	var r blueprint.Registry
	register(t, &r, &blueprint.Blueprint{Name: "a", Components: []blueprint.Component{
		{Kind: armors, Fields: []blueprint.Field{{"Layers", 4}}}, {Kind: brains}, {Kind: others},
	}})
	p, _ := r.Find("a")
	var d simulation.SpawnDesc
	p.Describe(&d, handle.Frame{}, geom.IdentityPose)
	// An armor and a brain; a silent has no size.
	if n := testing.AllocsPerRun(100, func() { p.Describe(&d, handle.Frame{}, geom.IdentityPose) }); n != 2 {
		t.Errorf("%v allocations for two components with fields", n)
	}
}
