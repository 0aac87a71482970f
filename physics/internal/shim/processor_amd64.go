package shim

// cpuid reads the processor's description of itself.
func cpuid(leaf, subleaf uint32) (eax, ebx, ecx, edx uint32)

// xgetbv reads which registers the operating system saves.
func xgetbv() (eax, edx uint32)

// MissingInstructions names what the library's machine code needs and this processor lacks, empty when nothing.
//
// Source: Intel 64 and IA-32 Architectures Software Developer's Manual, volume 2, CPUID; volume 1, 14.3 for AVX's state.
func MissingInstructions() []string {
	highest, _, _, _ := cpuid(0, 0)
	_, _, ecx1, _ := cpuid(1, 0)
	var ebx7 uint32
	if highest >= 7 {
		_, ebx7, _, _ = cpuid(7, 0)
	}
	var extended uint32
	if most, _, _, _ := cpuid(0x80000000, 0); most >= 0x80000001 {
		_, _, extended, _ = cpuid(0x80000001, 0)
	}
	var saved uint32
	if ecx1>>27&1 == 1 { // XGETBV is enabled
		saved, _ = xgetbv()
	}
	avxState := saved&6 == 6
	var missing []string
	for _, need := range [...]struct {
		name string
		has  bool
	}{
		{"AVX2", avxState && ebx7>>5&1 == 1},
		{"FMA", avxState && ecx1>>12&1 == 1},
		{"F16C", avxState && ecx1>>29&1 == 1},
		{"BMI1", ebx7>>3&1 == 1},
		{"LZCNT", extended>>5&1 == 1},
		{"POPCNT", ecx1>>23&1 == 1},
	} {
		if !need.has {
			missing = append(missing, need.name)
		}
	}
	return missing
}
