package snapshot

import (
	"tertius.dev/core/field"
	"tertius.dev/core/frame"
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/render"
)

// placing says how to bring what is in a frame into the camera's frame.
type placing struct {
	inTree bool // the frame is in the camera's tree
	here   bool // it is the camera's frame
	// above says that the frame is above the camera's. Then base is the camera's frame in it, and else it in the camera's
	// frame. So the difference of two places that are near each other is taken before it is turned and moved.
	above bool
	base  geom.Pose
	sky   int // the row of the nearest frame, this one or above, that has gravity; −1 for none
}

// toCamera brings a pose in the frame into the camera's frame.
func (p *placing) toCamera(pose *geom.Pose) geom.Pose {
	switch {
	case p.here:
		return *pose
	case p.above:
		return p.base.Relative(pose)
	default:
		return p.base.Compose(pose)
	}
}

// pose returns the pose of the frame in the camera's frame.
func (p *placing) pose() geom.Pose {
	if p.above {
		return p.base.Inverse()
	}
	return p.base
}

// placeFrames finds the placing of every frame of the camera's tree, by row, in one pass downward. The path from any frame
// to the camera's goes through the lowest frame above both.
func (b *Builder) placeFrames(tree *frame.Tree, camera handle.Frame) {
	b.placings = b.placings[:0]
	for range tree.Len() {
		b.placings = append(b.placings, placing{sky: -1})
	}
	up := geom.IdentityPose
	for row := tree.Row(camera); row >= 0; row = tree.Up(row) {
		b.placings[row] = placing{inTree: true, above: true, base: up, sky: -1}
		up = tree.LocalAt(row).Pose.Compose(&up)
	}
	b.cameraRow = tree.Row(camera)
	b.placings[b.cameraRow].here = true
	for row := range b.placings {
		b.placeFrame(tree, row)
	}
}

// placeFrame finds the placing of one frame, whose parent has its own.
func (b *Builder) placeFrame(tree *frame.Tree, row int) {
	p := &b.placings[row]
	if above := tree.Up(row); above >= 0 {
		parent := &b.placings[above]
		p.sky = parent.sky
		if !p.above && parent.inTree {
			p.inTree = true
			p.base = parent.toCamera(&tree.LocalAt(row).Pose)
		}
	}
	if g := tree.Gravity(tree.At(row)); !g.IsNone() {
		p.sky = row
	}
}

// upAt returns where the sky is for something at a place in the camera's frame: against the gravity of the frame that it is
// in, or of the nearest one above that has any.
func (b *Builder) upAt(in *placing, place geom.Vec3) render.Up {
	if in.sky < 0 {
		return render.Up{}
	}
	sky := b.placings[in.sky].pose()
	return upAlong(b.in.Frames.Gravity(b.in.Frames.At(in.sky)), &sky, place)
}

// upAlong returns where the sky is at a place in the camera's frame, in which the field is at the pose.
func upAlong(g field.Gravity, at *geom.Pose, place geom.Vec3) render.Up {
	if u, ok := g.AsUniform(); ok {
		up := u.Acceleration.Neg().Unit(geom.Vec3{})
		if up == (geom.Vec3{}) {
			return render.Up{}
		}
		return render.UpOfUpAlong(render.UpAlong{Direction: at.Rotation.Rotate(up).Single()})
	}
	if _, ok := g.AsPoint(); ok {
		return render.UpOfUpAwayFrom(render.UpAwayFrom{Center: at.Position.Sub(place).Single()})
	}
	return render.Up{}
}
