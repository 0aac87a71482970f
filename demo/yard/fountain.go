package yard

import (
	"tertius.dev/core/clock"
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/message"
	"tertius.dev/core/physics"
	"tertius.dev/core/render"
	"tertius.dev/simulation"
)

// FountainHolds is the number of things that a fountain keeps alive.
const FountainHolds = 28

// Fountain throws a small thing up every few ticks. When it holds as many as it may, it asks the oldest to go.
type Fountain struct {
	Every  clock.Ticks    // ticks between two throws
	Throws []FountainKind // the kinds, one after the other

	count int // thrown so far
	alive [FountainHolds]handle.Entity
}

// FountainKind is one kind of thing that a fountain throws.
type FountainKind struct {
	Body   physics.BodyDesc
	Visual simulation.Visual
}

// Priority says that the fountain has no order.
func (*Fountain) Priority() int { return 0 }

// Wants says that the fountain runs in every tick.
func (*Fountain) Wants() []message.AnyToken { return []message.AnyToken{message.Ticks} }

// Handle throws the next thing when its tick has come.
func (f *Fountain) Handle(self *simulation.Self, _ *message.List, out *message.Outbox) {
	if self.Tick()%f.Every != 0 {
		return
	}
	place := &f.alive[f.count%FountainHolds]
	if !place.IsNone() {
		message.Destroys.Send(out, message.To(*place), message.Destroy{})
	}
	thing, err := self.Spawn(f.next(self))
	if err != nil {
		panic(err)
	}
	*place = thing
	f.count++
}

// next describes the next thing: it leaves the mouth upward, and a little to another side each time.
func (f *Fountain) next(self *simulation.Self) *simulation.SpawnDesc {
	const golden = 2.399963229728653 // the angle in radians that spreads throws evenly
	kind := &f.Throws[f.count%len(f.Throws)]
	turn := golden * float64(f.count%1000)
	side := geom.Vec3{X: geom.Cos(turn), Z: geom.Sin(turn)}
	mouth := self.Pose()
	return &simulation.SpawnDesc{
		Frame:    self.Frame(),
		Pose:     geom.Pose{Position: mouth.ToParent(geom.Vec3{Y: 0.4}), Rotation: geom.AxisAngle(side, 0.7)},
		Velocity: geom.Vec3{Y: 8.2}.AddScaled(side, 1.1), AngularVelocity: side.Scale(5).Single(),
		Body: &kind.Body, Visual: &kind.Visual,
	}
}

var fountainAt = geom.Vec3{X: 3.4, Z: -11.5}

const (
	basinSide   = 4.6 // in meters, as all of these
	basinHeight = 0.7
	basinThick  = 0.25
	mouthHeight = 1.5
)

// buildFountain sets the basin and the column, whose mouth throws if the fountain runs.
func (b *builder) buildFountain() {
	b.buildBasin()
	column, look := b.kit.slab(geom.Vec3{X: 0.5, Y: mouthHeight, Z: 0.5}, b.kit.paint.metal)
	b.static("", geom.At(fountainAt.Add(geom.Vec3{Y: mouthHeight / 2})), column, look)
	if !b.options.Fountain {
		return
	}
	b.yard.Fountain = b.put("fountain", geom.At(fountainAt.Add(geom.Vec3{Y: mouthHeight})), &simulation.SpawnDesc{
		Components: []simulation.Component{&Fountain{Every: 10, Throws: b.kit.throws()}},
	})
}

// buildBasin sets one body of four rims, and a picture of each.
func (b *builder) buildBasin() {
	const half = basinSide / 2
	var rims []physics.Part
	for _, r := range [...]struct{ at, sides geom.Vec3 }{
		{geom.Vec3{X: -half}, geom.Vec3{X: basinThick, Y: basinHeight, Z: basinSide + basinThick}},
		{geom.Vec3{X: half}, geom.Vec3{X: basinThick, Y: basinHeight, Z: basinSide + basinThick}},
		{geom.Vec3{Z: -half}, geom.Vec3{X: basinSide - basinThick, Y: basinHeight, Z: basinThick}},
		{geom.Vec3{Z: half}, geom.Vec3{X: basinSide - basinThick, Y: basinHeight, Z: basinThick}},
	} {
		rim, look := b.kit.slab(r.sides, b.kit.paint.stone)
		at := geom.At(r.at.AddScaled(geom.UnitY, basinHeight/2))
		rims = append(rims, physics.Part{Shape: rim.shape, Pose: at})
		b.put("", geom.At(at.Position.Add(fountainAt)), &simulation.SpawnDesc{Visual: &look})
	}
	basin := solid{shape: physics.NewCompound(rims...), friction: 0.6}
	b.put("basin", geom.At(fountainAt), basin.describe(physics.Static, simulation.Visual{}))
}

// throws lists what the fountain throws: beads, pills, gems and cubes in every clear color.
func (k *Kit) throws() []FountainKind {
	const cubeSide = 0.32
	forms := [...]struct {
		shape physics.Shape
		mesh  render.MeshID
		scale geom.Vec3f
	}{
		{k.beadShape, k.ball, even(beadRadius)},
		{k.pillShape, k.pill, even(1)},
		{cube(cubeSide), k.box, even(cubeSide)},
	}
	var kinds []FountainKind
	for i := range len(forms) * len(k.paint.accents) {
		form := &forms[i%len(forms)]
		thing := solid{shape: form.shape, restitution: 0.35, angularDamping: 0.3}
		look := simulation.Visual{Mesh: form.mesh, Material: k.accent(i), Scale: form.scale}
		kinds = append(kinds, FountainKind{Body: *thing.describe(physics.Dynamic, look).Body, Visual: look})
	}
	return kinds
}
