package blueprint_test

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"reflect"
	"strings"
	"testing"
	"testing/fstest"

	"tertius.dev/core/field"
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/physics"
	"tertius.dev/core/render"
	"tertius.dev/simulation"
	"tertius.dev/simulation/blueprint"
)

func TestLoadReadsComponents(t *testing.T) {
	d := load(t, `"knight": {"components": {
  // The brain comes first, as it is written first.
  "game.brain": {
    "habit": {"kind": "walks", "metersPerSecond": 1.5},
    "mood": "angry", "name": "Götz", "awake": true, "friends": ["a", "b"],
    "light": {"kind": "spot", "color": [1, 0.5, 0], "powerWatts": 10, "outerConeRadians": 0.5},
    "look": {"mesh": "box", "material": "wood", "scale": [1, 2, 3], "light": {"kind": "point", "powerWatts": 1}},
    "drops": [{"motion": "dynamic", "shape": {"kind": "sphere", "radiusMeters": 2}}],
    "seat": {"position": [1, 2, 3]},
    "facing": [0, 0, 0, 2], "nose": [0, 0, -3], "charge": 65535, "layers": [0, 11]
  },
  "game.armor": {"thickness": 0.1, "layers": -128, "plates": [{"at": [1, 0, 0]}, {"thin": true}], "cover": {"thin": true}, "hold": 90}
}}`).SpawnDesc(handle.Frame{}, geom.IdentityPose)
	drop := physics.Body(physics.NewSphere(2), physics.Dynamic)
	want := &Brain{
		Habit: Walks{1.5}, Mood: Angry, Name: "Götz", Awake: true, Friends: [2]string{"a", "b"},
		Light: render.LightOfSpotLight(render.SpotLight{Color: geom.Vec3f{X: 1, Y: 0.5}, PowerWatts: 10, OuterConeRadians: 0.5}),
		Look: simulation.Visual{
			Mesh: 3, Material: 5, Scale: geom.Vec3f{X: 1, Y: 2, Z: 3},
			Light: render.LightOfPointLight(render.PointLight{PowerWatts: 1}),
		},
		Drops: []physics.BodyDesc{drop}, Seat: geom.At(geom.Vec3{X: 1, Y: 2, Z: 3}),
		Facing: geom.Quatf{W: 1}, Nose: geom.Pack(geom.Vec3f{Z: -1}), Charge: 65535, Layers: 1 | 1<<11,
	}
	if got := d.Components[0]; !reflect.DeepEqual(got, want) {
		t.Errorf("the brain is\n%+v\nwant\n%+v", got, want)
	}
	armor := &Armor{Thickness: 0.1, Layers: -128, Plates: []Plate{{At: geom.Vec3{X: 1}}, {Thin: true}}, Cover: &Plate{Thin: true}, Hold: 90}
	if got := d.Components[1]; !reflect.DeepEqual(got, armor) {
		t.Errorf("the armor is\n%+v\nwant\n%+v", got, armor)
	}
}

func TestLoadReadsNull(t *testing.T) {
	b := load(t, `"a": {"components": {"game.brain": {"habit": null, "light": null}}},
"b": {"parent": "a", "components": {"game.brain": {"habit": {"kind": "sleeps"}, "look": {"mesh": null}}, "game.armor": {"cover": null}}}`).
		SpawnDesc(handle.Frame{}, geom.IdentityPose).Components[0].(*Brain)
	if b.Habit != (Sleeps{}) || !b.Light.IsNone() || b.Look.Mesh != 0 {
		t.Errorf("the brain is %+v", b)
	}
}

