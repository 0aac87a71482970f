package gpu

import (
	"fmt"
	"unsafe"

	"tertius.dev/rendering/internal/vk"
)

// TimestampClock is the clock of the queue: how many bits of a stamp count, and how long a tick is. A queue with 0 valid
// bits, or a period that is not above 0, cannot time.
type TimestampClock struct {
	ValidBits         int
	PeriodNanoseconds float64
}

// Times says whether the clock can time.
func (c TimestampClock) Times() bool { return c.ValidBits > 0 && c.PeriodNanoseconds > 0 }

// Milliseconds is the time from one stamp to a later one. The difference wraps at the valid bits, as the counter does.
func (c TimestampClock) Milliseconds(from, to uint64) float64 {
	ticks := to - from
	if c.ValidBits < 64 {
		ticks &= 1<<c.ValidBits - 1
	}
	return float64(ticks) * c.PeriodNanoseconds * 1e-6
}

// PassTiming is the GPU time of one pass.
type PassTiming struct {
	Name         string
	Milliseconds float64
}

// Timings is the GPU time of the last frame that finished: each pass in recording order, and the span from before the
// first to after the last. Each stamp waits for all commands before it, so the passes add up to the span. Frame 0 means
// that there are none: no frame finished yet, or the queue has no clock.
//
// Valid: until the next BeginFrame, Wait or WaitIdle, which rewrite Passes in place.
type Timings struct {
	Frame            uint64
	SpanMilliseconds float64
	Passes           []PassTiming
}

// Timings is the GPU time of the newest frame that finished. A frame n reports frame n − FramesInFlight, or itself after a
// Wait. A result that was not available leaves the earlier frame's.
func (d *Device) Timings() *Timings { return &d.timings }

// timer is one slot's stamps: a query pool, and the names of the passes whose stamps it holds.
type timer struct {
	device  *Device
	clock   TimestampClock
	pool    vk.QueryPool
	names   [MaxPasses]string
	stamps  int // recorded, 0 when the slot holds no frame of passes
	results [MaxPasses + 1][2]uint64
}

// newTimer makes a timer, without queries when the queue has no clock or the slot is not timed.
func (d *Device) newTimer(timed bool) (*timer, error) {
	t := &timer{device: d, clock: d.info.Timestamps}
	if !timed || !t.clock.Times() {
		return t, nil
	}
	info := vk.QueryPoolCreateInfo{
		SType: vk.STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO, QueryType: vk.QUERY_TYPE_TIMESTAMP, QueryCount: MaxPasses + 1,
	}
	if err := d.fn.CreateQueryPool(d.handle, &info, &t.pool).Err(); err != nil {
		return nil, fmt.Errorf("timestamps: %w", err)
	}
	return t, nil
}

func (t *timer) destroy() {
	if t.pool != 0 {
		t.device.fn.DestroyQueryPool(t.device.handle, t.pool)
	}
}

// begin resets the slot's queries and writes the stamp before the first pass.
func (t *timer) begin(c *Commands) {
	t.stamps = 0
	if t.pool == 0 {
		return
	}
	c.fn.CmdResetQueryPool(c.handle, t.pool, 0, MaxPasses+1)
	t.write(c)
}

// stamp writes the stamp after a pass.
func (t *timer) stamp(c *Commands, name string) {
	if t.pool == 0 {
		return
	}
	t.names[t.stamps-1] = name
	t.write(c)
}

func (t *timer) write(c *Commands) {
	c.fn.CmdWriteTimestamp2(c.handle, vk.PIPELINE_STAGE_2_ALL_COMMANDS_BIT, t.pool, uint32(t.stamps))
	t.stamps++
}

// read takes the stamps of a finished frame into out, if they are all there and the frame is newer than what out holds.
func (t *timer) read(frame uint64, out *Timings) {
	if t.stamps < 2 || frame <= out.Frame {
		return
	}
	const stride = uint64(unsafe.Sizeof(t.results[0]))
	r := t.device.fn.GetQueryPoolResults(t.device.handle, t.pool, 0, uint32(t.stamps), uintptr(stride)*uintptr(t.stamps),
		unsafe.Pointer(&t.results), stride, vk.QUERY_RESULT_64_BIT|vk.QUERY_RESULT_WITH_AVAILABILITY_BIT)
	if r != vk.SUCCESS {
		return
	}
	for _, pair := range t.results[:t.stamps] {
		if pair[1] == 0 {
			return
		}
	}
	t.fill(frame, out)
}

func (t *timer) fill(frame uint64, out *Timings) {
	out.Frame = frame
	out.Passes = out.Passes[:0]
	for i := range t.stamps - 1 {
		out.Passes = append(out.Passes, PassTiming{t.names[i], t.clock.Milliseconds(t.results[i][0], t.results[i+1][0])})
	}
	out.SpanMilliseconds = t.clock.Milliseconds(t.results[0][0], t.results[t.stamps-1][0])
}
