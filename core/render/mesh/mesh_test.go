package mesh_test

import (
	"math"
	"strings"
	"testing"

	"tertius.dev/core/geom"
	"tertius.dev/core/render"
	"tertius.dev/core/render/mesh"
)

// wedge is a ramp: 4 m long along X, 2 m high at -X, 3 m wide.
var wedge = []geom.Vec3{
	{X: -2, Z: -1.5}, {X: -2, Z: 1.5}, {X: 2, Z: -1.5}, {X: 2, Z: 1.5}, {X: -2, Y: 2, Z: -1.5}, {X: -2, Y: 2, Z: 1.5},
}

// tire is a ring of a square profile of 1 m by 2 m, 3 m from its axis to its middle.
var tire = mesh.Lathe("tire", 96, mesh.Ring{RadiusMeters: 2.5, HeightMeters: 1}, mesh.Ring{RadiusMeters: 3.5, HeightMeters: 1},
	mesh.Ring{RadiusMeters: 3.5, HeightMeters: -1}, mesh.Ring{RadiusMeters: 2.5, HeightMeters: -1},
	mesh.Ring{RadiusMeters: 2.5, HeightMeters: 1})

var octahedron = []geom.Vec3{{X: 1}, {X: -1}, {Y: 1}, {Y: -1}, {Z: 1}, {Z: -1}}

// solids are closed meshes with their exact volumes; round ones come near to it from inside.
var solids = []struct {
	name   string
	mesh   render.Mesh
	volume float64
	share  float64 // of the volume that may be missing
	round  bool
}{
	{"box", mesh.Box("box", geom.Vec3{X: 1, Y: 2, Z: 3}), 48, 1e-6, false},
	{"tiled-box", mesh.TiledBox("box", geom.Vec3{X: 1, Y: 2, Z: 3}, 0.5), 48, 1e-6, false},
	{"joined", mesh.Join("joined", mesh.Box("a", geom.Vec3{X: 1, Y: 1, Z: 1}), mesh.Hull("b", octahedron)), 8 + 4./3, 1e-6, false},
	{"wedge", mesh.Hull("wedge", wedge), 12, 1e-6, false},
	{"octahedron", mesh.Hull("octahedron", octahedron), 4. / 3, 1e-6, false},
	{"sphere", mesh.Sphere("sphere", 2, 32), 32 * math.Pi / 3, 0.01, true},
	{"cylinder", mesh.Cylinder("cylinder", 1.5, 0.5, 64), math.Pi * 0.25 * 3, 0.01, true},
	{"cone", mesh.Lathe("cone", 64, mesh.Ring{HeightMeters: 2}, mesh.Ring{RadiusMeters: 1}, mesh.Ring{}), 2 * math.Pi / 3, 0.01, true},
	{"tire", tire, 2 * math.Pi * 3 * 2, 0.01, true},
	{"placed", mesh.Placed(mesh.Box("box", geom.Vec3{X: 1, Y: 2, Z: 3}), geom.Pose{
		Position: geom.Vec3{X: 4, Y: -5, Z: 6}, Rotation: geom.AxisAngle(geom.Vec3{X: 1, Y: 2, Z: -1}, 0.7),
	}), 48, 1e-5, false},
	{"capsule", mesh.Capsule("capsule", 1.5, 0.5, 32), math.Pi*0.25*3 + math.Pi/6, 0.01, true},
}

func corner(m *render.Mesh, i int) geom.Vec3 { return m.Vertices[m.Indices[i]].Position.Double() }

// TestSolidEnclosesItsVolume sums the signed tetrahedra of the triangles, which a hole or a turned triangle would spoil.
func TestSolidEnclosesItsVolume(t *testing.T) {
	for _, s := range solids {
		t.Run(s.name, func(t *testing.T) {
			volume := 0.0
			for i := 0; i < len(s.mesh.Indices); i += 3 {
				volume += corner(&s.mesh, i).Dot(corner(&s.mesh, i+1).Cross(corner(&s.mesh, i+2))) / 6
			}
			if volume > s.volume*(1+1e-6) || volume < s.volume*(1-s.share) {
				t.Errorf("%v m³, not %v", volume, s.volume)
			}
		})
	}
}

