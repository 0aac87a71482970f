// Package jolt keeps the promises of core/physics with Jolt Physics: one Jolt system for each frame, stepped as one work
// item of the caller's pool.
//
// Open loads the native library that native/cmd/joltbuild built into the user's cache folder, or the file that the
// environment variable TERTIUS_JOLT names.
//
// What runs where: this package translates between entities and native bodies, checks what crosses, and batches it. What
// must run inside Jolt's step lies in native/shim: the start and the end of contacts, the least rebound, gravity as a
// force that neither wakes a sleeper nor resets its timer, and the exact end poses of kinematic bodies.
//
// Invariants:
//  1. No value that is not finite reaches Jolt.
//  2. A row of the body table is live exactly while its native body is, and holds a use of the body's shape.
//  3. A warm step allocates nothing.
//
// Threads: as the seam says. Backends share nothing but the loaded code, so several step at once on different threads.
//
// To read what a step costs, set Options.Profile. To measure Jolt without the engine, run the program of native/bench.
package jolt
