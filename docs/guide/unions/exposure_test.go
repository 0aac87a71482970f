package unions_test

import (
	"testing"

	"tertius.dev/docs/guide/unions"
)

func TestZeroExposureIsFixedAtZeroStops(t *testing.T) {
	var e unions.Exposure
	if fixed, ok := e.AsFixed(); !ok || fixed.Stops != 0 || e.Kind() != unions.ExposureFixed {
		t.Errorf("the zero value is %v", e)
	}
	if !e.Equal(unions.ExposureOfFixed(unions.Fixed{})) {
		t.Error("the zero value differs from fixed at 0 stops")
	}
}
