// Package native names the build of the C++ shim over Jolt: what goes into it, its hash, and where the result lies.
//
// The sources are embedded, so that the hash and the build need no path into a checkout. The hash covers everything that
// could change the library on one machine: our sources and CMake files, the version of Jolt's crate, the flags and the
// kind of the build. physics/jolt holds the hashes as constants, so that it finds the library without this package.
//
// To build the library, use cmd/joltbuild.
package native

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
)

// The source of Jolt: a crate that carries Jolt Physics 5.6.0, fetched by name and version, and the checksum that the
// registry records for it.
const (
	CrateName     = "oxijolt-sys"
	CrateVersion  = "1.1.0"
	CrateChecksum = "a3c0dd5f7bb20177655091e4e1c291779d1e4408509f30b4920a82c5e79967db"
	// CrateJolt is where Jolt lies in the crate.
	CrateJolt = "vendor/JoltPhysics"
)

//go:embed jolt shim bench
var sources embed.FS

// Kind is a kind of build. The zero value is the one that games use.
type Kind uint8

const (
	// Release has no checks inside Jolt.
	Release Kind = iota
	// Asserts has Jolt's asserts compiled in; a failed one comes back as an error of the call.
	Asserts
)

// Kinds are all kinds of builds.
var Kinds = [...]Kind{Release, Asserts}

// String returns the name of the kind.
func (k Kind) String() string {
	switch k {
	case Release:
		return "release"
	case Asserts:
		return "asserts"
	}
	return fmt.Sprintf("Kind(%d)", uint8(k))
}

// buildType is the flag that Jolt and the shim share.
const buildType = "-DCMAKE_BUILD_TYPE=Distribution"

// JoltFlags returns what CMake is told for Jolt, besides the folders.
func (k Kind) JoltFlags() []string {
	flags := []string{buildType}
	if k == Asserts {
		flags = append(flags, "-DTERTIUS_ASSERTS=ON")
	}
	return flags
}

// ShimFlags returns what CMake is told for the shim, besides the folders. The kind comes with Jolt's package.
func (k Kind) ShimFlags() []string { return []string{buildType} }

// JoltHash names the build of Jolt alone of this kind: 32 hexadecimal digits over all its inputs, which the shim is none of.
func (k Kind) JoltHash() string { return k.hashOf(k.JoltFlags(), "jolt") }

// Hash names the build of this kind: 32 hexadecimal digits over all its inputs.
func (k Kind) Hash() string { return k.hashOf(append(k.JoltFlags(), k.ShimFlags()...), ".") }

// hashOf covers the crate, the kind, the flags, and the embedded sources below root.
func (k Kind) hashOf(flags []string, root string) string {
	h := sha256.New()
	fmt.Fprintf(h, "crate %s %s %s\nkind %v\n", CrateName, CrateVersion, CrateChecksum, k)
	for _, flag := range flags {
		fmt.Fprintf(h, "flag %s\n", flag)
	}
	err := fs.WalkDir(sources, root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := sources.ReadFile(path)
		fmt.Fprintf(h, "file %s %d\n%s", path, len(text), text)
		return err
	})
	if err != nil {
		panic(fmt.Sprintf("native: the embedded sources cannot be read: %v", err)) // they are part of the program
	}
	return hex.EncodeToString(h.Sum(nil))[:32]
}

// WriteSources writes the embedded sources below dir, which must exist.
func WriteSources(dir string) error { return os.CopyFS(dir, sources) }

// CacheDir returns the folder that holds all builds, in the user's cache folder. It need not exist.
func CacheDir() (string, error) {
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("native: no cache folder to keep the Jolt library in: %w", err)
	}
	return filepath.Join(dir, "tertius", "jolt"), nil
}

// Dir returns the folder of the build of this kind. It exists when the build is done, whole.
func (k Kind) Dir() (string, error) {
	dir, err := CacheDir()
	return filepath.Join(dir, k.Hash()), err
}

// JoltDir returns the folder of Jolt's own static library of this kind, with its headers and its CMake package, which every
// build of the shim shares. It exists when that build is done, whole.
func (k Kind) JoltDir() (string, error) {
	dir, err := CacheDir()
	return filepath.Join(dir, "static-"+k.JoltHash()), err
}

// JoltPackage is the file in JoltDir by which CMake finds Jolt.
const JoltPackage = "lib/cmake/Jolt/JoltConfig.cmake"

// LibraryName is the file name of the library on this system.
func LibraryName() string {
	switch runtime.GOOS {
	case "windows":
		return "tertius_jolt.dll"
	case "darwin":
		return "libtertius_jolt.dylib"
	default:
		return "libtertius_jolt.so"
	}
}

// BenchName is the file name of the benchmark program on this system.
func BenchName() string {
	if runtime.GOOS == "windows" {
		return "tertius_jolt_bench.exe"
	}
	return "tertius_jolt_bench"
}
