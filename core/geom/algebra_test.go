package geom_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/num/quat"
	"gonum.org/v1/gonum/spatial/r3"

	"tertius.dev/core/geom"
)

func randomVec(r *rand.Rand) geom.Vec3 {
	return geom.Vec3{X: r.NormFloat64() * 100, Y: r.NormFloat64() * 100, Z: r.NormFloat64() * 100}
}

func randomQuat(r *rand.Rand) geom.Quat {
	q, _ := geom.Quat{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64(), W: r.NormFloat64()}.Unit()
	return q
}

// near compares with a tolerance for the sum of a few products of the given size, each rounded to 2^-53 of itself.
func near(a, b, size float64) bool { return math.Abs(a-b) <= 8*0x1p-53*size }

func nearVec(a, b geom.Vec3, size float64) bool {
	return near(a.X, b.X, size) && near(a.Y, b.Y, size) && near(a.Z, b.Z, size)
}

func number(q geom.Quat) quat.Number { return quat.Number{Real: q.W, Imag: q.X, Jmag: q.Y, Kmag: q.Z} }

// TestVectorsAgreeWithGonum takes gonum as an independent source.
func TestVectorsAgreeWithGonum(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 2000 {
		v, u, s := randomVec(r), randomVec(r), r.NormFloat64()
		size := v.Length()*u.Length() + v.Length() + u.Length()
		for _, c := range []struct {
			name      string
			got, want geom.Vec3
		}{
			{"Add", v.Add(u), geom.Vec3(r3.Add(r3.Vec(v), r3.Vec(u)))},
			{"Sub", v.Sub(u), geom.Vec3(r3.Sub(r3.Vec(v), r3.Vec(u)))},
			{"Neg", v.Neg(), geom.Vec3(r3.Scale(-1, r3.Vec(v)))},
			{"Scale", v.Scale(s), geom.Vec3(r3.Scale(s, r3.Vec(v)))},
			{"AddScaled", v.AddScaled(u, s), geom.Vec3(r3.Add(r3.Vec(v), r3.Scale(s, r3.Vec(u))))},
			{"Cross", v.Cross(u), geom.Vec3(r3.Cross(r3.Vec(v), r3.Vec(u)))},
			{"Unit", v.Unit(geom.Vec3{}), geom.Vec3(r3.Unit(r3.Vec(v)))},
			{"Lerp", v.Lerp(u, 0.25), geom.Vec3(r3.Add(r3.Scale(0.75, r3.Vec(v)), r3.Scale(0.25, r3.Vec(u))))},
		} {
			if !nearVec(c.got, c.want, size) {
				t.Errorf("%s of %v, %v, %v is %v, gonum has %v", c.name, v, u, s, c.got, c.want)
			}
		}
		if !near(v.Dot(u), r3.Dot(r3.Vec(v), r3.Vec(u)), size) {
			t.Errorf("Dot of %v, %v is %v, gonum has %v", v, u, v.Dot(u), r3.Dot(r3.Vec(v), r3.Vec(u)))
		}
		if !near(v.Length(), r3.Norm(r3.Vec(v)), v.Length()) {
			t.Errorf("Length of %v is %v, gonum has %v", v, v.Length(), r3.Norm(r3.Vec(v)))
		}
	}
}

// TestRotationsAgreeWithGonum takes gonum's Hamilton product as an independent source: q turns v into q v q*.
func TestRotationsAgreeWithGonum(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 2000 {
		p, q, v := randomQuat(r), randomQuat(r), randomVec(r)
		product := quat.Mul(number(p), number(q))
		got := number(p.Mul(q))
		if quat.Abs(quat.Sub(got, product)) > 8*0x1p-53 {
			t.Errorf("%v times %v is %v, gonum has %v", p, q, got, product)
		}
		vector := quat.Number{Imag: v.X, Jmag: v.Y, Kmag: v.Z}
		turned := quat.Mul(quat.Mul(number(q), vector), quat.Conj(number(q)))
		if want := (geom.Vec3{X: turned.Imag, Y: turned.Jmag, Z: turned.Kmag}); !nearVec(q.Rotate(v), want, 2*v.Length()) {
			t.Errorf("%v turns %v into %v, gonum into %v", q, v, q.Rotate(v), want)
		}
		if back := q.Unrotate(q.Rotate(v)); !nearVec(back, v, 4*v.Length()) {
			t.Errorf("%v turns %v there and back into %v", q, v, back)
		}
	}
}

