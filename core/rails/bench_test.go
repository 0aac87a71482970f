package rails_test

import (
	"testing"

	"tertius.dev/core/geom"
	"tertius.dev/core/motion"
	"tertius.dev/core/rails"
)

// lowOrbit is about that of the space station.
var lowOrbit = rails.Orbit{
	SemiMajorAxisMeters: 6.78e6, Eccentricity: 0.01, InclinationRadians: 0.9, AscendingNodeRadians: 1,
	ArgumentOfPeriapsisRadians: 2, MeanAnomalyAtEpochRadians: 0.3, Attitude: facing,
}

var sampleSink motion.Sample

func BenchmarkOrbitSample(b *testing.B) {
	spin := rails.AttitudeOfSpin(rails.Spin{AxialTiltRadians: 0.4, RateRadiansPerSecond: 7.3e-5})
	for _, c := range []struct {
		name         string
		eccentricity float64
		attitude     rails.Attitude
	}{
		{"low-orbit-faces-parent", 0.01, facing},
		{"low-orbit-spin", 0.01, spin},
		{"oval-faces-parent", 0.7, facing},
		{"comet-faces-parent", 0.999, facing},
	} {
		b.Run(c.name, func(b *testing.B) {
			o := lowOrbit
			o.Eccentricity, o.Attitude = c.eccentricity, c.attitude
			b.ReportAllocs()
			time := 0.0
			for b.Loop() {
				time += 1.7
				sampleSink, _ = o.Sample(earthMu, time, 1.0/60)
			}
		})
	}
}

func BenchmarkFrameSpinSample(b *testing.B) {
	s := rails.FrameSpin{Spin: rails.Spin{AxialTiltRadians: 0.4, RateRadiansPerSecond: 7.3e-5}}
	b.ReportAllocs()
	time := 0.0
	for b.Loop() {
		time += 1.7
		sampleSink, _ = s.Sample(geom.Vec3{}, time, 1.0/60)
	}
}

func BenchmarkPropagate(b *testing.B) {
	b.ReportAllocs()
	time := 0.0
	for b.Loop() {
		time += 1.7
		sampleSink.Pose.Position, sampleSink.Velocity, _ =
			rails.Propagate(geom.Vec3{X: 7e6}, geom.Vec3{Y: 1e3, Z: -7.5e3}, earthMu, time)
	}
}

func BenchmarkLambert(b *testing.B) {
	b.ReportAllocs()
	time := 2000.0
	for b.Loop() {
		time += 1e-3
		sampleSink.Velocity, _, _ = rails.Lambert(geom.Vec3{X: 7e6}, geom.Vec3{Z: -9e6}, time, earthMu, geom.UnitY)
	}
}

func BenchmarkOrbitFrom(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		orbitSink, _ = rails.OrbitFrom(geom.Vec3{X: 7e6}, geom.Vec3{Y: 1e3, Z: -7.5e3}, earthMu, 0)
	}
}

var orbitSink rails.Orbit

// A thousand frames on rails, as a tick samples them, each from its own row.
func BenchmarkThousandCourses(b *testing.B) {
	courses := make([]rails.Course, 1000)
	samples := make([]motion.Sample, len(courses))
	for i := range courses {
		orbit := lowOrbit
		orbit.MeanAnomalyAtEpochRadians = 0.01 * float64(i)
		orbit.Eccentricity = 0.0005 * float64(i)
		var err error
		if courses[i], err = rails.NewCourse(&orbit, earthMu); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportAllocs()
	time := 0.0
	for b.Loop() {
		time += 1.0 / 60
		for i := range courses {
			samples[i], _ = courses[i].Sample(time, 1.0/60)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(courses)), "ns/sample")
}
