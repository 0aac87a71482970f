// Package message holds what entities say to each other: typed payloads in small envelopes without pointers.
//
// A payload type is declared once, as a package variable of the game:
//
//	type Hit struct{ Damage float32 }
//
//	var Hits = message.Type[Hit]("game.hit")
//
// and the token does the rest. A component reads its inbox with
//
//	for hit := range Hits.In(events) { … }
//
// and sends with Hits.Send(out, message.To(other), Hit{Damage: 3}).
//
// Words: a token names a payload type; a Registry gives the tokens of one world dense numbers in the order of their names,
// so nothing shows in which order packages were initialized; an Event is an envelope with its payload; a List is the inbox
// of one entity during its run; an Outbox collects what the entities of one chunk send in a tick.
//
// Invariants:
//  1. A payload holds no pointer and is at most MaxPayloadBytes long.
//  2. A world knows at most MaxTypes payload types, the engine's counted.
//  3. Events keep the order in which they were sent, within a chunk and from chunk to chunk.
//
// Threads: tokens and registries are fixed once made. A List and an Outbox belong to the worker that runs the entity.
package message