func TestAxisAngleTurnsCounterClockwiseSeenAgainstTheAxis(t *testing.T) {
	quarter := math.Pi / 2
	for _, c := range []struct {
		name        string
		axis        geom.Vec3
		angle       float64
		turns, into geom.Vec3
	}{
		{"x-turns-y-into-z", geom.UnitX, quarter, geom.UnitY, geom.UnitZ},
		{"y-turns-z-into-x", geom.UnitY, quarter, geom.UnitZ, geom.UnitX},
		{"z-turns-x-into-y", geom.UnitZ, quarter, geom.UnitX, geom.UnitY},
		{"the-axis-may-have-any-length", geom.UnitZ.Scale(7), quarter, geom.UnitX, geom.UnitY},
		{"backward", geom.UnitZ, -quarter, geom.UnitX, geom.UnitY.Neg()},
		{"half", geom.UnitY, 2 * quarter, geom.UnitX, geom.UnitX.Neg()},
		{"no-axis", geom.Vec3{}, quarter, geom.UnitX, geom.UnitX},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := geom.AxisAngle(c.axis, c.angle).Rotate(c.turns); !nearVec(got, c.into, 1) {
				t.Errorf("%v becomes %v, not %v", c.turns, got, c.into)
			}
		})
	}
}

func TestUnitFallsBackWithoutADirection(t *testing.T) {
	fallback := geom.UnitY
	for _, v := range []geom.Vec3{{}, {X: 1e-200}, {X: 1e200}, {X: math.Inf(1)}, {X: math.NaN()}} {
		if got := v.Unit(fallback); got != fallback {
			t.Errorf("Unit of %v is %v, not the fallback", v, got)
		}
	}
	for _, q := range []geom.Quat{{}, {W: 1e-200}, {W: 1e200}, {W: math.Inf(1)}, {W: math.NaN()}} {
		if got, ok := q.Unit(); ok || got != geom.IdentityQuat {
			t.Errorf("Unit of %v is %v, %v", q, got, ok)
		}
	}
}

func TestSingleFiniteStaysWithinTheFloats(t *testing.T) {
	const most = math.MaxFloat32
	for _, c := range []struct {
		v    geom.Vec3
		want geom.Vec3f
	}{
		{geom.Vec3{X: -3, Y: 0.1, Z: most}, geom.Vec3f{X: -3, Y: 0.1, Z: most}},
		{geom.Vec3{X: 1e39, Y: -math.MaxFloat64, Z: 2}, geom.Vec3f{X: most, Y: -most, Z: 2}},
	} {
		if got := c.v.SingleFinite(); got != c.want {
			t.Errorf("of %v it is %v, not %v", c.v, got, c.want)
		}
	}
}

func TestLargestIsTheSizeOfTheFarthestComponent(t *testing.T) {
	for _, c := range []struct {
		v    geom.Vec3
		want float64
	}{
		{geom.Vec3{}, 0},
		{geom.Vec3{X: -3, Y: 1, Z: 2}, 3},
		{geom.Vec3{X: 3, Y: -5, Z: 2}, 5},
		{geom.Vec3{X: 3, Y: -5, Z: 7}, 7},
		{geom.Vec3{X: 1, Z: math.Inf(-1)}, math.Inf(1)},
	} {
		if got := c.v.Largest(); got != c.want {
			t.Errorf("of %v it is %v, not %v", c.v, got, c.want)
		}
	}
	if got := (geom.Vec3{X: 9, Y: math.NaN()}).Largest(); !math.IsNaN(got) {
		t.Errorf("with a NaN it is %v", got)
	}
}

