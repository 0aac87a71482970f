package shim

import "unsafe"

// Transfer moves a body into another system, where it has a new id. It returns for how many bodies that one has room now,
// which doubles when it is full. On an error nothing has moved.
func (s *System) Transfer(to *System, t *Transfer) (moved uint32, room int, err error) {
	b := &s.transfer
	b.to, b.Transfer = to.native, *t
	code := s.lib.call(fnTransfer, &s.args, unsafe.Pointer(b))
	return b.moved, int(b.room), check(code, &b.text)
}

// Place puts bodies that are not dynamic where they stand from now on. On an error failed is the index of the first bad one,
// and the others are placed all the same.
func (s *System) Place(placements []Placement) (failed int, err error) {
	b := &s.place
	b.placements, b.count = unsafe.SliceData(placements), uint32(len(placements))
	code := s.lib.call(fnPlace, &s.args, unsafe.Pointer(b))
	b.placements = nil
	return int(b.failed), check(code, &b.text)
}

// Reshape gives a body another shape and mass. It reports whether no float can hold its mass and inertia, so that it cannot become
// dynamic. On an error nothing happened.
func (s *System) Reshape(r *Reshape) (massless bool, err error) {
	b := &s.reshape
	b.shape, b.body, b.mass, b.flags = r.Shape.Native, r.Body, r.Mass, 0
	b.changed, b.changedCount = unsafe.SliceData(r.Changed), uint32(len(r.Changed))
	if r.Sharp {
		b.flags = BodyEdgeRemoval
	}
	code := s.lib.call(fnReshape, &s.args, unsafe.Pointer(b))
	b.changed = nil
	return b.flags&BodyMassless != 0, check(code, &b.text)
}
