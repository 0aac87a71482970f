// Package native names the build of the C++ shim over Jolt: what goes into it, its hash, and where the result lies.
//
// The sources are embedded, so that the hash and the build need no path into a checkout. The hash covers everything that
// could change the library on one machine: our sources and CMake files, the version of Jolt's crate, the flags and the
// kind of the build. physics/jolt holds the hashes as constants, so that it finds the library without this package. The
// benchmark program has a build and a hash of its own: a change of it leaves the library alone.
//
// To build the library, use cmd/joltbuild.
package native

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"io"
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

//go:embed jolt shim bench flags.cmake
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

// ShimFlags returns what CMake is told for the shim and for the benchmark program, besides the folders. The kind comes with
// Jolt's package.
func (k Kind) ShimFlags() []string { return []string{buildType} }

// JoltHash names the build of Jolt alone of this kind: 32 hexadecimal digits over all its inputs, which the shim is none of.
func (k Kind) JoltHash() string { return k.hashOf(k.JoltFlags(), "jolt") }

// Hash names the build of the library of this kind: 32 hexadecimal digits over all its inputs.
func (k Kind) Hash() string { return k.hashOver("shim") }

// BenchHash names the build of the benchmark program of this kind, as Hash.
func (k Kind) BenchHash() string { return k.hashOver("bench") }

// hashOver names the build over Jolt of one of the embedded projects.
func (k Kind) hashOver(project string) string {
	return k.hashOf(append(k.JoltFlags(), k.ShimFlags()...), project)
}

// hashOf covers the crate, the kind, the flags, and the sources of an embedded project.
func (k Kind) hashOf(flags []string, project string) string {
	h := sha256.New()
	fmt.Fprintf(h, "crate %s %s %s\nkind %v\n", CrateName, CrateVersion, CrateChecksum, k)
	for _, flag := range flags {
		fmt.Fprintf(h, "flag %s\n", flag)
	}
	if err := writeSourcesOf(h, project); err != nil {
		panic(fmt.Sprintf("native: the embedded sources cannot be read: %v", err)) // they are part of the program
	}
	return hex.EncodeToString(h.Sum(nil))[:32]
}

// writeSourcesOf writes the sources of a project, each after its name and its size.
func writeSourcesOf(to io.Writer, project string) error {
	paths, err := SourcesOf(project)
	for _, path := range paths {
		var text []byte
		if text, err = sources.ReadFile(path); err != nil {
			break
		}
		fmt.Fprintf(to, "file %s %d\n%s", path, len(text), text)
	}
	return err
}

// SourcesOf returns the names of the embedded sources that the build of a project takes in, in a fixed order: "jolt" for Jolt alone,
// "shim" for the library, "bench" for the benchmark program. The last two are built over Jolt, so its sources are theirs.
func SourcesOf(project string) ([]string, error) {
	roots := []string{"jolt"}
	if project != "jolt" {
		roots = append(roots, "flags.cmake", project)
	}
	var paths []string
	for _, root := range roots {
		err := fs.WalkDir(sources, root, func(path string, entry fs.DirEntry, err error) error {
			if err == nil && !entry.IsDir() {
				paths = append(paths, path)
			}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return paths, nil
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

// Dir returns the folder of the library of this kind. It exists when the build is done, whole.
func (k Kind) Dir() (string, error) {
	dir, err := CacheDir()
	return filepath.Join(dir, k.Hash()), err
}

// BenchDir returns the folder of the benchmark program of this kind. It exists when the build is done, whole.
func (k Kind) BenchDir() (string, error) {
	dir, err := CacheDir()
	return filepath.Join(dir, "bench-"+k.BenchHash()), err
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