// TestEveryEdgeJoinsTwoTriangles compares edges by their places, since flat faces repeat corners.
func TestEveryEdgeJoinsTwoTriangles(t *testing.T) {
	for _, s := range solids {
		t.Run(s.name, func(t *testing.T) {
			edges := map[[2]geom.Vec3f]int{}
			for i := 0; i < len(s.mesh.Indices); i += 3 {
				for j := range 3 {
					from, to := key(corner(&s.mesh, i+j)), key(corner(&s.mesh, i+(j+1)%3))
					edges[[2]geom.Vec3f{from, to}]++
					edges[[2]geom.Vec3f{to, from}]--
				}
			}
			for edge, balance := range edges {
				if balance != 0 {
					t.Fatalf("the edge %v is open", edge)
				}
			}
		})
	}
}

// key rounds a place, and has one zero, so that the same corner of two faces is one key.
func key(p geom.Vec3) geom.Vec3f {
	round := func(x float64) float32 { return float32(math.Round(x*1e5)/1e5) + 0 }
	return geom.Vec3f{X: round(p.X), Y: round(p.Y), Z: round(p.Z)}
}

func TestNormalsPointOutAndTangentsAlongTheSurface(t *testing.T) {
	for _, s := range solids {
		t.Run(s.name, func(t *testing.T) {
			for i := 0; i < len(s.mesh.Indices); i += 3 {
				face := corner(&s.mesh, i+1).Sub(corner(&s.mesh, i)).Cross(corner(&s.mesh, i+2).Sub(corner(&s.mesh, i)))
				face = face.Unit(geom.Vec3{})
				least := 1 - 1e-6
				if s.round {
					least = 0.9 // a facet and the surface at its corners differ
				}
				for j := range 3 {
					v := &s.mesh.Vertices[s.mesh.Indices[i+j]]
					if v.Normal.Double().Dot(face) < least {
						t.Fatalf("triangle %d faces %v, its normal is %v", i/3, face, v.Normal)
					}
					if math.Abs(v.Normal.Double().Dot(v.Tangent.Double())) > 1e-6 || math.Abs(float64(v.Tangent.Length())-1) > 1e-6 {
						t.Fatalf("the tangent %v does not lie along the surface %v", v.Tangent, v.Normal)
					}
				}
			}
		})
	}
}

func TestStoreTakesEverySolid(t *testing.T) {
	var store render.Store
	for _, s := range solids {
		if _, err := store.AddMesh(s.mesh); err != nil {
			t.Error(err)
		}
	}
}

func TestHullOfABoxHasSixFaces(t *testing.T) {
	var points []geom.Vec3
	for _, x := range []float64{-1, 1} {
		for _, y := range []float64{-1, 1} {
			for _, z := range []float64{-1, 1} {
				points = append(points, geom.Vec3{X: x, Y: y, Z: z})
			}
		}
	}
	points = append(points, geom.Vec3{}) // inside
	m := mesh.Hull("box", points)
	if len(m.Vertices) != 6*4 || len(m.Indices) != 6*2*3 {
		t.Errorf("%d vertices, %d indices", len(m.Vertices), len(m.Indices))
	}
}

func TestBandIsSeenFromInside(t *testing.T) {
	m := mesh.Band("band", 10, 0.1, 0.3, 24)
	for i := 0; i < len(m.Indices); i += 3 {
		a, b, c := corner(&m, i), corner(&m, i+1), corner(&m, i+2)
		if b.Sub(a).Cross(c.Sub(a)).Dot(a) >= 0 {
			t.Fatalf("triangle %d faces away from the origin", i/3)
		}
	}
	for _, v := range m.Vertices {
		if v.Normal.Double().Dot(v.Position.Double()) >= 0 {
			t.Fatalf("the normal %v at %v points out", v.Normal, v.Position)
		}
	}
}

