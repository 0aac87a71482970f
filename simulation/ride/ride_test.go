package ride_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"tertius.dev/core/field"
	"tertius.dev/core/frame"
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/message"
	"tertius.dev/core/motion"
	"tertius.dev/core/rails"
	"tertius.dev/simulation"
	"tertius.dev/simulation/ride"
)

const earthMu, earthRadius = 3.986004418e14, 6.371e6

func earth() field.Gravity {
	return field.GravityOfPoint(field.Point{Mu: earthMu, RadiusMeters: earthRadius})
}

func facing() rails.Attitude { return rails.AttitudeOfFacesParent(rails.FacesParent{}) }

// lowOrbit is an orbit with nothing special about its angles.
func lowOrbit() rails.Orbit {
	return rails.Orbit{
		SemiMajorAxisMeters: 7e6, Eccentricity: 0.01, InclinationRadians: 0.9, AscendingNodeRadians: 1.1,
		ArgumentOfPeriapsisRadians: 2.3, MeanAnomalyAtEpochRadians: 0.4, EpochSeconds: -12.5, Attitude: facing(),
	}
}

func newWorld(t *testing.T) *simulation.World {
	t.Helper()
	return newWorldAt(t, 0)
}

func newWorldAt(t *testing.T, startSeconds float64) *simulation.World {
	t.Helper()
	w, err := simulation.New(simulation.Options{DebugChecks: true, Workers: 1, StartSeconds: startSeconds})
	must(t, err)
	t.Cleanup(func() {
		for _, line := range w.Errors() {
			t.Errorf("the world reported: %s", line)
		}
		must(t, w.Close())
	})
	return w
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func spawn(t *testing.T, w *simulation.World, d simulation.SpawnDesc) handle.Entity {
	t.Helper()
	e, err := w.Spawn(&d)
	must(t, err)
	return e
}

// root makes a root frame with the gravity.
func root(t *testing.T, w *simulation.World, g field.Gravity) handle.Frame {
	t.Helper()
	f, _ := w.FrameOf(spawn(t, w, simulation.SpawnDesc{Owns: &simulation.FrameSpec{Gravity: g}}))
	return f
}

func onOrbit(t *testing.T, orbit rails.Orbit) *ride.KeplerMotion {
	t.Helper()
	m, err := ride.NewKeplerMotion(&orbit)
	must(t, err)
	return m
}

func frameOf(t *testing.T, w *simulation.World, e handle.Entity) handle.Frame {
	t.Helper()
	f, ok := w.FrameOf(e)
	if !ok {
		t.Fatalf("%v owns no frame", e)
	}
	return f
}

// orbiter spawns the owner of a frame without a body that is on the orbit from its first step on.
func orbiter(t *testing.T, w *simulation.World, in handle.Frame, orbit rails.Orbit) (handle.Entity, handle.Frame) {
	t.Helper()
	d := simulation.SpawnDesc{Frame: in, Owns: &simulation.FrameSpec{}}
	gravity, _ := w.Snapshot().Gravity(in)
	must(t, onOrbit(t, orbit).Start(&d, &gravity, w.TimeAt(w.TickNumber()+1), w.Rate()))
	e := spawn(t, w, d)
	return e, frameOf(t, w, e)
}

// For 10 minutes of 60 ticks a second, the place of the frame is the orbit's own evaluation to the last bit, its velocity within
// 1e-8 m/s, and it feels exactly nothing.
func TestFrameOnAnOrbitStandsOnItToTheLastBitAndFeelsExactlyNothing(t *testing.T) {
	w := newWorld(t)
	space := root(t, w, earth())
	orbit := lowOrbit()
	_, ship := orbiter(t, w, space, orbit)
	for range 36_000 {
		w.Tick()
		place, velocity, err := orbit.StateAt(earthMu, w.Time())
		must(t, err)
		local := w.Frames().Local(ship)
		if local.Pose.Position != place || local.Velocity.Sub(velocity).Length() > 1e-8 {
			t.Fatalf("after tick %d it is at %v with %v, its orbit at %v with %v", w.TickNumber(), local.Pose.Position, local.Velocity, place, velocity)
		}
		if felt := w.Frames().ProperAcceleration(ship); felt != (geom.Vec3{}) {
			t.Fatalf("after tick %d it feels %v", w.TickNumber(), felt)
		}
	}
	if w.Frames().Follows(ship) != frame.FollowsRails {
		t.Errorf("it follows %v", w.Frames().Follows(ship))
	}
}

// A moon rides its planet, which rides its star: each on its own orbit about its own parent.
func TestMoonRidesItsPlanetAlongItsOwnOrbit(t *testing.T) {
	w := newWorld(t)
	sun := root(t, w, field.GravityOfPoint(field.Point{Mu: 1.32712440018e20, RadiusMeters: 6.957e8}))
	year := rails.Orbit{SemiMajorAxisMeters: 1.495978707e11, Eccentricity: 0.0167, Attitude: rails.AttitudeOfSpin(rails.Spin{})}
	d := simulation.SpawnDesc{Frame: sun, Owns: &simulation.FrameSpec{Gravity: earth()}, Components: []simulation.Component{onOrbit(t, year)}, Pose: geom.IdentityPose}
	planet := frameOf(t, w, spawn(t, w, d))
	month := rails.Orbit{SemiMajorAxisMeters: 3.844e8, Eccentricity: 0.0549, Attitude: facing()}
	_, moon := orbiter(t, w, planet, month)
	for range 120 {
		w.Tick()
	}
	for _, c := range []struct {
		name  string
		frame handle.Frame
		orbit rails.Orbit
		mu    float64
	}{{"planet", planet, year, 1.32712440018e20}, {"moon", moon, month, earthMu}} {
		place, _, err := c.orbit.StateAt(c.mu, w.Time())
		must(t, err)
		if got := w.Frames().Local(c.frame).Pose.Position; got != place {
			t.Errorf("the %s is at %v, its orbit at %v", c.name, got, place)
		}
		if felt := w.Frames().ProperAcceleration(c.frame); felt != (geom.Vec3{}) {
			t.Errorf("the %s feels %v", c.name, felt)
		}
	}
}

// At 7,000 km a double holds a nanometer. Each world begins a second before the end of a quarter, which falls between two ticks.
func TestCircularOrbitIsAtItsPointAfterEachQuarter(t *testing.T) {
	const radius, rate = 7e6, 60.0
	motion := math.Sqrt(earthMu/radius) / radius // in rad/s
	quarter := math.Round(math.Pi / 2 / motion * rate)
	for k := range 4 {
		ends := quarter * float64(k+1) / rate
		w := newWorldAt(t, ends-1)
		space := root(t, w, earth())
		_, ship := orbiter(t, w, space, rails.Orbit{SemiMajorAxisMeters: radius, Attitude: facing()})
		for range int(rate) {
			w.Tick()
		}
		angle := motion * ends
		want := geom.Vec3{X: radius * math.Cos(angle), Z: -radius * math.Sin(angle)}
		if got := w.Frames().Local(ship).Pose.Position; got.Sub(want).Length() > 1e-6 {
			t.Errorf("after quarter %d it is at %v, want %v", k+1, got, want)
		}
	}
}

// The sample of a tick is for the step of the next one, which ends two ticks on.
func TestKeplerMotionGivesTheLibrarysSample(t *testing.T) {
	w := newWorld(t)
	space := root(t, w, earth())
	orbit := lowOrbit()
	e := spawn(t, w, simulation.SpawnDesc{Frame: space, Pose: geom.IdentityPose, Components: []simulation.Component{onOrbit(t, orbit)}})
	w.Tick()
	if row, _ := w.Snapshot().Transform(e); row.Pose != geom.IdentityPose || row.Velocity != (geom.Vec3{}) {
		t.Errorf("in its first step it moved to %+v", row)
	}
	w.Tick()
	want, err := orbit.Sample(earthMu, w.TimeAt(2), w.Rate().TickSeconds())
	must(t, err)
	row, _ := w.Snapshot().Transform(e)
	if row.Pose != want.Pose || row.Velocity != want.Velocity || row.AngularVelocity != want.AngularVelocity.Single() {
		t.Errorf("it is %+v, want %+v", row, want)
	}
}

func TestSpinTurnsInPlaceFromWhereTheMotionBeforeItLeads(t *testing.T) {
	w := newWorld(t)
	space := root(t, w, field.Gravity{})
	spin := rails.FrameSpin{Spin: rails.Spin{AxialTiltRadians: 0.4, RateRadiansPerSecond: 0.3}}
	m, err := ride.NewSpinMotion(&spin)
	must(t, err)
	away := geom.At(geom.Vec3{X: 20, Y: 5})
	e := spawn(t, w, simulation.SpawnDesc{
		Frame: space, Pose: geom.IdentityPose, Owns: &simulation.FrameSpec{},
		Components: []simulation.Component{&leap{to: away, then: m}},
	})
	f := frameOf(t, w, e)
	for range 200 {
		w.Tick()
	}
	rotation, err := spin.RotationAt(w.Time())
	must(t, err)
	local := w.Frames().Local(f)
	if local.Pose.Position != away.Position || local.Pose.Rotation != rotation || local.Velocity != (geom.Vec3{}) {
		t.Errorf("it is %+v, want the place %v and the rotation %v", local, away.Position, rotation)
	}
	if log := strings.Join(w.Log(), "\n"); strings.Count(log, "turns") != 1 {
		t.Errorf("the log tells of the turning frame %q, want once", log)
	}
}

// The log tells of a frame that turns if that would pull by more than 0.01 m/s²: on what walks at 1 m/s, by 2 ω v, or at the edge of
// the bubble, by ω² r.
func TestOnlyATurnThatContentsWouldNoticeIsNoted(t *testing.T) {
	for _, c := range []struct {
		name   string
		rate   float64 // in rad/s
		bounds geom.Vec3
		want   int
	}{
		{"still", 0, geom.Vec3{}, 0},
		{"trembling", 1e-7, geom.Vec3{}, 0},
		{"below-walk", 0.0049, geom.Vec3{}, 0},
		{"above-walk", 0.0051, geom.Vec3{}, 1},
		{"above-walk-backward", -0.0051, geom.Vec3{}, 1},
		{"below-edge", 0.0031, geom.Vec3{X: 40, Y: 30, Z: 1000}, 0},
		{"above-edge", 0.0032, geom.Vec3{X: 40, Y: 30, Z: 1000}, 1},
		{"planet", 7.3e-5, geom.Vec3{X: 7e6, Y: 7e6, Z: 7e6}, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t)
			m, err := ride.NewSpinMotion(&rails.FrameSpin{Spin: rails.Spin{RateRadiansPerSecond: c.rate}})
			must(t, err)
			spawn(t, w, simulation.SpawnDesc{
				Frame: root(t, w, field.Gravity{}), Pose: geom.IdentityPose, Owns: &simulation.FrameSpec{Bounds: c.bounds},
				Components: []simulation.Component{m},
			})
			for range 20 {
				w.Tick()
			}
			if got := strings.Count(strings.Join(w.Log(), "\n"), " turns;"); got != c.want {
				t.Errorf("the log tells of the turn %d times, want %d: %q", got, c.want, w.Log())
			}
		})
	}
}

