// Package foreign is another module's: its enums are open.
package foreign

type Format int

const (
	FormatRGBA Format = iota
	FormatBGRA
)

type Lonely int

const One Lonely = 1

type Shape interface{ shape() }

type Ball struct{}

func (Ball) shape() {}
