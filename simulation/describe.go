package simulation

import (
	"fmt"
	"reflect"
	"strings"

	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/message"
	"tertius.dev/simulation/internal/table"
)

// Describe tells all that the world knows of an entity, as text for people: its rows, its body, its components with their
// fields, its subscriptions, and the messages that wait for it. Panics during a tick.
//
// Cost: it visits every message that waits, and allocates.
func (w *World) Describe(e handle.Entity) string {
	w.outside("Describe", "Self.Snapshot")
	if !w.entities.Slots.Live(e) {
		return w.describeStale(e)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "entity %v at tick %d\n", e, w.tick)
	w.describeRows(&b, e)
	w.describeComponents(&b, e)
	for topic := range w.Subscriptions(e) {
		fmt.Fprintf(&b, "  hears %v\n", topic)
	}
	for due, event := range w.Waiting() {
		if to, ok := event.Target.AsDirect(); ok && to.Entity() == e {
			fmt.Fprintf(&b, "  waits for tick %d: %s%+v", due+1, w.messages.Token(event.Type).Name(), w.messages.Value(event))
			if event.Sender.IsNone() {
				fmt.Fprintf(&b, " from outside\n")
			} else {
				fmt.Fprintf(&b, " from %v\n", event.Sender)
			}
		}
	}
	return b.String()
}

func (w *World) describeStale(e handle.Entity) string {
	if e.IsNone() {
		return "no entity\n"
	}
	if tenant, ok := w.entities.Slots.At(int(e.Index)); ok {
		return fmt.Sprintf("entity %v is not live; its slot is that of %v\n", e, tenant)
	}
	return fmt.Sprintf("entity %v is not live\n", e)
}

func (w *World) describeRows(b *strings.Builder, e handle.Entity) {
	i := int(e.Index)
	row := w.entities.FrontRow(i)
	if row.Frame.IsNone() {
		fmt.Fprintf(b, "  in no frame\n")
	} else {
		fmt.Fprintf(b, "  in frame %v of %v at %v, turned %v\n", row.Frame, w.frames.Owner(row.Frame), row.Pose.Position, row.Pose.Rotation)
		fmt.Fprintf(b, "  moves at %v m/s, turns at %v rad/s\n", row.Velocity, row.AngularVelocity)
	}
	if parent, offset, ok := w.AttachedTo(e); ok {
		root, _ := w.parts.Root(i)
		fmt.Fprintf(b, "  attached to %v at %v, turned %v, with the root %v\n", parent, offset.Position, offset.Rotation, root)
	}
	if f := w.entities.Owned[i]; !f.IsNone() {
		w.describeFrame(b, f)
		w.describeDocks(b, f)
	}
	if with, ok := w.DockedAt(e); ok {
		fmt.Fprintf(b, "  has docked, as a part of frame %v\n", with)
	}
	if v := &w.entities.FrontVisual[i]; w.entities.Drawn.Has(i) || v.Hidden {
		fmt.Fprintf(b, "  looks %+v\n", *v)
	}
	if body, ok := w.snapshot.BodyOf(e); ok {
		fmt.Fprintf(b, "  body %+v, awake %v, shape %+v\n", body, row.Awake, w.entities.Bodies[i].Shape())
	}
	if in := w.entities.Intents.Of(i); in != nil {
		fmt.Fprintf(b, "  asks of the next step %v\n", in.Parts)
	}
	describePending(b, &w.entities, i)
}

// describeFrame tells of a frame that an entity owns.
func (w *World) describeFrame(b *strings.Builder, f handle.Frame) {
	fmt.Fprintf(b, "  owns frame %v with gravity %v, medium %v\n", f, w.frames.Gravity(f), w.frames.Medium(f))
	if w.frames.IsRoot(f) {
		return
	}
	fmt.Fprintf(b, "  which follows %v and feels %v m/s²", w.frames.Follows(f), w.frames.ProperAcceleration(f))
	if bounds := w.frames.Bounds(f); bounds != (geom.Vec3{}) {
		fmt.Fprintf(b, ", with a bubble of %v m", bounds)
	}
	if hull, ok := w.frames.HullMotion(f); ok {
		fmt.Fprintf(b, ", with a %v hull", hull)
	}
	fmt.Fprintf(b, "\n")
}

// describeDocks tells what has docked at a frame that an entity owns.
func (w *World) describeDocks(b *strings.Builder, f handle.Frame) {
	for k := range w.docks {
		if d := &w.docks[k]; d.with == f {
			fmt.Fprintf(b, "  with the frame of %v docked at %v, turned %v\n", d.owner, d.place.Position, d.place.Rotation)
		}
	}
}

// describePending tells which back rows wait for step 8. Between ticks none does.
func describePending(b *strings.Builder, t *table.Entities, i int) {
	if t.Moved.Has(i) || t.Repainted.Has(i) || t.Flags.Changed.Has(i) {
		fmt.Fprintf(b, "  has back rows that are not published\n")
	}
}

func (w *World) describeComponents(b *strings.Builder, e handle.Entity) {
	for _, entry := range w.components.Of(int(e.Index)) {
		fmt.Fprintf(b, "  component %s, priority %d, wants %s\n", componentName(entry.Component), entry.Priority,
			w.wantNames(w.components.Wanted.Sets.Mask(entry.Wants)))
		v := reflect.ValueOf(entry.Component)
		if v.Kind() == reflect.Pointer {
			v = v.Elem()
		}
		if v.Kind() == reflect.Struct {
			describeFields(b, v)
		}
	}
}

// describeFields prints each field of a component, unexported ones too, and follows no pointer.
func describeFields(b *strings.Builder, v reflect.Value) {
	for i := range v.NumField() {
		field := v.Field(i)
		name := v.Type().Field(i).Name
		switch field.Kind() {
		case reflect.Pointer, reflect.Map, reflect.Func, reflect.Chan, reflect.Interface, reflect.UnsafePointer:
			if field.IsNil() {
				fmt.Fprintf(b, "    %s: nil\n", name)
			} else {
				fmt.Fprintf(b, "    %s: a %v\n", name, field.Type())
			}
		case reflect.Slice:
			fmt.Fprintf(b, "    %s: %d of %v\n", name, field.Len(), field.Type().Elem())
		default:
			fmt.Fprintf(b, "    %s: %+v\n", name, field)
		}
	}
}

func (w *World) wantNames(m *message.Mask) string {
	var names []string
	for id := range w.messages.Len() {
		if m.Has(message.TypeID(id)) {
			names = append(names, w.messages.Token(message.TypeID(id)).Name())
		}
	}
	if len(names) == 0 {
		return "nothing"
	}
	return strings.Join(names, ", ")
}
