package blueprint

import (
	"reflect"
	"slices"

	"tertius.dev/core/contract"
	"tertius.dev/core/document"
	"tertius.dev/core/physics"
	"tertius.dev/simulation"
)

// draft.go reads one blueprint of a file.

// draft is a blueprint of a file.
type draft struct {
	file   *file
	order  int // among all drafts
	name   string
	offset int // of the name
	value  *document.Value
	state  draftState
	made   *Prototype // nil when something is wrong with it or with a parent
}

type draftState uint8

const (
	draftRead draftState = iota
	draftWaiting
	draftDone
)

// places says where the parts of a blueprint stand in its file.
type places struct {
	value      *document.Value
	components []*document.Member
}

func (p *places) of(f *fault) (offset int, path []string) {
	switch f.at {
	case atName:
		return p.value.Offset, nil
	case atParent:
		return p.value.Get("parent").Offset, []string{"parent"}
	case atComponent:
		m := p.components[f.component]
		return placeIn(&m.Value, f.text), []string{"components", m.Name}
	case atField:
		m := p.components[f.component]
		field := &m.Value.Members[f.field]
		return field.Offset, []string{"components", m.Name, field.Name}
	case atBody:
		return placeIn(p.value.Get("body"), f.text), []string{"body"}
	case atVisual:
		return placeIn(p.value.Get("visual"), f.text), []string{"visual"}
	case atFrame:
		return placeIn(p.value.Get("owns"), f.text), []string{"owns"}
	}
	panic(contract.Unreachable(f.at))
}

// blueprint reads a draft. Partial says that its parent is unknown.
func (l *loading) blueprint(d *draft, parent *Prototype, partial bool) (*Blueprint, *places) {
	r := &valueReader{unions: l.unions, names: l.loader.Names, partial: partial}
	r.Tell = func(offset int, text string) {
		r.told++
		l.tell(d.file, offset, d.name, r.path, text)
	}
	b, p := &Blueprint{Name: d.name}, &places{value: d.value}
	if !r.Is(d.value, document.Object, "the blueprint") {
		return b, p
	}
	r.Members(d.value, "a blueprint", nil, []string{"parent", "components", "body", "visual", "owns"})
	if v := d.value.Get("components"); v != nil {
		r.in("components", func() { l.components(r, v, b, p) })
	}
	b.Body = over(r, d.value, "body", parent, func(p *Prototype) *physics.BodyDesc { return p.body })
	b.Visual = over(r, d.value, "visual", parent, func(p *Prototype) *simulation.Visual { return p.visual })
	b.Owns = over(r, d.value, "owns", parent, func(p *Prototype) *simulation.FrameSpec { return p.owns })
	return b, p
}

// over reads the body, visual or frame data over what the parent has, or returns nil when the blueprint has none of its own.
func over[T any](r *valueReader, v *document.Value, member string, parent *Prototype, inherited func(*Prototype) *T) *T {
	own := v.Get(member)
	if own == nil {
		return nil
	}
	made := startOf(reflect.TypeFor[T]()).Interface().(T)
	if parent != nil && inherited(parent) != nil {
		made = *inherited(parent)
	}
	r.in(member, func() { r.value(own, reflect.ValueOf(&made).Elem()) })
	return &made
}

func (l *loading) components(r *valueReader, v *document.Value, b *Blueprint, p *places) {
	if !r.is(v, document.Object) {
		return
	}
	for i := range v.Members {
		m := &v.Members[i]
		r.in(m.Name, func() {
			at := slices.IndexFunc(l.loader.Kinds, func(k *ComponentKind) bool { return k.name == m.Name })
			if at < 0 {
				r.FailAt(m.Offset, "there is no such component; there are %s", l.kinds())
				return
			}
			k := l.loader.Kinds[at]
			b.Components = append(b.Components, Component{Kind: k, Fields: fields(r, &m.Value, k)})
			p.components = append(p.components, m)
		})
	}
}

func (l *loading) kinds() string {
	var names []string
	for _, k := range l.loader.Kinds {
		names = append(names, k.name)
	}
	if len(names) == 0 {
		return "none"
	}
	return quotedSome(names)
}

// fields reads the values of a component.
func fields(r *valueReader, v *document.Value, k *ComponentKind) []Field {
	if !r.is(v, document.Object) {
		return nil
	}
	var list []Field
	for i := range v.Members {
		m := &v.Members[i]
		r.in(m.Name, func() {
			f := k.byMember(m.Name)
			if f == nil {
				r.FailAt(m.Offset, "%v has no such field to set; it has %s", k.of, listed(k.names(true)))
				return
			}
			value := reflect.New(f.of).Elem()
			value.Set(startOf(f.of))
			r.value(&m.Value, value)
			list = append(list, Field{f.name, value.Interface()})
		})
	}
	return list
}
