package simulation

import (
	"errors"
	"fmt"

	"tertius.dev/core/geom"
	"tertius.dev/core/message"
	"tertius.dev/core/motion"
	"tertius.dev/core/physics"
	"tertius.dev/simulation/internal/table"
)

// planSpawn checks the description and fills the plan. The error names the field that cannot be.
//
// Threads: any worker during a tick; it reads only what is fixed for the tick.
func (w *World) planSpawn(d *SpawnDesc, p *spawnPlan, fresh *[]message.Mask) error {
	if d == nil {
		return errors.New("the description is nil")
	}
	for _, check := range [...]func(*World, *SpawnDesc, *spawnPlan) error{
		(*World).planPlace, (*World).planBody, (*World).planVelocity, (*World).planMove, (*World).planVisual,
	} {
		if err := check(w, d, p); err != nil {
			return err
		}
	}
	var err error
	p.components, err = w.attach(p.components, d.Components, fresh)
	return err
}

// planPlace checks the frame and the pose, and whether the entity owns a frame.
func (w *World) planPlace(d *SpawnDesc, p *spawnPlan) error {
	if !d.AttachTo.IsNone() {
		return w.planAttached(d, p)
	}
	if d.Offset != (geom.Pose{}) {
		return fmt.Errorf("Offset is %v, but AttachTo names no parent", d.Offset)
	}
	if d.Owns != nil {
		if err := w.planOwner(d, p); err != nil || d.Frame.IsNone() {
			return err
		}
	}
	if !w.frames.Live(d.Frame) {
		return fmt.Errorf("Frame is %v, which is not live; every entity but the owner of a root frame is in one", d.Frame)
	}
	p.transform.Frame, p.transform.Pose = d.Frame, d.Pose
	return normalize("Pose", &p.transform.Pose)
}

func (w *World) planOwner(d *SpawnDesc, p *spawnPlan) error {
	switch {
	case d.Frame.IsNone() && d.Pose != geom.Pose{} && d.Pose != geom.IdentityPose:
		return fmt.Errorf("Pose is %v, but nothing places a root frame; leave it zero, or name the parent in Frame", d.Pose)
	case d.Frame.IsNone() && d.Owns.Bounds != geom.Vec3{}:
		return fmt.Errorf("Owns.Bounds is %v, but a root frame is nowhere and has no bubble", d.Owns.Bounds)
	}
	if problem := d.Owns.Problem(); problem != "" {
		return fmt.Errorf("Owns.%s", problem)
	}
	if problem := w.gravityProblem(&d.Owns.Gravity); problem != "" {
		return fmt.Errorf("Owns.Gravity: %s", problem)
	}
	p.transform.Pose = geom.IdentityPose
	p.ownsFrame, p.owns = true, *d.Owns
	return nil
}

// roleProblem says why an entity with the body cannot own the frame that it owns, or gives nil.
func roleProblem(d *SpawnDesc, p *spawnPlan) error {
	switch {
	case p.ownsRoot():
		return d.Body.InteriorProblem()
	case p.ownsFrame:
		return d.Body.HullProblem()
	}
	return nil
}

func (w *World) interiorProblem(d *SpawnDesc) error {
	switch {
	case d.Body.InteriorShape == nil:
		return nil
	case d.Owns == nil:
		return fmt.Errorf("it is set, but the entity owns no frame that could have an interior")
	default:
		return w.backend.ShapeProblem(d.Body.InteriorShape)
	}
}

func (w *World) planBody(d *SpawnDesc, p *spawnPlan) error {
	if d.Body == nil {
		return nil
	}
	if w.backend == nil {
		return fmt.Errorf("Body is set, but the world has no physics; give its options a Backend")
	}
	if err := d.Body.Problem(); err != nil {
		return fmt.Errorf("Body: %w", err)
	}
	if err := roleProblem(d, p); err != nil {
		return fmt.Errorf("Body: %w", err)
	}
	if err := w.backend.ShapeProblem(d.Body.Shape); err != nil {
		return fmt.Errorf("Body.Shape: %w", err)
	}
	if err := w.interiorProblem(d); err != nil {
		return fmt.Errorf("Body.InteriorShape: %w", err)
	}
	if err := bodyPlaceProblem("Pose", p.transform.Pose.Position); err != nil {
		return err
	}
	p.hasBody = true
	p.body = table.Body{
		Desc:                 *d.Body,
		BoundingRadiusMeters: d.Body.Shape.BoundingRadiusMeters(),
		CenterOfMass:         w.backend.CenterOfMass(d.Body.Shape),
	}
	p.transform.Awake = d.Body.Motion == physics.Dynamic
	return nil
}

