package geom

// Pose is a place and a rotation relative to some frame: it maps the axes that it describes into that frame.
//
// The zero value has no rotation and is refused wherever a pose enters the engine; At and IdentityPose are good starts.
type Pose struct {
	Position Vec3 // of the origin that the pose describes, in meters, in the frame's axes
	Rotation Quat // of the axes that the pose describes, of unit length
}

// IdentityPose is the frame's own origin and axes.
var IdentityPose = Pose{Rotation: IdentityQuat}

// At returns the pose at p, in the axes of the frame.
func At(p Vec3) Pose { return Pose{Position: p, Rotation: IdentityQuat} }

// ToParent takes a place in the pose's own axes into the frame that the pose is relative to.
func (p *Pose) ToParent(local Vec3) Vec3 { return p.Position.Add(p.Rotation.Rotate(local)) }

// FromParent takes a place in the frame that the pose is relative to into the pose's own axes.
func (p *Pose) FromParent(place Vec3) Vec3 { return p.Rotation.Unrotate(place.Sub(p.Position)) }

// Compose returns the pose of child, which is relative to p, in the frame that p is relative to.
func (p *Pose) Compose(child *Pose) Pose {
	return Pose{Position: p.ToParent(child.Position), Rotation: p.Rotation.Mul(child.Rotation)}
}

// Relative returns the pose other, which is relative to the same frame as p, relative to p. It takes the difference of the
// places before it turns them, so two poses that are near each other lose nothing by being far from the frame's origin.
func (p *Pose) Relative(other *Pose) Pose {
	return Pose{Position: p.FromParent(other.Position), Rotation: p.Rotation.Conj().Mul(other.Rotation)}
}

// Inverse returns the pose of the frame relative to p.
func (p *Pose) Inverse() Pose {
	back := p.Rotation.Conj()
	return Pose{Position: back.Rotate(p.Position.Neg()), Rotation: back}
}

// Normalize brings the rotation to unit length. It reports false, and leaves p as it is, when p cannot be a pose of state;
// Problem says why.
func (p *Pose) Normalize() bool {
	unit, ok := p.Rotation.Unit()
	if !ok || !p.Position.Finite() {
		return false
	}
	p.Rotation = unit
	return true
}

// Problem says why p cannot be a pose of state, or gives an empty string.
//
// A place must be finite, and a rotation finite and of a length that can be brought to 1.
func (p *Pose) Problem() string {
	switch {
	case !p.Position.Finite():
		return "the position is not finite"
	case !p.Rotation.Finite():
		return "the rotation is not finite"
	}
	if _, ok := p.Rotation.Unit(); !ok {
		return "the rotation is zero; geom.At(place) has the identity rotation"
	}
	return ""
}
