// Package rendering_test draws worlds with the real renderer.
package rendering_test

import (
	"bytes"
	"image"
	"testing"

	"tertius.dev/core/render"
	"tertius.dev/demo/yard"
	"tertius.dev/rendering/capture"
	"tertius.dev/rendering/vulkan"
	"tertius.dev/simulation"
	"tertius.dev/testing/gputest"
	"tertius.dev/testing/scenes"
	"tertius.dev/testing/worldtest"
)

// drawing is a world of one yard and a renderer of it.
type drawing struct {
	world    *simulation.World
	renderer *vulkan.Renderer
	snapshot render.Snapshot
}

func newDrawing(t *testing.T, width, height int, o yard.Options) *drawing {
	t.Helper()
	d := &drawing{world: worldtest.New(t, simulation.Options{Messages: yard.Messages()})}
	if _, err := scenes.Yards(d.world, o); err != nil {
		t.Fatal(err)
	}
	d.renderer = gputest.Open(t, d.world.Resources(), width, height, func(o *render.Options) { o.Exposure = yard.Exposure })
	return d
}

func (d *drawing) tick(ticks int) {
	for range ticks {
		d.world.Tick()
	}
}

// picture is what the world shows after its last tick. The test keeps it as a file, to be looked at.
func (d *drawing) picture(t *testing.T, name string) *image.NRGBA {
	t.Helper()
	d.world.BuildSnapshot(&d.snapshot)
	var p *image.NRGBA
	for range 3 {
		p = gputest.Picture(t, d.renderer, &d.snapshot, 1)
	}
	file := capture.NewPNG(t.ArtifactDir() + "/" + name + ".png")
	if err := file.Take(render.CapturedImage{Width: p.Rect.Dx(), Height: p.Rect.Dy(), Pixels: p.Pix}); err != nil {
		t.Fatal(err)
	}
	return p
}

// shares is the share of pixels that are all but black, and that are all but white.
func shares(p *image.NRGBA) (dark, bright float64) {
	for i := 0; i < len(p.Pix); i += 4 {
		least, most := min(p.Pix[i], p.Pix[i+1], p.Pix[i+2]), max(p.Pix[i], p.Pix[i+1], p.Pix[i+2])
		if most < 8 {
			dark++
		}
		if least > 247 {
			bright++
		}
	}
	pixels := float64(len(p.Pix) / 4)
	return dark / pixels, bright / pixels
}

func TestYardIsExposedSoThatItShows(t *testing.T) {
	d := newDrawing(t, 320, 180, yard.Options{Fountain: true})
	for _, c := range []struct {
		name  string
		ticks int
	}{{"start", 1}, {"later", 240}} {
		d.tick(c.ticks)
		dark, bright := shares(d.picture(t, c.name))
		if dark > 0.5 || bright > 0.05 {
			t.Errorf("%s: %.0f %% of the picture are black and %.0f %% white", c.name, 100*dark, 100*bright)
		}
		stats := d.renderer.Stats()
		if stats.Instances < 200 || stats.Drawn < 100 || stats.Lights < 2 {
			t.Errorf("%s: %d instances, %d drawn, %d lights", c.name, stats.Instances, stats.Drawn, stats.Lights)
		}
	}
}

func TestTwoRunsOfTheYardGiveOnePicture(t *testing.T) {
	var pictures [2]*image.NRGBA
	for i := range pictures {
		d := newDrawing(t, 160, 90, yard.Options{Fountain: true})
		d.tick(90)
		pictures[i] = d.picture(t, "run")
	}
	if !bytes.Equal(pictures[0].Pix, pictures[1].Pix) {
		t.Error("the pictures differ")
	}
}
