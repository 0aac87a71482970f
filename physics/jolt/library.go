package jolt

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"tertius.dev/physics/internal/shim"
)

// EnvLibrary is the environment variable that names another copy of the library.
const EnvLibrary = "TERTIUS_JOLT"

// LibraryProblem says why the native library cannot be used.
type LibraryProblem uint8

const (
	// LibraryMissing means that the file is not there or cannot be loaded.
	LibraryMissing LibraryProblem = iota
	// LibraryVersion means that the file is another version of the library, or no such library at all.
	LibraryVersion
	// LibraryFloat means that the library is built in single precision.
	LibraryFloat
	// LibraryProcessor means that this processor lacks instructions that the library uses.
	LibraryProcessor
)

// LibraryError is the native library that cannot be used. Its text is one line that names the way out.
type LibraryError struct {
	Problem LibraryProblem
	Path    string // of the file, empty when the processor is the problem
	Detail  string // one line, without the way out
}

func (e *LibraryError) Error() string {
	switch e.Problem {
	case LibraryMissing:
		return fmt.Sprintf("no Jolt library at %s (%s): run make setup", e.Path, e.Detail)
	case LibraryVersion:
		return fmt.Sprintf("the Jolt library %s is not the one of this program: %s: run make setup", e.Path, e.Detail)
	case LibraryFloat:
		return fmt.Sprintf("the Jolt library %s is built in single precision, and Tertius needs doubles: run make setup",
			e.Path)
	case LibraryProcessor:
		return fmt.Sprintf("this processor lacks %s, which the Jolt library needs: run on one with AVX2 and FMA", e.Detail)
	}
	return fmt.Sprintf("the Jolt library %s cannot be used: %s", e.Path, e.Detail)
}

// loadLibrary finds and loads the library, and refuses one that is not ours before any other call into it.
func loadLibrary(o *Options) (*shim.Library, error) {
	if missing := shim.MissingInstructions(); len(missing) > 0 {
		return nil, &LibraryError{Problem: LibraryProcessor, Detail: strings.Join(missing, ", ")}
	}
	path, err := libraryPath(o)
	if err != nil {
		return nil, &LibraryError{Problem: LibraryMissing, Path: path, Detail: oneLine(err)}
	}
	if _, err := os.Stat(path); err != nil {
		return nil, &LibraryError{Problem: LibraryMissing, Path: path, Detail: "no such file"}
	}
	lib, err := shim.Load(path)
	if err == nil {
		return lib, nil
	}
	var refusal *shim.Refusal
	switch {
	case !errors.As(err, &refusal):
		return nil, &LibraryError{Problem: LibraryMissing, Path: path, Detail: oneLine(err)}
	case refusal.FloatBuild:
		return nil, &LibraryError{Problem: LibraryFloat, Path: path, Detail: refusal.Text}
	default:
		return nil, &LibraryError{Problem: LibraryVersion, Path: path, Detail: refusal.Text}
	}
}

// libraryPath is the file that the options name, else the environment, else the build in the cache.
func libraryPath(o *Options) (string, error) {
	if o.Library != "" {
		return o.Library, nil
	}
	if path := os.Getenv(EnvLibrary); path != "" {
		return path, nil
	}
	build := releaseBuild
	if o.Asserts {
		build = assertsBuild
	}
	cache, err := os.UserCacheDir()
	return filepath.Join(cache, "tertius", "jolt", build, libraryName()), err
}

func libraryName() string {
	switch runtime.GOOS {
	case "windows":
		return "tertius_jolt.dll"
	case "darwin":
		return "libtertius_jolt.dylib"
	default:
		return "libtertius_jolt.so"
	}
}

func oneLine(err error) string { return strings.ReplaceAll(err.Error(), "\n", " ") }
