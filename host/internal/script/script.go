package script

import (
	"fmt"

	"tertius.dev/core/clock"
	"tertius.dev/core/document"
	"tertius.dev/core/geom"
)

// The bounds of a script. docs/guide/scripts.md states them.
const (
	MostBytes      = 64 << 20
	MostTicks      = 1_000_000_000
	MostFrames     = 1_000_000
	MostEvery      = 1_000_000
	MostSide       = 16384
	MostName       = 64
	LeastFov       = 0.001 // radians
	MostFov        = 3.1   // radians
	DefaultWidth   = 1280
	DefaultHeight  = 720
	frameNameExtra = 7 // a dash and six digits
)

// Script is a script that has no problem that the file alone can show.
type Script struct {
	File          string // as messages name it
	Scene         string
	Width, Height int // of the pictures, in pixels
	Steps         []Step

	text  string // of the file, for the places of later problems
	scene int    // the offset of the scene's name
}

// Step is one thing to do: *Run, *Post, *Dump, *Capture, *Camera, *Film, *Dock or *Undock.
type Step interface {
	// At returns where the step stands.
	At() *Place

	step()
}

// Place is where a step stands in its script.
type Place struct {
	Number int    // from 1
	Do     string // the kind of step, as the script spells it

	offset int
}

// At returns the place itself, for the steps that embed it.
func (p *Place) At() *Place { return p }

// Run lets time pass.
type Run struct {
	Place
	Ticks clock.Ticks
}

// Post posts a message.
type Post struct {
	Place
	Message string // the name of its type
	Target  Target
	Payload *document.Value // an object, or nil where the script gives none

	message *document.Value
}

// Dump writes the state of the world.
type Dump struct {
	Place
	Name string
}

// Capture takes a picture.
type Capture struct {
	Place
	Name string
}

// Camera chooses the camera.
type Camera struct {
	Place
	View       View
	FovRadians float32
}

// Film takes pictures every few ticks.
type Film struct {
	Place
	Name   string
	Frames int
	Every  clock.Ticks
}

// Dock makes the frame of one owner a part of that of another.
type Dock struct {
	Place
	Owner SceneID // whose frame ends
	With  SceneID // whose frame goes on
}

// Undock gives an owner its frame back.
type Undock struct {
	Place
	Owner SceneID
}

func (*Run) step()     {}
func (*Post) step()    {}
func (*Dump) step()    {}
func (*Capture) step() {}
func (*Camera) step()  {}
func (*Film) step()    {}
func (*Dock) step()    {}
func (*Undock) step()  {}

// FrameName returns the name of the film's capture k, from 0.
func (f *Film) FrameName(k int) string { return fmt.Sprintf("%s-%06d", f.Name, k) }

// hasFrame reports whether a capture of the film has the name.
func (f *Film) hasFrame(name string) bool {
	prefix := f.Name + "-"
	if len(name) != len(prefix)+frameNameExtra-1 || name[:len(prefix)] != prefix {
		return false
	}
	k := 0
	for _, c := range []byte(name[len(prefix):]) {
		if !isDigit(c) {
			return false
		}
		k = k*10 + int(c-'0')
	}
	return k < f.Frames
}

// Target says who gets a message: ToEntity, ToFrame, ToTopic or ToEveryone.
type Target interface{ target() }

// ToEntity is the entity with the scene id.
type ToEntity struct{ ID SceneID }

// ToFrame is everyone in the frame that the entity with the scene id owns.
type ToFrame struct{ Owner SceneID }

// ToTopic is everyone who has subscribed to the topic with the name.
type ToTopic struct{ Name string }

// ToEveryone is every live entity.
type ToEveryone struct{}

func (ToEntity) target()   {}
func (ToFrame) target()    {}
func (ToTopic) target()    {}
func (ToEveryone) target() {}

// View says where a camera is: EyeOf or Standing.
type View interface{ view() }

// EyeOf looks through the eyes of an entity.
type EyeOf struct{ Entity SceneID }

// Standing stands still in the frame that an entity owns.
type Standing struct {
	FrameOwner SceneID
	Pose       geom.Pose // in the frame
}

func (EyeOf) view()    {}
func (Standing) view() {}

// SceneID is a scene id with its place, since only the built scene tells whether it names something.
type SceneID struct {
	ID string

	member string
	value  *document.Value
}

// Draws reports whether the script takes a picture, so whether its run needs a renderer.
func (s *Script) Draws() bool {
	for _, step := range s.Steps {
		switch step.(type) {
		case *Capture, *Film:
			return true
		case *Run, *Post, *Dump, *Camera, *Dock, *Undock:
		}
	}
	return false
}

// LastDump returns the index of the last dump step, or −1. Routed events are kept until it.
func (s *Script) LastDump() int {
	last := -1
	for i, step := range s.Steps {
		if _, is := step.(*Dump); is {
			last = i
		}
	}
	return last
}

// Length returns how many ticks the script runs and how many pictures it takes.
func (s *Script) Length() (ticks clock.Ticks, pictures int) {
	for _, step := range s.Steps {
		switch step := step.(type) {
		case *Run:
			ticks += step.Ticks
		case *Capture:
			pictures++
		case *Film:
			ticks += clock.Ticks(step.Frames) * step.Every
			pictures += step.Frames
		case *Post, *Dump, *Camera, *Dock, *Undock:
		}
	}
	return ticks, pictures
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// GoodName reports whether name can be a scene id or the name of a step.
func GoodName(name string) bool {
	if len(name) < 1 || len(name) > MostName || name[0] == '-' {
		return false
	}
	for _, c := range []byte(name) {
		if !isDigit(c) && !('a' <= c && c <= 'z') && c != '-' {
			return false
		}
	}
	return true
}

// NameRule says what GoodName asks for.
const NameRule = "1 to 64 characters a to z, 0 to 9 and -, the first no -"
