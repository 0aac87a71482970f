package gpu

import (
	"fmt"
	"math/bits"

	"tertius.dev/rendering/internal/vk"
)

// The hazard check is a second account of every range, kept from the barriers that were really recorded and not from what
// the deriver believes. It exists because the validation layer that Debian has checks no attachments of dynamic
// rendering.
//
// It is stricter than Vulkan in one point: a barrier on one resource orders other resources too in Vulkan, and here it
// counts for its own range only. The deriver never relies on the difference.
//
// It sees what steps declare; declared.go checks that they declare what they do.

// history is the check's account of a buffer, or of one level and layer of an image.
type history struct {
	layout vk.ImageLayout
	write  record
	reads  [12]record // one per stage
	n      int
}

// record is one access and what the barriers since have done for it.
type record struct {
	stages    vk.PipelineStageFlags2 // 0 of a write: none yet, or a change of layout
	access    vk.AccessFlags2
	happened  bool
	ordered   vk.PipelineStageFlags2 // work of these stages comes after it
	available bool                   // of a write: its memory is flushed
	seen      [8]visibility          // of a write: who sees its memory
	numSeen   int
	pass      string
	step      string
	as        Access
}

// afterBarrier says whether work in the source stages of a barrier includes the record, or comes after it.
func (r *record) afterBarrier(src vk.PipelineStageFlags2) bool {
	return r.happened && ((r.stages != 0 && r.stages&^src == 0) || r.ordered&src != 0)
}

func (r *record) see(v visibility) {
	if r.numSeen == len(r.seen) {
		copy(r.seen[:], r.seen[1:])
		r.numSeen--
	}
	r.seen[r.numSeen] = v
	r.numSeen++
}

// seenBy says whether a reader sees the write. Each stage bit may be served by another barrier.
func (r *record) seenBy(v visibility) bool {
	for rest := uint64(v.stages); rest != 0; rest &= rest - 1 {
		bit := vk.PipelineStageFlags2(1) << bits.TrailingZeros64(rest)
		missing := v.access
		for _, s := range r.seen[:r.numSeen] {
			if s.stages&bit != 0 {
				missing &^= s.access
			}
		}
		if missing != 0 {
			return false
		}
	}
	return true
}

// checkStep takes in the step's barriers and then holds each use against the account.
func (c *Commands) checkStep() {
	for i := range c.sync.barriers {
		b := &c.sync.barriers[i]
		if b.buffer != nil {
			b.buffer.check.pass(c, b, 0, 0)
			continue
		}
		for level := b.level; level < b.level+b.levels; level++ {
			for layer := b.layer; layer < b.layer+b.layers; layer++ {
				b.image.check[level*b.image.desc.Layers+layer].pass(c, b, level, layer)
			}
		}
	}
	for i := range c.sync.needs {
		n := &c.sync.needs[i]
		h := n.history()
		h.use(c, n)
		h.add(c, n)
	}
}

func (n *need) history() *history {
	if n.buffer != nil {
		return n.buffer.check
	}
	return &n.image.check[n.level*n.image.desc.Layers+n.layer]
}

// pass applies a barrier to the account.
func (h *history) pass(c *Commands, b *barrier, level, layer int) {
	if b.image != nil && b.oldLayout != b.newLayout {
		h.changeLayout(c, b, level, layer)
		return
	}
	for i := range h.reads[:h.n] {
		if r := &h.reads[i]; r.afterBarrier(b.src.stages) {
			r.ordered |= b.dst.stages
		}
	}
	w := &h.write
	if !w.afterBarrier(b.src.stages) {
		return
	}
	w.ordered |= b.dst.stages
	w.available = w.available || w.access&^b.src.access == 0
	if w.available {
		w.see(b.dst)
	}
}

// changeLayout checks that a change of layout waits for every access before it. It is a write that its own barrier makes
// visible.
func (h *history) changeLayout(c *Commands, b *barrier, level, layer int) {
	name := func() string { return resourceName(b.image, nil, level, layer) }
	if b.oldLayout != vk.IMAGE_LAYOUT_UNDEFINED && b.oldLayout != h.layout {
		c.hazard(LayoutChange, "the barrier of %s leaves layout %v, and it is in %v", name(), b.oldLayout, h.layout)
	}
	for i := range h.reads[:h.n] {
		if r := &h.reads[i]; !r.afterBarrier(b.src.stages) {
			c.hazard(WriteAfterRead, "the layout of %s changes while %s may still read it", name(), r)
		}
	}
	if w := &h.write; w.happened {
		if !w.afterBarrier(b.src.stages) || !(w.available || w.access&^b.src.access == 0) {
			c.hazard(WriteAfterWrite, "the layout of %s changes before %s has finished", name(), w)
		}
	}
	h.layout, h.n = b.newLayout, 0
	h.write = record{
		happened: true, ordered: b.dst.stages, available: true, pass: c.step.pass, step: c.step.name, as: b.to,
	}
	h.write.see(b.dst)
}

