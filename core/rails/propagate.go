package rails

import (
	"errors"
	"math"

	"tertius.dev/core/geom"
)

// longestOpenSeconds is the longest time that Propagate takes on a path that does not close.
const longestOpenSeconds = 1e28

var (
	errTooLong   = errors.New("the time is too long: above 1e28 s on a path that does not close")
	errManyTurns = errors.New("the time is too long: above 2^52 revolutions")
	errNoPath    = errors.New("the time finds no place on the path: the state is too near the center of attraction for it")
)

// Propagate returns the state after a time of either sign on the two-body path from a state: an ellipse, a parabola, a
// hyperbola, or a straight fall, which bounces back from the center as the limit of thin ellipses does.
//
// Units and frames: meters, m/s, m³/s² and seconds, in axes that do not turn, from the center of attraction.
// Errors: an argument that is not finite, a mu that is not above 0, a position at the center or a path that ends there, a
// time above 1e28 s on a path that does not close or above 2^52 revolutions on one that does.
// Cost: a few µs: the search runs in doubles, and then the state in numbers of 32 digits, since a path that comes from far
// away and passes near the center loses many. So the result is that of the given doubles within a few roundings.
// Source: universal (see there); bounds and halving as in Press et al. 1992, "Numerical Recipes", 9.4 (rtsafe).
func Propagate(position, velocity geom.Vec3, mu, timeSeconds float64) (place, speed geom.Vec3, err error) {
	if err := checkState(position, velocity, mu); err != nil {
		return geom.Vec3{}, geom.Vec3{}, err
	}
	switch {
	case !finite(timeSeconds):
		return geom.Vec3{}, geom.Vec3{}, errTime
	case timeSeconds == 0:
		return position, velocity, nil
	case timeSeconds < 0: // the same path, run backwards
		place, speed, err = forward(position, velocity.Neg(), mu, -timeSeconds)
		return place, speed.Neg(), err
	}
	return forward(position, velocity, mu, timeSeconds)
}

// forward is Propagate for a time above 0.
//
// Lengths and times are first scaled by powers of two, exactly, so that the distance and mu are near 1.
func forward(position, velocity geom.Vec3, mu, seconds float64) (place, speed geom.Vec3, err error) {
	none := geom.Vec3{}
	size := scaleFor(position, mu)
	p := newPath(size.position(position), size.velocity(velocity), size.mu(mu))
	t := math.Ldexp(seconds, -size.time)
	if !finite(p.beta.hi) || !finite(p.beta.lo) || !finite(p.eta.hi) || !finite(t) {
		return none, none, errOutOfSize
	}
	if !(p.beta.hi > 0) && seconds > longestOpenSeconds {
		return none, none, errTooLong
	}
	time, ok := p.lessRevolutions(t)
	if !ok {
		return none, none, errManyTurns
	}
	s, ok := p.solve(time)
	if !ok {
		return none, none, errNoPath
	}
	place, speed = p.stateAt(s, time)
	place, speed = size.positionBack(place), size.velocityBack(speed)
	if !place.Finite() || !speed.Finite() {
		return none, none, errNoPath
	}
	return place, speed, nil
}

// scale holds the powers of two of a unit of length and a unit of time.
type scale struct{ length, time int }

// scaleFor returns the scale in which the position's largest component is from 1/2 to 1, and mu from 1/4 to 1.
func scaleFor(position geom.Vec3, mu float64) scale {
	_, length := math.Frexp(max(math.Abs(position.X), math.Abs(position.Y), math.Abs(position.Z)))
	_, strength := math.Frexp(mu)
	return scale{length: length, time: (3*length - strength) >> 1}
}

func (s scale) position(p geom.Vec3) geom.Vec3     { return shifted(p, -s.length) }
func (s scale) positionBack(p geom.Vec3) geom.Vec3 { return shifted(p, s.length) }
func (s scale) velocity(v geom.Vec3) geom.Vec3     { return shifted(v, s.time-s.length) }
func (s scale) velocityBack(v geom.Vec3) geom.Vec3 { return shifted(v, s.length-s.time) }
func (s scale) mu(mu float64) float64              { return math.Ldexp(mu, 2*s.time-3*s.length) }
func shifted(v geom.Vec3, power int) geom.Vec3 {
	return geom.Vec3{X: math.Ldexp(v.X, power), Y: math.Ldexp(v.Y, power), Z: math.Ldexp(v.Z, power)}
}