func TestLookRotationPointsMinusZForward(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for range 2000 {
		forward, up := randomVec(r).Unit(geom.UnitX), randomVec(r)
		q := geom.LookRotation(forward, up)
		if got := q.Rotate(geom.UnitZ.Neg()); !nearVec(got, forward, 8) {
			t.Errorf("forward of %v, %v is %v", forward, up, got)
		}
		// The right axis is across up, and +Y has a positive share of it: so +Y is as near to up as it can be.
		if right := q.Rotate(geom.UnitX); math.Abs(right.Dot(up)) > 1e-12*up.Length() {
			t.Errorf("right of %v, %v is %v, not across up", forward, up, right)
		}
		if q.Rotate(geom.UnitY).Dot(up) < 0 {
			t.Errorf("up of %v, %v is turned over", forward, up)
		}
		if !near(q.LengthSquared(), 1, 2) {
			t.Errorf("LookRotation(%v, %v) has the squared length %v", forward, up, q.LengthSquared())
		}
	}
}

func TestLookRotationOfEveryInputIsARotation(t *testing.T) {
	values := []float64{0, 1, -1, 1e-13, 1e-200, 1e200, math.Inf(1), math.NaN()}
	var all []geom.Vec3
	for _, x := range values {
		for _, y := range values {
			for _, z := range values {
				all = append(all, geom.Vec3{X: x, Y: y, Z: z})
			}
		}
	}
	for _, forward := range all {
		for _, up := range all {
			q := geom.LookRotation(forward, up)
			if !(math.Abs(q.LengthSquared()-1) < 1e-12) {
				t.Fatalf("LookRotation(%v, %v) is %v", forward, up, q)
			}
			want := forward.Unit(geom.UnitZ.Neg())
			if got := q.Rotate(geom.UnitZ.Neg()); !nearVec(got, want, 8) {
				t.Fatalf("forward of %v, %v is %v", forward, up, got)
			}
		}
	}
}

func TestLookRotationOfEveryAxisAgreesWithItsMatrix(t *testing.T) {
	// Turns by half about each axis make the trace -1, so that each branch of the matrix conversion is taken.
	for _, axis := range []geom.Vec3{geom.UnitX, geom.UnitY, geom.UnitZ, {X: 1, Y: 1}, {Y: 1, Z: 1}, {X: 1, Z: 1}} {
		q := geom.AxisAngle(axis, math.Pi)
		look := geom.LookRotation(q.Rotate(geom.UnitZ.Neg()), q.Rotate(geom.UnitY))
		for _, v := range []geom.Vec3{geom.UnitX, geom.UnitY, geom.UnitZ} {
			if a, b := q.Rotate(v), look.Rotate(v); !nearVec(a, b, 8) {
				t.Errorf("half a turn about %v takes %v to %v, its LookRotation to %v", axis, v, a, b)
			}
		}
	}
}

func TestPoseInverseUndoesCompose(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	for range 2000 {
		p := geom.Pose{Position: randomVec(r), Rotation: randomQuat(r)}
		c := geom.Pose{Position: randomVec(r), Rotation: randomQuat(r)}
		point := randomVec(r)
		size := 4 * (p.Position.Length() + c.Position.Length() + point.Length())
		composed := p.Compose(&c)
		if got, want := composed.ToParent(point), p.ToParent(c.ToParent(point)); !nearVec(got, want, size) {
			t.Errorf("composed poses take %v to %v, one after the other to %v", point, got, want)
		}
		if got := p.FromParent(p.ToParent(point)); !nearVec(got, point, size) {
			t.Errorf("%v comes back as %v", point, got)
		}
		inverse := p.Inverse()
		if got, want := inverse.ToParent(point), p.FromParent(point); !nearVec(got, want, size) {
			t.Errorf("the inverse takes %v to %v, not %v", point, got, want)
		}
		identity := p.Compose(&inverse)
		if !nearVec(identity.Position, geom.Vec3{}, size) || !near(math.Abs(identity.Rotation.W), 1, 4) {
			t.Errorf("a pose and its inverse make %v", identity)
		}
	}
}

