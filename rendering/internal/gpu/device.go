package gpu

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unsafe"

	"tertius.dev/rendering/internal/vk"
)

// Options says what device to open. The zero value opens a headless device without checks.
type Options struct {
	Application string // for drivers and debuggers

	// Validation turns on the validation layer with its synchronization checks, object names and labels.
	Validation bool

	// HazardCheck turns on the recorder's own check of the declared uses against the barriers that were recorded.
	HazardCheck bool

	// FramesInFlight is how many frames the CPU records while the GPU works on earlier ones, 1 to 4; 0 is 2.
	FramesInFlight int

	// Device is a part of the name of the wanted device, for machines with several; "" takes the fastest kind.
	Device string

	// InstanceExtensions is what a window needs, and Surface makes its surface: it gets the VkInstance and gives the
	// VkSurfaceKHR, which the device then owns. A headless device has neither.
	InstanceExtensions []string
	Surface            func(instance uintptr) (uint64, error)

	// DropBarrier, for tests of the hazard check only, takes a derived barrier out when it returns true.
	DropBarrier func(Barrier) bool
}

// Device is an opened GPU with its queue and everything that is made on it.
//
// Threads: the render thread only; Messages from any.
type Device struct {
	messages messageLog

	loader     *vk.Loader
	instance   vk.Instance
	inst       *vk.InstanceCommands
	messenger  vk.DebugUtilsMessengerEXT
	debugUtils bool
	surface    vk.SurfaceKHR

	physical vk.PhysicalDevice
	handle   vk.Device
	fn       *vk.DeviceCommands
	queue    vk.Queue
	family   uint32
	limits   vk.PhysicalDeviceLimits
	info     Info
	cache    vk.PipelineCache

	hazards      bool
	alterBarrier func(*Commands, *barrier) bool // of tests: changes a derived barrier, or says to leave it out

	memory  allocator
	uploads uploads
	live    liveCount

	slots     []*frameSlot
	once      *frameSlot // for RunOnce
	current   *Frame     // the frame that is being recorded
	begun     uint64     // number of the last frame that was begun
	completed uint64     // every frame up to this one has finished on the GPU
	retired   []retiree
	timings   Timings
	steps     uint64 // steps recorded so far, which marks the ranges that a step has touched
}

// Info is what is known of a device.
type Info struct {
	Name, Driver  string // such as "llvmpipe (LLVM 15.0.6, 256 bits)" and "llvmpipe Mesa 25.0.7"
	Software      bool
	Timestamps    TimestampClock
	SubgroupSize  int
	StorageImages int // storage images that one shader stage sees
	MaxImageSize  int
	MaxCubeSize   int
	MaxLayers     int
}

// Open opens a device.
//
// Errors: one line each for a missing loader, layer, driver or extension; and when no device serves, one line per device
// with every feature that it lacks.
func Open(o Options) (*Device, error) {
	if o.FramesInFlight == 0 {
		o.FramesInFlight = 2
	}
	if o.FramesInFlight < 1 || o.FramesInFlight > 4 {
		return nil, fmt.Errorf("%d frames in flight, want 1 to 4", o.FramesInFlight)
	}
	loader, err := vk.Open()
	if err != nil {
		return nil, err
	}
	d := &Device{loader: loader, hazards: o.HazardCheck}
	if o.DropBarrier != nil {
		d.alterBarrier = func(c *Commands, b *barrier) bool { return o.DropBarrier(b.seen(c)) }
	}
	registerLog(&d.messages)
	if err := d.open(&o); err != nil {
		d.destroy()
		return nil, err
	}
	return d, nil
}

func (d *Device) open(o *Options) error {
	if err := d.createInstance(o); err != nil {
		return err
	}
	if o.Surface != nil {
		surface, err := o.Surface(uintptr(d.instance))
		if err != nil {
			return fmt.Errorf("the window's surface: %w", err)
		}
		d.surface = vk.SurfaceKHR(surface)
	}
	all, err := candidates(d.inst, d.instance, d.surface)
	if err != nil {
		return err
	}
	chosen, err := choose(all, o.Device)
	if err != nil {
		return err
	}
	if err := d.createDevice(chosen); err != nil {
		return fmt.Errorf("creating the device %q: %w", chosen.name(), err)
	}
	return d.createFrames(o.FramesInFlight)
}

// choose takes the best of the devices that lack nothing, or says what each lacks.
func choose(all []*candidate, name string) (*candidate, error) {
	if len(all) == 0 {
		return nil, noDriver
	}
	fit := slices.DeleteFunc(slices.Clone(all), func(c *candidate) bool {
		return len(c.missing) > 0 || !strings.Contains(c.name(), name)
	})
	if len(fit) == 0 {
		return nil, refusal(all, name)
	}
	return slices.MinFunc(fit, func(a, b *candidate) int { return cmp.Compare(a.rank(), b.rank()) }), nil
}

// refusal is the error that names what each device lacks.
func refusal(all []*candidate, name string) error {
	var text strings.Builder
	text.WriteString("no Vulkan device serves")
	for _, c := range all {
		reason := "lacks " + strings.Join(c.missing, ", ")
		if len(c.missing) == 0 {
			reason = fmt.Sprintf("is not the wanted %q", name)
		}
		fmt.Fprintf(&text, "\n\t%s %s", c.name(), reason)
	}
	return errors.New(text.String())
}

