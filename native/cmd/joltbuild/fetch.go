package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"tertius.dev/native"
)

// fetch brings Jolt's source below work with a manifest that is thrown away, and returns its folder. Cargo takes the
// crate from wherever it is set up to.
func fetch(work string) (string, error) {
	fmt.Printf("jolt: fetching %s %s with cargo\n", native.CrateName, native.CrateVersion)
	dir := filepath.Join(work, "fetch")
	if err := os.Mkdir(dir, 0o755); err != nil {
		return "", err
	}
	manifest := fmt.Sprintf("[package]\nname = \"fetch\"\nversion = \"0.0.0\"\nedition = \"2021\"\n\n"+
		"[lib]\npath = \"lib.rs\"\n\n[dependencies]\n%s = \"=%s\"\n", native.CrateName, native.CrateVersion)
	for name, text := range map[string]string{"Cargo.toml": manifest, "lib.rs": ""} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			return "", err
		}
	}
	if err := command(dir, nil, "cargo", "vendor"); err != nil {
		return "", err
	}
	crate := filepath.Join(dir, "vendor", native.CrateName)
	if err := checkCrate(crate); err != nil {
		return "", err
	}
	return filepath.Join(crate, filepath.FromSlash(native.CrateJolt)), nil
}

// checkCrate compares the checksum that cargo verified with the one that we know, so that no other content can come
// under the same name and version.
func checkCrate(dir string) error {
	text, err := os.ReadFile(filepath.Join(dir, ".cargo-checksum.json"))
	if err != nil {
		return fmt.Errorf("cargo vendor brought no %s: %w", native.CrateName, err)
	}
	var sums struct {
		Package string `json:"package"`
	}
	if err := json.Unmarshal(text, &sums); err != nil {
		return fmt.Errorf("the checksums of %s cannot be read: %w", native.CrateName, err)
	}
	if sums.Package != native.CrateChecksum {
		return fmt.Errorf("%s %s has the checksum %s, want %s: another content under the same version",
			native.CrateName, native.CrateVersion, sums.Package, native.CrateChecksum)
	}
	return nil
}
