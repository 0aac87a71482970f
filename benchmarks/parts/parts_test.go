package parts

import "testing"

// The figures would mean nothing if the jets did not push, or did not push as they say.
func TestJetsPush(t *testing.T) {
	for _, l := range []Layout{{10, 1}, {10, 4}, {1, 4}} {
		if err := Cancel(l, 1); err != nil {
			t.Errorf("%v: %v", l, err)
		}
		y, err := NewYard(l, Swing, 1)
		if err != nil {
			t.Fatal(err)
		}
		y.run(3)
		if y.Unmoved() == nil {
			t.Errorf("%v: swinging jets leave their roots where they were", l)
		}
		if err := y.World.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestEveryLayoutHasItsParts(t *testing.T) {
	for _, l := range Layouts {
		for _, m := range []Mode{Swing, Opposed} {
			y, err := NewYard(l, m, 1)
			if err != nil {
				t.Fatal(err)
			}
			n := 0
			for e := range y.World.Entities() {
				if _, _, attached := y.World.AttachedTo(e); attached {
					n++
				}
			}
			if n < Parts || n > Parts+8 {
				t.Errorf("%v: %d parts, want %d", l, n, Parts)
			}
			if err := y.World.Close(); err != nil {
				t.Error(err)
			}
		}
	}
}
