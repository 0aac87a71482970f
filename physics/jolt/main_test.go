package jolt_test

import (
	"fmt"
	"os"
	"testing"

	"tertius.dev/physics/jolt"
)

// TestMain fails when a native object outlives the tests.
func TestMain(m *testing.M) {
	code := m.Run()
	backend, err := jolt.Open(jolt.DefaultOptions())
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	if live := backend.LiveObjects(); live != 0 {
		fmt.Printf("FAIL: %d native objects live after the tests\n", live)
		code = 1
	}
	os.Exit(code)
}
