package simulation

// sync is the sync point: its steps in their order, and why each comes where it does. Each has a file of its own.
func (w *World) sync() {
	w.findLeavers()       // 1: the pool has waited for gameplay and physics; from here on one goroutine works
	w.takeSpawnSlots()    // before anything takes a slot
	w.takeNotes()         // in chunk order, before the steps add their own
	w.takePhysicsOutput() // 2: before anything reads where the step ended
	w.watch.lap(LapOutput)
	w.takeStepRecords() // 2: every frame takes that of its step, before step 5 needs to know where each one is
	w.watch.lap(LapRecords)
	w.showFrames() // 2: the owners of frames show where the step left them
	w.watch.lap(LapViews)
	w.moveBodiless() // 2: entities without a body follow the same step, and gameplay's own writes win
	w.takeHandOffs() // 2: bodies after the owners of the frames that they go into
	w.sendContacts() // 2: starts before ends, so that a contact of one step reaches each side in that order
	w.watch.lap(LapOutput)
	// 2b: puffs step, before step 5 takes their frames
	w.checkTables() // 3: only with DebugChecks, while nothing of this sync point but the step has changed the tables
	w.watch.lap(LapCheck)
	w.swapIntents() // 4: the step has applied the front intents; the next applies what this tick wrote
	w.watch.lap(LapIntents)
	w.applySubscriptions() // 5: while every entity that asked is still live
	w.applyDestroys()      // 5: before spawns, so that none becomes live in a frame that dies now
	w.watch.lap(LapDestroys)
	w.settleChanges() // 6: components that entities added, before spawns use up the chunks' lists of what is new
	w.applySpawns()   // 6: in chunk order, after the swap, so that a first move is part of the next step
	w.applyChanges()  // 6c: physics hears of both before its next step
	w.grantDocks()    // 6c: each on bodies that physics has, and before step 7 shows the frames that are left
	w.grantMoves()    // 6c: into frames that lived through all of that, before step 7 derives what is attached
	w.watch.lap(LapSpawns)
	// 6c: numeric frames cluster the bodies where they are at the end of the tick
	w.showFrames() // 7: the owners of frames, which attached entities may follow, show where the frames are now
	w.watch.lap(LapViews)
	w.deriveAttached() // 7: and these show where their roots are now
	w.convertIntents() // 7b: every entity is in its frame for the next tick, so each intent can name that frame
	// 7c: emitters make their puffs, before step 8 replaces the rows that they read
	w.watch.lap(LapDerive)
	w.publish() // 8: the back rows that were written become the front rows, and what queries start from follows
	w.watch.lap(LapPublish)
	w.answerQuestions() // 9: physics is where the new front rows say, and the answers are routed with the rest
	w.watch.lap(LapQuestions)
	w.route() // 10: from here on the recipients of the next tick are fixed
	w.watch.lap(LapRoute)
	w.publishPicture() // 11: after everything that a picture shows
	w.watch.lap(LapPicture)
	w.checkAll() // 12: only with DebugChecks and under contracts; the next tick may start
	w.watch.lap(LapCheck)
}
