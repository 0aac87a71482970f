package scenes

import (
	"tertius.dev/demo/yard"
	"tertius.dev/simulation"
)

// Yards builds one yard of the demo for each of the options, in the order given, each in a root frame of its own, and looks
// through the eye of the first. The world must know yard.Messages.
func Yards(w *simulation.World, options ...yard.Options) ([]*yard.Yard, error) {
	kit, err := yard.NewKit(w.Resources())
	if err != nil {
		return nil, err
	}
	var yards []*yard.Yard
	for _, o := range options {
		y, err := yard.Build(w, kit, o)
		if err != nil {
			return nil, err
		}
		yards = append(yards, y)
	}
	if err := w.SetAmbient(yard.Ambient); err != nil {
		return nil, err
	}
	return yards, w.SetCamera(simulation.Camera{Entity: yards[0].Eye, FovRadians: yard.FovRadians})
}
