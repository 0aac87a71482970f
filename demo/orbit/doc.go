// Package orbit builds the sun, the earth with its turning ground, the moon, and a ship in low orbit with a cabin in which
// crates float.
//
// Everything big is on rails, and every frame is in the frame that it goes around:
//
//	system   a root about the sun, whose axes point at the fixed stars
//	earth    goes around the sun and does not turn
//	ground   turns in the earth's frame as the earth does, and shows it
//	moon     goes around the earth, one face toward it
//	ship     goes around the earth 400 km up: a kinematic hull, so that its frame feels nothing at all
//
// The ship flies along -Z with the earth below it along -Y as the scene starts; its axes do not turn.
package orbit
