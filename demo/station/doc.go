// Package station builds a station on an orbit around a dwarf planet, with two pods that leave and enter by its airlock.
//
// The station is a kinematic hull on rails, at 350 m/s around a body of the size of Ceres; its axes do not turn. Its hangar is
// hollow: the parts of its hull leave an opening, so the same shape is the outside in the planet's frame and the walls in the
// station's own. A pod inside the station's bubble is in the station's frame, where nothing pulls it, and outside in the
// planet's, where it falls as the station does. A Pilot steers each along a route that is laid out beside the station.
package station
