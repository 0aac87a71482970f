package store

import (
	"math"
	"structs"

	"tertius.dev/core/geom"
	"tertius.dev/core/render"
	"tertius.dev/rendering/internal/batch"
	"tertius.dev/rendering/internal/gpu"
	"tertius.dev/rendering/internal/shader"
)

// Bindings of the frame set, as frame.glsl, exposure.glsl and brdf.glsl declare them.
const (
	frameBinding = iota
	instanceBinding
	lightBinding
	materialBinding
	exposureBinding
	dfgBinding
	lobeSkyBinding
	tableSamplerBinding
)

// Frame is the uniform block of frame.glsl.
type Frame struct {
	_       structs.HostLayout
	Right   batch.Vec4 // W is the tangent of half the horizontal field of view
	Up      batch.Vec4 // W is the tangent of half the vertical field of view
	Forward batch.Vec4
	Sky     batch.Vec4 // ambient radiance in W/(m² sr)
	Ground  batch.Vec4
	Counts  [4]uint32 // lights; the output's width and height in pixels
}

// Scene is everything that the passes read and no pass writes.
type Scene struct {
	Geometry *Geometry

	device       *gpu.Device
	textures     *textures
	layout       *gpu.SetLayout
	materials    *materials
	exposure     *gpu.Buffer
	dfg, lobeSky *gpu.Image
	tableSampler *gpu.Sampler
	slots        []slot
	scene        *batch.Scene // of the frame that is being recorded
}

// slot is what the CPU writes for one frame in flight.
type slot struct {
	frame, instances, lights, commands *gpu.Buffer
	set                                *gpu.Set
	materials                          *gpu.Buffer // the one that the set names
}

