package yard

import (
	"fmt"

	"tertius.dev/core/geom"
	"tertius.dev/core/physics"
	"tertius.dev/core/render"
	"tertius.dev/core/render/mesh"
	"tertius.dev/simulation"
	"tertius.dev/simulation/blueprint"
)

// Kit holds what the yards of one world share: meshes, materials and shapes.
type Kit struct {
	store *render.Store
	paint palette
	kinds blueprint.Registry // the things that assets/yard.jsonc describes

	box, ball, gem, pin, pill, jack, ramp, floor render.MeshID

	ballShape, rollerShape, beadShape                   physics.Shape
	pinShape, pillShape, gemShape, jackShape, rampShape physics.Shape

	sky []skyBand
}

// The sizes that meshes, shapes and places share, in meters. The crates are blueprints of these sizes.
const (
	crateSide   = 0.8
	brickSide   = 0.7
	smallSide   = 0.6
	ballRadius  = 1.15
	rollRadius  = 0.55
	pinRadius   = 0.16
	pinHalf     = 0.34
	pillRadius  = 0.14
	pillHalf    = 0.16
	gemRadius   = 0.42
	beadRadius  = 0.19
	rampLength  = 6.0
	rampHeight  = 2.8
	rampWidth   = 2.4
	edgeRounded = 0.02 // the rounding of crates in physics, small enough not to show
)

// NewKit fills the world's resources with what a yard shows.
func NewKit(store *render.Store) (*Kit, error) {
	k := &Kit{store: store}
	if err := k.addMeshes(); err != nil {
		return nil, fmt.Errorf("yard: %w", err)
	}
	if err := k.addPaint(); err != nil {
		return nil, fmt.Errorf("yard: %w", err)
	}
	k.makeShapes()
	if err := k.loadBlueprints(); err != nil {
		return nil, fmt.Errorf("yard: %w", err)
	}
	return k, nil
}

func (k *Kit) addMeshes() error {
	half := geom.Vec3{X: 0.5, Y: 0.5, Z: 0.5}
	for _, m := range [...]struct {
		id   *render.MeshID
		mesh render.Mesh
	}{
		{&k.box, mesh.Box("unit box", half)},
		{&k.ball, mesh.Sphere("unit ball", 1, 24)},
		{&k.gem, mesh.Hull("gem", gemPoints())},
		{&k.pin, mesh.Capsule("pin", pinHalf, pinRadius, 14)},
		{&k.pill, mesh.Capsule("pill", pillHalf, pillRadius, 12)},
		{&k.jack, jackMesh()},
		{&k.ramp, mesh.Hull("ramp", rampPoints())},
		{&k.floor, mesh.TiledBox("floor", geom.Vec3{X: floorHalfWidth, Y: floorHalfThickness, Z: floorHalfDepth}, floorTile)},
	} {
		id, err := k.store.AddMesh(m.mesh)
		if err != nil {
			return err
		}
		*m.id = id
	}
	return k.addSky()
}

func (k *Kit) makeShapes() {
	k.ballShape, k.rollerShape, k.beadShape = physics.NewSphere(ballRadius), physics.NewSphere(rollRadius), physics.NewSphere(beadRadius)
	k.pinShape, k.pillShape = physics.NewCapsule(pinHalf, pinRadius), physics.NewCapsule(pillHalf, pillRadius)
	k.gemShape = &physics.Hull{Points: gemPoints(), ConvexRadiusMeters: edgeRounded}
	k.rampShape = &physics.Hull{Points: rampPoints(), ConvexRadiusMeters: edgeRounded}
	k.jackShape = jackShape()
}

func cube(side float64) physics.Shape {
	return &physics.Box{HalfExtents: geom.Vec3{X: side / 2, Y: side / 2, Z: side / 2}, ConvexRadiusMeters: edgeRounded}
}

// slab returns a box with the given sides and its look.
func (k *Kit) slab(sides geom.Vec3, m render.MaterialID) (solid, simulation.Visual) {
	shape := &physics.Box{HalfExtents: sides.Scale(0.5), ConvexRadiusMeters: edgeRounded}
	return solid{shape: shape, friction: 0.6}, simulation.Visual{Mesh: k.box, Material: m, Scale: sides.Single()}
}

// solid is what physics knows of a thing. Zero fields take the engine's defaults.
type solid struct {
	shape           physics.Shape
	massKilograms   float64
	friction        float32
	restitution     float32
	angularDamping  float32
	velocity        geom.Vec3  // of its spawn, in m/s
	angularVelocity geom.Vec3f // of its spawn, in rad/s
}

func (s *solid) describe(m physics.BodyMotion, look simulation.Visual) *simulation.SpawnDesc {
	body := physics.Body(s.shape, m)
	body.MassKilograms, body.Restitution = s.massKilograms, s.restitution
	if s.friction != 0 {
		body.Friction = s.friction
	}
	if s.angularDamping != 0 {
		body.AngularDampingPerSecond = s.angularDamping
	}
	return &simulation.SpawnDesc{Body: &body, Visual: &look, Velocity: s.velocity, AngularVelocity: s.angularVelocity}
}

// even returns a scale that is the same along each axis.
func even(s float64) geom.Vec3f { return geom.Vec3{X: s, Y: s, Z: s}.Single() }
