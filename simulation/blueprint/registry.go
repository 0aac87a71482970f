package blueprint

import (
	"fmt"
	"math"
	"reflect"
	"slices"

	"tertius.dev/core/document"
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/simulation"
)

// Registry holds the blueprints of a game. The zero value is empty and ready.
type Registry struct {
	prototypes map[string]*Prototype
	names      []string
}

// Register adds a blueprint. Its parent must be there already.
//
// Errors: *Problems, one for each thing that is wrong. Nothing is added then.
func (r *Registry) Register(b *Blueprint) error {
	var parent *Prototype
	var faults []fault
	if b.Parent != "" {
		if parent = r.prototypes[b.Parent]; parent == nil {
			faults = append(faults, fault{at: atParent, text: fmt.Sprintf("no blueprint is registered as %q; register parents first", b.Parent)})
		}
	}
	switch {
	case !goodName(b.Name):
		faults = append(faults, fault{at: atName, text: fmt.Sprintf("the name is %q; it must be %s", b.Name, NameRule)})
	case r.prototypes[b.Name] != nil:
		faults = append(faults, fault{at: atName, text: "a blueprint of this name is registered"})
	}
	made, more := resolveBlueprint(b, parent)
	if faults = append(faults, more...); len(faults) > 0 {
		return problemsOf(b, faults)
	}
	r.add(made)
	return nil
}

func (r *Registry) add(p *Prototype) {
	if r.prototypes == nil {
		r.prototypes = map[string]*Prototype{}
	}
	r.prototypes[p.name] = p
	r.names = append(r.names, p.name)
}

// Names returns the names of the blueprints, in the order in which they came.
func (r *Registry) Names() []string { return slices.Clone(r.names) }

// Find returns the blueprint with the name, resolved. What spawns it often keeps that.
func (r *Registry) Find(name string) (*Prototype, bool) {
	p, ok := r.prototypes[name]
	return p, ok
}

// CreateSpawnDesc returns what to spawn for a blueprint, at a pose in a frame: see Prototype.SpawnDesc. World.Spawn takes it
// between ticks, and Self.Spawn in a tick.
//
// Errors: no blueprint has the name.
func (r *Registry) CreateSpawnDesc(name string, frame handle.Frame, pose geom.Pose) (simulation.SpawnDesc, error) {
	p, ok := r.prototypes[name]
	if !ok {
		return simulation.SpawnDesc{}, fmt.Errorf("no blueprint is registered as %q; there are %s", name, quotedSome(r.names))
	}
	return p.SpawnDesc(frame, pose), nil
}

// resolveBlueprint joins a blueprint with its parent's prototype, which may be nil.
func resolveBlueprint(b *Blueprint, parent *Prototype) (*Prototype, []fault) {
	made := &Prototype{name: b.Name}
	if parent != nil {
		made.components = slices.Clone(parent.components)
		made.body, made.visual, made.owns = parent.body, parent.visual, parent.owns
	}
	var faults []fault
	for i := range b.Components {
		if wrong := made.join(b.Components, i); wrong != nil {
			faults = append(faults, wrong...)
		}
	}
	if b.Body != nil {
		body := *b.Body
		made.body = &body
		faults = appendProblem(faults, fault{at: atBody}, body.Problem())
	}
	if b.Visual != nil {
		visual := *b.Visual
		made.visual = &visual
		faults = appendProblem(faults, fault{at: atVisual}, visual.Problem())
	}
	if b.Owns != nil {
		owns := *b.Owns
		made.owns = &owns
		if text := owns.Problem(); text != "" {
			faults = append(faults, fault{at: atFrame, text: text})
		}
	}
	return made, faults
}

func appendProblem(faults []fault, at fault, err error) []fault {
	if err == nil {
		return faults
	}
	at.text = err.Error()
	return append(faults, at)
}

