package gpu

import (
	"errors"
	"fmt"
	"math"

	"tertius.dev/rendering/internal/vk"
)

// Frame is one drawn frame while it is recorded.
type Frame struct {
	Number uint64 // 1 for the first
	Slot   int    // which of the FramesInFlight slots it uses: resources of this slot are free for the CPU

	slot     *frameSlot
	commands *Commands
	target   *swapImage // the swapchain image that the frame shows, or nil
}

// Commands is where the frame records.
func (f *Frame) Commands() *Commands { return f.commands }

// frameSlot is what one frame in flight needs of its own.
type frameSlot struct {
	pool      vk.CommandPool
	fence     vk.Fence
	acquired  vk.Semaphore
	timer     *timer
	frame     Frame
	commands  Commands
	submitted bool // and the fence has not been waited for

	submit    vk.SubmitInfo2
	buffer    vk.CommandBufferSubmitInfo
	wait      vk.SemaphoreSubmitInfo
	signal    vk.SemaphoreSubmitInfo
	beginInfo vk.CommandBufferBeginInfo
}

func (d *Device) createFrames(n int) error {
	for i := range n {
		s, err := d.newSlot(true)
		if err != nil {
			return err
		}
		s.frame.Slot = i
		d.slots = append(d.slots, s)
	}
	once, err := d.newSlot(false)
	d.once = once
	return err
}

// newSlot makes a slot's objects. A slot that is not timed has a timer that does nothing.
func (d *Device) newSlot(timed bool) (*frameSlot, error) {
	s := &frameSlot{}
	if err := s.create(d, timed); err != nil {
		s.destroy(d)
		return nil, fmt.Errorf("a frame's objects: %w", err)
	}
	s.commands.device, s.commands.fn = d, d.fn
	s.commands.sync.init(d)
	s.commands.copies.init()
	s.frame.slot, s.frame.commands = s, &s.commands
	s.beginInfo = vk.CommandBufferBeginInfo{
		SType: vk.STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO, Flags: vk.COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT,
	}
	s.buffer = vk.CommandBufferSubmitInfo{SType: vk.STRUCTURE_TYPE_COMMAND_BUFFER_SUBMIT_INFO, CommandBuffer: s.commands.handle}
	return s, nil
}

func (s *frameSlot) create(d *Device, timed bool) error {
	pool := vk.CommandPoolCreateInfo{SType: vk.STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO, QueueFamilyIndex: d.family}
	if err := d.fn.CreateCommandPool(d.handle, &pool, &s.pool).Err(); err != nil {
		return err
	}
	alloc := vk.CommandBufferAllocateInfo{
		SType: vk.STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO, CommandPool: s.pool, CommandBufferCount: 1,
	}
	if err := d.fn.AllocateCommandBuffers(d.handle, &alloc, &s.commands.handle).Err(); err != nil {
		return err
	}
	fence := vk.FenceCreateInfo{SType: vk.STRUCTURE_TYPE_FENCE_CREATE_INFO}
	if err := d.fn.CreateFence(d.handle, &fence, &s.fence).Err(); err != nil {
		return err
	}
	semaphore := vk.SemaphoreCreateInfo{SType: vk.STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO}
	if err := d.fn.CreateSemaphore(d.handle, &semaphore, &s.acquired).Err(); err != nil {
		return err
	}
	t, err := d.newTimer(timed)
	s.timer = t
	return err
}

func (s *frameSlot) destroy(d *Device) {
	if s.timer != nil {
		s.timer.destroy()
	}
	if s.pool != 0 {
		d.fn.DestroyCommandPool(d.handle, s.pool)
	}
	if s.fence != 0 {
		d.fn.DestroyFence(d.handle, s.fence)
	}
	if s.acquired != 0 {
		d.fn.DestroySemaphore(d.handle, s.acquired)
	}
}

// errRecording is the refusal of work that cannot happen between a frame's Begin and its Submit.
var errRecording = errors.New("gpu: a frame is being recorded")

// BeginFrame waits until the next slot is free and starts a frame in it. Timings of the slot's earlier frame are read
// here, and what that frame was the last to use is freed.
//
// Errors: a lost device; a frame that was begun and not submitted.
func (d *Device) BeginFrame() (*Frame, error) {
	if d.current != nil {
		return nil, errRecording
	}
	s := d.slots[d.begun%uint64(len(d.slots))]
	if err := d.finish(s); err != nil {
		return nil, err
	}
	d.begun++
	s.frame.Number, s.frame.target = d.begun, nil
	if err := d.begin(s); err != nil {
		return nil, err
	}
	d.current = &s.frame
	return &s.frame, nil
}