func TestLoadReadsBodies(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       physics.BodyDesc
	}{
		{"defaults", `{"shape": {"kind": "box", "halfExtents": [1, 2, 3]}}`, physics.Body(physics.NewBox(1, 2, 3), physics.Static)},
		{"thin-box", `{"shape": {"kind": "box", "halfExtents": [1, 0.01, 3]}}`, physics.Body(physics.NewBox(1, 0.01, 3), physics.Static)},
		{"capsule", `{"shape": {"kind": "capsule", "halfHeightMeters": 1, "radiusMeters": 0.5}}`, physics.Body(physics.NewCapsule(1, 0.5), physics.Static)},
		{"hull", `{"shape": {"kind": "hull", "points": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]}}`,
			physics.Body(physics.NewHull(geom.Vec3{}, geom.UnitX, geom.UnitY, geom.UnitZ), physics.Static)},
		{"compound", `{"shape": {"kind": "compound", "parts": [
    {"shape": {"kind": "sphere", "radiusMeters": 1}},
    {"shape": {"kind": "sphere", "radiusMeters": 2}, "pose": {"position": [0, 1, 0], "rotation": [0, 3, 0, 0]}}]}}`,
			physics.Body(physics.NewCompound(
				physics.Part{Shape: physics.NewSphere(1), Pose: geom.IdentityPose},
				physics.Part{Shape: physics.NewSphere(2), Pose: geom.Pose{Position: geom.UnitY, Rotation: geom.Quat{Y: 1}}},
			), physics.Static)},
		{"assembly", `{"shape": {"kind": "assembly", "parts": [
    {"shape": {"kind": "compound", "parts": [{"shape": {"kind": "sphere", "radiusMeters": 1}}]}, "massKilograms": 30},
    {"shape": {"kind": "assembly", "parts": [{"shape": {"kind": "box", "halfExtents": [1, 1, 1]}}]}, "pose": {"position": [0, 4, 0]}}]}}`,
			physics.Body(&physics.Assembly{Parts: []physics.AssemblyPart{
				{Shape: physics.NewCompound(physics.Part{Shape: physics.NewSphere(1), Pose: geom.IdentityPose}), Pose: geom.IdentityPose, MassKilograms: 30},
				{Shape: &physics.Assembly{Parts: []physics.AssemblyPart{{Shape: physics.NewBox(1, 1, 1), Pose: geom.IdentityPose}}}, Pose: geom.At(geom.Vec3{Y: 4})},
			}}, physics.Static)},
		{"everything", `{"shape": {"kind": "box", "halfExtents": [1, 1, 1], "convexRadiusMeters": 0}, "motion": "dynamic", "massKilograms": 9,
    "friction": 0.25, "restitution": 0.5, "linearDampingPerSecond": 1, "angularDampingPerSecond": 2, "neverSleeps": true, "collision": {"groups": [3]}}`,
			physics.BodyDesc{
				Shape: &physics.Box{HalfExtents: geom.Vec3{X: 1, Y: 1, Z: 1}}, Motion: physics.Dynamic, MassKilograms: 9,
				Friction: 0.25, Restitution: 0.5, LinearDampingPerSecond: 1, AngularDampingPerSecond: 2, NeverSleeps: true,
				Collision: physics.Collision{Groups: 1 << 3, Mask: physics.Solid},
			}},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := load(t, `"a": {"body": `+c.text+`}`).SpawnDesc(handle.Frame{}, geom.IdentityPose)
			if !reflect.DeepEqual(*d.Body, c.want) {
				t.Errorf("the body is\n%+v %+v\nwant\n%+v %+v", *d.Body, d.Body.Shape, c.want, c.want.Shape)
			}
		})
	}
}

func TestLoadReadsFrameData(t *testing.T) {
	d := load(t, `"moon": {"owns": {"gravity": {"kind": "point", "mu": 4.9e12, "radiusMeters": 1737400}}},
"plain": {"parent": "moon", "owns": {"gravity": {"kind": "uniform", "acceleration": [0, -2, 0]}}}`).SpawnDesc(handle.Frame{}, geom.IdentityPose)
	if want := field.GravityOfUniform(field.Uniform{Acceleration: geom.Vec3{Y: -2}}); !d.Owns.Gravity.Equal(want) {
		t.Errorf("the gravity is %v", d.Owns.Gravity)
	}
}

// TestLoadOverwritesMembersOfTheParent: of a body, a visual and frame data the members that the child gives win one by one.
func TestLoadOverwritesMembersOfTheParent(t *testing.T) {
	d := load(t, `
"crate": {"body": {"motion": "dynamic", "shape": {"kind": "sphere", "radiusMeters": 1}, "collision": {"groups": [2], "mask": []}, "massKilograms": 10},
          "visual": {"mesh": "box", "material": "wood"}},
"heavy": {"parent": "crate", "body": {"massKilograms": 500, "collision": {"groups": []}}, "visual": {"material": null}}`).
		SpawnDesc(handle.Frame{}, geom.IdentityPose)
	want := physics.Body(physics.NewSphere(1), physics.Dynamic)
	want.MassKilograms, want.Collision = 500, physics.Collision{}
	if !reflect.DeepEqual(*d.Body, want) || *d.Visual != (simulation.Visual{Mesh: 3}) {
		t.Errorf("body %+v, visual %+v", *d.Body, *d.Visual)
	}
}

