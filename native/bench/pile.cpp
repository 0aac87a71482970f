// pile.cpp steps a pile of crates with Jolt alone: no Go, no shim, no contact listener, no poses read. It is what the
// engine's tick is measured beside, and both end at the same double.
//
// The scene, which the engine's side repeats: a static floor box with half extents (60, 0.5, 60) m whose top is at
// y = 0, and side^3 dynamic crates with half extents of 0.25 m. Crate (i, j, k) starts at x = (i - (side - 1) / 2) p,
// y = 0.25 + 0.01 + j p, z = (k - (side - 1) / 2) p with the pitch p = 0.51 m, unturned and at rest. Every body has
// friction 0.2, restitution 0, damping 0.05 1/s, a convex radius of 0.05 m, the linear cast; a crate's mass is its
// volume at 1,000 kg/m^3. Gravity is (0, -9.81, 0) m/s^2, a step 1/60 s, the penetration slop 5 mm. No crate sleeps, one
// thread. Gravity is Jolt's own here; the engine gives it as a force, which comes to the same.
//
// At rest is meant of the instant at which the first step starts. Jolt moves a body by the velocity at the end of a step,
// so the crates start with half a step of gravity taken off, as the engine starts whatever spawns.
//
// With --systems the scene is made that many times, each in a system of its own, and a step steps them all in turn. Their
// floors are compounds of one box: the interior of a frame is a body at its origin, and its floor lies below that. With
// --weightless gravity starts that many steps late, with the crates still at rest: what is in a new frame feels nothing
// in the frame's first step. With --layers a pile is less or more high than wide: j goes up to it.
//
// Flags: --side N (10), --layers N (side), --systems N (1), --weightless N (0), --warm N steps that are not measured
// (120), --steps N measured (300), --repeats N (5).
// Prints two lines for each repeat, the second with the processor's milliseconds for each measured step in order:
// pile side=10 layers=10 systems=1 weightless=0 bodies=1001 warm=120 steps=300 top_m=...
// steps_ms 3.1415 3.1416 ...
#include <Jolt/Jolt.h>

#include <Jolt/Core/Factory.h>
#include <Jolt/Core/JobSystemSingleThreaded.h>
#include <Jolt/Core/TempAllocator.h>
#include <Jolt/Physics/Body/BodyCreationSettings.h>
#include <Jolt/Physics/Collision/Shape/BoxShape.h>
#include <Jolt/Physics/Collision/Shape/StaticCompoundShape.h>
#include <Jolt/Physics/PhysicsSystem.h>
#include <Jolt/RegisterTypes.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <memory>
#include <vector>

JPH_SUPPRESS_WARNINGS

using namespace JPH;

