# Everything that a person or a machine does here. `make` alone says what there is.

export GOAMD64 := v1

.DEFAULT_GOAL := help
.PHONY: help setup test lint clean

help:
	@awk '/^[a-z]+:.*## / { printf "  make %-9s %s\n", substr($$1, 1, index($$1, ":") - 1), substr($$0, index($$0, "## ") + 3) }' Makefile

setup: ## brings what is missing on this machine; may run twice
	@tools/setup/setup.sh

test: setup ## setup, then all that CI checks; STAGE="name..." runs only those stages
	@go build -buildvcs=false -o bin/ci ./tools/cmd/ci && bin/ci $(STAGE)

lint: ## the project's own vet and the import law, over all modules
	@go build -buildvcs=false -o bin/ci ./tools/cmd/ci && bin/ci source vet law

clean: ## removes what was built or drawn here, but not the cached Jolt library
	rm -rf bin out
