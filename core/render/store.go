package render

import (
	"errors"
	"fmt"
	"sync"

	"tertius.dev/core/geom"
)

type (
	// MeshID names a mesh of a store; 0 names none, and an instance without a mesh is not drawn.
	MeshID uint32
	// TextureID names a texture of a store; 0 names none.
	TextureID uint32
	// MaterialID names a material of a store; 0 is the default material, a white non-metal of roughness 0.5.
	MaterialID uint32
)

// Vertex is a corner of a mesh, in the mesh's axes.
type Vertex struct {
	Position geom.Vec3f // in meters
	Normal   geom.Vec3f // of any length; a renderer brings it to 1
	Tangent  geom.Vec3f // along the texture's u, for normal maps; zero without
	U, V     float32    // texture coordinates, V down
}

// Mesh is a list of triangles, counter-clockwise seen from outside.
type Mesh struct {
	Name     string // for messages
	Vertices []Vertex
	Indices  []uint32 // three per triangle
}

// Texture is an image of 8-bit RGBA pixels, rows from the top.
type Texture struct {
	Name          string
	Width, Height int
	Pixels        []byte // Width × Height × 4
	SRGB          bool   // the colors are sRGB-encoded; false for normals, metallic and roughness
}

// Material says how a surface reflects and emits light, with the parameters of glTF's metallic-roughness model.
type Material struct {
	Name                 string
	BaseColor            geom.Vec3f // linear, each channel 0 to 1
	Metallic             float32    // 0 to 1
	Roughness            float32    // 0 to 1; perceptual, as in glTF
	Reflectance          float32    // 0 to 1; a non-metal reflects 0.16 Reflectance² at normal incidence; 0.5 is 4 %
	Emissive             geom.Vec3f // in W/(m² sr)
	BaseColorMap         TextureID  // multiplies BaseColor
	NormalMap            TextureID  // in tangent space, xyz × 0.5 + 0.5
	MetallicRoughnessMap TextureID  // roughness in G and metallic in B, each a factor
}

// Matte returns a material of one color, a non-metal with a reflectance of 0.5.
func Matte(color geom.Vec3f, roughness float32) Material {
	return Material{BaseColor: color, Roughness: roughness, Reflectance: 0.5}
}

// Store holds the resources of a world. Resources are added and never change; a renderer uploads what is new to it.
//
// Threads: safe for concurrent use.
type Store struct {
	mu        sync.RWMutex
	meshes    []*Mesh
	textures  []*Texture
	materials []*Material
}

// AddMesh checks the mesh and adds it. The store keeps the slices; do not change them.
//
// Errors: names the mesh and what is wrong: no triangle, an index out of range, a number that is not finite.
func (s *Store) AddMesh(m Mesh) (MeshID, error) {
	if err := m.problem(); err != nil {
		return 0, fmt.Errorf("mesh %q: %w", m.Name, err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.meshes = append(s.meshes, &m)
	return MeshID(len(s.meshes)), nil
}

// AddTexture checks the texture and adds it. The store keeps the pixels; do not change them.
//
// Errors: names the texture and what is wrong: a side outside 1 to 16,384, or a wrong number of bytes.
func (s *Store) AddTexture(t Texture) (TextureID, error) {
	if err := t.problem(); err != nil {
		return 0, fmt.Errorf("texture %q: %w", t.Name, err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.textures = append(s.textures, &t)
	return TextureID(len(s.textures)), nil
}

// AddMaterial checks the material and adds it.
//
// Errors: names the material and the field that is out of range, or a map that the store does not hold.
func (s *Store) AddMaterial(m Material) (MaterialID, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := m.problem(TextureID(len(s.textures))); err != nil {
		return 0, fmt.Errorf("material %q: %w", m.Name, err)
	}
	s.materials = append(s.materials, &m)
	return MaterialID(len(s.materials)), nil
}

// Meshes returns the meshes, MeshID i at i-1. Valid: forever; what is added later is not in it.
func (s *Store) Meshes() []*Mesh { s.mu.RLock(); defer s.mu.RUnlock(); return s.meshes }

// Textures returns the textures, TextureID i at i-1.
func (s *Store) Textures() []*Texture { s.mu.RLock(); defer s.mu.RUnlock(); return s.textures }

// Materials returns the materials, MaterialID i at i-1.
func (s *Store) Materials() []*Material { s.mu.RLock(); defer s.mu.RUnlock(); return s.materials }

// Mesh returns a mesh, or nil for an id that names none.
func (s *Store) Mesh(id MeshID) *Mesh {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if id == 0 || int(id) > len(s.meshes) {
		return nil
	}
	return s.meshes[id-1]
}

func (m *Mesh) problem() error {
	switch {
	case len(m.Indices) == 0:
		return errors.New("it has no triangles; does it have a size that is not above 0?")
	case len(m.Indices)%3 != 0:
		return fmt.Errorf("it has %d indices; triangles need a multiple of 3", len(m.Indices))
	}
	for i, index := range m.Indices {
		if int(index) >= len(m.Vertices) {
			return fmt.Errorf("index %d is %d, but it has %d vertices", i, index, len(m.Vertices))
		}
	}
	for i := range m.Vertices {
		v := &m.Vertices[i]
		if !v.Position.Finite() || !v.Normal.Finite() || !v.Tangent.Finite() || v.U-v.U != 0 || v.V-v.V != 0 {
			return fmt.Errorf("vertex %d has a number that is not finite", i)
		}
	}
	return nil
}

// MostTexels is the longest side of a texture.
const MostTexels = 16384

func (t *Texture) problem() error {
	if t.Width < 1 || t.Width > MostTexels || t.Height < 1 || t.Height > MostTexels {
		return fmt.Errorf("its size is %d × %d; each side must be from 1 to %d", t.Width, t.Height, MostTexels)
	}
	if want := t.Width * t.Height * 4; len(t.Pixels) != want {
		return fmt.Errorf("it has %d bytes; %d × %d pixels of 4 bytes are %d", len(t.Pixels), t.Width, t.Height, want)
	}
	return nil
}

func (m *Material) problem(textures TextureID) error {
	for _, f := range [...]struct {
		name  string
		value float32
	}{
		{"BaseColor.X", m.BaseColor.X}, {"BaseColor.Y", m.BaseColor.Y}, {"BaseColor.Z", m.BaseColor.Z},
		{"Metallic", m.Metallic}, {"Roughness", m.Roughness}, {"Reflectance", m.Reflectance},
	} {
		if !(f.value >= 0 && f.value <= 1) {
			return fmt.Errorf("%s is %v; it must be from 0 to 1", f.name, f.value)
		}
	}
	for _, channel := range [...]float32{m.Emissive.X, m.Emissive.Y, m.Emissive.Z} {
		if !(channel >= 0 && channel <= RadianceLimit) {
			return fmt.Errorf("Emissive is %v; each channel must be from 0 to %g", m.Emissive, float32(RadianceLimit))
		}
	}
	for _, id := range [...]TextureID{m.BaseColorMap, m.NormalMap, m.MetallicRoughnessMap} {
		if id > textures {
			return fmt.Errorf("the texture %d is not in the store, which holds %d", id, textures)
		}
	}
	return nil
}

// RadianceLimit is the brightest radiance that a renderer reads, in W/(m² sr): 2^64.
const RadianceLimit = 1 << 64