// leap moves its entity in tick 0 and becomes another component in tick 1.
type leap struct {
	to   geom.Pose
	then simulation.Component
}

func (*leap) Priority() int             { return 0 }
func (*leap) Wants() []message.AnyToken { return []message.AnyToken{message.Ticks} }
func (l *leap) Handle(self *simulation.Self, _ *message.List, _ *message.Outbox) {
	if self.Tick() == 0 {
		self.MoveKinematic(l.to)
		self.Add(l.then)
		self.Remove(l)
	}
}

func TestRailsWithoutAGravityHoldStillAndSayWhyOnce(t *testing.T) {
	w := newWorld(t)
	space := root(t, w, field.Gravity{})
	low := lowOrbit()
	low.SemiMajorAxisMeters = 6e6
	e := spawn(t, w, simulation.SpawnDesc{Frame: space, Pose: geom.IdentityPose, Components: []simulation.Component{onOrbit(t, lowOrbit())}})
	buried := spawn(t, w, simulation.SpawnDesc{Frame: space, Pose: geom.IdentityPose, Components: []simulation.Component{onOrbit(t, low)}})
	for range 5 {
		w.Tick()
	}
	if lines := w.Log(); len(lines) != 2 || !strings.Contains(lines[0], "no point gravity") {
		t.Errorf("the log is %q, want one line of each", lines)
	}
	must(t, w.SetFrameGravity(space, earth()))
	for range 5 {
		w.Tick()
	}
	orbit := lowOrbit()
	place, _, err := orbit.StateAt(earthMu, w.Time())
	must(t, err)
	if pose, _ := w.Snapshot().PoseIn(e, space); pose.Position != place {
		t.Errorf("with a gravity it is at %v, want %v", pose.Position, place)
	}
	if pose, _ := w.Snapshot().PoseIn(buried, space); pose != geom.IdentityPose {
		t.Errorf("what would orbit inside the planet is at %v", pose.Position)
	}
	if lines := w.Log(); len(lines) != 3 || !strings.Contains(lines[2], "dips") {
		t.Errorf("the log is %q", lines)
	}
}