func TestLoadTakesParentsInAnyOrder(t *testing.T) {
	l := newLoader()
	register(t, l.Registry, armored("root", blueprint.Field{Name: "Layers", Value: 5}))
	files := fstest.MapFS{
		"game/b.jsonc": {Data: []byte(`{"format": 1, "blueprints": {"leaf": {"parent": "middle"}, "middle": {"parent": "base"}}}`)},
		"game/a.jsonc": {Data: []byte(`/* first */ {"blueprints": {"base": {"parent": "root"}}, "format": 1}`)},
	}
	if err := l.LoadFS(files, "game/*.jsonc"); err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(l.Registry.Names()); got != "[root base leaf middle]" {
		t.Errorf("the names are %s: files in order, blueprints in order", got)
	}
	if a := describe(t, l.Registry, "leaf").Components[0].(*Armor); a.Layers != 5 {
		t.Errorf("the leaf's armor is %+v", a)
	}
}

// TestLoadTellsFileLineBlueprintAndField: blueprints start in line 2.
func TestLoadTellsFileLineBlueprintAndField(t *testing.T) {
	brain := func(fields string) string { return `"a": {"components": {"game.brain": {` + fields + `}}}` }
	for _, c := range []struct {
		name, text string
		lines      []string
	}{
		{"syntax", `"a": {"body": {"x" 1}}`, []string{`a.jsonc:2:20: blueprint "a": body.x: a colon was expected after "x", but '1' stands here`}},
		{"unknown-member", `"a": {"bdy": {}}`, []string{`a.jsonc:2:7: blueprint "a": "bdy" is no member of a blueprint, which has "parent", "components", "body", "visual" and "owns"`}},
		{"no-object", `"a": 7`, []string{`a.jsonc:2:6: blueprint "a": the blueprint is a number; it must be an object`}},
		{"unknown-component", `"a": {"components": {"game.armour": {}}}`,
			[]string{`a.jsonc:2:22: blueprint "a": components.game.armour: there is no such component; there are "game.armor", "game.brain" and "game.silent"`}},
		{"unknown-field", `"a": {"components": {"game.armor": {"thicknes": 1}}}`,
			[]string{`a.jsonc:2:37: blueprint "a": components.game.armor.thicknes: blueprint_test.Armor has no such field to set; ` +
				`it has "thickness", "layers", "plates", "notes", "cover" and "hold"`}},
		{"component-null", `"a": {"components": {"game.armor": null}}`,
			[]string{`a.jsonc:2:36: blueprint "a": components.game.armor: "game.armor" is null; it must be an object`}},
		{"component-rule", `"a": {"components": {"game.armor": {"layers": 1, "thickness": -1}}}`,
			[]string{`a.jsonc:2:63: blueprint "a": components.game.armor: Armor.Thickness is below 0 m`}},
		{"inherited-component-rule", `"a": {"components": {"game.armor": {"thickness": -1}}}, "b": {"parent": "a"}`,
			[]string{`a.jsonc:2:50: blueprint "a": components.game.armor: Armor.Thickness is below 0 m`}},
		{"wrong-types", `"a": {"components": {"game.armor": {"thickness": "1", "layers": 1.0, "plates": [{"at": [1, 2]}, {"thin": 1}, 3]}}}`, []string{
			`a.jsonc:2:50: blueprint "a": components.game.armor.thickness: "thickness" is a string; it must be a number`,
			`a.jsonc:2:65: blueprint "a": components.game.armor.layers: "layers" is 1.0; it must be a whole number from -128 to 127`,
			`a.jsonc:2:88: blueprint "a": components.game.armor.plates[0].at: "at" has 2 items; it must be [x, y, z]`,
			`a.jsonc:2:106: blueprint "a": components.game.armor.plates[1].thin: "thin" is a number; it must be true or false`,
			`a.jsonc:2:110: blueprint "a": components.game.armor.plates[2]: item [2] is a number; it must be an object`}},
		{"out-of-range", brain(`"charge": 65536, "layers": [12], "facing": [0, 0, 0, 0], "nose": [0, 0, 0], "friends": []`), []string{
			`a.jsonc:2:47: blueprint "a": components.game.brain.charge: "charge" is 65536; it must be a whole number from 0 to 65535`,
			`a.jsonc:2:65: blueprint "a": components.game.brain.layers: item 0 of "layers" is 12; it must be a whole number from 0 to 11`,
			`a.jsonc:2:80: blueprint "a": components.game.brain.facing: "facing" has no length that can be brought to 1; [0, 0, 0, 1] turns nothing`,
			`a.jsonc:2:102: blueprint "a": components.game.brain.nose: "nose" has no direction`,
			`a.jsonc:2:124: blueprint "a": components.game.brain.friends: "friends" has 0 items; it must be a list of 2`}},
		{"float-too-large", `"a": {"components": {"game.armor": {"thickness": 1e39}}}`,
			[]string{`a.jsonc:2:50: blueprint "a": components.game.armor.thickness: "thickness" is 1e39, which is too large for a number of 32 bits`}},
		{"enum", brain(`"mood": "mad"`), []string{`a.jsonc:2:45: blueprint "a": components.game.brain.mood: "mood" is "mad"; it must be one of "calm" and "angry"`}},
		{"union", brain(`"habit": {"metersPerSecond": 1}, "light": {"kind": "sun"}`), []string{
			`a.jsonc:2:46: blueprint "a": components.game.brain.habit: "habit" lacks the member "kind"; the kinds are "walks" and "sleeps"`,
			`a.jsonc:2:88: blueprint "a": components.game.brain.light: "kind" is "sun"; the kinds are "point" and "spot"`}},
		{"union-member", brain(`"habit": {"kind": "sleeps", "snores": true}`),
			[]string{`a.jsonc:2:65: blueprint "a": components.game.brain.habit.snores: there is no such member; there are none`}},
		{"union-rule", brain(`"light": {"kind": "point", "powerWatts": 0}`),
			[]string{`a.jsonc:2:78: blueprint "a": components.game.brain.light: PointLight.PowerWatts is 0 W; it must be finite and above 0; a light that is off is the zero Light`}},
		{"go-types", brain(`"enemy": "b", "table": {}`), []string{
			`a.jsonc:2:46: blueprint "a": components.game.brain.enemy: "enemy" is of the Go type handle.Of[tertius.dev/core/handle.entityKind], which no file can know`,
			`a.jsonc:2:60: blueprint "a": components.game.brain.table: "table" is of the Go type map[string]int, which a file cannot give`}},
		{"resources", `"a": {"visual": {"mesh": "bx", "material": 3}}`, []string{
			`a.jsonc:2:26: blueprint "a": visual.mesh: "mesh" is "bx", which names no mesh of the game`,
			`a.jsonc:2:44: blueprint "a": visual.material: "material" is a number; it must be a string`}},
		{"no-shape", `"a": {"body": {}}`, []string{`a.jsonc:2:15: blueprint "a": body: body: Shape is missing`}},
		{"body-range", `"a": {"body": {"shape": {"kind": "sphere", "radiusMeters": 1}, "friction": 0, "restitution": 2}}`,
			[]string{`a.jsonc:2:94: blueprint "a": body: body: Restitution is 2; it must be from 0 to 1`}},
		{"shape-range", `"a": {"body": {"shape": {"kind": "compound", "parts": [{"shape": {"kind": "sphere", "radiusMeters": 0}}]}}}`,
			[]string{`a.jsonc:2:101: blueprint "a": body.shape.parts[0].shape: Sphere.RadiusMeters is 0 m; it must be from 1e-05 to 1e+09 m`}},
		{"assembly-member", `"a": {"body": {"shape": {"kind": "assembly", "parts": [{"shape": {"kind": "sphere", "radiusMeters": 1}, "mass": 2}]}}}`,
			[]string{`a.jsonc:2:105: blueprint "a": body.shape.parts[0].mass: there is no such member; there are "shape", "pose" and "massKilograms"`}},
		{"assembly-mass", `"a": {"body": {"shape": {"kind": "assembly", "parts": [{"shape": {"kind": "sphere", "radiusMeters": 1}, "massKilograms": -2}]}}}`,
			[]string{`a.jsonc:2:122: blueprint "a": body.shape.parts[0]: MassKilograms is -2; it must be 0, for the shape's own, or from 1.2e-38 to 1e+31`}},
		{"assembly-shape", `"a": {"body": {"shape": {"kind": "assembly", "parts": [{"massKilograms": 2}]}}}`,
			[]string{`a.jsonc:2:56: blueprint "a": body.shape.parts[0]: Shape is missing`}},
		{"assembly-empty", `"a": {"body": {"shape": {"kind": "assembly"}}}`,
			[]string{`a.jsonc:2:25: blueprint "a": body.shape: Assembly.Parts is empty`}},
		{"assembly-deep", `"a": {"body": {"shape": ` + strings.Repeat(`{"kind": "assembly", "parts": [{"shape": `, 5) +
			`{"kind": "sphere", "radiusMeters": 1}` + strings.Repeat(`}]}`, 5) + `}}`, []string{`a.jsonc:2:66: blueprint "a": body.shape.parts[0]: Shape: Assembly.Parts[0].Shape: Assembly.Parts[0].Shape: Assembly.Parts[0].Shape is an assembly in 4 others; list its parts there instead`}},
		{"assembly-in-compound", `"a": {"body": {"shape": {"kind": "compound", "parts": [{"shape": {"kind": "assembly", "parts": [{"shape": {"kind": "sphere", "radiusMeters": 1}}]}}]}}}`,
			[]string{`a.jsonc:2:55: blueprint "a": body.shape: Compound.Parts[0].Shape is an assembly; list its parts instead`}},
		{"flat-bubble", `"a": {"owns": {"bounds": [1, 1, 0]}}`,
			[]string{`a.jsonc:2:26: blueprint "a": owns: Bounds: the radii of a bubble are finite and above 0, or all three are 0 for none`}},
		{"gravity-range", `"a": {"owns": {"gravity": {"kind": "point", "mu": 1, "radiusMeters": 0}}}`,
			[]string{`a.jsonc:2:27: blueprint "a": owns.gravity: the point gravity needs a finite mu and radius above 0`}},
		{"parent-kind", `"a": {"parent": 1}`, []string{`a.jsonc:2:17: blueprint "a": parent: "parent" is a number; it must be a string`}},
		{"no-parent", `"a": {"parent": "b"}, "c": {"parent": "a"}`, []string{`a.jsonc:2:17: blueprint "a": parent: no blueprint is named "b", in these files or in the registry`}},
		{"own-parent", `"a": {"parent": "a"}`, []string{`a.jsonc:2:17: blueprint "a": parent: the parents go round: "a" → "a"`}},
		{"cycle", "\"x\": {\"parent\": \"c\"},\n\"a\": {\"parent\": \"b\"},\n\"b\": {\"parent\": \"c\"},\n\"c\": {\"parent\": \"a\", \"visual\": 1}", []string{
			`a.jsonc:3:17: blueprint "a": parent: the parents go round: "a" → "b" → "c" → "a"`,
			`a.jsonc:5:32: blueprint "c": visual: "visual" is a number; it must be an object`}},
		{"names", "\"A\": {},\n\"b\": {},\n\"b\": {}", []string{
			`a.jsonc:2:1: blueprint "A": the name must be ` + blueprint.NameRule,
			`a.jsonc:4:1: blueprint "b": the member "b" is given twice; line 3 has the first`}},
		{"field-twice", `"a": {"components": {"game.armor": {"layers": 1, "layers": 2}}}`,
			[]string{`a.jsonc:2:50: blueprint "a": components.game.armor.layers: the member "layers" is given twice; line 2 has the first`}},
		// What a child lacks may be in the parent that is wrong, so only what it says itself is looked at.
		{"several", "\"a\": {\"parent\": \"gone\", \"body\": {\"friction\": \"x\"}},\n\"b\": {\"parent\": \"a\", \"body\": {}, \"visual\": {\"scale\": 1}}", []string{
			`a.jsonc:2:17: blueprint "a": parent: no blueprint is named "gone", in these files or in the registry`,
			`a.jsonc:2:46: blueprint "a": body.friction: "friction" is a string; it must be a number`,
			`a.jsonc:3:54: blueprint "b": visual.scale: "scale" is a number; it must be a list`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := newLoader()
			wants(t, l.Load(file(c.text)), c.lines...)
			if names := l.Registry.Names(); len(names) > 0 {
				t.Errorf("the registry holds %q", names)
			}
		})
	}
}

