package jolt

import (
	"fmt"

	"tertius.dev/core/handle"
	"tertius.dev/core/physics"
	"tertius.dev/physics/internal/shim"
)

// ghostpool.go makes, moves and removes the native bodies of ghosts.

// ghost is a ghost of an entity's body.
type ghost struct {
	entity handle.Entity // the zero handle in a free place
	frame  handle.Frame  // in whose system it is
	native uint32
	next   uint32 // of the entity's ghosts; noGhost for the last
	layer  uint32
	still  bool           // it is static in Jolt
	inside bool           // it stands for the interior
	wanted uint64         // the last step whose pass wanted it
	place  shim.Placement // what it was given last
}

// ghostPool holds all ghosts.
type ghostPool struct {
	all  []ghost
	free []uint32
	made []ghost // in a pass, those to make
}

// stageGhost has a ghost made at the end of the pass.
func (b *Backend) stageGhost(w *ghostWant, place *shim.Placement) {
	moves := placementMoves(place)
	b.ghosts.made = append(b.ghosts.made, ghost{
		entity: b.bodies[w.slot].entity, frame: b.edges.rows[w.row].frame, layer: w.layer,
		still: w.still && !moves, inside: w.inside, wanted: b.step, place: *place,
	})
}

func placementMoves(p *shim.Placement) bool {
	return p.Velocity != [3]float64{} || p.AngularVelocity != [3]float64{}
}

// keep gives a ghost its place. One that may be static is so from the second step on in which it holds still.
func (b *Backend) keep(g *ghost, w *ghostWant, place *shim.Placement) {
	g.wanted = b.step
	f := b.frame(g.frame)
	rests := !placementMoves(place) && place.Position == g.place.Position && place.Rotation == g.place.Rotation
	if still := w.still && rests; still != g.still {
		g.still = still
		f.edge.commands = append(f.edge.commands, motionCommand(g, place))
	}
	if rests && !placementMoves(&g.place) {
		return
	}
	// Jolt wakes what a ghost moves against, but simulates neither one that may be static nor one that jumps.
	jumps := !rests && !placementMoves(place) && !placementMoves(&g.place)
	g.place = *place
	p := *place
	p.Body = g.native
	if w.still || jumps {
		p.Flags = shim.PlaceWakes
	}
	f.edge.placements = append(f.edge.placements, p)
}

// motionCommand makes a ghost static or kinematic.
func motionCommand(g *ghost, place *shim.Placement) shim.Command {
	at, turn := place.Position, place.Rotation
	c := shim.Command{
		Kind: shim.SetMotion, Body: g.native, Word: uint32(shim.Kinematic),
		V: [7]float64{at[0], at[1], at[2], turn[0], turn[1], turn[2], turn[3]},
	}
	if g.still {
		c.Word = uint32(shim.Static)
	}
	return c
}

// dropUnwanted removes the ghosts that this step's pass did not want. Their contacts come loose.
func (b *Backend) dropUnwanted() {
	for i := range b.ghosts.all {
		if g := &b.ghosts.all[i]; !g.entity.IsNone() && g.wanted != b.step {
			b.dropGhost(uint32(i))
		}
	}
}

// dropGhost removes a ghost from the lists and stages its native body to leave.
func (b *Backend) dropGhost(i uint32) {
	g := &b.ghosts.all[i]
	if row := b.row(g.entity); row != nil {
		link := &row.ghosts
		for *link != i {
			link = &b.ghosts.all[*link].next
		}
		*link = g.next
	}
	if f := b.frame(g.frame); f != nil {
		f.edge.leaving = append(f.edge.leaving, g.native)
	}
	*g = ghost{}
	b.ghosts.free = append(b.ghosts.free, i)
}

// dropGhostsOf removes the ghosts of an entity.
func (b *Backend) dropGhostsOf(row *bodyRow) {
	for row.ghosts != noGhost {
		b.dropGhost(row.ghosts)
	}
}

// dropGhostIn removes the ghost of an entity in a frame, if there is one.
func (b *Backend) dropGhostIn(row *bodyRow, h handle.Frame) {
	for i := row.ghosts; i != noGhost; i = b.ghosts.all[i].next {
		if b.ghosts.all[i].frame == h {
			b.dropGhost(i)
			return
		}
	}
}

// dropGhostsIn removes all ghosts in a frame, which is about to end.
func (b *Backend) dropGhostsIn(h handle.Frame) {
	for i := range b.ghosts.all {
		if g := &b.ghosts.all[i]; !g.entity.IsNone() && g.frame == h {
			b.dropGhost(uint32(i))
		}
	}
}

// dropForbidden removes the ghosts in frames that are not next to the frame of their body any more.
func (b *Backend) dropForbidden() {
	for i := range b.ghosts.all {
		g := &b.ghosts.all[i]
		if g.entity.IsNone() {
			continue
		}
		if row := b.row(g.entity); row == nil || !b.adjoins(row, g.frame) {
			b.dropGhost(uint32(i))
		}
	}
}

