package yard

import (
	"math"

	"tertius.dev/core/geom"
	"tertius.dev/simulation"
)

// Where the ramp stands: its low end points along +X at the pins.
var rampAt = geom.Vec3{X: -12.0, Z: 5.5}

// rampPoints are the corners of the ramp about the middle of its foot, high at -X.
func rampPoints() []geom.Vec3 {
	const l, w = rampLength / 2, rampWidth / 2
	return []geom.Vec3{
		{X: -l, Z: -w}, {X: -l, Z: w}, {X: l, Z: -w}, {X: l, Z: w}, {X: -l, Y: rampHeight, Z: -w}, {X: -l, Y: rampHeight, Z: w},
	}
}

// buildRamp sets the ramp, a ball at rest near its top, pins before it, and the plate that the ball ends at.
func (b *builder) buildRamp() {
	look := simulation.Visual{Mesh: b.kit.ramp, Material: b.kit.paint.ramp}
	b.static("ramp", geom.At(rampAt), solid{shape: b.kit.rampShape, friction: 0.7}, look)
	length := math.Sqrt(rampLength*rampLength + rampHeight*rampHeight)
	normal := geom.Vec3{X: rampHeight / length, Y: rampLength / length}
	top := geom.Vec3{X: rampAt.X - rampLength/2, Y: rampHeight, Z: rampAt.Z}
	down := geom.Vec3{X: rampLength / length, Y: -rampHeight / length}
	roller := solid{shape: b.kit.rollerShape, massKilograms: 300, friction: 0.7, angularDamping: 0.15}
	b.yard.Roller = b.dynamic("roller", geom.At(top.AddScaled(down, 0.7).AddScaled(normal, rollRadius)), roller,
		simulation.Visual{Mesh: b.kit.ball, Material: b.kit.paint.beach, Scale: even(rollRadius)})
	b.buildPins()
	at := rampAt.Add(geom.Vec3{X: 9.8, Y: 0.9})
	b.yard.PinPlate, b.yard.PinLamp = b.buildPlate(&plateDesc{
		id: "pin-plate", lampID: "pin-lamp", lamp: "plate-lamp-green",
		pose: geom.Pose{Position: at, Rotation: geom.AxisAngle(geom.UnitY, 0.35)}, sides: geom.Vec3{X: 0.25, Y: 1.8, Z: 2.8},
	})
}

// buildPins stands ten pins in a triangle, its tip toward the ramp.
func (b *builder) buildPins() {
	const spacing = 0.62
	pin := solid{shape: b.kit.pinShape, massKilograms: 4, friction: 0.5, angularDamping: 0.3}
	for row := range 4 {
		for i := range row + 1 {
			at := rampAt.Add(geom.Vec3{
				X: rampLength/2 + 2.6 + float64(float64(row)*spacing*0.87),
				Y: pinHalf + pinRadius,
				Z: float64(centered(i, row+1) * spacing),
			})
			e := b.dynamic("", geom.At(at), pin, simulation.Visual{Mesh: b.kit.pin, Material: b.kit.accent(4 - row%2*3)})
			b.yard.Pins = append(b.yard.Pins, e)
		}
	}
}
