package space_test

import (
	"math"
	"testing"

	"tertius.dev/core/clock"
	"tertius.dev/core/geom"
	"tertius.dev/demo/space"
)

var route = space.Route{
	{At: 10, Place: geom.Vec3{X: 1}},
	{At: 70, Place: geom.Vec3{X: 1, Z: -30}, YawRadians: 1},
	{At: 90, Place: geom.Vec3{X: 1, Z: -30}, YawRadians: 1},
	{At: 130, Place: geom.Vec3{Y: 8}, YawRadians: -2},
}

func TestRouteRestsAtItsStops(t *testing.T) {
	for _, c := range []struct {
		tick clock.Ticks
		stop int
	}{{0, 0}, {10, 0}, {70, 1}, {80, 1}, {90, 2}, {130, 3}, {1000, 3}} {
		want := geom.Pose{Position: route[c.stop].Place, Rotation: geom.AxisAngle(geom.UnitY, route[c.stop].YawRadians)}
		if got := route.PoseAt(c.tick); got.Position.Sub(want.Position).Length() > 1e-12 || got.Rotation != want.Rotation {
			t.Errorf("at tick %d the route is at %v, want %v", c.tick, got, want)
		}
	}
}

// TestRouteStartsAndEndsSoftly compares the first and the last tick of a way with its mean speed: a way of n ticks goes about
// 10/n³ of its length in each of them.
func TestRouteStartsAndEndsSoftly(t *testing.T) {
	for i := 1; i < len(route); i++ {
		from, to := &route[i-1], &route[i]
		length, n := to.Place.Sub(from.Place).Length(), float64(to.At-from.At)
		for _, tick := range [...]clock.Ticks{from.At, to.At - 1} {
			went := route.PoseAt(tick + 1).Position.Sub(route.PoseAt(tick).Position).Length()
			if want := 10 / (n * n * n) * length; math.Abs(went-want) > 0.1*want+1e-12 {
				t.Errorf("in tick %d the route goes %v m, want %v", tick, went, want)
			}
		}
	}
}
