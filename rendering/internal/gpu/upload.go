package gpu

import (
	"errors"
	"fmt"
	"slices"
)

// stagingBytes is the least size of a staging buffer.
const stagingBytes = 4 << 20

// uploads copies data from the CPU into buffers and images by way of staging buffers. It takes the data when it is asked
// and copies it on the GPU before the next frame's first pass.
type uploads struct {
	device  *Device
	chunks  []*chunk
	pending []upload
	uses    []Use
	images  []*Image
}

// chunk is a staging buffer. One that a frame reads is free again when that frame has finished.
type chunk struct {
	buffer *Buffer
	bytes  []byte
	used   int
	after  uint64
}

// upload is one copy that waits.
type upload struct {
	from         *Buffer
	fromOffset   int
	buffer       *Buffer
	offset, size int
	image        *Image
	at           Place
}

// UploadBuffer puts data into a buffer at offset before the next frame's passes, or in the next RunOnce. The data may be
// reused at once. Uploads happen in order, so a later one wins where two overlap. The buffer is AsCopyTarget.
//
// Errors: data that does not fit, or no memory for staging.
func (d *Device) UploadBuffer(to *Buffer, offset int, data []byte) error {
	if offset < 0 || offset+len(data) > to.desc.SizeBytes {
		return fmt.Errorf("upload of %d bytes at %d into buffer %q of %d", len(data), offset, to.desc.Name, to.desc.SizeBytes)
	}
	if len(data) == 0 {
		return nil
	}
	from, fromOffset, err := d.uploads.stage(data)
	if err != nil {
		return err
	}
	d.uploads.pending = append(d.uploads.pending, upload{from: from, fromOffset: fromOffset, buffer: to, offset: offset, size: len(data)})
	return nil
}

// UploadImage fills a level and layer of an image with texels, rows from the top without gaps, under the rules of
// UploadBuffer. Afterwards shaders of every stage may sample the image without declaring it, as long as nothing else
// writes it: so textures need no uses.
func (d *Device) UploadImage(to *Image, at Place, texels []byte) error {
	w, h := to.LevelSize(at.Level)
	if want := w * h * texelBytes(to.desc.Format); len(texels) != want {
		return fmt.Errorf("upload of %d bytes into level %d of image %q, want %d×%d %v = %d", len(texels), at.Level, to.desc.Name, w, h, to.desc.Format, want)
	}
	if at.Level < 0 || at.Level >= to.desc.Levels || at.Layer < 0 || at.Layer >= to.desc.Layers {
		return fmt.Errorf("upload into %+v of image %q", at, to.desc.Name)
	}
	from, fromOffset, err := d.uploads.stage(texels)
	if err != nil {
		return err
	}
	d.uploads.pending = append(d.uploads.pending, upload{from: from, fromOffset: fromOffset, image: to, at: at})
	return nil
}

// forget takes back the waiting uploads into a buffer or an image that is closed.
func (u *uploads) forget(b *Buffer, i *Image) {
	u.pending = slices.DeleteFunc(u.pending, func(p upload) bool { return p.buffer == b && p.image == i })
}

// stage copies data into a staging buffer, at a multiple of 16 bytes, which every format's copy allows.
func (u *uploads) stage(data []byte) (*Buffer, int, error) {
	c, err := u.chunkFor(len(data))
	if err != nil {
		return nil, 0, err
	}
	offset := c.used
	copy(c.bytes[offset:], data)
	c.used = (offset + len(data) + 15) &^ 15
	return c.buffer, offset, nil
}

// filling marks a chunk that waits for its frame.
const filling = ^uint64(0)

func (u *uploads) chunkFor(size int) (*chunk, error) {
	for _, c := range u.chunks {
		if c.after <= u.device.completed {
			c.used, c.after = 0, filling
		}
		if c.after == filling && c.used+size <= len(c.bytes) {
			return c, nil
		}
	}
	u.trim()
	b, err := u.device.NewBuffer(BufferDesc{Name: "staging", SizeBytes: max(size, stagingBytes), Usage: AsCopySource, Memory: UploadMemory})
	if err != nil {
		return nil, fmt.Errorf("staging an upload: %w", err)
	}
	c := &chunk{buffer: b, bytes: b.Bytes(), after: filling}
	u.chunks = append(u.chunks, c)
	return c, nil
}

// keptChunks is how many free staging buffers are kept for later uploads.
const keptChunks = 4

// trim gives free staging buffers back: those of a large upload, and more than a few of the others.
func (u *uploads) trim() {
	kept := 0
	u.chunks = slices.DeleteFunc(u.chunks, func(c *chunk) bool {
		free := c.after <= u.device.completed
		if free && len(c.bytes) == stagingBytes && kept < keptChunks {
			kept++
			return false
		}
		if free {
			c.buffer.Close()
		}
		return free
	})
}

