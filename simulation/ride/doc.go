// Package ride moves entities on rails: on orbits, and turning in place.
//
// Its components hold an exact description of a motion as a function of time, from package rails, and nothing that is integrated. In
// each tick they give their entity the full sample of the next step. They move whatever takes one: the owner of a frame, which
// carries the frame with all that is in it, a kinematic body, or an entity without a body.
//
// To change what an entity rides, replace the component. The new one puts a kinematic body onto its rails where its first step
// starts, so physics sweeps nothing across the gap. To let go, remove the component; a hull that becomes dynamic in the same tick
// coasts on with the velocity of its last sample.
//
// A component that cannot move its entity, because the entity refuses or the parent has no point gravity, writes nothing, so the
// entity holds still, and says why in the world's log, once until the reason changes. It goes on trying.
//
// A spawn with a first motion, from Start, is on its rails from its first step on.
package ride