// NewScene makes an empty scene whose exposure is fixed, in stops. The tables and the exposure are in the first frame's
// uploads.
func NewScene(d *gpu.Device, stops float32) (*Scene, error) {
	s := &Scene{device: d, slots: make([]slot, d.FramesInFlight())}
	if err := s.create(stops); err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

func (s *Scene) create(stops float32) (err error) {
	if err = s.createTables(); err != nil {
		return err
	}
	if s.exposure, err = s.device.NewBuffer(gpu.BufferDesc{
		Name: "exposure", SizeBytes: 16, Usage: gpu.AsStorage | gpu.AsCopyTarget,
	}); err != nil {
		return err
	}
	if err = s.device.UploadBuffer(s.exposure, 0, gpu.Bytes([]float32{stops, 0, 0, 0})); err != nil {
		return err
	}
	if s.layout, err = s.device.NewSetLayout("frame set",
		gpu.Binding{Kind: gpu.UniformBufferBinding, Stages: gpu.AllStages},
		gpu.Binding{Kind: gpu.StorageBufferBinding, Stages: gpu.VertexStage | gpu.FragmentStage},
		gpu.Binding{Kind: gpu.StorageBufferBinding, Stages: gpu.ComputeStage},
		gpu.Binding{Kind: gpu.StorageBufferBinding, Stages: gpu.FragmentStage},
		gpu.Binding{Kind: gpu.StorageBufferBinding, Stages: gpu.FragmentStage | gpu.ComputeStage},
		gpu.Binding{Kind: gpu.SampledBinding, Stages: gpu.FragmentStage | gpu.ComputeStage},
		gpu.Binding{Kind: gpu.SampledBinding, Stages: gpu.FragmentStage | gpu.ComputeStage},
		gpu.Binding{
			Kind: gpu.SamplerBinding, Stages: gpu.FragmentStage | gpu.ComputeStage,
			Samplers: []*gpu.Sampler{s.tableSampler},
		},
	); err != nil {
		return err
	}
	if s.Geometry, err = newGeometry(s.device); err != nil {
		return err
	}
	if s.materials, err = newMaterials(s.device); err != nil {
		return err
	}
	if s.textures, err = newTextures(s.device); err != nil {
		return err
	}
	for i := range s.slots {
		if s.slots[i].frame, err = s.device.NewBuffer(gpu.BufferDesc{
			Name: "frame block", SizeBytes: frameBytes, Usage: gpu.AsUniform, Memory: gpu.UploadMemory,
		}); err != nil {
			return err
		}
	}
	return nil
}

const frameBytes = 6 * 16

// createTables uploads the BRDF's tables.
func (s *Scene) createTables() (err error) {
	tables := shader.SharedTables()
	if s.tableSampler, err = s.device.NewSampler(gpu.SamplerDesc{Name: "tables", Filter: gpu.Linear}); err != nil {
		return err
	}
	if s.dfg, err = s.newTable("DFG table", shader.DFGWidth, shader.DFGHeight, gpu.FormatRG16F, tables.DFG); err != nil {
		return err
	}
	s.lobeSky, err = s.newTable("lobe-sky table", shader.LobeSkyWidth, shader.LobeSkyHeight, gpu.FormatR16F, tables.LobeSky)
	return err
}

func (s *Scene) newTable(name string, width, height int, format gpu.Format, texels []uint16) (*gpu.Image, error) {
	image, err := s.device.NewImage(gpu.ImageDesc{
		Name: name, Width: width, Height: height, Format: format, Usage: gpu.AsSampled | gpu.AsCopyTarget,
	})
	if err != nil {
		return nil, err
	}
	return image, s.device.UploadImage(image, gpu.Place{}, gpu.Bytes(texels))
}

// Update uploads what the store holds that is new. It may be called between frames only.
//
// Errors: out of memory; more textures than the texture set has room for.
func (s *Scene) Update(from *render.Store) error {
	if err := s.Geometry.update(from.Meshes()); err != nil {
		return err
	}
	if err := s.textures.update(from.Textures()); err != nil {
		return err
	}
	return s.materials.update(from.Materials())
}

// Materials counts the slots of the material array.
func (s *Scene) Materials() int { return s.materials.count }

// Begin writes what the frame draws into its slot's buffers.
//
// Errors: out of memory.
func (s *Scene) Begin(f *gpu.Frame, scene *batch.Scene, ambient *render.Ambient, width, height int) error {
	s.scene = scene
	slot := &s.slots[f.Slot]
	changed := slot.set == nil || slot.materials != s.materials.buffer
	var err error
	if slot.instances, err = s.fill(slot.instances, "instances", gpu.AsStorage, gpu.Bytes(scene.Instances), &changed); err != nil {
		return err
	}
	if slot.lights, err = s.fill(slot.lights, "lights", gpu.AsStorage, gpu.Bytes(scene.Lights), &changed); err != nil {
		return err
	}
	if slot.commands, err = s.fill(slot.commands, "draw commands", gpu.AsIndirect, gpu.Bytes(scene.Commands), &changed); err != nil {
		return err
	}
	block := &gpu.Values[Frame](slot.frame)[0]
	*block = frameOf(scene, ambient, width, height)
	if changed {
		return s.describe(slot)
	}
	return nil
}

func frameOf(scene *batch.Scene, ambient *render.Ambient, width, height int) Frame {
	eye := &scene.Eye
	return Frame{
		Right:   withW(eye.Right.Single(), float32(eye.TanX)),
		Up:      withW(eye.Up.Single(), float32(eye.TanY)),
		Forward: withW(eye.Forward.Single(), 0),
		Sky:     withW(batch.Radiance(ambient.Sky), 0),
		Ground:  withW(batch.Radiance(ambient.Ground), 0),
		Counts:  [4]uint32{uint32(len(scene.Lights)), uint32(width), uint32(height)},
	}
}

func withW(v geom.Vec3f, w float32) batch.Vec4 { return batch.Vec4{X: v.X, Y: v.Y, Z: v.Z, W: w} }

// leastBytes is the size of the smallest buffer.
const leastBytes = 4096

// fill copies data into a slot's buffer, and makes a larger one where it does not fit.
func (s *Scene) fill(b *gpu.Buffer, name string, usage gpu.Usage, data []byte, changed *bool) (*gpu.Buffer, error) {
	if b == nil || b.SizeBytes() < len(data) {
		larger, err := s.device.NewBuffer(gpu.BufferDesc{
			Name: name, SizeBytes: roomFor(len(data)), Usage: usage, Memory: gpu.UploadMemory,
		})
		if err != nil {
			return b, err
		}
		if b != nil {
			b.Close()
		}
		b, *changed = larger, true
	}
	if len(data) > 0 {
		copy(b.Bytes(), data)
	}
	return b, nil
}

// roomFor is the size of a buffer that shall hold so many bytes: the next power of two, so that growing is rare.
func roomFor(bytes int) int {
	size := leastBytes
	for size < bytes && size <= math.MaxInt/2 {
		size *= 2
	}
	return size
}

// describe makes the slot's set anew.
func (s *Scene) describe(slot *slot) error {
	set, err := s.device.NewSet(s.layout, "frame set")
	if err != nil {
		return err
	}
	if slot.set != nil {
		slot.set.Close()
	}
	slot.set, slot.materials = set, s.materials.buffer
	set.SetBuffer(frameBinding, 0, slot.frame)
	set.SetBuffer(instanceBinding, 0, slot.instances)
	set.SetBuffer(lightBinding, 0, slot.lights)
	set.SetBuffer(materialBinding, 0, s.materials.buffer)
	set.SetBuffer(exposureBinding, 0, s.exposure)
	set.SetImage(dfgBinding, 0, s.dfg.View())
	set.SetImage(lobeSkyBinding, 0, s.lobeSky.View())
	return nil
}

// Layout is the layout of the frame set.
func (s *Scene) Layout() *gpu.SetLayout { return s.layout }

// TextureLayout is the layout of the texture set.
func (s *Scene) TextureLayout() *gpu.SetLayout { return s.textures.array.Layout() }

// TextureSet is the texture set.
func (s *Scene) TextureSet() *gpu.Set { return s.textures.array.Set() }

// Batch is what the frame that is being recorded draws.
func (s *Scene) Batch() *batch.Scene { return s.scene }

// Set is the frame set of the frame.
func (s *Scene) Set(f *gpu.Frame) *gpu.Set { return s.slots[f.Slot].set }

// Commands are the indirect draws of the frame.
func (s *Scene) Commands(f *gpu.Frame) *gpu.Buffer { return s.slots[f.Slot].commands }

// AppendDrawUses adds the uses of a pass that draws the instances with their materials.
func (s *Scene) AppendDrawUses(uses []gpu.Use, f *gpu.Frame) []gpu.Use {
	slot := &s.slots[f.Slot]
	const both = gpu.VertexStage | gpu.FragmentStage
	return append(uses,
		gpu.Use{Buffer: slot.frame, Access: gpu.UniformRead, Stages: both},
		gpu.Use{Buffer: slot.instances, Access: gpu.StorageRead, Stages: both},
		gpu.Use{Buffer: slot.commands, Access: gpu.IndirectRead},
		gpu.Use{Buffer: s.materials.buffer, Access: gpu.StorageRead, Stages: gpu.FragmentStage},
		gpu.Use{Buffer: s.exposure, Access: gpu.StorageRead, Stages: gpu.FragmentStage},
		gpu.Use{Buffer: s.Geometry.vertices.buffer, Access: gpu.VertexRead},
		gpu.Use{Buffer: s.Geometry.indices.buffer, Access: gpu.IndexRead},
	)
}

// AppendLightUses adds the uses of a compute pass that shades with the frame's lights.
func (s *Scene) AppendLightUses(uses []gpu.Use, f *gpu.Frame) []gpu.Use {
	slot := &s.slots[f.Slot]
	return append(uses,
		gpu.Use{Buffer: slot.frame, Access: gpu.UniformRead, Stages: gpu.ComputeStage},
		gpu.Use{Buffer: slot.lights, Access: gpu.StorageRead, Stages: gpu.ComputeStage},
		gpu.Use{Buffer: s.exposure, Access: gpu.StorageRead, Stages: gpu.ComputeStage},
	)
}

// Close frees everything.
func (s *Scene) Close() {
	for i := range s.slots {
		slot := &s.slots[i]
		for _, b := range [...]*gpu.Buffer{slot.frame, slot.instances, slot.lights, slot.commands} {
			if b != nil {
				b.Close()
			}
		}
		if slot.set != nil {
			slot.set.Close()
		}
	}
	if s.textures != nil {
		s.textures.close()
	}
	if s.materials != nil {
		s.materials.buffer.Close()
	}
	if s.Geometry != nil {
		s.Geometry.close()
	}
	if s.layout != nil {
		s.layout.Close()
	}
	if s.exposure != nil {
		s.exposure.Close()
	}
	for _, image := range [...]*gpu.Image{s.dfg, s.lobeSky} {
		if image != nil {
			image.Close()
		}
	}
	if s.tableSampler != nil {
		s.tableSampler.Close()
	}
}
