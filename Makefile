# Everything that a person or a machine does here. `make` alone says what there is.

# Pinned, so that no build uses the fused products of newer processors, which round differently.
export GOAMD64 := v1

# Where the programs are built that the bench measures beside the engine.
peers := $(or $(XDG_CACHE_HOME),$(HOME)/.cache)/tertius/peers

.DEFAULT_GOAL := help
.PHONY: help setup demo play test storm race bench lint shaders generate clean

help:
	@awk '/^[a-z]+:.*## / { printf "  make %-9s %s\n", substr($$1, 1, index($$1, ":") - 1), substr($$0, index($$0, "## ") + 3) }' Makefile

setup: ## brings what is missing on this machine; may run twice
	@tools/setup/setup.sh

demo: ## setup, then the yard without a window: dumps, three pictures and a film into out/
	@tools/setup/setup.sh demo
	@CGO_ENABLED=0 go build -buildvcs=false -o bin/demo ./demo/cmd/demo
	@echo 'demo: the yard in three pictures'
	@bin/demo --script demo/scripts/yard.json --headless --out out/yard
	@echo 'demo: the yard as a film of 150 frames'
	@bin/demo --script demo/scripts/yard-film.json --headless --out out/film --video out/film/yard.mkv
	@echo 'demo: done; look at'
	@ls "$(CURDIR)"/out/yard/*.png "$(CURDIR)"/out/film/yard.mkv

play: setup ## setup, then the yard in a window; Esc ends it
	@CGO_ENABLED=1 go run -buildvcs=false ./demo/cmd/demo --scene yard

test: setup bin/ci ## setup, then all that CI checks; STAGE="name ..." runs only those stages, bin/ci -list names them
	@bin/ci $(STAGE)

storm: setup ## ten minutes of random entities and ten of random fleets on real Jolt, from SEED on, with every check, and a fleet in 20 processes
	@go test -tags contracts ./testing/suite/simulation -count=1 -timeout=40m -v -run 'StormGives|StormOverMovingFrames|InOneFleet' \
		-storm.for=10m -storm.ticks=400 -storm.seed=$(or $(SEED),1) -storm.processes=20

race: setup ## the race detector over core, the world and its suite, with two short storms of each kind from SEED on
	@CGO_ENABLED=1 go test -race -timeout=60m -skip Alloc ./core/... ./simulation/...
	@CGO_ENABLED=1 go test -race -timeout=60m -skip 'Alloc|FreshProcesses' ./testing/suite/simulation \
		-storm.ticks=240 -storm.seeds=2 -storm.seed=$(or $(SEED),1)
	@CGO_ENABLED=1 go test -race -timeout=60m -tags contracts -run Storm ./testing/suite/simulation \
		-storm.ticks=240 -storm.seeds=2 -storm.seed=$(or $(SEED),1)

bench: setup ## setup, then the figures of this machine, beside Jolt without the engine and beside a peer
	@cargo build --release --quiet --manifest-path benchmarks/peers/bevy/Cargo.toml --target-dir "$(peers)"
	@go run ./native/cmd/joltbuild -bench
	@go run ./benchmarks/cmd/bench -bevy "$(peers)/release/tertius-peer-bevy" \
		-native "$$(go run ./native/cmd/joltbuild -print bench)" $(if $(PARTS),-parts $(PARTS))

lint: bin/ci ## the checks that run no test: format, vet with the project's own analyzers, the import law, stale files
	@bin/ci source sync modules vet law generated

shaders: ## compiles the shaders that changed; the result is committed
	go run ./tools/cmd/shaderpack

generate: shaders ## rewrites all that is generated: unions, the Vulkan binding, shaders
	go run ./tools/cmd/uniongen ./...
	go run ./tools/cmd/vkgen

clean: ## removes what was built or drawn here; the Jolt library stays in the user's cache folder
	rm -rf bin out

# Programs are built on every call: the go command knows best whether anything changed.
.PHONY: bin/ci
bin/ci:
	@go build -buildvcs=false -o $@ ./tools/cmd/ci
