package main

// stage is one part of what the project checks of itself.
type stage struct {
	name  string // one word, for the command line
	claim string // what holds when the stage passes
	check func(*workspace) error
}

// stages is the order: what fails fast comes first, and what needs a built engine last.
var stages = []stage{
	{"source", "Go files are formatted, scripts parse, no test skips, nothing is put off", checkSource},
	{"sync", "go work sync changes nothing", checkSync},
	{"modules", "each module builds, vets and is tidy without the workspace", checkModules},
	{"vet", "the project's own vet finds nothing", checkVet},
	{"law", "every import obeys the import law", checkLaw},
	{"generated", "what is generated and committed is what its source gives", checkGenerated},
	{"cross", "the cgo-free packages build for the other systems", checkCross},
	{"test", "the tests pass", checkTests},
	{"contracts", "the tests pass with contracts, and with asserts in Jolt", checkContracts},
	{"demo", "the demo draws its pictures and its film, and repeats itself on other workers to the last bit", checkDemo},
}
