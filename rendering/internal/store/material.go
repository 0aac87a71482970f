package store

import (
	"unsafe"

	"tertius.dev/core/render"
	"tertius.dev/rendering/internal/batch"
	"tertius.dev/rendering/internal/gpu"
)

// materials is the material array: the default material in slot 0, and then every material of the store by its id.
type materials struct {
	growing
	count  int
	staged []batch.Material
}

const materialBytes = int(unsafe.Sizeof(batch.Material{}))

func newMaterials(d *gpu.Device) (*materials, error) {
	m := &materials{growing: growing{device: d, name: "materials", usage: gpu.AsStorage}}
	if _, err := m.reserve(materialBytes); err != nil {
		return nil, err
	}
	return m, m.upload(nil)
}

// update uploads the materials past those that it has, and all of them where the buffer must grow.
func (m *materials) update(all []*render.Material) error {
	fresh := all[m.count-1:]
	if len(fresh) == 0 {
		return nil
	}
	grown, err := m.reserve(len(fresh) * materialBytes)
	if err != nil {
		return err
	}
	if grown {
		m.used, m.count, fresh = 0, 0, all
	}
	return m.upload(fresh)
}

// upload appends the materials, after the default one if the array is empty.
func (m *materials) upload(fresh []*render.Material) error {
	m.staged = m.staged[:0]
	if m.count == 0 {
		m.staged = append(m.staged, batch.DefaultMaterial())
	}
	for _, one := range fresh {
		m.staged = append(m.staged, batch.MaterialOf(one))
	}
	m.count += len(m.staged)
	return m.append(gpu.Bytes(m.staged))
}
