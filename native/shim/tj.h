/* The C ABI between Tertius and Jolt: few, large calls over flat arrays.
 *
 * Every call takes one pointer to a request block, so it needs no float argument, and answers with an int32 code: 0 for
 * success, else a tj_code whose text stands in the block. A block belongs to the caller. Arrays that a call hands out
 * belong to the system and live until the next call on that system. Units are SI; positions, velocities and normals are
 * in the frame of the system; a quaternion is (x, y, z, w). A system belongs to one thread at a time; different systems
 * and shapes may be used from different threads at once.
 *
 * The Go twin of this file is physics/internal/shim. Change both together and raise TJ_ABI_VERSION. */
#ifndef TERTIUS_TJ_H
#define TERTIUS_TJ_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define TJ_ABI_VERSION 12
#define TJ_TEXT_SIZE 256

#if defined(_WIN32)
#define TJ_API __declspec(dllexport)
#else
#define TJ_API __attribute__((visibility("default")))
#endif

typedef enum tj_code {
	TJ_OK = 0,
	TJ_BAD_REQUEST = 1, /* an argument that the caller must never send: a dead body, a wrong count */
	TJ_SHAPE = 2,       /* Jolt refuses the shape */
	TJ_FULL = 3,        /* the hard limit of bodies of one system */
	TJ_ASSERT = 4,      /* an assertion inside Jolt (builds with asserts only) */
	TJ_STATE = 5        /* a system could not be moved into a larger one */
} tj_code;

/* tj_abi_block says what the library is. The caller fills `size`; a library of another layout writes only what fits. */
typedef struct tj_abi_block {
	uint32_t size;
	uint32_t abi_version;
	uint32_t double_precision; /* 1 when positions are doubles */
	uint32_t asserts;          /* 1 when Jolt's asserts are compiled in */
	uint32_t jolt_version;     /* major << 16 | minor << 8 | patch */
	uint32_t layer_bits;       /* bits of Jolt's object layer */
	uint32_t deterministic;    /* 1 when built cross-platform deterministic */
	uint32_t size_shape;       /* sizes of the blocks and records below, in bytes */
	uint32_t size_part;
	uint32_t size_system;
	uint32_t size_create;
	uint32_t size_body;
	uint32_t size_destroy;
	uint32_t size_apply;
	uint32_t size_command;
	uint32_t size_awake_block;
	uint32_t size_awake;
	uint32_t size_step;
	uint32_t size_state;
	uint32_t size_contact;
	uint32_t size_read;
	uint32_t size_ask;
	uint32_t size_question;
	uint32_t size_hit;
	uint32_t size_contacts;
	uint32_t size_hold;
	uint32_t size_start;
	uint32_t size_transfer;
	uint32_t size_place;
	uint32_t size_placement;
	uint32_t size_reshape;
} tj_abi_block;

typedef enum tj_shape_kind {
	TJ_BOX = 1,     /* a[0..2] half extents, radius = convex radius */
	TJ_SPHERE = 2,  /* radius */
	TJ_CAPSULE = 3, /* a[0] half height of the cylinder along y, radius */
	TJ_HULL = 4,    /* points, radius = largest convex radius */
	TJ_COMPOUND = 5 /* parts */
} tj_shape_kind;

/* tj_part is one child of a compound: its shape and its pose in the body's axes. */
typedef struct tj_part {
	void *shape;
	double position[3];
	double rotation[4];
} tj_part;

/* tj_shape_block makes one shape. `shape` comes back with one reference that tj_shape_release drops. */
typedef struct tj_shape_block {
	uint32_t kind;
	uint32_t count; /* of points or parts */
	double a[3];
	double radius;
	double density;       /* kg/m^3; 0 takes 1,000; of a compound it counts for nothing: its parts have theirs */
	const double *points; /* 3 doubles each */
	const tj_part *parts;
	void *shape;              /* out */
	double center_of_mass[3]; /* out, from the body's origin */
	double bounds_min[3];     /* out, around the body's origin */
	double bounds_max[3];     /* out */
	double volume;            /* out, m^3 */
	double mass;              /* out, kg, at the densities of its pieces */
	double inertia[9];        /* out, kg m^2 about the center of mass, by rows */
	char text[TJ_TEXT_SIZE];  /* out */
} tj_shape_block;

