package simulation

import (
	"errors"
	"fmt"

	"tertius.dev/core/clock"
	"tertius.dev/core/geom"
	"tertius.dev/core/handle"
	"tertius.dev/core/motion"
	"tertius.dev/core/physics"
	"tertius.dev/core/random"
	"tertius.dev/core/render"
	"tertius.dev/simulation/internal/table"
)

// Self is an entity as its own component sees it. Reads give the state of the last sync point; writes show from the next.
//
// Valid: during one call of Handle. A later use panics.
type Self struct {
	world  *World
	chunk  *chunk // nil once the call has ended
	entity handle.Entity
}

// errSelfEnded is what a use of a kept Self panics with. It is made once and names nobody, so that check costs a comparison
// and every method that begins with it can be inlined. A panic within a tick names the component and its entity besides.
var errSelfEnded = errors.New("a component used a Self after the call of Handle that it was lent for; " +
	"keep the entity's handle or what you read, and take the Self of each call")

// check refuses a Self whose call has ended.
func (s *Self) check() {
	if s.chunk == nil {
		panic(errSelfEnded)
	}
}

func (s *Self) front() *table.Place {
	s.check()
	return &s.world.entities.Front[s.entity.Index]
}

func (s *Self) motion() *table.Motion {
	s.check()
	return &s.world.entities.FrontMotion[s.entity.Index]
}

// Entity returns the handle of the entity.
func (s *Self) Entity() handle.Entity { s.check(); return s.entity }

// Frame returns the frame that the entity is in, or none for the owner of a root frame.
func (s *Self) Frame() handle.Frame { return s.front().Frame }

// OwnFrame returns the frame that the entity owns, and false when it owns none.
func (s *Self) OwnFrame() (handle.Frame, bool) {
	s.check()
	f := s.world.entities.Owned[s.entity.Index]
	return f, !f.IsNone()
}

// Pose returns where the entity is, in Frame.
func (s *Self) Pose() geom.Pose { return s.front().Pose }

// Velocity returns the velocity of the entity's origin, in m/s in Frame.
func (s *Self) Velocity() geom.Vec3 { return s.motion().Velocity }

// AngularVelocity returns the angular velocity, in rad/s in the axes of Frame.
func (s *Self) AngularVelocity() geom.Vec3f { return s.motion().AngularVelocity }

// Tick returns the number of the tick that runs.
func (s *Self) Tick() clock.Ticks { s.check(); return s.world.tick }

// Time returns the world's time at the start of this tick, in seconds.
func (s *Self) Time() float64 { s.check(); return s.world.Time() }

// DeltaTime returns the length of a tick, in seconds.
func (s *Self) DeltaTime() float64 { s.check(); return s.world.rate.TickSeconds() }

// TimeAt returns the time at the start of tick n, in seconds. A motion that is written in this tick acts in the step of the
// next, which ends at TimeAt(Tick()+2).
func (s *Self) TimeAt(n clock.Ticks) float64 { s.check(); return s.world.TimeAt(n) }

// Rate returns the number of ticks per second.
func (s *Self) Rate() clock.Rate { s.check(); return s.world.rate }

// FirstStepEnd returns the time, in seconds, at which the first step of what is spawned in this tick ends: TimeAt(Tick()+2). It is
// also that at which the motions end that are written in this tick.
func (s *Self) FirstStepEnd() float64 { s.check(); return s.world.TimeAt(s.world.tick + 2) }

// Random returns the entity's random numbers of this tick. They follow from Options.Seed, the entity's handle and the tick
// alone, so they are the same for any number of workers. The entity's components share them: each goes on where the one
// before it stopped.
//
// Valid: as the Self.
func (s *Self) Random() *random.Stream {
	s.check()
	k := s.chunk.worker
	if !k.drawn {
		k.drawn = true
		k.random = random.Of(s.world.seed, uint64(s.entity.Index)|uint64(s.entity.Generation)<<32, uint64(s.world.tick), 0)
	}
	return &k.random
}

// Snapshot returns the state of every entity at the last sync point.
func (s *Self) Snapshot() *Snapshot {
	s.check()
	return &s.chunk.worker.snapshot
}

// MoveKinematic moves the entity over the next step so that it ends there at the pose, in Frame. An entity that calls it in
// no tick holds still in the step after. What it meets on the way, it meets at no more than 1e7 m/s.
//
// Errors: panics for an entity that refuses it, as MotionIntentProblem tells, and for a pose that is not finite, lies beyond 1e30 m
// or has no rotation.
func (s *Self) MoveKinematic(end geom.Pose) {
	s.check()
	mustNormalize("Self.MoveKinematic", &end)
	s.move("Self.MoveKinematic", motion.IntentOfEndPose(motion.EndPose{Pose: end}))
}

