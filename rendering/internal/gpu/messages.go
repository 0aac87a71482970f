package gpu

import (
	"fmt"
	"strings"
	"sync"
	"unsafe"

	"github.com/ebitengine/purego"

	"tertius.dev/rendering/internal/vk"
)

// Severity is how bad a message is.
type Severity uint8

// The severities.
const (
	Warning Severity = iota
	Error
)

// Message is what the validation layer, the driver or the recorder's own hazard check has to say. A correct program
// causes none.
type Message struct {
	Severity Severity
	ID       string // such as VUID-vkCmdDraw-None-02699, or GPU-HAZARD-…
	Text     string
}

// String is the message on one line.
func (m Message) String() string { return m.ID + ": " + m.Text }

// messageLog collects the messages of one device. Drivers may report from threads of their own.
type messageLog struct {
	lock     sync.Mutex
	messages []Message
}

// maxMessages bounds the log: a mistake of every frame says the same again and again.
const maxMessages = 1000

func (l *messageLog) add(m Message) {
	l.lock.Lock()
	defer l.lock.Unlock()
	switch len(l.messages) {
	case maxMessages:
		return
	case maxMessages - 1:
		m = Message{Severity: m.Severity, ID: "GPU-MORE-MESSAGES", Text: "the log is full: what comes after is lost"}
	}
	l.messages = append(l.messages, m)
}

func (l *messageLog) all() []Message {
	l.lock.Lock()
	defer l.lock.Unlock()
	return append([]Message(nil), l.messages...)
}

func (l *messageLog) clear() {
	l.lock.Lock()
	defer l.lock.Unlock()
	l.messages = nil
}

// The one debug callback of the process, since purego never frees one, and the logs that it reports to, by their
// addresses, which are the messengers' user data.
var (
	logsLock      sync.Mutex
	logs          = map[uintptr]*messageLog{}
	debugCallback = sync.OnceValue(func() uintptr { return purego.NewCallback(onMessage) })
)

func registerLog(l *messageLog) {
	logsLock.Lock()
	defer logsLock.Unlock()
	logs[uintptr(unsafe.Pointer(l))] = l
}

func unregisterLog(l *messageLog) {
	logsLock.Lock()
	defer logsLock.Unlock()
	delete(logs, uintptr(unsafe.Pointer(l)))
}

// onMessage is PFN_vkDebugUtilsMessengerCallbackEXT. It returns VK_FALSE: the call that caused the message goes on.
func onMessage(severity, _ uintptr, data *vk.DebugUtilsMessengerCallbackDataEXT, user uintptr) uintptr {
	logsLock.Lock()
	log := logs[user]
	logsLock.Unlock()
	if log == nil {
		return 0
	}
	m := Message{
		Severity: Warning, ID: vk.GoString(data.PMessageIdName),
		Text: strings.Join(strings.Fields(vk.GoString(data.PMessage)), " "),
	}
	if vk.DebugUtilsMessageSeverityFlagsEXT(severity)&vk.DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT != 0 {
		m.Severity = Error
	}
	log.add(m)
	return 0
}

// messengerInfo asks for warnings and errors of every type.
func messengerInfo(log *messageLog) *vk.DebugUtilsMessengerCreateInfoEXT {
	return &vk.DebugUtilsMessengerCreateInfoEXT{
		SType:           vk.STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT,
		MessageSeverity: vk.DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT | vk.DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT,
		MessageType: vk.DEBUG_UTILS_MESSAGE_TYPE_GENERAL_BIT_EXT | vk.DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT |
			vk.DEBUG_UTILS_MESSAGE_TYPE_PERFORMANCE_BIT_EXT,
		PfnUserCallback: debugCallback(),
		PUserData:       unsafe.Pointer(log),
	}
}

// Messages is every message so far. It may be called after Close, which adds what the teardown finds.
func (d *Device) Messages() []Message { return d.messages.all() }

// ClearMessages forgets the messages so far, for tests that provoke one.
func (d *Device) ClearMessages() { d.messages.clear() }

// report adds a message of the engine's own checks.
func (d *Device) report(id, format string, args ...any) {
	d.messages.add(Message{Severity: Error, ID: id, Text: fmt.Sprintf(format, args...)})
}

// label is a prepared debug label.
type label struct{ info vk.DebugUtilsLabelEXT }

func newLabel(name string) *label {
	return &label{vk.DebugUtilsLabelEXT{SType: vk.STRUCTURE_TYPE_DEBUG_UTILS_LABEL_EXT, PLabelName: vk.CString(name)}}
}

func (c *Commands) beginLabel(l *label) {
	if c.device.debugUtils {
		c.fn.CmdBeginDebugUtilsLabelEXT(c.handle, &l.info)
	}
}

func (c *Commands) endLabel() {
	if c.device.debugUtils {
		c.fn.CmdEndDebugUtilsLabelEXT(c.handle)
	}
}

// setName names an object in messages and debuggers.
func (d *Device) setName(kind vk.ObjectType, handle uint64, name string) {
	if !d.debugUtils {
		return
	}
	info := vk.DebugUtilsObjectNameInfoEXT{
		SType: vk.STRUCTURE_TYPE_DEBUG_UTILS_OBJECT_NAME_INFO_EXT, ObjectType: kind, ObjectHandle: handle,
		PObjectName: vk.CString(name),
	}
	d.fn.SetDebugUtilsObjectNameEXT(d.handle, &info)
}