func TestRailsOfWhoRefusesThemSayWhyOnce(t *testing.T) {
	w := newWorld(t)
	space := root(t, w, earth())
	e := spawn(t, w, simulation.SpawnDesc{Frame: space, Pose: geom.IdentityPose})
	spawn(t, w, simulation.SpawnDesc{AttachTo: e, Offset: geom.IdentityPose, Components: []simulation.Component{onOrbit(t, lowOrbit())}})
	for range 5 {
		w.Tick()
	}
	if lines := w.Log(); len(lines) != 1 || !strings.Contains(lines[0], "attached") {
		t.Errorf("the log is %q, want one line", lines)
	}
}

// The log is in the order of chunks, whoever runs them.
func TestLogIsTheSameForEveryWorkerCount(t *testing.T) {
	var want []string
	for _, workers := range []int{1, 2, 8} {
		w, err := simulation.New(simulation.Options{Workers: workers})
		must(t, err)
		space := root(t, w, field.Gravity{})
		for range 300 {
			spawn(t, w, simulation.SpawnDesc{Frame: space, Pose: geom.IdentityPose, Components: []simulation.Component{onOrbit(t, lowOrbit())}})
		}
		for range 3 {
			w.Tick()
		}
		if want == nil {
			want = w.Log()
		}
		if got := w.Log(); len(got) != 300 || !slices.Equal(got, want) {
			t.Errorf("with %d workers the log has %d lines, or others", workers, len(got))
		}
		must(t, w.Close())
	}
}

