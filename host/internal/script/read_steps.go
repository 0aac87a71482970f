package script

import (
	"math"
	"strconv"

	"tertius.dev/core/document"
	"tertius.dev/core/geom"
)

// defaultFov is 60°, in radians.
const defaultFov = math.Pi / 3

func (r *reader) post(v *document.Value) Step {
	if !r.Members(v, "a post step", []string{"do", "message", "target"}, []string{"payload"}) {
		return nil
	}
	message := v.Get("message")
	if r.Is(message, document.String, `"message"`) && message.Text == "" {
		r.Fail(message, "\"message\" is empty; it must be the name of a message type")
	}
	target := r.target(v.Get("target"))
	payload := v.Get("payload")
	if payload != nil {
		r.Is(payload, document.Object, `"payload"`)
	}
	return &Post{r.at, message.Text, target, payload, message}
}

const targetKinds = `"entity", "frame", "topic" and "everyone"`

func (r *reader) target(v *document.Value) Target {
	if !r.Is(v, document.Object, `"target"`) {
		return nil
	}
	kind := v.Get("kind")
	if kind == nil {
		r.Fail(v, "\"target\" lacks the member \"kind\"; the kinds are %s", targetKinds)
		return nil
	}
	if !r.Is(kind, document.String, `"kind"`) {
		return nil
	}
	switch kind.Text {
	case "entity":
		if r.Members(v, `a "target" of the kind "entity"`, []string{"kind", "id"}, nil) {
			return ToEntity{r.sceneID(v, "id")}
		}
	case "frame":
		if r.Members(v, `a "target" of the kind "frame"`, []string{"kind", "owner"}, nil) {
			return ToFrame{r.sceneID(v, "owner")}
		}
	case "everyone":
		if r.Members(v, `a "target" of the kind "everyone"`, []string{"kind"}, nil) {
			return ToEveryone{}
		}
	case "topic":
		if r.Members(v, `a "target" of the kind "topic"`, []string{"kind", "name"}, nil) {
			return r.topic(v.Get("name"))
		}
	default:
		r.Fail(kind, "\"kind\" is %q, which is no kind of target; there are %s", kind.Text, targetKinds)
	}
	return nil
}

func (r *reader) topic(name *document.Value) Target {
	if r.Is(name, document.String, `"name"`) && name.Text == "" {
		r.Fail(name, "\"name\" is empty; it must be the name of a topic")
	}
	return ToTopic{name.Text}
}

func (r *reader) sceneID(v *document.Value, member string) SceneID {
	value := v.Get(member)
	return SceneID{r.name(value, strconv.Quote(member)), member, value}
}

func (r *reader) camera(v *document.Value) Step {
	step := &Camera{Place: r.at, FovRadians: defaultFov}
	switch entity, frame := v.Get("entity"), v.Get("frame"); {
	case entity == nil && frame == nil:
		r.Fail(v, "a camera step lacks \"entity\", whose eyes to look through, or \"frame\", to stand in")
	case entity != nil && frame != nil:
		r.Fail(frame, "a camera step has both \"entity\" and \"frame\"; it takes one of them")
	case entity != nil:
		if r.Members(v, `a camera step with "entity"`, []string{"do", "entity"}, []string{"fovRadians"}) {
			step.View = EyeOf{r.sceneID(v, "entity")}
		}
	default:
		step.View = r.standing(v)
	}
	if fov := v.Get("fovRadians"); fov != nil {
		step.FovRadians = r.fov(fov)
	}
	return step
}

func (r *reader) fov(v *document.Value) float32 {
	x, ok := r.Real(v, `"fovRadians"`, 64)
	if ok && !(x >= LeastFov && x <= MostFov) {
		r.Fail(v, "\"fovRadians\" is %s; it must be from %v to %v", v.Text, LeastFov, MostFov)
	}
	return float32(x)
}

func (r *reader) standing(v *document.Value) View {
	if !r.Members(v, `a camera step with "frame"`, []string{"do", "frame", "position"},
		[]string{"rotation", "lookAt", "fovRadians"}) {
		return nil
	}
	at := Standing{r.sceneID(v, "frame"), geom.IdentityPose}
	at.Pose.Position = r.vector(v.Get("position"), `"position"`)
	rotation, lookAt := v.Get("rotation"), v.Get("lookAt")
	switch {
	case rotation != nil && lookAt != nil:
		r.Fail(lookAt, "a camera step has both \"rotation\" and \"lookAt\"; it takes one of them")
	case rotation != nil:
		at.Pose.Rotation = r.rotation(rotation)
	case lookAt != nil:
		at.Pose.Rotation = r.lookAt(lookAt, at.Pose.Position)
	}
	return at
}

func (r *reader) rotation(v *document.Value) geom.Quat {
	var c [4]float64
	r.Numbers(v, `"rotation"`, "[x, y, z, w]", c[:])
	q, ok := geom.Quat{X: c[0], Y: c[1], Z: c[2], W: c[3]}.Unit()
	if !ok {
		r.Fail(v, "\"rotation\" has no length that can be brought to 1; [0, 0, 0, 1] turns nothing")
	}
	return q
}

func (r *reader) lookAt(v *document.Value, from geom.Vec3) geom.Quat {
	forward := r.vector(v, `"lookAt"`).Sub(from)
	unit := forward.Unit(geom.Vec3{})
	if unit == (geom.Vec3{}) || !unit.Finite() {
		r.Fail(v, "\"lookAt\" is not a point in some direction from \"position\"")
		return geom.IdentityQuat
	}
	return geom.LookRotation(unit, geom.Vec3{Y: 1})
}

func (r *reader) vector(v *document.Value, what string) geom.Vec3 {
	var c [3]float64
	r.Numbers(v, what, "[x, y, z]", c[:])
	return geom.Vec3{X: c[0], Y: c[1], Z: c[2]}
}

func (r *reader) dock(v *document.Value) Step {
	if !r.Members(v, "a dock step", []string{"do", "owner", "with"}, nil) {
		return nil
	}
	return &Dock{r.at, r.sceneID(v, "owner"), r.sceneID(v, "with")}
}

func (r *reader) undock(v *document.Value) Step {
	if !r.Members(v, "an undock step", []string{"do", "owner"}, nil) {
		return nil
	}
	return &Undock{r.at, r.sceneID(v, "owner")}
}
