package store

import (
	"fmt"
	"unsafe"

	"tertius.dev/core/render"
	"tertius.dev/rendering/internal/batch"
	"tertius.dev/rendering/internal/gpu"
)

// VertexBytes is the size of a vertex in the geometry store.
const VertexBytes = int(unsafe.Sizeof(batch.Vertex{}))

// Geometry is every mesh in one vertex buffer and one index buffer, so that one indirect call draws any of them.
type Geometry struct {
	vertices, indices growing
	meshes            []batch.Mesh // by MeshID
	staged            []batch.Vertex
}

// growing is a buffer in device memory that is made anew, twice as large, when it is full.
type growing struct {
	device *gpu.Device
	name   string
	usage  gpu.Usage
	buffer *gpu.Buffer
	used   int // bytes
}

func newGeometry(d *gpu.Device) (*Geometry, error) {
	g := &Geometry{
		vertices: growing{device: d, name: "vertices", usage: gpu.AsVertex},
		indices:  growing{device: d, name: "indices", usage: gpu.AsIndex},
		meshes:   make([]batch.Mesh, 1), // MeshID 0 names none
	}
	if _, err := g.vertices.reserve(leastBytes); err != nil {
		return nil, err
	}
	if _, err := g.indices.reserve(leastBytes); err != nil {
		g.vertices.buffer.Close()
		return nil, err
	}
	return g, nil
}

// Meshes says where each mesh lies, by MeshID. Valid: until the next update.
func (g *Geometry) Meshes() []batch.Mesh { return g.meshes }

// Vertices is the vertex buffer, of batch.Vertex.
func (g *Geometry) Vertices() *gpu.Buffer { return g.vertices.buffer }

// Indices is the index buffer, of uint32.
func (g *Geometry) Indices() *gpu.Buffer { return g.indices.buffer }

// update uploads the meshes past those that it has. A buffer that must grow takes every mesh once more, which the store
// still holds; as it doubles, that costs each mesh a constant number of uploads.
func (g *Geometry) update(all []*render.Mesh) error {
	first := len(g.meshes) - 1
	if first == len(all) {
		return nil
	}
	var vertices, indices int
	for _, m := range all[first:] {
		vertices += len(m.Vertices) * VertexBytes
		indices += len(m.Indices) * 4
	}
	grownVertices, err := g.vertices.reserve(vertices)
	if err != nil {
		return err
	}
	grownIndices, err := g.indices.reserve(indices)
	if err != nil {
		return err
	}
	if grownVertices || grownIndices {
		first, g.vertices.used, g.indices.used, g.meshes = 0, 0, 0, g.meshes[:1]
	}
	for _, m := range all[first:] {
		if err := g.add(m); err != nil {
			return err
		}
	}
	return nil
}

func (g *Geometry) add(m *render.Mesh) error {
	g.staged = g.staged[:0]
	for i := range m.Vertices {
		g.staged = append(g.staged, batch.VertexOf(&m.Vertices[i]))
	}
	mesh := batch.Mesh{
		FirstIndex: uint32(g.indices.used / 4), IndexCount: uint32(len(m.Indices)),
		VertexOffset: int32(g.vertices.used / VertexBytes), RadiusMeters: batch.RadiusOf(m),
	}
	if err := g.vertices.append(gpu.Bytes(g.staged)); err != nil {
		return fmt.Errorf("mesh %q: %w", m.Name, err)
	}
	if err := g.indices.append(gpu.Bytes(m.Indices)); err != nil {
		return fmt.Errorf("mesh %q: %w", m.Name, err)
	}
	g.meshes = append(g.meshes, mesh) // last, so that a failed upload is tried again
	return nil
}

func (g *Geometry) close() {
	g.vertices.buffer.Close()
	g.indices.buffer.Close()
}

// reserve makes room for so many more bytes and says whether that took a new, empty buffer.
func (g *growing) reserve(bytes int) (bool, error) {
	if g.buffer != nil && g.used+bytes <= g.buffer.SizeBytes() {
		return false, nil
	}
	larger, err := g.device.NewBuffer(gpu.BufferDesc{
		Name: g.name, SizeBytes: roomFor(g.used + bytes), Usage: g.usage | gpu.AsCopyTarget,
	})
	if err != nil {
		return false, err
	}
	if g.buffer != nil {
		g.buffer.Close()
	}
	g.buffer = larger
	return true, nil
}

func (g *growing) append(data []byte) error {
	if err := g.device.UploadBuffer(g.buffer, g.used, data); err != nil {
		return err
	}
	g.used += len(data)
	return nil
}
