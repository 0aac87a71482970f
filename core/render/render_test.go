package render_test

import (
	"math"
	"strings"
	"sync"
	"testing"

	"tertius.dev/core/geom"
	"tertius.dev/core/render"
)

var (
	nan = float32(math.NaN())
	inf = float32(math.Inf(1))
)

// expect compares an error's text, "" for none.
func expect(t *testing.T, err error, want string) {
	t.Helper()
	switch {
	case err == nil && want != "":
		t.Errorf("no problem, not %q", want)
	case err != nil && (want == "" || !strings.Contains(err.Error(), want)):
		t.Errorf("%q, not %q", err, want)
	}
}

func triangle() render.Mesh {
	return render.Mesh{
		Name:     "triangle",
		Vertices: []render.Vertex{{Normal: geom.Vec3f{Z: 1}}, {Position: geom.Vec3f{X: 1}}, {Position: geom.Vec3f{Y: 1}}},
		Indices:  []uint32{0, 1, 2},
	}
}

func TestStoreRefusesMesh(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(*render.Mesh)
		want   string
	}{
		{"good", func(*render.Mesh) {}, ""},
		{"empty", func(m *render.Mesh) { m.Indices = nil }, `mesh "triangle": it has no triangles`},
		{"half-triangle", func(m *render.Mesh) { m.Indices = []uint32{0, 1, 2, 0} }, "it has 4 indices"},
		{"index", func(m *render.Mesh) { m.Indices[1] = 3 }, "index 1 is 3, but it has 3 vertices"},
		{"position", func(m *render.Mesh) { m.Vertices[1].Position.Y = nan }, "vertex 1 has a number that is not finite"},
		{"normal", func(m *render.Mesh) { m.Vertices[0].Normal.X = inf }, "vertex 0 has a number"},
		{"tangent", func(m *render.Mesh) { m.Vertices[2].Tangent.Z = -inf }, "vertex 2 has a number"},
		{"u", func(m *render.Mesh) { m.Vertices[2].U = nan }, "vertex 2 has a number"},
		{"v", func(m *render.Mesh) { m.Vertices[2].V = inf }, "vertex 2 has a number"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var s render.Store
			m := triangle()
			c.change(&m)
			id, err := s.AddMesh(m)
			expect(t, err, c.want)
			if added := len(s.Meshes()); (added == 1) != (c.want == "") || (id == 0) != (c.want != "") {
				t.Errorf("the store holds %d meshes, the id is %d", added, id)
			}
		})
	}
}

func TestStoreRefusesTexture(t *testing.T) {
	for _, c := range []struct {
		name          string
		width, height int
		bytes         int
		want          string
	}{
		{"good", 2, 3, 24, ""},
		{"largest-side", render.MostTexels, 1, render.MostTexels * 4, ""},
		{"no-width", 0, 3, 0, `texture "t": its size is 0 × 3`},
		{"negative-height", 2, -3, 24, "its size is 2 × -3"},
		{"too-wide", render.MostTexels + 1, 1, 0, "each side must be from 1 to 16384"},
		{"too-tall", 1, render.MostTexels + 1, 0, "each side must be from 1 to 16384"},
		{"few-bytes", 2, 3, 23, "it has 23 bytes; 2 × 3 pixels of 4 bytes are 24"},
		{"many-bytes", 2, 3, 25, "it has 25 bytes"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var s render.Store
			_, err := s.AddTexture(render.Texture{Name: "t", Width: c.width, Height: c.height, Pixels: make([]byte, c.bytes)})
			expect(t, err, c.want)
			if (len(s.Textures()) == 1) != (c.want == "") {
				t.Errorf("the store holds %d textures", len(s.Textures()))
			}
		})
	}
}