/* tj_system_block makes one physics system. A full system grows to twice its size. */
typedef struct tj_system_block {
	uint32_t max_bodies;
	uint32_t threads; /* that step it together; 0 and 1: the caller alone. Systems with the same number share theirs */
	void *system;         /* out */
	char text[TJ_TEXT_SIZE];
} tj_system_block;

typedef enum tj_motion { TJ_STATIC = 0, TJ_KINEMATIC = 1, TJ_DYNAMIC = 2 } tj_motion;

#define TJ_NO_BODY 0xffffffffu
#define TJ_BODY_ASLEEP 1u      /* starts asleep */
#define TJ_BODY_EDGE_REMOVAL 2u /* made of sharp pieces: drop contacts with the edges between them */
#define TJ_BODY_NEVER_SLEEPS 4u
#define TJ_BODY_SILENT 8u    /* comes back in no state; its contacts are reported as any other's */
#define TJ_BODY_CHANGES 16u  /* its motion may change, whatever it starts with */
#define TJ_BODY_GHOST 64u    /* stands for a body of another system: it answers no question */
#define TJ_BODY_TRACKED 32u  /* while dynamic and awake, it comes back in the starts of a step */
#define TJ_BODY_MASSLESS 128u /* out: no float can hold its mass and inertia, so it cannot become dynamic */

/* tj_body describes one body to make. */
typedef struct tj_body {
	void *shape;
	uint64_t user; /* comes back in states and contacts, and gives their order */
	uint32_t motion;
	uint32_t layer; /* groups | mask << 16; bits 12 to 15 of the groups are the roles */
	uint32_t flags;
	uint32_t body; /* out; TJ_NO_BODY when it was not made */
	double position[3];
	double rotation[4]; /* of unit length */
	double velocity[3]; /* of the body's origin, as an instant has it; ignored unless dynamic */
	double angular_velocity[3];
	double mass; /* kg; 0 takes that of the shape at the densities of its pieces; of a silent body it counts for nothing */
	double friction;
	double restitution;
	double linear_damping;  /* 1/s */
	double angular_damping; /* 1/s */
} tj_body;

typedef struct tj_create_block {
	void *system;
	tj_body *bodies;
	uint32_t count;
	uint32_t room; /* out: for how many bodies the system has room now; it doubles until it can take the bodies */
	char text[TJ_TEXT_SIZE];
} tj_create_block;

#define TJ_LOOSEN 1u /* the contacts of the bodies do not end: they come back as loosened */

typedef struct tj_destroy_block {
	void *system;
	const uint32_t *bodies;
	uint32_t count;
	uint32_t flags;
	char text[TJ_TEXT_SIZE];
} tj_destroy_block;

/* Velocities that commands and new bodies give are those of an instant. Jolt steps a body by adding the acceleration of a
 * whole step to its velocity before it moves it, so a step turns such a velocity into the one that Jolt needs: the velocity
 * less half a step of gravity and damping. */
typedef enum tj_command_kind {
	TJ_FORCE = 1,                /* v[0..2] N at the center of mass, for the next step */
	TJ_TORQUE = 2,               /* v[0..2] N m */
	TJ_IMPULSE = 3,              /* v[0..2] N s at the center of mass */
	TJ_ANGULAR_IMPULSE = 4,      /* v[0..2] N m s */
	TJ_SET_VELOCITY = 5,         /* v[0..2] m/s of the origin, at the body's angular velocity */
	TJ_SET_ANGULAR_VELOCITY = 6, /* v[0..2] rad/s; keeps the velocity of the center of mass */
	TJ_SET_VELOCITIES = 7,       /* v[0..2] m/s of the origin, v[3..5] rad/s */
	TJ_TELEPORT = 8,             /* v[0..2] position, v[3..6] rotation of unit length; the body rests there */
	TJ_MOVE = 9,                 /* kinematic: the pose at the end of the next step, as TJ_TELEPORT; TJ_MOVE_... in word */
	TJ_SET_LAYER = 10,           /* word */
	TJ_WAKE = 11,
	TJ_WAKE_ALL = 12,  /* every body of the system; names none */
	TJ_SET_MOTION = 13, /* word: a tj_motion and TJ_MOTION_...; unless dynamic, the body rests at the pose in v */
	TJ_END_PAIRS = 14,  /* ends the body's started contacts that two bodies of these motions and layers cannot make */
	TJ_STOP = 15,       /* takes the velocities off */
	TJ_STEER = 16, /* dynamic: gives it the velocities that carry it to the pose in v over the step */
	TJ_SLEEP = 17  /* puts it to sleep, at rest */
} tj_command_kind;