func TestLoadTellsOfTheWholeFile(t *testing.T) {
	for _, c := range []struct{ name, text, line string }{
		{"empty", "", `x:1:1: a value was expected, but the end of the file stands here`},
		{"list", "[]", `x:1:1: the file is a list; it must be an object`},
		{"format", `{"format": 2, "prefabs": 1}`, `x:1:12: "format" is 2; it must be 1`},
		{"no-format", `{"blueprints": {}}`, `x:1:1: the file lacks the member "format"`},
		{"no-blueprints", `{"format": 1}`, `x:1:1: the file lacks the member "blueprints"`},
		{"more", `{"format": 1, "blueprints": {}, "x": 1}`, `x:1:33: "x" is no member of the file, which has "format" and "blueprints"`},
		{"kind", `{"format": 1, "blueprints": []}`, `x:1:29: "blueprints" is a list; it must be an object`},
	} {
		t.Run(c.name, func(t *testing.T) { wants(t, newLoader().Load(blueprint.Source{File: "x", Text: c.text}), c.line) })
	}
}

func TestLoadTellsOfNamesInOtherFiles(t *testing.T) {
	l := newLoader()
	register(t, l.Registry, &blueprint.Blueprint{Name: "old"})
	b := file(`"a": {}, "old": {}`)
	b.File = "b.jsonc"
	wants(t, l.Load(file("\n\"a\": {}"), b),
		`b.jsonc:2:1: blueprint "a": a blueprint of this name stands in a.jsonc, line 3`,
		`b.jsonc:2:10: blueprint "old": a blueprint of this name is registered`)
}

