package gpu

import "fmt"

// MaxPasses is the most passes of a graph, because a slot's timestamps are made once: one before the first pass and one
// after each.
const MaxPasses = 31

// Pass is one stage of the drawn frame: it declares what it touches, and records.
type Pass interface {
	// Name is the pass's name in timings, debug labels and messages, such as "G-buffer". It never changes.
	Name() string

	// Uses is what Record touches in this frame. The slice is kept by the pass, made in New and Resize, and valid until
	// Record returns.
	Uses(f *Frame) []Use

	// Record binds and draws. It writes no barrier, since the recorder has put those of Uses in front of it.
	Record(c *Commands, f *Frame)
}

// Step is a part of a pass with uses of its own: the recorder puts barriers between steps.
type Step struct {
	Name   string
	Uses   []Use
	Record func(c *Commands, f *Frame)
}

// StepPass is a pass that is a list of steps, such as a chain of mip levels. It is timed as one pass.
type StepPass interface {
	Name() string

	// Steps is the pass's steps in this frame, in order. The slice, its uses and its functions are kept by the pass,
	// made in New and Resize, so that recording makes none.
	Steps(f *Frame) []Step
}

// Graph is the passes of a frame in their order.
//
// Threads: the render thread only.
type Graph struct {
	device *Device
	passes []graphPass
}

// graphPass is one pass: plain or of steps, with its prepared label.
type graphPass struct {
	name  string
	plain Pass
	steps StepPass
	label *label
}

// NewGraph makes an empty graph.
func (d *Device) NewGraph() *Graph { return &Graph{device: d} }

// Add appends a pass.
//
// Errors: a graph holds at most MaxPasses, and no two of one name.
func (g *Graph) Add(p Pass) error { return g.add(graphPass{name: p.Name(), plain: p}) }

// AddSteps appends a pass of steps, under the rules of Add.
func (g *Graph) AddSteps(p StepPass) error { return g.add(graphPass{name: p.Name(), steps: p}) }

func (g *Graph) add(p graphPass) error {
	if len(g.passes) == MaxPasses {
		return fmt.Errorf("pass %q: a graph holds at most %d passes", p.name, MaxPasses)
	}
	for _, have := range g.passes {
		if have.name == p.name {
			return fmt.Errorf("pass %q: the graph has one of this name", p.name)
		}
	}
	p.label = newLabel(p.name)
	g.passes = append(g.passes, p)
	return nil
}

// Record records the frame: the uploads that wait, then each pass with its barriers, its label and its timestamp.
//
// Cost: allocates nothing when warm.
func (g *Graph) Record(f *Frame) {
	c := f.commands
	g.device.uploads.record(c)
	timer := f.slot.timer
	timer.begin(c)
	for i := range g.passes {
		p := &g.passes[i]
		c.beginLabel(p.label)
		p.record(c, f)
		c.endLabel()
		timer.stamp(c, p.name)
	}
}

func (p *graphPass) record(c *Commands, f *Frame) {
	if p.plain != nil {
		c.beginStep(p.name, "", p.plain.Uses(f))
		p.plain.Record(c, f)
		c.endStep()
		return
	}
	steps := p.steps.Steps(f)
	for i := range steps {
		s := &steps[i]
		c.beginStep(p.name, s.Name, s.Uses)
		s.Record(c, f)
		c.endStep()
	}
}