func TestStoreRefusesMaterial(t *testing.T) {
	var s render.Store
	texture, err := s.AddTexture(render.Texture{Width: 1, Height: 1, Pixels: make([]byte, 4)})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name   string
		change func(*render.Material)
		want   string
	}{
		{"good", func(m *render.Material) {
			m.BaseColorMap, m.NormalMap, m.MetallicRoughnessMap = texture, texture, texture
		}, ""},
		{"bright", func(m *render.Material) { m.Emissive.X = render.RadianceLimit }, ""},
		{"red", func(m *render.Material) { m.BaseColor.X = 1.1 }, `material "m": BaseColor.X is 1.1`},
		{"green", func(m *render.Material) { m.BaseColor.Y = -1 }, "BaseColor.Y is -1"},
		{"blue", func(m *render.Material) { m.BaseColor.Z = nan }, "BaseColor.Z is NaN"},
		{"metallic", func(m *render.Material) { m.Metallic = 2 }, "Metallic is 2"},
		{"roughness", func(m *render.Material) { m.Roughness = inf }, "Roughness is +Inf"},
		{"reflectance", func(m *render.Material) { m.Reflectance = nan }, "Reflectance is NaN"},
		{"emissive-negative", func(m *render.Material) { m.Emissive.Y = -1 }, "Emissive is {0 -1 0}"},
		{"emissive-nan", func(m *render.Material) { m.Emissive.Z = nan }, "Emissive is {0 0 NaN}"},
		{"emissive-infinite", func(m *render.Material) { m.Emissive.X = inf }, "Emissive is {+Inf 0 0}"},
		{"color-map", func(m *render.Material) { m.BaseColorMap = 2 }, "the texture 2 is not in the store, which holds 1"},
		{"normal-map", func(m *render.Material) { m.NormalMap = 9 }, "the texture 9 is not in the store"},
		{"metallic-map", func(m *render.Material) { m.MetallicRoughnessMap = 9 }, "the texture 9 is not in the store"},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := render.Matte(geom.Vec3f{X: 0.5, Y: 0.5, Z: 0.5}, 0.5)
			m.Name = "m"
			c.change(&m)
			before := len(s.Materials())
			id, err := s.AddMaterial(m)
			expect(t, err, c.want)
			if grown := len(s.Materials()) > before; grown != (c.want == "") || (id == 0) == grown {
				t.Errorf("grown %v, the id is %d", grown, id)
			}
		})
	}
}

func TestStoreGivesBackWhatItHolds(t *testing.T) {
	var s render.Store
	if s.Mesh(0) != nil || s.Mesh(1) != nil {
		t.Error("an empty store has a mesh")
	}
	first, _ := s.AddMesh(triangle())
	other := triangle()
	other.Name = "other"
	second, _ := s.AddMesh(other)
	if first != 1 || second != 2 || s.Mesh(second).Name != "other" || s.Meshes()[first-1].Name != "triangle" {
		t.Errorf("the meshes are %d and %d", first, second)
	}
	kept := s.Meshes()
	if _, err := s.AddMesh(triangle()); err != nil {
		t.Fatal(err)
	}
	if len(kept) != 2 {
		t.Error("a list that was given out grew")
	}
}

// TestStoreMayBeFilledWhileItIsRead means something under the race detector.
func TestStoreMayBeFilledWhileItIsRead(t *testing.T) {
	var s render.Store
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			for range 100 {
				id, err := s.AddMesh(triangle())
				if err != nil || s.Mesh(id).Name != "triangle" {
					t.Error("a mesh did not come back")
				}
				for _, m := range s.Meshes() {
					if len(m.Indices) != 3 {
						t.Error("a mesh is half written")
					}
				}
			}
		})
	}
	group.Wait()
	if len(s.Meshes()) != 400 {
		t.Errorf("%d meshes", len(s.Meshes()))
	}
}

func TestOptionsTellTheirProblem(t *testing.T) {
	stops := func(n float32) render.Exposure { return render.ExposureOfFixedExposure(render.FixedExposure{Stops: n}) }
	for _, c := range []struct {
		name   string
		change func(*render.Options)
		want   string
	}{
		{"good", func(*render.Options) {}, ""},
		{"most-stops", func(o *render.Options) { o.Exposure = stops(-render.MostStops) }, ""},
		{"no-width", func(o *render.Options) { o.Width = 0 }, "the size is 0 × 2"},
		{"too-tall", func(o *render.Options) { o.Height = render.MostTexels + 1 }, "each side must be from 1 to 16384"},
		{"bright", func(o *render.Options) { o.Exposure = stops(65) }, "Exposure.Stops is 65; it must be from -64 to 64"},
		{"dark", func(o *render.Options) { o.Exposure = stops(-65) }, "Exposure.Stops is -65"},
		{"nan", func(o *render.Options) { o.Exposure = stops(nan) }, "Exposure.Stops is NaN"},
		{"curve", func(o *render.Options) { o.ToneCurve = 7 }, "ToneCurve is 7"},
		{"checks", func(o *render.Options) { o.Checks = 7 }, "Checks is 7"},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := render.Options{Width: 3, Height: 2, Checks: render.ValidationChecks}
			c.change(&o)
			expect(t, o.Problem(), c.want)
		})
	}
}

