package gpu

import "tertius.dev/rendering/internal/shader"

// The check of declarations: what a command names, and what a shader reaches through its descriptors, must be among the uses
// of its step. Without a declaration no barrier is derived, and the hazard check would have nothing to hold it against.
//
// Exempt is what only the CPU writes: buffers of UploadMemory, and sampled images that only uploads write. An array of
// descriptors is checked by its first element.

// UndeclaredID is the ID of the message that a command or a shader touches a resource that its step does not declare.
const UndeclaredID = "GPU-UNDECLARED-USE"

// reached is a descriptor that a pipeline's shaders use.
type reached struct {
	set, binding int
	class        shader.Class
	reads        bool
	writes       bool
	stages       Stage
}

// reach adds what a shader of the given stage reaches. It is done for the check only.
func (p *Pipeline) reach(code []byte, stage Stage) error {
	if !p.device.hazards || code == nil {
		return nil
	}
	resources, err := shader.Reflect(code)
	if err != nil {
		return err
	}
	for _, r := range resources {
		if r.Class == shader.Push || r.Class == shader.SamplerObject {
			continue
		}
		p.reached = append(p.reached, reached{r.Set, r.Binding, r.Class, r.Reads, r.Writes, stage})
	}
	return nil
}

// expectDescriptors checks what the bound pipeline reaches before it is run.
func (c *Commands) expectDescriptors() {
	if !c.device.hazards || c.pipeline == nil {
		return
	}
	for i := range c.pipeline.reached {
		r := &c.pipeline.reached[i]
		set := c.bound[r.set]
		if set == nil || r.binding >= len(set.bound) {
			continue // the validation layer says so
		}
		c.expectReached(r, &set.bound[r.binding])
	}
}

func (c *Commands) expectReached(r *reached, have *boundResource) {
	if have.exempt() {
		return
	}
	for i := range c.step.uses {
		u := &c.step.uses[i]
		if have.isOf(u) && r.allowedBy(u) {
			return
		}
	}
	name := ""
	if have.view != nil {
		name = have.view.image.desc.Name
	} else {
		name = have.buffer.desc.Name
	}
	c.device.report(UndeclaredID, "pass %q step %q: the shaders of pipeline %q use %q (set %d, binding %d) in a way that the step does not declare",
		c.step.pass, c.step.name, c.pipeline.name, name, r.set, r.binding)
}

// exempt says whether the check leaves a descriptor out: an empty one, and what only the CPU writes.
func (b *boundResource) exempt() bool {
	const written = AsStorage | AsColor | AsDepth
	switch {
	case b.view != nil:
		return b.view.image.desc.Usage&written == 0
	case b.buffer != nil:
		return b.buffer.desc.Memory == UploadMemory
	default:
		return true
	}
}

func (b *boundResource) isOf(u *Use) bool {
	if b.view != nil {
		return u.Image == b.view.image
	}
	return u.Buffer == b.buffer
}

// allowedBy says whether a use covers what the shader may do. A shader that does not say readonly or writeonly may only do
// one of them, so a declared write is enough for it.
func (r *reached) allowedBy(u *Use) bool {
	if u.Stages&r.stages != r.stages {
		return false
	}
	switch r.class {
	case shader.SampledImage:
		return u.Access == Sampled
	case shader.Uniform:
		return u.Access == UniformRead
	case shader.Storage, shader.StorageImage:
		if r.writes {
			return u.Access == StorageWrite || u.Access == StorageReadWrite
		}
		return u.Access == StorageRead || u.Access == StorageReadWrite
	case shader.Push, shader.SamplerObject: // nothing to declare: reach keeps none
		return true
	}
	panic("gpu: unknown class of a shader's resource")
}

// expectBuffer checks that the step declares what a command does with a buffer.
func (c *Commands) expectBuffer(b *Buffer, a Access) {
	if !c.device.hazards {
		return
	}
	for i := range c.step.uses {
		if u := &c.step.uses[i]; u.Buffer == b && u.Access == a {
			return
		}
	}
	c.undeclared(b.desc.Name, a)
}

// expectImage checks that the step declares what a command does with an image.
func (c *Commands) expectImage(img *Image, a Access) {
	if !c.device.hazards {
		return
	}
	for i := range c.step.uses {
		if u := &c.step.uses[i]; u.Image == img && u.Access == a {
			return
		}
	}
	c.undeclared(img.desc.Name, a)
}

func (c *Commands) undeclared(name string, a Access) {
	c.device.report(UndeclaredID, "pass %q step %q uses %q as %v without declaring it", c.step.pass, c.step.name, name, a)
}

// expectTargets checks that the step declares the targets of a rendering.
func (c *Commands) expectTargets(r *Rendering) {
	for i := range r.desc.Colors {
		c.expectImage(r.desc.Colors[i].View.image, ColorTarget)
	}
	if d := &r.desc.Depth; d.View != nil {
		a := DepthTarget
		if d.ReadOnly {
			a = DepthTest
		}
		c.expectImage(d.View.image, a)
	}
}
