package guide_test

import (
	"fmt"
	"log"
	"os"
	"regexp"
	"strings"
	"testing"

	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/message"
	"tertius.dev/core/physics"
	"tertius.dev/core/render"
	"tertius.dev/simulation"
	"tertius.dev/simulation/blueprint"
)

// Shell keeps blows off.
type Shell struct {
	ThicknessMeters float32
	Plates          []geom.Vec3 // where they sit
	Grip            Grip

	dents int
}

// Grip is what holds on: Claws or Suckers.
type Grip interface{ grip() }

type (
	Claws   struct{ Newtons float32 }
	Suckers struct{}
)

func (Claws) grip()   {}
func (Suckers) grip() {}

func (*Shell) Priority() int                                                   { return 0 }
func (*Shell) Wants() []message.AnyToken                                       { return []message.AnyToken{message.Collisions} }
func (s *Shell) Handle(_ *simulation.Self, _ *message.List, _ *message.Outbox) { s.dents++ }

// Problem refuses a shell without a thickness.
func (s *Shell) Problem() error {
	if s.ThicknessMeters <= 0 {
		return fmt.Errorf("Shell.ThicknessMeters is %v m; it must be above 0", s.ThicknessMeters)
	}
	return nil
}

// Legs walk.
type Legs struct{ Count int32 }

func (*Legs) Priority() int                                                 { return 0 }
func (*Legs) Wants() []message.AnyToken                                     { return nil }
func (*Legs) Handle(_ *simulation.Self, _ *message.List, _ *message.Outbox) {}

var (
	shells = blueprint.Kind[Shell]("guide.shell")
	legs   = blueprint.KindFrom("guide.legs", Legs{Count: 2})
)

var grips = blueprint.UnionOf(
	blueprint.CaseOf("claws", func(c Claws) Grip { return c }),
	blueprint.CaseOf("suckers", func(s Suckers) Grip { return s }),
)

var resources = &blueprint.Resources{
	Meshes:    map[string]render.MeshID{"box": 1},
	Materials: map[string]render.MaterialID{"chitin": 1},
}

func Example_beetle() {
	var kinds blueprint.Registry
	if err := registerBeetle(&kinds); err != nil {
		log.Fatal(err)
	}
	w, frame, err := house()
	if err != nil {
		log.Fatal(err)
	}
	defer w.Close()
	beetle, err := spawnBeetle(&kinds, w, frame)
	if err != nil {
		log.Fatal(err)
	}
	has, _ := simulation.Get[*Legs](w, beetle)
	fmt.Println("a beetle has", has.Count, "legs")
	// Output: a beetle has 6 legs
}

func registerBeetle(kinds *blueprint.Registry) error {
	err := kinds.Register(&blueprint.Blueprint{
		Name: "beetle",
		Components: []blueprint.Component{
			{Kind: shells, Fields: []blueprint.Field{{Name: "ThicknessMeters", Value: 0.001}}},
			{Kind: legs, Fields: []blueprint.Field{{Name: "Count", Value: 6}}},
		},
	})
	return err
}

func spawnBeetle(kinds *blueprint.Registry, w *simulation.World, frame handle.Frame) (handle.Entity, error) {
	desc, err := kinds.CreateSpawnDesc("beetle", frame, geom.At(geom.Vec3{X: 3}))
	if err != nil {
		return handle.Entity{}, err
	}
	return w.Spawn(&desc)
}

// TestBlueprintsOfTheGuide loads the page's files, which a folder assets holds in the snippet.
func TestBlueprintsOfTheGuide(t *testing.T) {
	text, err := os.ReadFile("blueprints.md")
	if err != nil {
		t.Fatal(err)
	}
	page := string(text)
	files := fences(page)
	if len(files) != 3 {
		t.Fatalf("the page has %d files, not 3", len(files))
	}
	t.Chdir(t.TempDir())
	if err := os.Mkdir("assets", 0o777); err != nil {
		t.Fatal(err)
	}
	for i, name := range []string{"crabs.jsonc", "", "lobsters.jsonc"} {
		if name == "" {
			continue
		}
		if err := os.WriteFile("assets/"+name, []byte(files[i]), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	var kinds blueprint.Registry
	loader, err := loadAssets(&kinds)
	if err != nil {
		t.Fatal(err)
	}
	king, err := kinds.CreateSpawnDesc("king-crab", handle.Frame{}, geom.IdentityPose)
	if err != nil {
		t.Fatal(err)
	}
	shell := king.Components[0].(*Shell)
	if shell.ThicknessMeters != 0.02 || len(shell.Plates) != 2 || king.Components[1].(*Legs).Count != 8 {
		t.Errorf("the king crab has the shell %+v and the legs %+v", shell, king.Components[1])
	}
	if king.Body.MassKilograms != 9 || king.Body.Motion != physics.Dynamic || king.Visual.Mesh != 1 || king.Visual.Light.IsNone() {
		t.Errorf("the king crab has the body %+v and the visual %+v", king.Body, king.Visual)
	}
	lobster, _ := kinds.Find("lobster")
	if d := lobster.SpawnDesc(handle.Frame{}, geom.IdentityPose); d.Components[0].(*Shell).Grip != (Claws{Newtons: 25}) {
		t.Errorf("the lobster has the shell %+v", d.Components[0])
	}

	err = loader.Load(blueprint.Source{File: "snails.jsonc", Text: files[1]})
	if err == nil || !strings.Contains(page, "```\n"+err.Error()+"\n```") {
		t.Errorf("the page does not show what the loader says of its wrong file:\n%v", err)
	}
}

func loadAssets(kinds *blueprint.Registry) (*blueprint.Loader, error) {
	loader := blueprint.Loader{
		Registry: kinds,
		Kinds:    []*blueprint.ComponentKind{shells, legs},
		Unions:   []blueprint.Union{grips},
		Names:    resources,
	}
	err := loader.LoadFS(os.DirFS("assets"), "*.jsonc")
	return &loader, err
}

var jsoncFence = regexp.MustCompile("(?ms)^```jsonc\n(.*?)^```$")

// fences returns the texts of the files that a page shows.
func fences(page string) []string {
	var files []string
	for _, match := range jsoncFence.FindAllStringSubmatch(page, -1) {
		files = append(files, match[1])
	}
	return files
}
