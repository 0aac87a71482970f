package gpu

import (
	"errors"
	"fmt"
)

// MaxTextures is the number of slots of a texture array.
const MaxTextures = 4096

// Textures is the bindless array: every texture of the scene in one descriptor set, which shaders index by number. In GLSL,
// with S the set's number (see material.glsl):
//
//	layout(set = S, binding = 0) uniform sampler textureSampler;
//	layout(set = S, binding = 1) uniform texture2D textures[];
//
// Slots that nothing was put into must not be read.
type Textures struct {
	layout *SetLayout
	set    *Set
	free   []int
	next   int
}

// NewTextures makes an empty array whose textures are read through sampler by the given stages. Close frees the array, not
// the sampler.
func (d *Device) NewTextures(sampler *Sampler, stages Stage) (*Textures, error) {
	layout, err := d.newSetLayout("textures", true, []Binding{
		{Kind: SamplerBinding, Stages: stages, Samplers: []*Sampler{sampler}},
		{Kind: SampledBinding, Stages: stages, Count: MaxTextures},
	})
	if err != nil {
		return nil, err
	}
	set, err := d.NewSet(layout, "textures")
	if err != nil {
		layout.Close()
		return nil, err
	}
	return &Textures{layout: layout, set: set}, nil
}

// ErrTexturesFull is the refusal of a texture beyond MaxTextures.
var ErrTexturesFull = errors.New("the texture array is full")

// Add puts an image that was uploaded, and that nothing else writes, into a free slot and gives its number. Frames in
// flight may go on.
//
// Errors: ErrTexturesFull.
func (t *Textures) Add(i *Image) (int, error) {
	slot := t.next
	if n := len(t.free); n > 0 {
		slot, t.free = t.free[n-1], t.free[:n-1]
	} else if t.next == MaxTextures {
		return 0, fmt.Errorf("texture %q: %w", i.desc.Name, ErrTexturesFull)
	} else {
		t.next++
	}
	t.set.SetImage(1, slot, i.View())
	return slot, nil
}

// Remove frees a slot, for use by a later Add once no frame in flight reads it.
func (t *Textures) Remove(slot int) {
	t.layout.device.retire(func() { t.free = append(t.free, slot) })
}

// Layout is the set's layout, for pipelines.
func (t *Textures) Layout() *SetLayout { return t.layout }

// Set is the descriptor set.
func (t *Textures) Set() *Set { return t.set }

// Close frees the array.
func (t *Textures) Close() {
	t.set.Close()
	t.layout.Close()
}