func TestRailsThatCannotBeAreRefused(t *testing.T) {
	bad := lowOrbit()
	bad.Attitude = rails.Attitude{}
	if _, err := ride.NewKeplerMotion(&bad); err == nil || !strings.Contains(err.Error(), "attitude") {
		t.Errorf("an orbit without an attitude: %v", err)
	}
	if _, err := ride.NewSpinMotion(&rails.FrameSpin{EpochSeconds: math.NaN()}); err == nil || !strings.Contains(err.Error(), "epoch") {
		t.Errorf("a spin without an epoch: %v", err)
	}
	if _, err := ride.NewKeplerMotion(nil); err == nil || !strings.Contains(err.Error(), "the orbit is nil") {
		t.Errorf("no orbit: %v", err)
	}
	if _, err := ride.NewSpinMotion(nil); err == nil || !strings.Contains(err.Error(), "the spin is nil") {
		t.Errorf("no spin: %v", err)
	}
	var d simulation.SpawnDesc
	if err := onOrbit(t, lowOrbit()).Start(&d, &field.Gravity{}, 0, 60); err == nil || len(d.Components) != 0 {
		t.Errorf("a start without a gravity: %v, %+v", err, d)
	}
}

// What SpawnOnOrbit makes is on its orbit as what Start describes is, between ticks and in one.
func TestSpawnOnOrbitRidesFromItsFirstStepOn(t *testing.T) {
	w := newWorld(t)
	space := root(t, w, earth())
	for range 7 {
		w.Tick()
	}
	orbit := lowOrbit()
	d := simulation.SpawnDesc{Frame: space, Owns: &simulation.FrameSpec{}}
	between, err := ride.SpawnOnOrbit(w, &d, &orbit)
	must(t, err)
	if d.Components != nil || d.Pose != (geom.Pose{}) {
		t.Errorf("it changed the description: %+v", d)
	}
	var inTick handle.Entity
	spawn(t, w, simulation.SpawnDesc{Frame: space, Pose: geom.IdentityPose, Components: []simulation.Component{
		&doer{func(self *simulation.Self) {
			if inTick.IsNone() {
				inTick, err = ride.SpawnOnOrbit(self, &d, &orbit)
			}
		}},
	}})
	for n := range 20 {
		w.Tick()
		must(t, err)
		for _, e := range []handle.Entity{between, inTick} {
			if e == inTick && n == 0 {
				continue // it is there, and its first step is the next one
			}
			place, _, err := orbit.StateAt(earthMu, w.Time())
			must(t, err)
			f := frameOf(t, w, e)
			if at := w.Frames().Local(f).Pose.Position; at != place {
				t.Fatalf("after tick %d %v is at %v, its orbit at %v", w.TickNumber(), e, at, place)
			}
			if felt := w.Frames().ProperAcceleration(f); felt != (geom.Vec3{}) {
				t.Fatalf("after tick %d %v feels %v", w.TickNumber(), e, felt)
			}
		}
	}
}

// doer does something in each tick.
type doer struct{ do func(self *simulation.Self) }

func (*doer) Priority() int             { return 0 }
func (*doer) Wants() []message.AnyToken { return []message.AnyToken{message.Ticks} }

func (d *doer) Handle(self *simulation.Self, _ *message.List, _ *message.Outbox) { d.do(self) }

