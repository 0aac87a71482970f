// Package dump writes the state of a world as JSON. docs/guide/scripts.md, "Dumps", defines the form.
//
// Invariants:
//  1. Equal worlds give equal bytes.
//  2. Every number reads back as the same bits.
//  3. Every file is JSON, also when the state holds numbers that JSON does not have.
package dump

import (
	"io"
	"reflect"
	"strconv"

	"tertius.dev/core/contract"
	"tertius.dev/core/field"
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/host/internal/payload"
	"tertius.dev/simulation"
)

// Format is the version of the form.
const Format = 1

// State is what a dump shows.
type State struct {
	Scene string
	World *simulation.World
	IDOf  func(handle.Entity) string // the scene id of an entity, or empty
}

// flushBytes is how much is written at a time.
const flushBytes = 1 << 16

// Write writes a dump of the state between two ticks. The events are those that the world has recorded.
//
// Errors: what w returns.
func (s *State) Write(w io.Writer) error {
	p := printer{to: w, idOf: s.IDOf}
	p.header(s)
	p.list("frames")
	for f := range s.World.Frames().All() {
		p.row()
		p.frame(s.World, f)
	}
	p.endList()
	p.list("entities")
	for e := range s.World.Entities() {
		p.row()
		p.entity(s.World, e)
	}
	p.endList()
	p.list("events")
	routed := s.World.Routed()
	for i := range routed {
		p.row()
		p.event(s.World, &routed[i])
	}
	p.endList()
	p.list("errors")
	for _, text := range s.World.Errors() {
		p.row()
		p.b = payload.AppendString(p.b, text)
	}
	p.endList()
	p.text("\n}\n")
	p.flush()
	return p.err
}

// printer writes the members of a dump, one row of a list to a line.
type printer struct {
	to   io.Writer
	idOf func(handle.Entity) string
	b    []byte
	rows int // of the list so far
	err  error
}

func (p *printer) flush() {
	if p.err == nil {
		_, p.err = p.to.Write(p.b)
	}
	p.b = p.b[:0]
}

func (p *printer) text(s string) { p.b = append(p.b, s...) }

// member starts a member of the present row or of the dump.
func (p *printer) member(name string) {
	if last := p.b[len(p.b)-1]; last != '{' && last != ' ' {
		p.text(", ")
	}
	p.b = payload.AppendString(p.b, name)
	p.text(": ")
}

func (p *printer) header(s *State) {
	p.text("{\n  \"format\": ")
	p.b = strconv.AppendInt(p.b, Format, 10)
	p.text(",\n  \"scene\": ")
	p.b = payload.AppendString(p.b, s.Scene)
	p.text(",\n  \"tick\": ")
	p.b = strconv.AppendInt(p.b, int64(s.World.TickNumber()), 10)
	p.text(",\n  \"timeSeconds\": ")
	p.b = payload.AppendFloat64(p.b, s.World.Time())
}

func (p *printer) list(name string) {
	p.text(",\n  ")
	p.b = payload.AppendString(p.b, name)
	p.text(": [")
	p.rows = 0
}

func (p *printer) row() {
	if len(p.b) > flushBytes {
		p.flush()
	}
	if p.rows > 0 {
		p.text(",")
	}
	p.text("\n    ")
	p.rows++
}

func (p *printer) endList() {
	if p.rows > 0 {
		p.text("\n  ")
	}
	p.text("]")
}

func (p *printer) entityMember(name string, e handle.Entity) {
	p.member(name)
	p.b = payload.AppendHandle(p.b, e)
}

func (p *printer) idMember(name string, e handle.Entity) {
	if id := p.idOf(e); id != "" {
		p.member(name)
		p.b = payload.AppendString(p.b, id)
	}
}

func (p *printer) frame(w *simulation.World, f handle.Frame) {
	owner := w.Frames().Owner(f)
	p.text("{")
	p.member("frame")
	p.b = payload.AppendHandle(p.b, f)
	p.entityMember("owner", owner)
	p.idMember("ownerId", owner)
	if parent := w.Frames().Parent(f); !parent.IsNone() { // its place there is that of its owner
		p.member("parent")
		p.b = payload.AppendHandle(p.b, parent)
		p.motion(w, f)
	}
	p.member("gravity")
	p.gravity(w.Frames().Gravity(f))
	p.text("}")
}

