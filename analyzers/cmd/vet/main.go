// Command vet is the project's own vet: the go command runs it over a module with
//
//	go vet -vettool=$PWD/bin/vet ./...
//
// and "bin/vet help" lists its checks with their reasons.
package main

import (
	"golang.org/x/tools/go/analysis/unitchecker"

	"tertius.dev/analyzers"
)

func main() { unitchecker.Main(analyzers.All()...) }