// path is a two-body path from a state, in wide numbers.
type path struct {
	position, velocity geom.Vec3
	r, eta, mu, beta   wide // as in universal
}

func newPath(position, velocity geom.Vec3, mu float64) path {
	r := wideDot(position, position).sqrt()
	return path{
		position: position, velocity: velocity,
		r: r, eta: wideDot(position, velocity), mu: wide{hi: mu},
		beta: wide{hi: 2 * mu}.div(r).sub(wideDot(velocity, velocity)),
	}
}

func wideDot(a, b geom.Vec3) wide {
	return product(a.X, b.X).add(product(a.Y, b.Y)).add(product(a.Z, b.Z))
}

// lessRevolutions returns a time less its whole revolutions, within half of one of 0, and whether these can be counted.
func (p *path) lessRevolutions(seconds float64) (wide, bool) {
	time := wide{hi: seconds}
	if !(p.beta.hi > 0) {
		return time, true
	}
	period := wide{turnHigh, turnLow}.mul(p.mu).div(p.beta.mul(p.beta.sqrt()))
	if !finite(period.lo) || seconds < 0.5*period.hi { // NaN: longer than any double
		return time, true
	}
	turns := math.Floor(seconds/period.hi + 0.5)
	return time.sub(period.times(turns)), turns <= 1<<52
}

// solve returns the universal variable at a time: found in doubles, and then brought to wide by Newton's method.
func (p *path) solve(time wide) (s wide, ok bool) {
	sign := 1.0
	if time.hi < 0 {
		sign = -1
	}
	u := universal{r: p.r.hi, eta: float64(sign * p.eta.hi), mu: p.mu.hi, beta: p.beta.hi}
	if time.hi == 0 {
		return wide{}, true
	}
	near, ok := u.solve(float64(sign * time.hi))
	if !ok {
		return wide{}, false
	}
	s = wide{hi: near}.scaled(sign)
	rest := math.Inf(1) // the size of the last correction beside s
	for step := 0; step < 6 && rest > 1e-24; step++ {
		g := p.at(s)
		correction := p.time(&g).sub(time).div(p.distance(&g))
		s = s.sub(correction)
		rest = math.Abs(correction.near() / s.hi)
	}
	return s, rest <= largestRest
}

// largestRest is the last correction, relative to s, up to which a search has arrived. Past the center of attraction even wide
// numbers keep fewer than their 32 digits; the correction itself is then still the digits that a double holds.
const largestRest = 1e-13

// wideFunctions is functions in wide numbers.
type wideFunctions struct{ g0, g1, g2, g3 wide }

func (p *path) at(s wide) wideFunctions {
	square := s.mul(s)
	c := wideStumpffOf(p.beta.mul(square))
	return wideFunctions{c.c0, s.mul(c.c1), square.mul(c.c2), square.mul(s).mul(c.c3)}
}

func (p *path) time(g *wideFunctions) wide {
	return p.r.mul(g.g1).add(p.eta.mul(g.g2)).add(p.mu.mul(g.g3))
}

func (p *path) distance(g *wideFunctions) wide {
	return p.r.mul(g.g0).add(p.eta.mul(g.g1)).add(p.mu.mul(g.g2))
}

// stateAt returns the state at s, by Lagrange's f and g functions.
func (p *path) stateAt(s, time wide) (place, speed geom.Vec3) {
	g := p.at(s)
	distance := p.distance(&g)
	one := wide{hi: 1}
	fall := p.mu.mul(g.g2)
	place = p.combine(one.sub(fall.div(p.r)), time.sub(p.mu.mul(g.g3)))
	speed = p.combine(p.mu.mul(g.g1).div(p.r.mul(distance)).neg(), one.sub(fall.div(distance)))
	return place, speed
}

// combine returns f position + g velocity.
func (p *path) combine(f, g wide) geom.Vec3 {
	one := func(x, v float64) float64 { return f.times(x).add(g.times(v)).near() }
	return geom.Vec3{
		X: one(p.position.X, p.velocity.X), Y: one(p.position.Y, p.velocity.Y), Z: one(p.position.Z, p.velocity.Z),
	}
}