#define TJ_VELOCITIES_GIVEN 1u /* of TJ_SET_VELOCITIES: the body has these velocities where the step starts, so they push it not */
#define TJ_MOVE_REPORT 1u     /* the body comes back in a state even if it is there already */
#define TJ_MOTION_QUIET 256u  /* a body that can move from now on is not woken */

typedef struct tj_command {
	uint32_t kind;
	uint32_t body;
	uint32_t word;
	uint32_t reserved;
	double v[7];
} tj_command;

/* tj_apply_block applies commands in their order. On failure `failed` is the index of the first bad one; the commands
 * after it are applied all the same. */
typedef struct tj_apply_block {
	void *system;
	const tj_command *commands;
	uint32_t count;
	uint32_t failed;
	double step_seconds; /* of the step that follows: a TJ_MOVE reaches its pose in it */
	uint64_t nanoseconds; /* out: wall time that the call took */
	uint32_t failures;    /* out: how many commands failed */
	uint32_t reserved;
	char text[TJ_TEXT_SIZE];
} tj_apply_block;

/* tj_awake is one awake dynamic body before a step. */
typedef struct tj_awake {
	uint64_t user;
	uint32_t body;
	uint32_t reserved;
	double center_of_mass[3]; /* in the frame */
} tj_awake;

typedef struct tj_awake_block {
	void *system;
	const tj_awake *awake; /* out */
	uint32_t count;        /* out */
	uint32_t reserved;
	char text[TJ_TEXT_SIZE];
} tj_awake_block;

#define TJ_STATE_AWAKE 1u
#define TJ_STATE_INSTANT 2u /* the velocity is still that of an instant, which the next step turns into one for Jolt */

/* tj_state is one body after a step. */
typedef struct tj_state {
	uint64_t user;
	uint32_t body;
	uint32_t flags;
	double position[3];
	double rotation[4]; /* normalized in double precision */
	double velocity[3]; /* of the body's origin */
	double angular_velocity[3];
} tj_state;

#define TJ_START_FREE 1u /* nothing touched the body: it gained what the forces gave it */
#define TJ_START_SET 2u  /* a command of the step set a velocity, to the next float */

/* tj_start is a tracked dynamic body that is awake where a step starts, after all commands. Of its velocities, which are those of
 * the center of mass, the library keeps in doubles what Jolt's floats leave out, unless something touches the body. */
typedef struct tj_start {
	uint64_t user;
	uint32_t body;
	uint32_t flags;
	double position[3];
	double before[3];   /* the velocity before the commands of the step */
	double velocity[3]; /* after them; that over the last step, as Jolt has it, as all here */
	double angular_velocity[3];
	double push[3];    /* the acceleration of the commands' forces */
	double gravity[3]; /* that of gravity */
	double drag[3];    /* that of the damping */
	double end[3];     /* the velocity after the step */
} tj_start;

#define TJ_CONTACT_STARTED 1u
#define TJ_CONTACT_ENDED 2u
#define TJ_CONTACT_LOOSENED 3u /* a body of it left the system with TJ_LOOSEN: another system may hold it on */

/* tj_contact is one contact that started, ended or came loose. user1 < user2. */
typedef struct tj_contact {
	uint32_t kind;
	uint32_t body1;
	uint32_t body2;
	uint32_t reserved;
	uint64_t user1;
	uint64_t user2;
	double point[3];  /* 0 unless it started */
	double normal[3]; /* unit, from body 1 to body 2; 0 unless it started */
	double gap;       /* m; negative in penetration */
	double approach;  /* m/s along the normal before the solver, positive when closing */
	double reduced_mass; /* kg: 1 / (1/m1 + 1/m2); 0 when neither body is dynamic */
} tj_contact;