func TestZeroExposureMultipliesByOne(t *testing.T) {
	var e render.Exposure
	if fixed, ok := e.AsFixedExposure(); !ok || fixed.Stops != 0 {
		t.Errorf("the zero exposure is %v", e)
	}
}

func TestLightTellsItsProblem(t *testing.T) {
	point := render.PointLight{Color: geom.Vec3f{X: 1, Y: 1, Z: 1}, PowerWatts: 100, RadiusMeters: 0.1}
	spot := render.SpotLight{Color: geom.Vec3f{X: 1}, PowerWatts: 100, InnerConeRadians: 0.2, OuterConeRadians: 0.5}
	ofPoint := func(change func(*render.PointLight)) render.Light {
		p := point
		change(&p)
		return render.LightOfPointLight(p)
	}
	ofSpot := func(change func(*render.SpotLight)) render.Light {
		s := spot
		change(&s)
		return render.LightOfSpotLight(s)
	}
	for _, c := range []struct {
		name  string
		light render.Light
		want  string
	}{
		{"none", render.Light{}, ""},
		{"point", render.LightOfPointLight(point), ""},
		{"spot", render.LightOfSpotLight(spot), ""},
		{"every-side", ofSpot(func(s *render.SpotLight) { s.OuterConeRadians = math.Pi }), ""},
		{"no-power", ofPoint(func(p *render.PointLight) { p.PowerWatts = 0 }), "PointLight.PowerWatts is 0 W"},
		{"infinite-power", ofPoint(func(p *render.PointLight) { p.PowerWatts = inf }), "PointLight.PowerWatts is +Inf W"},
		{"nan-power", ofSpot(func(s *render.SpotLight) { s.PowerWatts = nan }), "SpotLight.PowerWatts is NaN W"},
		{"negative-color", ofPoint(func(p *render.PointLight) { p.Color.Y = -1 }), "PointLight.Color is {1 -1 1}"},
		{"nan-color", ofSpot(func(s *render.SpotLight) { s.Color.Z = nan }), "SpotLight.Color is {1 0 NaN}"},
		{"negative-radius", ofPoint(func(p *render.PointLight) { p.RadiusMeters = -1 }), "PointLight.RadiusMeters is -1 m"},
		{"infinite-offset", ofPoint(func(p *render.PointLight) { p.Offset.X = inf }), "PointLight.Offset is {+Inf 0 0}"},
		{"inside-out", ofSpot(func(s *render.SpotLight) { s.InnerConeRadians = 0.6 }), "the cones are 0.6 and 0.5 rad"},
		{"negative-cone", ofSpot(func(s *render.SpotLight) { s.InnerConeRadians = -0.1 }), "the cones are -0.1 and 0.5 rad"},
		{"wide-cone", ofSpot(func(s *render.SpotLight) { s.OuterConeRadians = 4 }), "the cones are 0.2 and 4 rad"},
		{"nan-cone", ofSpot(func(s *render.SpotLight) { s.OuterConeRadians = nan }), "the cones are 0.2 and NaN rad"},
	} {
		t.Run(c.name, func(t *testing.T) { expect(t, c.light.Problem(), c.want) })
	}
}

func TestClearedSnapshotKeepsItsRoom(t *testing.T) {
	s := render.Snapshot{
		Tick: 7, Camera: render.Camera{Present: true},
		Instances: make([]render.Instance, 3), Lights: make([]render.LightInstance, 2),
	}
	s.Clear()
	if s.Tick != 0 || s.Camera.Present || len(s.Instances) != 0 || len(s.Lights) != 0 {
		t.Errorf("after Clear the snapshot is %+v", s)
	}
	if cap(s.Instances) != 3 || cap(s.Lights) != 2 {
		t.Error("Clear gave up the room")
	}
}
