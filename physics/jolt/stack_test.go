package jolt_test

import "testing"

// deeper calls f at a stack that is about 200 bytes deeper for each level.
//
//go:noinline
func deeper(levels int, f func()) byte {
	var room [160]byte
	if levels == 0 {
		f()
		return room[0]
	}
	room[levels%len(room)] = byte(levels)
	return deeper(levels-1, f) + room[0]
}

// C writes through addresses that Go's compiler does not see, so nothing that it writes to may lie on a stack, which
// moves when it grows: stepping at any depth of a fresh stack gives what stepping at the top gives.
func TestStepAtAnyStackDepth(t *testing.T) {
	top, deep := newBench(t, 1), newBench(t, 1)
	for _, b := range []*bench{top, deep} {
		b.fillYard(0)
		b.apply()
	}
	for depth := range 200 {
		top.step()
		done := make(chan struct{})
		go func() {
			defer close(done)
			deeper(depth, deep.stepRaw)
		}()
		<-done
		if len(deep.out.Errors) > 0 || deep.hash() != top.hash() {
			t.Fatalf("at depth %d the states differ, errors %v", depth, deep.out.Errors)
		}
	}
}
