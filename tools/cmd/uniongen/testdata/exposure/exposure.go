// Package exposure is a fixture: the zero value holds a case, and two unions stand in one file.
package exposure

type (
	// Fixed holds the exposure.
	Fixed struct{ Stops float32 }
	// Auto follows the picture.
	Auto struct{ MinStops, MaxStops float32 }

	// Setting chooses.
	//
	//union:cases Auto zero=Fixed
	Setting struct{ settingSlots }
)

// Override may be absent.
//
//union:cases Fixed
type Override struct{ overrideSlots }