func TestSpawnOnOrbitSaysWhatCannotBe(t *testing.T) {
	w := newWorld(t)
	space, void := root(t, w, earth()), root(t, w, field.Gravity{})
	for _, c := range []struct {
		name, want string
		change     func(d *simulation.SpawnDesc, o *rails.Orbit)
	}{
		{"no-frame", "Frame is 0:0, which is not live", func(d *simulation.SpawnDesc, _ *rails.Orbit) { d.Frame = handle.Frame{} }},
		{"no-gravity", "no point gravity", func(d *simulation.SpawnDesc, _ *rails.Orbit) { d.Frame = void }},
		{"no-attitude", "attitude", func(_ *simulation.SpawnDesc, o *rails.Orbit) { o.Attitude = rails.Attitude{} }},
		{"dips", "dips below", func(_ *simulation.SpawnDesc, o *rails.Orbit) { o.Eccentricity = 0.2 }},
		{"pose", "Pose is set", func(d *simulation.SpawnDesc, _ *rails.Orbit) { d.Pose = geom.At(geom.UnitX) }},
		{"velocity", "Velocity is set", func(d *simulation.SpawnDesc, _ *rails.Orbit) { d.Velocity.X = 1 }},
		{"turn", "AngularVelocity is set", func(d *simulation.SpawnDesc, _ *rails.Orbit) { d.AngularVelocity.X = 1 }},
		{"move", "FirstMove is set", func(d *simulation.SpawnDesc, _ *rails.Orbit) {
			d.FirstMove = motion.IntentOfEndPose(motion.EndPose{Pose: geom.IdentityPose})
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			d, orbit := simulation.SpawnDesc{Frame: space, Pose: geom.IdentityPose}, lowOrbit()
			c.change(&d, &orbit)
			before := d
			if e, err := ride.SpawnOnOrbit(w, &d, &orbit); err == nil || !e.IsNone() || !strings.Contains(err.Error(), c.want) {
				t.Errorf("it gave %v and %v, want an error with %q", e, err, c.want)
			}
			if err := ride.PlaceOnOrbit(w, &d, &orbit); err == nil || d.Pose != before.Pose || d.Components != nil {
				t.Errorf("%v, and the description is %+v", err, d)
			}
		})
	}
}

func TestSpawnOnOrbitOfNothingIsRefused(t *testing.T) {
	w := newWorld(t)
	orbit, d := lowOrbit(), simulation.SpawnDesc{Frame: root(t, w, earth())}
	for want, nothing := range map[string]struct {
		d     *simulation.SpawnDesc
		orbit *rails.Orbit
	}{"the description is nil": {nil, &orbit}, "the orbit is nil": {&d, nil}} {
		if e, err := ride.SpawnOnOrbit(w, nothing.d, nothing.orbit); err == nil || !e.IsNone() || !strings.Contains(err.Error(), want) {
			t.Errorf("it gave %v and %v, want an error with %q", e, err, want)
		}
		if err := ride.PlaceOnOrbit(w, nothing.d, nothing.orbit); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the error is %v, want one with %q", err, want)
		}
	}
}

func TestRailsAllocateNothing(t *testing.T) {
	w, err := simulation.New(simulation.Options{Workers: 1})
	must(t, err)
	defer w.Close()
	space := root(t, w, earth())
	for range 10 {
		orbiter(t, w, space, lowOrbit())
	}
	for range 10 {
		w.Tick()
	}
	if n := testing.AllocsPerRun(100, w.Tick); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// An orbit that is one, but leads beyond all that a world holds, holds its entity still, and so does a spin that no float holds.
func TestRailsThatLeadTooFarHoldStillAndSayWhy(t *testing.T) {
	w := newWorld(t)
	space := root(t, w, earth())
	far := lowOrbit()
	far.SemiMajorAxisMeters = 1e31
	wild := rails.FrameSpin{Spin: rails.Spin{RateRadiansPerSecond: 1e40}, EpochSeconds: w.TimeAt(1)}
	turn, err := ride.NewSpinMotion(&wild)
	must(t, err)
	var still []handle.Entity
	for _, c := range []simulation.Component{onOrbit(t, far), turn} {
		still = append(still, spawn(t, w, simulation.SpawnDesc{Frame: space, Pose: geom.IdentityPose, Components: []simulation.Component{c}}))
	}
	for range 5 {
		w.Tick()
	}
	for _, e := range still {
		if row, _ := w.Snapshot().Transform(e); row.Pose != geom.IdentityPose {
			t.Errorf("%v is at %+v", e, row.Pose)
		}
	}
	if log := strings.Join(w.Log(), "\n"); strings.Count(log, "beyond 1e30 m") != 1 || strings.Count(log, "no sample can have") != 1 {
		t.Errorf("the log is %q, want one line of each", log)
	}
}