func TestPlaneIsSeenFromAboveWithItsTextureOnceOrInTiles(t *testing.T) {
	for _, c := range []struct {
		name  string
		mesh  render.Mesh
		u, v  float32 // at the end of the texture's axes
		faces int
	}{
		{"once", mesh.Plane("plane", 3, 5), 1, 1, 2},
		{"tiled", mesh.TiledPlane("plane", 3, 5, 0.5), 12, 20, 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			if len(c.mesh.Indices) != 3*c.faces {
				t.Fatalf("%d indices", len(c.mesh.Indices))
			}
			area := geom.Vec3{}
			for i := 0; i < len(c.mesh.Indices); i += 3 {
				a := corner(&c.mesh, i)
				area = area.AddScaled(corner(&c.mesh, i+1).Sub(a).Cross(corner(&c.mesh, i+2).Sub(a)), 0.5)
			}
			if area.Sub(geom.Vec3{Y: 60}).Length() > 1e-5 {
				t.Errorf("its area shows %v", area)
			}
			for _, v := range c.mesh.Vertices {
				u, down := c.u*(v.Position.X+3)/6, c.v*(v.Position.Z+5)/10
				if v.Normal != (geom.Vec3f{Y: 1}) || v.Tangent != (geom.Vec3f{X: 1}) || v.U != u || v.V != down {
					t.Errorf("%+v: want the texture at %v, %v", v, u, down)
				}
			}
		})
	}
}

func TestSolidWithoutASizeIsRefusedByItsName(t *testing.T) {
	for _, m := range []render.Mesh{
		mesh.Box("flat box", geom.Vec3{X: 1, Z: 1}), mesh.Box("turned box", geom.Vec3{X: -1, Y: -1, Z: -1}),
		mesh.Sphere("point", 0, 8), mesh.Cylinder("disc", 0, 1, 8), mesh.Cylinder("line", 1, 0, 8),
		mesh.Capsule("turned capsule", -1, 1, 8), mesh.Capsule("no number", 1, math.NaN(), 8), mesh.Plane("line", 0, 1),
	} {
		var store render.Store
		if _, err := store.AddMesh(m); err == nil || !strings.Contains(err.Error(), m.Name) {
			t.Errorf("%s: %v", m.Name, err)
		}
	}
}

func TestTooFewSegmentsAreRaised(t *testing.T) {
	for _, m := range []render.Mesh{mesh.Sphere("sphere", 1, -3), mesh.Cylinder("cylinder", 1, 1, 0), mesh.Lathe("lathe", 1,
		mesh.Ring{HeightMeters: 1}, mesh.Ring{HeightMeters: 1}, mesh.Ring{RadiusMeters: 1}, mesh.Ring{})} {
		var store render.Store
		if _, err := store.AddMesh(m); err != nil {
			t.Error(err)
		}
	}
}

func TestBoxTexturesStandUpright(t *testing.T) {
	m := mesh.Box("box", geom.Vec3{X: 1, Y: 1, Z: 1})
	for _, v := range m.Vertices {
		if math.Abs(float64(v.Normal.Y)) < 0.5 && (v.V == 0) != (v.Position.Y > 0) {
			t.Errorf("V is %v at the height %v", v.V, v.Position.Y)
		}
	}
	tiled := mesh.TiledBox("box", geom.Vec3{X: 1, Y: 1, Z: 2}, 0.5)
	largest := float32(0)
	for _, v := range tiled.Vertices {
		largest = max(largest, v.U, v.V)
	}
	if largest != 8 {
		t.Errorf("4 m hold %v tiles of 0.5 m", largest)
	}
}