// record records what waits, in steps such that no step writes a range twice, and then makes the images readable.
func (u *uploads) record(c *Commands) {
	if len(u.pending) == 0 {
		return
	}
	u.images = u.images[:0]
	for rest := u.pending; len(rest) > 0; {
		n := u.independent(rest)
		u.recordStep(c, rest[:n])
		rest = rest[n:]
	}
	u.makeReadable(c)
	for _, k := range u.chunks {
		if k.after == filling {
			k.after = c.device.begun
		}
	}
	clear(u.pending)
	u.pending = u.pending[:0]
}

// independent is how many of the first uploads touch no range twice.
func (u *uploads) independent(list []upload) int {
	for n := 1; n < len(list); n++ {
		for i := range list[:n] {
			if list[i].overlaps(&list[n]) {
				return n
			}
		}
	}
	return len(list)
}

func (a *upload) overlaps(b *upload) bool {
	if a.buffer != nil {
		return a.buffer == b.buffer && a.offset < b.offset+b.size && b.offset < a.offset+a.size
	}
	return a.image == b.image && a.at == b.at
}

func (u *uploads) recordStep(c *Commands, list []upload) {
	u.uses = u.uses[:0]
	for i := range list {
		u.declare(&list[i])
	}
	c.beginStep("uploads", "copy", u.uses)
	for i := range list {
		p := &list[i]
		if p.buffer != nil {
			c.CopyBuffer(p.from, p.fromOffset, p.buffer, p.offset, p.size)
		} else {
			c.CopyBufferToImage(p.from, p.fromOffset, p.image, p.at)
		}
	}
	c.endStep()
}

// declare adds the uses of an upload that the step does not have yet.
func (u *uploads) declare(p *upload) {
	fromNew, toNew := true, true
	for i := range u.uses {
		fromNew = fromNew && u.uses[i].Buffer != p.from
		toNew = toNew && (p.buffer == nil || u.uses[i].Buffer != p.buffer)
	}
	if fromNew {
		u.uses = append(u.uses, Use{Buffer: p.from, Access: CopySource})
	}
	switch {
	case p.image != nil:
		u.uses = append(u.uses, Use{Image: p.image, Access: CopyTarget, Level: p.at.Level, Levels: 1, Layer: p.at.Layer, Layers: 1, Discard: true})
		if len(u.images) == 0 || u.images[len(u.images)-1] != p.image {
			u.images = append(u.images, p.image)
		}
	case toNew:
		u.uses = append(u.uses, Use{Buffer: p.buffer, Access: CopyTarget})
	}
}

// makeReadable makes the uploaded levels of sampled images visible to every shader stage.
func (u *uploads) makeReadable(c *Commands) {
	u.uses = u.uses[:0]
	for i := range u.pending {
		p := &u.pending[i]
		if p.image == nil || p.image.desc.Usage&AsSampled == 0 {
			continue
		}
		u.uses = append(u.uses, Use{Image: p.image, Access: Sampled, Stages: AllStages, Level: p.at.Level, Levels: 1, Layer: p.at.Layer, Layers: 1})
	}
	c.beginStep("uploads", "textures", u.uses)
	c.endStep()
}

func (u *uploads) close() {
	for _, c := range u.chunks {
		c.buffer.Close()
	}
	u.chunks, u.pending = nil, nil
}

// Download copies a level and layer of an image to the CPU and waits: rows from the top without gaps. It is for tests and
// tools. The image is AsCopySource.
func (d *Device) Download(from *Image, at Place) ([]byte, error) {
	w, h := from.LevelSize(at.Level)
	size := w * h * texelBytes(from.desc.Format)
	if size == 0 {
		return nil, errors.New("gpu: no download of " + from.desc.Format.String())
	}
	return d.download(size, []Use{{Image: from, Access: CopySource, Level: at.Level, Levels: 1, Layer: at.Layer, Layers: 1}},
		func(c *Commands, to *Buffer) { c.CopyImageToBuffer(from, at, to, 0) })
}

// DownloadBuffer copies a buffer to the CPU and waits. It is for tests and tools. The buffer is AsCopySource.
func (d *Device) DownloadBuffer(from *Buffer) ([]byte, error) {
	return d.download(from.desc.SizeBytes, []Use{{Buffer: from, Access: CopySource}},
		func(c *Commands, to *Buffer) { c.CopyBuffer(from, 0, to, 0, from.desc.SizeBytes) })
}

func (d *Device) download(size int, uses []Use, copyTo func(*Commands, *Buffer)) ([]byte, error) {
	to, err := d.NewBuffer(BufferDesc{Name: "download", SizeBytes: size, Usage: AsCopyTarget, Memory: ReadbackMemory})
	if err != nil {
		return nil, err
	}
	defer to.Close()
	copyStep := Step{
		Name: "copy", Uses: append(uses, Use{Buffer: to, Access: CopyTarget}),
		Record: func(c *Commands, _ *Frame) { copyTo(c, to) },
	}
	readStep := Step{Name: "read", Uses: []Use{{Buffer: to, Access: HostRead}}, Record: func(*Commands, *Frame) {}}
	if err := d.RunOnce("download", copyStep, readStep); err != nil {
		return nil, err
	}
	return append([]byte(nil), to.Bytes()...), nil
}