// motion writes what a frame in another one did in the last step.
func (p *printer) motion(w *simulation.World, f handle.Frame) {
	if bounds := w.Frames().Bounds(f); bounds != (geom.Vec3{}) {
		p.member("bounds")
		p.b = payload.AppendVec3(p.b, bounds)
	}
	if hull, ok := w.Frames().HullMotion(f); ok {
		p.member("hull")
		p.b = payload.AppendString(p.b, hull.String())
	}
	p.member("follows")
	p.b = payload.AppendString(p.b, w.Frames().Follows(f).String())
	p.member("properAcceleration")
	p.b = payload.AppendVec3(p.b, w.Frames().ProperAcceleration(f))
}

func (p *printer) gravity(g field.Gravity) {
	switch g.Kind() {
	case field.GravityNone:
		p.text("null")
	case field.GravityUniform:
		u, _ := g.AsUniform()
		p.text(`{"kind": "uniform", "acceleration": `)
		p.b = payload.AppendVec3(p.b, u.Acceleration)
		if !u.Region.Everywhere() {
			p.region(&u.Region)
		}
		p.text("}")
	case field.GravityPoint:
		c, _ := g.AsPoint()
		p.text(`{"kind": "point", "mu": `)
		p.b = payload.AppendFloat64(p.b, c.Mu)
		p.text(`, "radius": `)
		p.b = payload.AppendFloat64(p.b, c.RadiusMeters)
		p.text("}")
	default:
		panic(contract.Unreachable(g.Kind()))
	}
}

func (p *printer) region(r *field.Region) {
	p.text(`, "region": {"min": `)
	p.b = payload.AppendVec3(p.b, r.Min)
	p.text(`, "max": `)
	p.b = payload.AppendVec3(p.b, r.Max)
	p.text("}")
}

func (p *printer) entity(w *simulation.World, e handle.Entity) {
	at, _ := w.Snapshot().Transform(e)
	p.text("{")
	p.entityMember("entity", e)
	p.idMember("id", e)
	p.member("frame")
	p.b = payload.AppendHandle(p.b, at.Frame)
	if !at.Frame.IsNone() { // the owner of a root frame is nowhere
		p.transform(&at)
	}
	if parent, _, attached := w.AttachedTo(e); attached {
		p.entityMember("attachedTo", parent)
	}
	if body, has := w.Snapshot().BodyOf(e); has {
		p.member("body")
		p.b = payload.AppendString(p.b, body.Motion.String())
		p.member("awake")
		p.b = strconv.AppendBool(p.b, w.Snapshot().Awake(e))
	}
	p.member("components")
	p.text("[")
	for i, c := range w.Components(e) {
		if i > 0 {
			p.text(", ")
		}
		p.b = payload.AppendString(p.b, typeName(c))
	}
	p.text("]}")
}

func (p *printer) transform(t *simulation.Transform) {
	p.member("position")
	p.b = payload.AppendVec3(p.b, t.Pose.Position)
	p.member("rotation")
	p.b = payload.AppendQuat(p.b, t.Pose.Rotation)
	p.member("velocity")
	p.b = payload.AppendVec3(p.b, t.Velocity)
	p.member("angularVelocity")
	p.b = payload.AppendVec3f(p.b, t.AngularVelocity)
}

// typeName returns the Go type of a component with its package, without the star of a pointer.
func typeName(c simulation.Component) string {
	t := reflect.TypeOf(c)
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.PkgPath() == "" {
		return t.String()
	}
	return t.PkgPath() + "." + t.Name()
}

func (p *printer) event(w *simulation.World, r *simulation.Routed) {
	e := &r.Event
	p.text("{")
	p.member("tick")
	p.b = strconv.AppendInt(p.b, int64(r.Tick), 10)
	p.entityMember("recipient", r.Recipient)
	p.idMember("recipientId", r.Recipient)
	p.entityMember("sender", e.Sender)
	p.idMember("senderId", e.Sender)
	p.member("message")
	p.b = payload.AppendString(p.b, w.Messages().Token(e.Type).Name())
	p.member("payload")
	p.b = payload.Append(p.b, w.Messages().Value(e))
	p.text("}")
}
