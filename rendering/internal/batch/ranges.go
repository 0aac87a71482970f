package batch

// Range is a slab of view depth. Its own near plane and its own clear of the depth buffer give it the whole precision of
// the depth format. The ranges are in the order in which they draw.
type Range uint8

// The ranges.
const (
	Far    Range = iota // from 2,000 km to infinity
	Middle              // from 2 km to 2,000 km
	Near                // from 5 cm to 2 km
	numRanges
)

// NumRanges counts the ranges. It is no Range itself, so that no switch and no table has to name it.
const NumRanges = 3

var _ = [NumRanges]struct{}([numRanges]struct{}{})

// String returns the range's name.
func (r Range) String() string {
	return [...]string{Far: "far", Middle: "middle", Near: "near", NumRanges: "none"}[r]
}

// Run says how a stretch of instances is drawn.
type Run uint8

// The runs.
const (
	Regular  Run = iota
	Mirrored     // by a scale that turns the mesh inside out, so that the other faces are culled
	numRuns
)

// NumRuns counts the runs.
const NumRuns = 2

var _ = [NumRuns]struct{}([numRuns]struct{}{})

const (
	nearBoundary = 2e3 // between the near and the middle range, in meters of view depth
	farBoundary  = 2e6 // between the middle and the far range
	nearPlane    = 0.05

	// Each slab reaches this factor past its boundaries, so that neighbors overlap and no gap opens between them by the
	// rounding of a depth.
	overlap = 1.01

	nearest = nearPlane / overlap
)

// slab is a range of view depth in meters. The far one has no end.
type slab struct{ from, to float64 }

const endless = 1e300

var slabs = [NumRanges]slab{
	Far:    {farBoundary / overlap, endless},
	Middle: {nearBoundary / overlap, farBoundary * overlap},
	Near:   {nearest, nearBoundary * overlap},
}

// NearPlaneMeters is the view depth of the range's near plane. With an infinite reversed Z, a view depth z has the depth
// NearPlaneMeters / z.
func (r Range) NearPlaneMeters() float32 { return float32(slabs[r].from) }

// ClearDepth is the depth of the range's far end, which the depth buffer is cleared to before the range draws, so that
// the test for greater rejects what lies beyond.
func (r Range) ClearDepth() float32 {
	if slabs[r].to == endless {
		return 0
	}
	return float32(slabs[r].from / slabs[r].to)
}

// rangesOf is the set of ranges, as bits, whose slab a sphere overlaps that lies from nearSide to farSide in view depth:
// from near to far, until the first that holds the far side.
func rangesOf(nearSide, farSide float64) uint8 {
	var set uint8
	for r := Near; ; r-- {
		s := &slabs[r]
		if farSide > s.from && nearSide < s.to {
			set |= 1 << r
		}
		if farSide <= s.to || r == Far {
			return set
		}
	}
}
