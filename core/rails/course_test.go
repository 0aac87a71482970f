package rails_test

import (
	"math"
	"testing"

	"tertius.dev/core/rails"
)

func TestCourseRefusesWhatItsOrbitRefuses(t *testing.T) {
	tiny := lowOrbit
	tiny.SemiMajorAxisMeters = 1e-300
	for _, c := range []struct {
		name  string
		orbit rails.Orbit
		mu    float64
	}{
		{"no-attitude", rails.Orbit{SemiMajorAxisMeters: 7e6}, earthMu},
		{"no-mu", lowOrbit, 0},
		{"sizes-that-doubles-do-not-hold", tiny, earthMu},
	} {
		course, err := rails.NewCourse(&c.orbit, c.mu)
		if err == nil || course != (rails.Course{}) {
			t.Errorf("%s: the course is about mu %v, error %v", c.name, course.Mu(), err)
		}
		if _, again := c.orbit.Sample(c.mu, 0, 1.0/60); again == nil || again.Error() != err.Error() {
			t.Errorf("%s: the orbit says %v, its course %v", c.name, again, err)
		}
	}
	course, err := rails.NewCourse(&lowOrbit, earthMu)
	if err != nil || course.Mu() != earthMu {
		t.Fatalf("mu %v, error %v", course.Mu(), err)
	}
	for _, time := range []float64{math.NaN(), math.Inf(1), 1e300} {
		if _, _, err := course.StateAt(time); err == nil {
			t.Errorf("a time of %v s has a place", time)
		}
	}
	if _, err := course.Sample(0, 0); err == nil {
		t.Error("a step of 0 s has a sample")
	}
}

// A course is flown for long, so nothing of one sample may stay for the next one.
func TestCourseGivesTheBitsOfItsOrbitInAnyOrderOfTimes(t *testing.T) {
	spinning := lowOrbit
	spinning.Attitude = rails.AttitudeOfSpin(rails.Spin{AxialTiltRadians: 0.4, RateRadiansPerSecond: 0.2, PhaseAtEpochRadians: 7})
	spinning.MeanAnomalyAtEpochRadians = 40
	for _, orbit := range []rails.Orbit{lowOrbit, spinning} {
		course, err := rails.NewCourse(&orbit, earthMu)
		if err != nil {
			t.Fatal(err)
		}
		for i := range 1000 {
			time := float64(i*7919%1000) * 12.5
			got, err := course.Sample(time, 1.0/60)
			want, err2 := orbit.Sample(earthMu, time, 1.0/60)
			if err != nil || err2 != nil || got != want {
				t.Fatalf("at %v s: %+v, %v; the orbit gives %+v, %v", time, got, err, want, err2)
			}
		}
	}
}