#define TJ_UPDATE_MANIFOLDS_FULL 1u
#define TJ_UPDATE_PAIRS_FULL 2u
#define TJ_UPDATE_CONSTRAINTS_FULL 4u

/* tj_step_block steps a system once. `accelerations` holds 3 doubles for each entry of the tj_awake_block that was read
 * just before, in its order; NULL applies `gravity` to every awake dynamic body. */
typedef struct tj_step_block {
	void *system;
	const double *accelerations;
	uint32_t acceleration_count;
	uint32_t reserved;
	double step_seconds;
	double gravity[3];
	const tj_state *states;     /* out: bodies that moved or changed their sleep, in the order of their users */
	const tj_contact *contacts; /* out: in the order of their users */
	const tj_start *starts;     /* out: in the order of their users */
	uint32_t state_count;
	uint32_t contact_count;
	uint32_t start_count;
	uint32_t reserved2;
	uint32_t awake_count;   /* bodies awake after the step */
	uint32_t update_errors; /* TJ_UPDATE_...: the step lost contacts; the system has grown for the next one */
	uint32_t stepped;       /* 0 when nothing was awake */
	uint32_t body_count;
	uint64_t gravity_nanoseconds;
	uint64_t update_nanoseconds;
	uint64_t contact_nanoseconds;
	uint64_t read_nanoseconds;
	char text[TJ_TEXT_SIZE];
} tj_step_block;

/* tj_contacts_block reads what happened to contacts since the last step or the last such call, outside a step. */
typedef struct tj_contacts_block {
	void *system;
	const tj_contact *contacts; /* out: in the order of their users */
	uint32_t count;
	uint32_t reserved;
	char text[TJ_TEXT_SIZE];
} tj_contacts_block;

/* tj_hold_block holds a contact of two bodies that touched in another system: it goes on as one that Jolt dropped while
 * both rested, and ends at the first step that simulates one of them without finding it. No start is told. */
typedef struct tj_hold_block {
	void *system;
	uint32_t body1;
	uint32_t body2;
	uint32_t held; /* out: 0 when they cannot touch, and when their contact had started in this system already */
	uint32_t reserved;
	char text[TJ_TEXT_SIZE];
} tj_hold_block;

/* tj_read_block reads bodies outside a step. */
typedef struct tj_read_block {
	void *system;
	const uint32_t *bodies;
	tj_state *states;
	uint32_t count;
	uint32_t reserved;
	char text[TJ_TEXT_SIZE];
} tj_read_block;

#define TJ_TRANSFER_INSTANT 1u /* the velocities are those of an instant; else those that Jolt's next step goes on with */
#define TJ_TRANSFER_LOOSEN 2u  /* the contacts do not end: they come back as loosened */

/* tj_transfer_block moves a body into another system, where it has a new id. It keeps its settings and its sleep, but that
 * a velocity wakes it. Its contacts end or come loose, and what lay around it wakes. Nothing happens on failure. */
typedef struct tj_transfer_block {
	void *from;
	void *to;
	uint32_t body;
	uint32_t flags;
	uint32_t moved; /* out: its id there */
	uint32_t room;  /* out: for how many bodies the new system has room now; it doubles when it is full */
	double position[3];
	double rotation[4]; /* of unit length */
	double velocity[3]; /* of the body's origin; ignored unless dynamic */
	double angular_velocity[3];
	char text[TJ_TEXT_SIZE];
} tj_transfer_block;

#define TJ_PLACE_WAKES 1u /* wakes what lies at the old place and at the new one */

/* tj_placement is where a body that is not dynamic stands from now on, and how it goes on from there until it is placed
 * again. A static one has no velocity. */
typedef struct tj_placement {
	uint32_t body;
	uint32_t flags;
	double position[3];
	double rotation[4]; /* of unit length */
	double velocity[3]; /* of the body's origin */
	double angular_velocity[3];
} tj_placement;

/* tj_place_block places bodies. On failure `failed` is the index of the first bad one; the others are placed all the same.
 * One that is there already and rests is left alone, so that it may sleep. */
