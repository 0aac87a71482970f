// Package jolt keeps the promises of core/physics with Jolt Physics: one Jolt system for each frame, stepped as one work
// item of the caller's pool.
//
// Open loads the native library that native/cmd/joltbuild built into the user's cache folder, or the file that the
// environment variable TERTIUS_JOLT names.
//
// What runs where: this package translates between entities and native bodies, checks what crosses, and batches it. What
// must run inside Jolt's step lies in native/shim: the start and the end of contacts, the least rebound, gravity as a
// force that neither wakes a sleeper nor resets its timer, velocities of an instant, and the exact end poses of kinematic
// bodies.
//
// Words: the body of an entity that owns a frame is its hull, in the system of the frame's parent; the interior is its other
// body, at the origin of the frame's own system. A velocity of an instant is what gameplay gives; Jolt keeps the chord.
//
// Invariants:
//  1. No value that is not finite reaches Jolt.
//  2. A row of the body table is live exactly while its native bodies are, and holds a use of each one's shape.
//  3. A hull is in the system of the frame that the tree names, from each Apply and each Prepare on.
//  4. A hull has the motion of the step in Jolt, and its interior is static exactly when the hull is.
//  5. A warm step allocates nothing.
//
// Threads: as the seam says. Backends share nothing but the loaded code, so several step at once on different threads.
//
// To read what a step costs, set Options.Profile. To measure Jolt without the engine, run the program of native/bench.
package jolt