// rank sorts devices: the fastest kind first.
func (c *candidate) rank() int {
	switch c.core.Properties.DeviceType {
	case vk.PHYSICAL_DEVICE_TYPE_DISCRETE_GPU:
		return 0
	case vk.PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU:
		return 1
	case vk.PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU:
		return 2
	case vk.PHYSICAL_DEVICE_TYPE_CPU:
		return 4
	default:
		return 3
	}
}

// createDevice makes the device with the required features and nothing else.
func (d *Device) createDevice(c *candidate) error {
	enabled := newFeatureSet()
	for _, f := range requiredFeatures {
		*f.of(enabled) = 1
	}
	var extensions []string
	if d.surface != 0 {
		extensions = append(extensions, swapchainExtension)
	}
	priority := float32(1)
	info := vk.DeviceCreateInfo{
		SType: vk.STRUCTURE_TYPE_DEVICE_CREATE_INFO, PNext: unsafe.Pointer(&enabled.core), QueueCreateInfoCount: 1,
		PQueueCreateInfos: &vk.DeviceQueueCreateInfo{
			SType:            vk.STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
			QueueFamilyIndex: c.family, QueueCount: 1, PQueuePriorities: &priority,
		},
	}
	info.EnabledExtensionCount, info.PpEnabledExtensionNames = cStrings(extensions)
	if err := d.inst.CreateDevice(c.physical, &info, &d.handle).Err(); err != nil {
		return err
	}
	fn, err := d.inst.Device(d.handle)
	if err != nil {
		return err
	}
	d.fn, d.physical, d.family = fn, c.physical, c.family
	d.debugUtils = d.debugUtils && fn.HasDebugUtils()
	d.limits = c.core.Properties.Limits
	d.info = c.info()
	fn.GetDeviceQueue(d.handle, c.family, 0, &d.queue)
	props := vk.PhysicalDeviceMemoryProperties2{SType: vk.STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_PROPERTIES_2}
	d.inst.GetPhysicalDeviceMemoryProperties2(c.physical, &props)
	d.memory = allocator{device: d, types: props.MemoryProperties.MemoryTypes[:props.MemoryProperties.MemoryTypeCount]}
	d.uploads.device = d
	cache := vk.PipelineCacheCreateInfo{SType: vk.STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO}
	return fn.CreatePipelineCache(d.handle, &cache, &d.cache).Err()
}

func (c *candidate) info() Info {
	limits := &c.core.Properties.Limits
	return Info{
		Name: c.name(), Driver: strings.TrimSpace(vk.Text(c.v12.DriverName[:]) + " " + vk.Text(c.v12.DriverInfo[:])),
		Software:      c.core.Properties.DeviceType == vk.PHYSICAL_DEVICE_TYPE_CPU,
		Timestamps:    TimestampClock{ValidBits: int(c.validBits), PeriodNanoseconds: float64(limits.TimestampPeriod)},
		SubgroupSize:  int(c.v11.SubgroupSize),
		StorageImages: int(limits.MaxPerStageDescriptorStorageImages),
		MaxImageSize:  int(limits.MaxImageDimension2D), MaxCubeSize: int(limits.MaxImageDimensionCube),
		MaxLayers: int(limits.MaxImageArrayLayers),
	}
}

// Info is what is known of the device.
func (d *Device) Info() Info { return d.info }

// FramesInFlight is the number of slots.
func (d *Device) FramesInFlight() int { return len(d.slots) }

// liveCount is what was made on the device and is not closed.
type liveCount struct {
	buffers, images, samplers, layouts, sets, pipelines, swapchains int
}

// retiree is something to free once a frame has finished.
type retiree struct {
	after uint64
	free  func()
}

// retire frees something as soon as no frame can use it.
func (d *Device) retire(free func()) {
	if d.completed >= d.begun {
		free()
		return
	}
	d.retired = append(d.retired, retiree{d.begun, free})
}

// collect frees what the finished frames used.
func (d *Device) collect() {
	keep := d.retired[:0]
	for _, r := range d.retired {
		if r.after > d.completed {
			keep = append(keep, r)
			continue
		}
		r.free()
	}
	clear(d.retired[len(keep):])
	d.retired = keep
}

// Close waits for the GPU and frees everything.
//
// Errors: names what was made on the device and not closed before.
func (d *Device) Close() error {
	d.fn.DeviceWaitIdle(d.handle)
	d.completed = d.begun
	d.uploads.close()
	d.collect()
	live, memory := d.live, d.memory.live
	d.destroy()
	if live != (liveCount{}) {
		return fmt.Errorf("not closed before the device: %+v (%d allocations)", live, memory)
	}
	return nil
}

// destroy frees what was created, in the order from the last to the first, also after a failed Open.
func (d *Device) destroy() {
	if d.fn != nil {
		for _, s := range append(d.slots, d.once) {
			if s != nil {
				s.destroy(d)
			}
		}
		d.fn.DestroyPipelineCache(d.handle, d.cache)
		d.fn.DestroyDevice(d.handle)
	}
	if d.inst != nil {
		if d.surface != 0 {
			d.inst.DestroySurfaceKHR(d.instance, d.surface)
		}
		if d.messenger != 0 {
			d.inst.DestroyDebugUtilsMessengerEXT(d.instance, d.messenger)
		}
		d.inst.DestroyInstance(d.instance)
	}
	unregisterLog(&d.messages)
}