func TestPoseTellsItsProblem(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		name string
		pose geom.Pose
		want string
	}{
		{"identity", geom.IdentityPose, ""},
		{"at", geom.At(geom.Vec3{X: 1e300}), ""},
		{"long-rotation", geom.Pose{Rotation: geom.Quat{W: 5}}, ""},
		{"zero", geom.Pose{}, "the rotation is zero; geom.At(place) has the identity rotation"},
		{"tiny-rotation", geom.Pose{Rotation: geom.Quat{W: 1e-200}}, "the rotation is zero; geom.At(place) has the identity rotation"},
		{"nan-place", geom.At(geom.Vec3{Z: nan}), "the position is not finite"},
		{"infinite-place", geom.At(geom.Vec3{Y: math.Inf(-1)}), "the position is not finite"},
		{"nan-rotation", geom.Pose{Rotation: geom.Quat{X: nan, W: 1}}, "the rotation is not finite"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := c.pose.Problem(); got != c.want {
				t.Errorf("%q, not %q", got, c.want)
			}
		})
	}
}

func TestSinglesAgreeWithDoubles(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	for range 2000 {
		a, b := randomVec(r).Single(), randomVec(r).Single()
		v, u := a.Double(), b.Double()
		// A few roundings to 2^-24 of the products' size.
		size := 4 * 0x1p-24 * (v.Length()*u.Length() + v.Length() + u.Length())
		within := func(name string, got geom.Vec3f, want geom.Vec3) {
			if got.Double().Sub(want).Length() > size {
				t.Errorf("%s of %v, %v is %v, not %v", name, a, b, got, want)
			}
		}
		within("Add", a.Add(b), v.Add(u))
		within("Sub", a.Sub(b), v.Sub(u))
		within("Neg", a.Neg(), v.Neg())
		within("Scale", a.Scale(0.5), v.Scale(0.5))
		within("Cross", a.Cross(b), v.Cross(u))
		within("Lerp", a.Lerp(b, 0.25), v.Lerp(u, 0.25))
		if math.Abs(float64(a.Dot(b))-v.Dot(u)) > size {
			t.Errorf("Dot of %v, %v is %v, not %v", a, b, a.Dot(b), v.Dot(u))
		}
		if math.Abs(float64(a.Length())-v.Length()) > size {
			t.Errorf("Length of %v is %v", a, a.Length())
		}
	}
	if long := (geom.Vec3f{X: 3e30, Y: 4e30}); math.Abs(float64(long.Length())/5e30-1) > 0x1p-23 {
		t.Errorf("the length of %v overflowed to %v", long, long.Length())
	}
}

func TestNlerpTakesTheShorterArc(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 14))
	for range 500 {
		q := randomQuat(r)
		turn := geom.AxisAngle(randomVec(r), 0.5)
		target := turn.Mul(q)
		negated := geom.Quat{X: -target.X, Y: -target.Y, Z: -target.Z, W: -target.W}
		// Halfway, a normalized sum of two unit quaternions is the exact half of the turn.
		want := geom.AxisAngle(geom.Vec3{X: turn.X, Y: turn.Y, Z: turn.Z}, 0.25).Mul(q)
		for _, to := range []geom.Quat{target, negated} {
			half := q.Single().Nlerp(to.Single(), 0.5).Double()
			dot := half.X*want.X + half.Y*want.Y + half.Z*want.Z + half.W*want.W
			if 1-math.Abs(dot) > 1e-6 {
				t.Errorf("halfway from %v to %v is %v, not %v", q, to, half, want)
			}
		}
	}
	q := geom.Quatf{W: 1}
	if got := q.Nlerp(geom.Quatf{W: -1}, 0.5); got != q {
		t.Errorf("between a rotation and its opposite lies %v", got)
	}
}

func TestDirectionKeepsItsAngle(t *testing.T) {
	worst := 0.0
	const count = 100000
	for i := range count {
		// Points spread evenly over the sphere, by the golden angle.
		z := 1 - 2*(float64(i)+0.5)/count
		angle := float64(i) * math.Pi * (3 - math.Sqrt(5))
		flat := math.Sqrt(1 - z*z)
		v := geom.Vec3{X: flat * math.Cos(angle), Y: flat * math.Sin(angle), Z: z}
		unit := geom.Pack(v.Single()).Unit()
		worst = max(worst, v.Cross(unit.Double()).Length())
		if math.Abs(float64(unit.Length())-1) > 1e-6 || unit.Double().Dot(v) < 0 {
			t.Fatalf("%v comes back as %v", v, unit)
		}
	}
	if worst > 1e-4 {
		t.Errorf("a direction came back %v rad away", worst)
	}
}