// planVelocity takes the spawn velocity of a dynamic body. Everything else moves by something else.
func (w *World) planVelocity(d *SpawnDesc, p *spawnPlan) error {
	for _, v := range [...]struct {
		name  string
		value geom.Vec3
	}{{"Velocity", d.Velocity}, {"AngularVelocity", d.AngularVelocity.Double()}} {
		switch {
		case v.value == geom.Vec3{}:
		case !v.value.Finite():
			return fmt.Errorf("%s is %v; it must be finite", v.name, v.value)
		case !d.AttachTo.IsNone():
			return fmt.Errorf("%s is set, but an attached entity moves with its parent", v.name)
		case d.Body == nil:
			return fmt.Errorf("%s is set, but an entity without a body has none; use FirstMove", v.name)
		case d.Body.Motion == physics.Kinematic && p.ownsFrame && !p.ownsRoot(): // the frame has it until its first step has ended
		case d.Body.Motion != physics.Dynamic:
			return fmt.Errorf("%s is set, but a %v body has none; use FirstMove", v.name, d.Body.Motion)
		}
	}
	p.transform.Velocity, p.transform.AngularVelocity = d.Velocity, d.AngularVelocity
	return nil
}

// planMove checks the first motion intent by the rule of every motion intent.
func (w *World) planMove(d *SpawnDesc, p *spawnPlan) error {
	if d.FirstMove.IsNone() {
		return nil
	}
	mover := motion.Mover{OwnsRoot: p.ownsRoot(), Attached: !d.AttachTo.IsNone(), HasBody: d.Body != nil}
	if mover.HasBody {
		mover.Motion = d.Body.Motion
	}
	if refusal := mover.RefusalOf(&d.FirstMove); refusal != motion.Taken {
		return fmt.Errorf("FirstMove: %v", refusal)
	}
	p.firstMove = d.FirstMove.Unit()
	place := p.firstMove.Place()
	switch {
	case d.FirstMove.Problem() != "":
		return fmt.Errorf("FirstMove: %s", d.FirstMove.Problem())
	case place.Largest() > physics.FarthestPlaceMeters:
		return fmt.Errorf("FirstMove: the position %v lies beyond %g m", place, physics.FarthestPlaceMeters)
	}
	if p.hasBody {
		if err := bodyPlaceProblem("FirstMove", place); err != nil {
			return err
		}
	}
	if p.ownsFrame {
		p.beginAsMoved(w.rate.TickSeconds())
	}
	return nil
}

// beginAsMoved gives a new frame the velocities with which its first step begins, unless the description has some. What comes into the
// frame before that step has ended keeps its own motion by them.
func (p *spawnPlan) beginAsMoved(seconds float64) {
	t := &p.transform
	record, moves := p.firstMove.StepRecord(&t.Pose, seconds)
	if !moves || t.Velocity != (geom.Vec3{}) || t.AngularVelocity != (geom.Vec3f{}) {
		return
	}
	t.Velocity = record.Velocity.AddScaled(record.Acceleration, -seconds)
	t.AngularVelocity = record.AngularVelocity.AddScaled(record.AngularAcceleration, -seconds).Single()
}

func (w *World) planVisual(d *SpawnDesc, p *spawnPlan) error {
	var v Visual
	if d.Visual != nil {
		v = *d.Visual
	}
	if err := v.Problem(); err != nil {
		return err
	}
	if err := v.resourceProblem(w.resources); err != nil {
		return err
	}
	p.visual = v.row()
	return nil
}

// normalize brings the pose's rotation to unit length. The error begins with what the pose is.
func normalize(what string, p *geom.Pose) error {
	if p.Position.Within(physics.FarthestPlaceMeters) && p.Normalize() {
		return nil
	}
	return placeless(what, p)
}

// placeless says why p is no place of an entity.
func placeless(what string, p *geom.Pose) error {
	if problem := p.Problem(); problem != "" {
		return fmt.Errorf("%s: %s", what, problem)
	}
	return fmt.Errorf("%s: the position %v lies beyond %g m", what, p.Position, physics.FarthestPlaceMeters)
}

// bodyPlaceProblem says why no body can be at a place that normalize has let through, or gives nil.
func bodyPlaceProblem(what string, p geom.Vec3) error {
	if p.Largest() > physics.FarthestBodyMeters {
		return fmt.Errorf("%s: the position %v lies beyond %g m, and no body can be there", what, p, physics.FarthestBodyMeters)
	}
	return nil
}