// adjoins reports whether a frame is the parent, a sibling or a child of the one that a body is in, or a child of the one
// that an interior is in, and not its own.
func (b *Backend) adjoins(row *bodyRow, h handle.Frame) bool {
	tree := b.in.Tree
	if h == row.frame || h == row.owns || !tree.Live(h) {
		return false
	}
	if row.interior != shim.NoBody && tree.Parent(h) == row.owns {
		return true
	}
	if !tree.Live(row.frame) {
		return false
	}
	above, up := tree.Parent(row.frame), tree.Parent(h)
	return h == above || up == row.frame || (!above.IsNone() && up == above)
}

// flushLeaving frees the ghosts that leave.
func (b *Backend) flushLeaving(errs []error) []error {
	for i := range b.frames {
		f := &b.frames[i]
		if len(f.edge.leaving) == 0 {
			continue
		}
		if err := f.system.LeaveBodies(f.edge.leaving); err != nil {
			errs = append(errs, fmt.Errorf("physics: frame %v: removing ghosts: %w", f.frame, err))
		}
		f.bodies -= len(f.edge.leaving)
		f.edge.leaving = f.edge.leaving[:0]
		f.stirred, f.loosened = true, true
	}
	return errs
}

// makeGhosts makes the staged ghosts, those of a frame in one call.
func (b *Backend) makeGhosts(out *physics.StepOutput) {
	made := b.ghosts.made
	for i := range made {
		f := b.frame(made[i].frame)
		f.made = append(f.made, b.ghostBody(&made[i]))
	}
	for i := range b.frames {
		if f := &b.frames[i]; len(f.made) > 0 {
			if err := b.makeBodies(f); err != nil {
				out.Errors = append(out.Errors, fmt.Errorf("physics: frame %v: making ghosts: %w", f.frame, err))
			}
			f.stirred = true
		}
	}
	for i := range made {
		b.takeGhost(&made[i])
	}
	for i := range b.frames {
		b.frames[i].made = b.frames[i].made[:0]
		b.frames[i].edge.taken = 0
	}
	b.ghosts.made = made[:0]
}

// takeGhost keeps a ghost with the native body that was made for it. The bodies of a frame were made in the order of the
// ghosts.
func (b *Backend) takeGhost(g *ghost) {
	f := b.frame(g.frame)
	native := f.made[f.edge.taken].Body
	f.edge.taken++
	if native == shim.NoBody {
		return // reported; the next pass tries again
	}
	f.bodies++
	g.native = native
	row := b.row(g.entity)
	g.next = row.ghosts
	i := uint32(len(b.ghosts.all))
	if n := len(b.ghosts.free); n > 0 {
		i = b.ghosts.free[n-1]
		b.ghosts.free = b.ghosts.free[:n-1]
	} else {
		b.ghosts.all = append(b.ghosts.all, ghost{})
	}
	row.ghosts = i
	b.ghosts.all[i] = *g
	if placementMoves(&g.place) {
		p := g.place
		p.Body = native
		f.edge.placements = append(f.edge.placements, p)
	}
}

func (b *Backend) ghostBody(g *ghost) shim.Body {
	row := b.row(g.entity)
	shape := row.shape
	if g.inside {
		shape = row.inside
	}
	body := shim.Body{
		Shape: shape.native.Native, User: userOf(g.entity), Motion: shim.Kinematic, Layer: g.layer,
		Flags:    shim.BodySilent | shim.BodyChanges | shim.BodyAsleep | shim.BodyGhost,
		Position: g.place.Position, Rotation: g.place.Rotation,
		Friction: row.friction, Restitution: row.restitution,
	}
	if g.still {
		body.Motion = shim.Static
	}
	if shape.sharp {
		body.Flags |= shim.BodyEdgeRemoval
	}
	return body
}

// placeStaged gives the ghosts of a frame their motions and places.
func (f *frameRow) placeStaged(seconds float64, out *physics.StepOutput) {
	if len(f.edge.commands) > 0 {
		if _, _, _, err := f.system.Apply(f.edge.commands, seconds); err != nil {
			out.Errors = append(out.Errors, fmt.Errorf("physics: frame %v: the motions of ghosts: %w", f.frame, err))
		}
		f.edge.commands = f.edge.commands[:0]
		f.stirred = true
	}
	if len(f.edge.placements) > 0 {
		if _, err := f.system.Place(f.edge.placements); err != nil {
			out.Errors = append(out.Errors, fmt.Errorf("physics: frame %v: placing ghosts: %w", f.frame, err))
		}
		f.edge.placements = f.edge.placements[:0]
		f.stirred = true
	}
}