// begin starts the slot's command buffer.
func (d *Device) begin(s *frameSlot) error {
	if err := d.fn.ResetCommandPool(d.handle, s.pool, 0).Err(); err != nil {
		return err
	}
	s.commands.count = CommandCount{}
	s.commands.pipeline, s.commands.bound = nil, [maxSets]*Set{}
	s.timer.stamps = 0
	return d.fn.BeginCommandBuffer(s.commands.handle, &s.beginInfo).Err()
}

// finish waits for the slot's frame on the GPU and takes in what it left.
func (d *Device) finish(s *frameSlot) error {
	if !s.submitted {
		return nil
	}
	if err := d.fn.WaitForFences(d.handle, 1, &s.fence, 1, math.MaxUint64).Err(); err != nil {
		return fmt.Errorf("waiting for frame %d: %w", s.frame.Number, err)
	}
	if err := d.fn.ResetFences(d.handle, 1, &s.fence).Err(); err != nil {
		return err
	}
	s.submitted = false
	d.completed = max(d.completed, s.frame.Number)
	s.timer.read(s.frame.Number, &d.timings)
	d.collect()
	return nil
}

// Submit ends the frame, hands it to the GPU, and shows it if it acquired a swapchain's image.
//
// Errors: a lost device.
func (d *Device) Submit(f *Frame) error {
	d.current = nil
	s := f.slot
	if err := d.submit(s, f.target); err != nil {
		return fmt.Errorf("frame %d: %w", f.Number, err)
	}
	if f.target != nil {
		return f.target.chain.presentImage(f.target)
	}
	return nil
}

// submit ends the slot's command buffer and puts it into the queue.
func (d *Device) submit(s *frameSlot, target *swapImage) error {
	if err := d.fn.EndCommandBuffer(s.commands.handle).Err(); err != nil {
		return err
	}
	s.submit = vk.SubmitInfo2{
		SType: vk.STRUCTURE_TYPE_SUBMIT_INFO_2, CommandBufferInfoCount: 1, PCommandBufferInfos: &s.buffer,
	}
	if target != nil {
		s.wait = vk.SemaphoreSubmitInfo{SType: vk.STRUCTURE_TYPE_SEMAPHORE_SUBMIT_INFO, Semaphore: s.acquired, StageMask: acquireStages}
		s.signal = vk.SemaphoreSubmitInfo{
			SType: vk.STRUCTURE_TYPE_SEMAPHORE_SUBMIT_INFO, Semaphore: target.finished, StageMask: vk.PIPELINE_STAGE_2_ALL_COMMANDS_BIT,
		}
		s.submit.WaitSemaphoreInfoCount, s.submit.PWaitSemaphoreInfos = 1, &s.wait
		s.submit.SignalSemaphoreInfoCount, s.submit.PSignalSemaphoreInfos = 1, &s.signal
	}
	if err := d.fn.QueueSubmit2(d.queue, 1, &s.submit, s.fence).Err(); err != nil {
		return err
	}
	s.submitted = true
	return nil
}

// Wait waits until a submitted frame has finished on the GPU, so that the CPU may read what it left in the slot's
// readback buffers. Its timings are then the device's.
func (d *Device) Wait(f *Frame) error { return d.finish(f.slot) }

// WaitIdle waits for every submitted frame.
func (d *Device) WaitIdle() error {
	for i := range d.slots { // from the oldest
		s := d.slots[(d.begun+uint64(i))%uint64(len(d.slots))]
		if d.current == &s.frame {
			continue
		}
		if err := d.finish(s); err != nil {
			return err
		}
	}
	return nil
}

// RunOnce records the waiting uploads and then steps, runs them on the GPU, and waits. It is for loading and for tests,
// not for frames: it stalls. The frame that steps get has the number 0 and the slot 0.
//
// Errors: a lost device; a frame that is being recorded, whose barriers would come in the wrong order.
func (d *Device) RunOnce(name string, steps ...Step) error {
	if d.current != nil {
		return errRecording
	}
	s := d.once
	if err := d.begin(s); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	c := &s.commands
	d.uploads.record(c)
	for i := range steps {
		c.beginStep(name, steps[i].Name, steps[i].Uses)
		steps[i].Record(c, &s.frame)
		c.endStep()
	}
	if err := d.submit(s, nil); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return d.finish(s)
}