// MoveOnRails moves the entity over the next step as the sample says, in Frame: it ends the step at the sample's pose to the last
// bit, with the sample's velocities.
//
// Errors: as MoveKinematic, and panics for a number that is not finite, or above 1e37 in its unit.
func (s *Self) MoveOnRails(sample motion.Sample) {
	s.check()
	if problem := sample.Problem(); problem != "" {
		panic(fmt.Errorf("Self.MoveOnRails: %s", problem))
	}
	mustNormalize("Self.MoveOnRails", &sample.Pose)
	s.move("Self.MoveOnRails", motion.IntentOfSample(sample))
}

// move makes m, whose numbers can be, the motion intent of the tick.
func (s *Self) move(who string, m motion.Intent) {
	i := int(s.entity.Index)
	if err := s.world.moveProblem(s.entity, &m); err != nil {
		panic(fmt.Errorf("%s: %w", who, err))
	}
	if s.world.entities.HasBody.Has(i) {
		if err := bodyPlaceProblem(who, m.Place()); err != nil {
			panic(err)
		}
	}
	s.intent(physics.HasMove).Move = m
}

// TakesMotionIntent reports whether the entity takes a motion intent in the next step. It does not look at the numbers of the
// intent, and allocates nothing.
func (s *Self) TakesMotionIntent(m motion.Intent) bool {
	s.check()
	return s.world.refusalOf(int(s.entity.Index), &m) == motion.Taken
}

// MotionIntentProblem says why TakesMotionIntent is false, or gives nil.
func (s *Self) MotionIntentProblem(m motion.Intent) error {
	s.check()
	return s.world.moveProblem(s.entity, &m)
}

// PoseAtNextStepStart returns where the entity will be, in Frame, when the next step starts, as far as that is known: where it put
// itself in this tick, or where its motion intent for the running step leads, or else where it is.
func (s *Self) PoseAtNextStepStart() geom.Pose {
	s.check()
	return s.world.poseAfterStep(int(s.entity.Index))
}

// Log adds a line to World.Log, with the tick and the entity.
func (s *Self) Log(text string) {
	s.check()
	s.chunk.notes = append(s.chunk.notes, fmt.Sprintf("%v: %s", s.entity, text))
	s.chunk.left |= leftNotes
}

// Visual returns how the entity looks, with what it changed in this tick.
func (s *Self) Visual() Visual { s.check(); return Visual(s.world.entities.BackVisual[s.entity.Index]) }

// SetVisual changes how the entity looks.
//
// Errors: panics for a visual that could not be spawned.
func (s *Self) SetVisual(v Visual) {
	s.check()
	i := int(s.entity.Index)
	row := &s.world.entities.BackVisual[i]
	err := v.Problem()
	if err == nil && (v.Mesh != row.Mesh || v.Material != row.Material) {
		err = v.resourceProblem(s.world.resources)
	}
	if err != nil {
		panic(fmt.Errorf("Self.SetVisual: %w", err))
	}
	*row = v.row()
	s.world.entities.Repainted.Add(i)
}

// SetLight changes the light that the entity carries. The zero Light puts it out.
func (s *Self) SetLight(l render.Light) {
	v := s.Visual()
	v.Light = l
	s.SetVisual(v)
}

// Spawn makes a new entity at the end of this tick. Its handle is valid at once; it first runs in the next tick.
//
// The description is read during the call only. Its Frame must be live now; if the frame dies in this tick, the spawn is
// dropped and World.Errors says so.
//
// Errors: names the field that cannot be. Nothing is spawned then.
func (s *Self) Spawn(d *SpawnDesc) (handle.Entity, error) {
	s.check()
	return s.world.spawnInTick(s.chunk, d)
}

// Destroy ends the entity at the end of this tick.
func (s *Self) Destroy() {
	s.check()
	s.chunk.destroy(s.entity)
}

// intent returns what the entity asks of the next step, with the request marked.
func (s *Self) intent(part physics.Parts) *physics.Intent {
	in := s.world.entities.Intents.Write(int(s.entity.Index), s.front().Frame)
	in.Parts |= part
	return in
}

// isNormal reports without a call whether mustNormalize would leave p as it is: the usual case.
func isNormal(p *geom.Pose) bool {
	return p.Rotation.LengthSquared() == 1 && p.Position.Within(physics.FarthestPlaceMeters)
}

// mustNormalize brings the rotation of p to unit length, and panics when it has none.
func mustNormalize(who string, p *geom.Pose) {
	if err := normalize(who, p); err != nil {
		panic(err)
	}
}