// TestLoadDoesNotBlameWhatABrokenFileHides: its parents may be in the part that could not be read.
func TestLoadDoesNotBlameWhatABrokenFileHides(t *testing.T) {
	broken := blueprint.Source{File: "b.jsonc", Text: `{"format": 1, "blueprints": {"base": {]}}`}
	wants(t, newLoader().Load(file(`"a": {"parent": "base", "body": {"friction": []}}`), broken),
		`a.jsonc:2:46: blueprint "a": body.friction: "friction" is a list; it must be a number`,
		`b.jsonc:1:39: blueprint "base": the name of a member was expected, but ']' stands here`)
}

func TestLoadTellsAtMostFiftyProblems(t *testing.T) {
	var all []string
	for i := range 120 {
		all = append(all, fmt.Sprintf(`"a%d": 1`, i))
	}
	err := newLoader().Load(file(strings.Join(all, ",\n")))
	var problems *blueprint.Problems
	if !errors.As(err, &problems) || len(problems.List) != blueprint.MostProblems || problems.More != 70 || !strings.HasSuffix(err.Error(), "\nand 70 more") {
		t.Errorf("%v", err)
	}
	var first *blueprint.Problem
	if !errors.As(err, &first) || first.Line != 2 || first.Blueprint != "a0" {
		t.Errorf("the first problem is %+v", first)
	}
}