func TestDirectionOfAxesIsExact(t *testing.T) {
	for _, v := range []geom.Vec3f{{X: 1}, {X: -1}, {Y: 1}, {Y: -1}, {Z: 1}, {Z: -1}} {
		if got := geom.Pack(v.Scale(3)).Unit(); got != v {
			t.Errorf("%v comes back as %v", v, got)
		}
	}
	infinite := float32(math.Inf(1))
	for _, v := range []geom.Vec3f{{}, {X: infinite}, {Y: float32(math.NaN())}} {
		if got := geom.Pack(v).Unit(); got != (geom.Vec3f{Z: 1}) {
			t.Errorf("%v without a direction gives %v", v, got)
		}
	}
}

func TestGeomAllocatesNothing(t *testing.T) {
	p, q, v := geom.At(geom.UnitX), geom.AxisAngle(geom.UnitY, 1), geom.UnitZ
	var sink float64
	if n := testing.AllocsPerRun(100, func() {
		c := p.Compose(&p)
		c = c.Inverse()
		sink += geom.Sin(c.Position.X) + geom.Cos(1e300) + q.Mul(q).Rotate(v).X + float64(geom.Pack(v.Single()).Unit().X)
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestRelativePoseUndoesCompose(t *testing.T) {
	outer := geom.Pose{Position: geom.Vec3{X: 3, Y: -1}, Rotation: geom.AxisAngle(geom.Vec3{X: 1, Z: 2}, 0.8)}
	inner := geom.Pose{Position: geom.Vec3{Y: 5, Z: 2}, Rotation: geom.AxisAngle(geom.UnitX, -0.3)}
	both := outer.Compose(&inner)
	back := outer.Relative(&both)
	off := back.Rotation.Conj().Mul(inner.Rotation)
	if back.Position.Sub(inner.Position).Length() > 1e-14 || math.Abs(off.W) < 1-1e-15 {
		t.Errorf("%+v came back as %+v", inner, back)
	}
	far := geom.Vec3{X: 1e15}
	near, other := geom.At(far), geom.At(far.Add(geom.Vec3{X: 0.125}))
	if got := near.Relative(&other); got.Position != (geom.Vec3{X: 0.125}) {
		t.Errorf("two poses far out are %v apart", got.Position)
	}
}

func TestWithinIsFalseForWhatIsFartherOrNoNumber(t *testing.T) {
	for _, c := range []struct {
		v    geom.Vec3
		want bool
	}{
		{geom.Vec3{}, true},
		{geom.Vec3{X: 2, Y: -2, Z: 2}, true},
		{geom.Vec3{X: 2.5}, false},
		{geom.Vec3{Y: -2.5}, false},
		{geom.Vec3{Z: math.Inf(1)}, false},
		{geom.Vec3{Z: math.Inf(-1)}, false},
		{geom.Vec3{X: math.NaN()}, false},
		{geom.Vec3{Y: math.NaN()}, false},
		{geom.Vec3{Z: math.NaN()}, false},
	} {
		if got := c.v.Within(2); got != c.want {
			t.Errorf("%v is within 2: %v, want %v", c.v, got, c.want)
		}
	}
}

func TestUnitLengthIsThatOfDoubles(t *testing.T) {
	turn := geom.AxisAngle(geom.Vec3{X: 1, Y: 2, Z: 3}.Unit(geom.UnitX), 0.7)
	for _, c := range []struct {
		name string
		q    geom.Quat
		want bool
	}{
		{"rotation", turn, true},
		{"product", turn.Mul(turn), true},
		{"off-by-a-float", geom.Quat{W: 1 + 0x1p-24}, false},
		{"zero", geom.Quat{}, false},
		{"not-a-number", geom.Quat{W: math.NaN()}, false},
	} {
		if got := c.q.IsUnit(); got != c.want {
			t.Errorf("%s: %v has unit length: %v", c.name, c.q, got)
		}
	}
}
