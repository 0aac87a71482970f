package shader

import (
	"math"
	"math/bits"
	"sync"
)

// The sizes of the tables: across by down. Down is the roughness; the texel i of n holds i / (n − 1), so the ends are
// exact.
const (
	DFGWidth, DFGHeight         = 32, 32
	LobeSkyWidth, LobeSkyHeight = 64, 32

	// samplesPerTexel is how many half vectors a texel of the DFG table sums.
	samplesPerTexel = 16384
	// lobeRings is how many rings about the lobe's axis a texel of the lobe-sky table sums.
	lobeRings = 1024
)

// Tables are what the shaders read of the specular lobe, as half floats.
type Tables struct {
	DFG     []uint16 // DFGWidth × DFGHeight pairs, across n·v: the Schlick part S and the lobe albedo E1
	LobeSky []uint16 // LobeSkyWidth × LobeSkyHeight, across (cos + 1) / 2: the share of the lobe above the horizon
}

// SharedTables computes the tables on the first call, in about a third of a second of one core.
var SharedTables = sync.OnceValue(computeTables)

func computeTables() *Tables {
	t := &Tables{
		DFG:     make([]uint16, 2*DFGWidth*DFGHeight),
		LobeSky: make([]uint16, LobeSkyWidth*LobeSkyHeight),
	}
	var rows sync.WaitGroup
	for row := range DFGHeight { // each row writes its own texels, so the order of the goroutines does not show
		rows.Go(func() { dfgRow(row, t.DFG[2*DFGWidth*row:][:2*DFGWidth]) })
	}
	for row := range LobeSkyHeight {
		rows.Go(func() { lobeSkyRow(row, t.LobeSky[LobeSkyWidth*row:][:LobeSkyWidth]) })
	}
	rows.Wait()
	return t
}

func alphaOfRow(row, rows int) float64 {
	r := FlooredRoughness(float64(row) / float64(rows-1))
	return r * r
}

// dfgRow integrates the lobe of one roughness over its half vectors, chosen by their distribution.
//
// Source: Karis 2013, "Real Shading in Unreal Engine 4", in the split of Filament: the albedo of a surface with F0 is
// S + F0 (E1 − S).
func dfgRow(row int, out []uint16) {
	alpha := alphaOfRow(row, DFGHeight)
	hx, hz := halfVectors(alpha)
	for i := range DFGWidth {
		nv := max(float64(i)/(DFGWidth-1), CosineFloor)
		vx := math.Sqrt(1 - nv*nv)
		var schlick, albedo float64
		for k := range hx {
			vh := vx*hx[k] + nv*hz[k]
			nl := 2*vh*hz[k] - nv
			if !(nl > 0) || !(vh > 0) {
				continue
			}
			weight := 4 * VisibilitySmith(nv, nl, alpha) * nl * vh / hz[k]
			x := 1 - vh
			albedo += weight
			schlick += weight * (x * x) * (x * x) * x
		}
		out[2*i], out[2*i+1] = Half(schlick/samplesPerTexel), Half(albedo/samplesPerTexel)
	}
}

// halfVectors are the X and Z parts of the half vectors that GGX's distribution gives for the Hammersley points.
//
// Source: Hammersley 1960; Walter et al. 2007, equations 35 and 36.
func halfVectors(alpha float64) (hx, hz []float64) {
	hx, hz = make([]float64, samplesPerTexel), make([]float64, samplesPerTexel)
	for k := range samplesPerTexel {
		u := (float64(k) + 0.5) / samplesPerTexel
		phi := 2 * math.Pi * float64(bits.Reverse32(uint32(k))) / (1 << 32)
		cos := math.Sqrt((1 - u) / (1 + (alpha*alpha-1)*u))
		hx[k], hz[k] = math.Sqrt(1-cos*cos)*math.Cos(phi), cos
	}
	return hx, hz
}

// lobeSkyRow integrates which part of the lobe of one roughness, seen along its own axis, lies above a horizon. Each ring
// about the axis is exact.
func lobeSkyRow(row int, out []uint16) {
	alpha := alphaOfRow(row, LobeSkyHeight)
	for i := range LobeSkyWidth {
		cosUp := 2*float64(i)/(LobeSkyWidth-1) - 1
		var above, all float64
		for k := range lobeRings {
			u := (float64(k) + 0.5) / lobeRings
			cosHalf2 := (1 - u) / (1 + (alpha*alpha-1)*u)
			nl := 2*cosHalf2 - 1 // the light's angle is twice the half vector's
			if nl <= 0 {
				break // and so for all wider rings
			}
			all += nl
			above += nl * ringAbove(nl, cosUp)
		}
		out[i] = Half(above / all)
	}
}

// ringAbove is the share of the ring at the cosine c about an axis that lies above the horizon of an up at the cosine
// cosUp from the axis.
func ringAbove(c, cosUp float64) float64 {
	high := c * cosUp
	wide := math.Sqrt(max(0, 1-c*c)) * math.Sqrt(max(0, 1-cosUp*cosUp))
	switch {
	case high >= wide:
		return 1
	case high <= -wide:
		return 0
	}
	return 1 - math.Acos(high/wide)/math.Pi
}