func TestLoadWithoutNamesRefusesResources(t *testing.T) {
	l := newLoader()
	l.Names = nil
	wants(t, l.Load(file(`"a": {"visual": {"mesh": "box"}}`)),
		`a.jsonc:2:26: blueprint "a": visual.mesh: "mesh" is the mesh "box", but the loader was given no names of resources`)
}

func TestLoadFSTellsOfFilesThatItCannotRead(t *testing.T) {
	files := fstest.MapFS{"dir/a": {}}
	if err := newLoader().LoadFS(files, "gone.jsonc"); err == nil || err.Error() != `load blueprints: no file is named "gone.jsonc"` {
		t.Errorf("%v", err)
	}
	if err := newLoader().LoadFS(files, "["); err == nil || !strings.HasPrefix(err.Error(), `load blueprints: "[" is no pattern`) {
		t.Errorf("%v", err)
	}
	var pathError *fs.PathError
	if err := newLoader().LoadFS(files, "dir"); !errors.As(err, &pathError) {
		t.Errorf("a folder gives %v", err)
	}
}

// TestLoadOfALongChainOfParents neither overflows nor takes long: the last child stands first.
func TestLoadOfALongChainOfParents(t *testing.T) {
	const n = 20_000
	var b strings.Builder
	for i := n; i > 0; i-- {
		fmt.Fprintf(&b, "\"a%d\": {\"parent\": \"a%d\"},\n", i, i-1)
	}
	p := load(t, b.String()+`"a0": {"components": {"game.armor": {"layers": 3}}}, "z": {"parent": "a20000"}`)
	if a := p.SpawnDesc(handle.Frame{}, geom.IdentityPose).Components[0].(*Armor); a.Layers != 3 {
		t.Errorf("the armor is %+v", a)
	}
	ring := strings.Replace(b.String(), `"a1": {"parent": "a0"}`, `"a1": {"parent": "a20000"}`, 1)
	err := newLoader().Load(file(ring + `"a0": {}`))
	wants(t, err, `a.jsonc:2:22: blueprint "a20000": parent: the parents go round: "a20000" → "a19999" → "a19998" → "a19997" → `+
		`"a19996" → "a19995" → … → "a5" → "a4" → "a3" → "a2" → "a1" → "a20000"`)
}