namespace {

constexpr ObjectLayer cFloor = 0, cCrate = 1;
constexpr uint cMaxBodies = 4096, cLeastBodies = 64, cPairsPerBody = 16;
constexpr double cGravity = -9.81, cStepSeconds = 1.0 / 60.0;

class Layers final : public BroadPhaseLayerInterface {
public:
	uint GetNumBroadPhaseLayers() const override { return 2; }
	BroadPhaseLayer GetBroadPhaseLayer(ObjectLayer layer) const override { return BroadPhaseLayer(uint8(layer)); }
};

class Pairs final : public ObjectLayerPairFilter {
public:
	bool ShouldCollide(ObjectLayer a, ObjectLayer b) const override { return a == cCrate || b == cCrate; }
};

class BroadPairs final : public ObjectVsBroadPhaseLayerFilter {
public:
	bool ShouldCollide(ObjectLayer a, BroadPhaseLayer b) const override {
		return a == cCrate || b == BroadPhaseLayer(uint8(cCrate));
	}
};

const Layers layers;
const Pairs pairs;
const BroadPairs broad_pairs;

struct Options {
	int side = 10, layers = 0, systems = 1, weightless = 0, warm = 120, steps = 300, repeats = 5;
};

bool ReadOptions(int argc, char **argv, Options &out) {
	for (int i = 1; i < argc; i += 2) {
		int *value = nullptr;
		if (std::strcmp(argv[i], "--side") == 0)
			value = &out.side;
		else if (std::strcmp(argv[i], "--layers") == 0)
			value = &out.layers;
		else if (std::strcmp(argv[i], "--systems") == 0)
			value = &out.systems;
		else if (std::strcmp(argv[i], "--weightless") == 0)
			value = &out.weightless;
		else if (std::strcmp(argv[i], "--warm") == 0)
			value = &out.warm;
		else if (std::strcmp(argv[i], "--steps") == 0)
			value = &out.steps;
		else if (std::strcmp(argv[i], "--repeats") == 0)
			value = &out.repeats;
		if (value == nullptr || i + 1 == argc)
			return false;
		*value = std::atoi(argv[i + 1]);
	}
	if (out.layers == 0)
		out.layers = out.side;
	if (out.side <= 0 || out.side >= 100 || out.layers <= 0 || out.layers >= 100 || out.systems <= 0 || out.systems > 10000 ||
		out.weightless < 0)
		return false;
	long bodies = long(out.side) * out.side * out.layers + 1;
	return bodies <= long(cMaxBodies) && out.warm >= 0 && out.steps > 0 && out.repeats > 0;
}

void AddFloor(BodyInterface &bodies, bool compound) {
	RefConst<Shape> shape = new BoxShape(Vec3(60, 0.5f, 60));
	RVec3 center(0, -0.5, 0);
	if (compound) {
		StaticCompoundShapeSettings parts;
		parts.SetEmbedded();
		parts.AddShape(Vec3(center), Quat::sIdentity(), shape);
		shape = parts.Create().Get();
		center = RVec3::sZero();
	}
	BodyCreationSettings floor(shape, center, Quat::sIdentity(), EMotionType::Static, cFloor);
	bodies.CreateAndAddBody(floor, EActivation::DontActivate);
}

// AddCrates returns the id of the last crate.
BodyID AddCrates(BodyInterface &bodies, int side, int layers) {
	RefConst<Shape> shape = new BoxShape(Vec3::sReplicate(0.25f));
	double pitch = 0.51, middle = (side - 1) / 2.0;
	std::vector<BodyID> ids;
	for (int j = 0; j < layers; ++j)
		for (int i = 0; i < side; ++i)
			for (int k = 0; k < side; ++k) {
				RVec3 at((i - middle) * pitch, 0.26 + j * pitch, (k - middle) * pitch);
				BodyCreationSettings crate(shape, at, Quat::sIdentity(), EMotionType::Dynamic, cCrate);
				crate.mMotionQuality = EMotionQuality::LinearCast;
				crate.mMaxLinearVelocity = 30001.0f;
				crate.mAllowSleeping = false;
				ids.push_back(bodies.CreateBody(crate)->GetID());
			}
	BodyID last = ids.back();
	BodyInterface::AddState add = bodies.AddBodiesPrepare(ids.data(), int(ids.size()));
	bodies.AddBodiesFinalize(ids.data(), int(ids.size()), add, EActivation::Activate);
	return last;
}

// RoomFor is the room of a system of the engine: 64 bodies, doubled until they fit.
uint RoomFor(const Options &options) {
	uint room = cLeastBodies;
	while (room < uint(options.side * options.side * options.layers + 1))
		room *= 2;
	return room;
}

// MakePile returns a system with a pile that is still weightless, and the id of its last crate.
std::unique_ptr<PhysicsSystem> MakePile(const Options &options, BodyID &last) {
	auto system = std::make_unique<PhysicsSystem>();
	uint bodies = RoomFor(options), contacts = bodies * cPairsPerBody;
	system->Init(bodies, 1, contacts, contacts, layers, broad_pairs, pairs);
	system->SetGravity(Vec3::sZero());
	PhysicsSettings settings;
	settings.mPenetrationSlop = 0.005f;
	system->SetPhysicsSettings(settings);
	AddFloor(system->GetBodyInterface(), options.systems > 1);
	last = AddCrates(system->GetBodyInterface(), options.side, options.layers);
	return system;
}

// LetFall gives the crates their gravity, and takes half a step of it off the velocities of those that start with it.
void LetFall(PhysicsSystem &system, bool start) {
	system.SetGravity(Vec3(0, float(cGravity), 0));
	BodyIDVector awake;
	system.GetActiveBodies(EBodyType::RigidBody, awake);
	if (start)
		for (BodyID id : awake)
			system.GetBodyInterface().SetLinearVelocity(id, Vec3(0, float(-0.5 * cStepSeconds * double(float(cGravity))), 0));
}

// Milliseconds is the time that this process has had a processor, so that what else the machine does counts for less.
double Milliseconds() { return double(std::clock()) * 1e3 / CLOCKS_PER_SEC; }

void Step(PhysicsSystem &system, TempAllocator &scratch, JobSystem &jobs) {
	EPhysicsUpdateError error = system.Update(float(cStepSeconds), 1, &scratch, &jobs);
	if (error != EPhysicsUpdateError::None) {
		std::fprintf(stderr, "pile: Jolt's update failed with %u\n", unsigned(error));
		std::exit(1);
	}
}

void Run(const Options &options) {
	std::vector<std::unique_ptr<PhysicsSystem>> systems;
	BodyID last;
	uint bodies = 0;
	for (int i = 0; i < options.systems; ++i) {
		systems.push_back(MakePile(options, last));
		bodies += systems.back()->GetNumBodies();
	}
	TempAllocatorImplWithMallocFallback scratch(64 << 20);
	JobSystemSingleThreaded jobs(cMaxPhysicsJobs);

	std::vector<double> times;
	for (int step = 0; step < options.warm + options.steps; ++step) {
		if (step == options.weightless)
			for (auto &system : systems)
				LetFall(*system, step == 0);
		double begin = Milliseconds();
		for (auto &system : systems)
			Step(*system, scratch, jobs);
		if (step >= options.warm)
			times.push_back(Milliseconds() - begin);
	}
	std::printf("pile side=%d layers=%d systems=%d weightless=%d bodies=%u warm=%d steps=%d top_m=%.17g\nsteps_ms",
				options.side, options.layers, options.systems, options.weightless, bodies, options.warm, options.steps,
				double(systems.back()->GetBodyInterface().GetPosition(last).GetY()));
	for (double t : times)
		std::printf(" %.4f", t);
	std::printf("\n");
	std::fflush(stdout);
}

} // namespace

int main(int argc, char **argv) {
	Options options;
	if (!ReadOptions(argc, argv, options)) {
		std::fprintf(stderr, "usage: %s [--side 1..15] [--layers N] [--systems N] [--weightless N] [--warm N] [--steps N] [--repeats N]\n", argv[0]);
		return 2;
	}
	RegisterDefaultAllocator();
	Factory::sInstance = new Factory();
	RegisterTypes();
	for (int i = 0; i < options.repeats; ++i)
		Run(options);
	return 0;
}