// join adds component i of the list to the prototype, or its values to the parent's component.
func (p *Prototype) join(list []Component, i int) []fault {
	c := &list[i]
	if c.Kind == nil {
		return []fault{{at: atComponent, component: i, text: "the kind is nil; make one with blueprint.Kind"}}
	}
	for _, before := range list[:i] {
		if before.Kind == c.Kind {
			return []fault{{at: atComponent, component: i, text: "the kind is listed twice"}}
		}
	}
	place := slices.IndexFunc(p.components, func(own *componentPrototype) bool { return own.kind == c.Kind })
	var inherited []setField
	if place >= 0 {
		inherited = p.components[place].set
	}
	set, faults := c.values(i, inherited)
	if len(faults) > 0 {
		return faults
	}
	made := c.Kind.prototype(set)
	if place >= 0 {
		p.components[place] = made
	} else {
		p.components = append(p.components, made)
	}
	if checked, ok := made.instantiate().(interface{ Problem() error }); ok {
		return appendProblem(nil, fault{at: atComponent, component: i}, checked.Problem())
	}
	return nil
}

// values returns the inherited values with those of the component over them.
func (c *Component) values(component int, inherited []setField) (set []setField, faults []fault) {
	set = slices.Clone(inherited)
	own := map[string]bool{}
	for j, f := range c.Fields {
		bad := fault{at: atField, component: component, field: j}
		known := c.Kind.byName(f.Name)
		switch {
		case known == nil:
			bad.text = fmt.Sprintf("%v has no such field to set; it has %s", c.Kind.of, listed(c.Kind.names(false)))
		case own[f.Name]:
			bad.text = "the field is given twice"
		}
		if bad.text == "" {
			own[f.Name] = true
			value := reflect.New(known.of).Elem()
			if bad.text = put(value, f.Value); bad.text == "" {
				set = replace(set, setField{known, value})
				continue
			}
		}
		faults = append(faults, bad)
	}
	return set, faults
}

func listed(names []string) string {
	if len(names) == 0 {
		return "none"
	}
	return document.Quoted(names)
}

// replace puts a value into the set, which is in the order of the fields.
func replace(set []setField, s setField) []setField {
	place, found := slices.BinarySearchFunc(set, s.field.index, func(e setField, index int) int { return e.field.index - index })
	if found {
		set[place] = s
		return set
	}
	return slices.Insert(set, place, s)
}

// put sets a field to a value, or says why it cannot be. Constants become an int or a float64 in an interface, so these may
// stand for other types of numbers.
func put(field reflect.Value, value any) (wrong string) {
	t := field.Type()
	if value == nil {
		if !nilable(t.Kind()) {
			return fmt.Sprintf("the value is nil; it must be of the type %v", t)
		}
		return ""
	}
	v := reflect.ValueOf(value)
	if v.Type().AssignableTo(t) {
		field.Set(v)
		return ""
	}
	fits, isNumber := false, false
	switch n := value.(type) {
	case int:
		fits, isNumber = putInt(field, n)
	case float64:
		isNumber = field.CanFloat()
		if fits = isNumber && !field.OverflowFloat(n); fits {
			field.SetFloat(n)
		}
	}
	switch {
	case fits:
		return ""
	case isNumber:
		return fmt.Sprintf("the value is %v, which the type %v does not hold", value, t)
	}
	return fmt.Sprintf("the value is of the type %v; it must be of the type %v", v.Type(), t)
}

func putInt(field reflect.Value, n int) (fits, isNumber bool) {
	switch {
	case field.CanInt():
		if fits = !field.OverflowInt(int64(n)); fits {
			field.SetInt(int64(n))
		}
	case field.CanUint():
		if fits = n >= 0 && !field.OverflowUint(uint64(n)); fits {
			field.SetUint(uint64(n))
		}
	case field.CanFloat():
		most := 1 << 53
		if field.Kind() == reflect.Float32 {
			most = 1 << 24
		}
		if fits = math.Abs(float64(n)) <= float64(most); fits {
			field.SetFloat(float64(n))
		}
	default:
		return false, false
	}
	return fits, true
}

func nilable(k reflect.Kind) bool {
	switch k {
	case reflect.Pointer, reflect.Slice, reflect.Map, reflect.Interface, reflect.Func, reflect.Chan, reflect.UnsafePointer:
		return true
	default:
		return false
	}
}