// use holds what the step does with the range against the account.
func (h *history) use(c *Commands, n *need) {
	if n.image != nil && n.layout != h.layout {
		c.hazard(LayoutChange, "%s is used as %v in layout %v, and it is in %v", n.name(), n.to, n.layout, h.layout)
	}
	if n.stages == 0 { // presentation waits by a semaphore
		return
	}
	w := &h.write
	if reads := n.access &^ writeAccesses; w.happened && reads != 0 && !n.discard {
		if n.stages&^w.ordered != 0 || !w.seenBy(visibility{n.stages, reads}) {
			c.hazard(readKind(n), "%s is read as %v and does not see %s", n.name(), n.to, w)
		}
	}
	if !n.write {
		return
	}
	for i := range h.reads[:h.n] {
		if r := &h.reads[i]; n.stages&^r.ordered != 0 {
			c.hazard(WriteAfterRead, "%s is written as %v while %s may still read it", n.name(), n.to, r)
		}
	}
	if w.happened && (n.stages&^w.ordered != 0 || !w.available) && n.access&^writeAccesses == 0 {
		c.hazard(WriteAfterWrite, "%s is written as %v before %s has finished", n.name(), n.to, w)
	}
}

// readKind is what a missing read dependency is called: a target that is drawn over reads only to write.
func readKind(n *need) BarrierKind {
	if n.write {
		return WriteAfterWrite
	}
	return ReadAfterWrite
}

// add puts the access into the account. A read by the CPU is none: it is over before the next frame is submitted, and
// Buffer.Bytes checks that the CPU is not early.
func (h *history) add(c *Commands, n *need) {
	r := record{
		happened: true, stages: n.stages, access: n.access & writeAccesses, pass: c.step.pass, step: c.step.name, as: n.to,
	}
	switch {
	case n.write:
		h.write, h.n = r, 0
	case n.stages != 0 && n.to != HostRead:
		h.addRead(r)
	}
}

// addRead keeps the newest read of each set of stages. When there is no room it joins the last, whose order it then lacks,
// so that the check errs to the strict side.
func (h *history) addRead(r record) {
	for i := range h.reads[:h.n] {
		if h.reads[i].stages == r.stages {
			h.reads[i] = r
			return
		}
	}
	if h.n == len(h.reads) {
		last := &h.reads[h.n-1]
		last.stages |= r.stages
		last.ordered = 0
		return
	}
	h.reads[h.n] = r
	h.n++
}

// String names an access for messages.
func (r *record) String() string {
	if r.step == "" {
		return fmt.Sprintf("pass %q (%v)", r.pass, r.as)
	}
	return fmt.Sprintf("pass %q step %q (%v)", r.pass, r.step, r.as)
}

// HazardID begins the ID of every message of the hazard check; the kind follows.
const HazardID = "GPU-HAZARD-"

func (c *Commands) hazard(kind BarrierKind, format string, args ...any) {
	where := record{pass: c.step.pass, step: c.step.name}
	at := fmt.Sprintf("pass %q", where.pass)
	if where.step != "" {
		at += fmt.Sprintf(" step %q", where.step)
	}
	c.device.report(HazardID+kind.String(), at+": "+format, args...)
}

// checkHostAccess reports the CPU's access to a buffer that a frame on the GPU may use.
func (d *Device) checkHostAccess(b *Buffer) {
	if !d.hazards || b.last <= d.completed || b.last == d.recording() {
		return
	}
	d.report("GPU-HAZARD-HOST", "the CPU takes the bytes of buffer %q while frame %d may use it", b.desc.Name, b.last)
}

// recording is the number of the frame that is being recorded, or 0.
func (d *Device) recording() uint64 {
	if d.current == nil {
		return 0
	}
	return d.current.Number
}

// frameNumber is the number of the frame whose commands these are; 0 outside of frames, where everything is waited for.
func (c *Commands) frameNumber() uint64 { return c.device.recording() }

func resourceName(img *Image, b *Buffer, level, layer int) string {
	switch {
	case b != nil:
		return fmt.Sprintf("buffer %q", b.desc.Name)
	case len(img.state) == 1:
		return fmt.Sprintf("image %q", img.desc.Name)
	default:
		return fmt.Sprintf("image %q level %d layer %d", img.desc.Name, level, layer)
	}
}
