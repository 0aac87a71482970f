// Package render is the seam between the simulation and a renderer: what a renderer promises, and the plain data that
// crosses. A renderer such as rendering/vulkan implements Renderer; nothing here draws.
//
// Words: a resource is a mesh, a texture or a material in a Store, named by a small id; a snapshot is everything that one
// picture shows, relative to its camera; an instance is one drawn object of a snapshot; a capture is one picture handed to
// a sink. In this package and in rendering, a frame is a drawn picture, and a reference frame is spelled refFrame.
//
// Units: SI. Places are in meters relative to the render origin, the camera's place at the snapshot, in the axes of the
// camera's reference frame. Radiance is in W/(m² sr), irradiance in W/m², radiant flux in W. Colors are linear, in the
// primaries of sRGB. Exposure is in stops: every pass multiplies radiance by 2^stops.
//
// A scene fills a Store without any renderer, so a run that draws nothing needs no graphics library.
package render