// FuzzLoad holds that no text breaks the loader, that each problem has a place in the text, and that what loads has sound
// numbers and can be described.
func FuzzLoad(f *testing.F) {
	for _, text := range []string{
		`"a": {}`, `"a": {"parent": "b"}, "b": {"parent": "a"}`,
		`"a": {"body": {"shape": {"kind": "box", "halfExtents": [1, 2, 3]}, "motion": "dynamic"}}, "b": {"parent": "a", "body": {"friction": 1}}`,
		`"a": {"body": {"shape": {"kind": "compound", "parts": [{"shape": {"kind": "hull", "points": [[0,0,0],[1,0,0],[0,1,0],[0,0,1]]}}]}}}`,
		`"a": {"body": {"shape": {"kind": "assembly", "parts": [{"shape": {"kind": "sphere", "radiusMeters": 1}, "pose": {"position": [1, 0, 0]}, "massKilograms": 2}]}}}`,
		`"a": {"visual": {"mesh": "box", "light": {"kind": "spot", "powerWatts": 1, "outerConeRadians": 1}}, "owns": {"gravity": {"kind": "uniform", "acceleration": [0, 1, 0]}}}`,
		`"a": {"components": {"game.armor": {"plates": [{"at": [1, 2, 3]}], "cover": null, "hold": 3}, "game.brain": {"mood": "calm", "facing": [0, 0, 0, 1]}}}`,
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		l := newLoader()
		source := file(text)
		err := l.Load(source)
		var problems *blueprint.Problems
		if errors.As(err, &problems) {
			if len(problems.List) == 0 || len(l.Registry.Names()) > 0 {
				t.Fatalf("%d problems, blueprints %q", len(problems.List), l.Registry.Names())
			}
			for _, p := range problems.List {
				if p.Line < 1 || p.Line > 1+strings.Count(source.Text, "\n") || p.Column < 1 || p.File != source.File || p.Text == "" {
					t.Fatalf("the problem %+v has no place", p)
				}
			}
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range l.Registry.Names() {
			p, _ := l.Registry.Find(name)
			d := p.SpawnDesc(handle.Frame{}, geom.IdentityPose)
			if d.Body != nil {
				if err := d.Body.Problem(); err != nil {
					t.Fatal(err)
				}
			}
			if d.Visual != nil {
				if err := d.Visual.Problem(); err != nil {
					t.Fatal(err)
				}
			}
			for _, c := range d.Components {
				if a, ok := c.(*Armor); ok && (math.IsInf(float64(a.Thickness), 0) || a.Thickness < 0) {
					t.Fatalf("the armor is %+v", a)
				}
			}
		}
	})
}

func TestFrameOfAFileHasItsMediumAndItsBubble(t *testing.T) {
	d := load(t, `"plain": {"owns": {"medium": {"kind": "uniform", "densityKilogramsPerCubicMeter": 1.2, "dragPerSecond": 0.1}, "bounds": [4, 3, 5]},
"body": {"shape": {"kind": "sphere", "radiusMeters": 3}, "interiorShape": {"kind": "box", "halfExtents": [1, 2, 1]}}}`).SpawnDesc(handle.Frame{}, geom.IdentityPose)
	air := field.MediumOfUniformMedium(field.UniformMedium{DensityKilogramsPerCubicMeter: 1.2, DragPerSecond: 0.1})
	if !d.Owns.Medium.Equal(air) || d.Owns.Bounds != (geom.Vec3{X: 4, Y: 3, Z: 5}) {
		t.Errorf("the frame is %+v", d.Owns)
	}
	if inside, ok := d.Body.InteriorShape.(*physics.Box); !ok || inside.HalfExtents != (geom.Vec3{X: 1, Y: 2, Z: 1}) {
		t.Errorf("the interior is %+v", d.Body.InteriorShape)
	}
}