typedef struct tj_place_block {
	void *system;
	const tj_placement *placements;
	uint32_t count;
	uint32_t failed;
	char text[TJ_TEXT_SIZE];
} tj_place_block;

/* tj_reshape_block gives a body another shape, with the mass and the inertia that it would have got with it when it was made. Its
 * origin stays where it is and as fast as it is. What sleeps at the parts that came or went wakes, and so does a dynamic body.
 * A silent body has no mass that counts. Nothing happens on failure. */
typedef struct tj_reshape_block {
	void *system;
	void *shape;
	const tj_part *changed; /* what came or went, in the body's axes */
	uint32_t changed_count;
	uint32_t body;
	uint32_t flags; /* TJ_BODY_EDGE_REMOVAL; out: TJ_BODY_MASSLESS */
	uint32_t reserved;
	double mass; /* kg; 0 takes that of the shape */
	char text[TJ_TEXT_SIZE];
} tj_reshape_block;

typedef enum tj_question_kind {
	TJ_RAY = 1,
	TJ_CAST = 2,   /* a shape that moves without turning */
	TJ_OVERLAP = 3 /* a shape that stands */
} tj_question_kind;

#define TJ_NEAREST_ONLY 1u /* the nearest hit is enough */

/* tj_question is one question about the bodies of a system. The groups are the content's; 0 asks every body. */
typedef struct tj_question {
	uint32_t kind;
	uint32_t flags;
	uint32_t groups;
	uint32_t shape; /* TJ_BOX, TJ_SPHERE or TJ_CAPSULE, as in a tj_shape_block; a capsule may have no height */
	uint64_t except; /* the user whose body counts as absent */
	double a[3];
	double radius;
	double position[3];
	double rotation[4];  /* of unit length; of a shape */
	double direction[3]; /* of unit length */
	double length;       /* m */
} tj_question;

/* tj_hit is a body that answers a question, hit once, where it is met first. */
typedef struct tj_hit {
	uint64_t user;
	double distance;  /* m along the direction; 0 where the question starts in touch with the body, and in an overlap */
	double point[3];  /* on the body; the start of a ray that starts inside; 0 in an overlap */
	double normal[3]; /* unit, out of the body; 0 in an overlap */
} tj_hit;

/* tj_ask_block asks questions. The hits of a question come by distance and then by user. */
typedef struct tj_ask_block {
	void *system;
	const tj_question *questions;
	const tj_hit *hits;   /* out: those of all questions, in their order */
	const uint32_t *ends; /* out: by question, the place behind its last hit */
	uint32_t count;
	uint32_t failed; /* out: the first bad question, which has no hits; count when there is none */
	char text[TJ_TEXT_SIZE];
} tj_ask_block;

TJ_API int32_t tj_abi(tj_abi_block *block);
/* tj_live_objects counts systems, shapes and bodies that were made and not freed, in this process. */
TJ_API int64_t tj_live_objects(void);

TJ_API int32_t tj_shape_create(tj_shape_block *block);
TJ_API int32_t tj_shape_release(void *shape);
TJ_API int32_t tj_system_create(tj_system_block *block);
/* tj_system_destroy frees a system and every body in it. */
TJ_API int32_t tj_system_destroy(void *system);
TJ_API int32_t tj_bodies_create(tj_create_block *block);
TJ_API int32_t tj_bodies_destroy(tj_destroy_block *block);
TJ_API int32_t tj_apply(tj_apply_block *block);
TJ_API int32_t tj_awake_bodies(tj_awake_block *block);
TJ_API int32_t tj_step(tj_step_block *block);
TJ_API int32_t tj_contacts(tj_contacts_block *block);
TJ_API int32_t tj_hold(tj_hold_block *block);
TJ_API int32_t tj_read(tj_read_block *block);
TJ_API int32_t tj_ask(tj_ask_block *block);
TJ_API int32_t tj_transfer(tj_transfer_block *block);
TJ_API int32_t tj_place(tj_place_block *block);
TJ_API int32_t tj_reshape(tj_reshape_block *block);

#ifdef __cplusplus
}
#endif
#endif
