# What the go command brings: the modules, and the Jolt library that a Go program of this repository builds.

bring_modules() {
	step "Go modules"
	if ! go_version 1 26; then
		say "no Go 1.26 or newer on the search path; install it by hand"
	elif download_all; then
		say "all there"
	fi
}

# download_all downloads what the workspace needs, and what each module needs without it: the two may differ.
download_all() {
	local folder
	download . || return
	while IFS= read -r folder; do
		GOWORK=off download "$folder" || return
	done < <(go list -m -f '{{.Dir}}')
}

download() {
	local log
	log=$(cd "$1" && go mod download 2>&1) && return
	say "go mod download failed in $1: $log"
	return 1
}

# bring_jolt builds the library that the engine loads, and for tests the one with Jolt's asserts. Both stay in the user's
# cache folder, so this takes a minute each on a new machine and no time after that.
bring_jolt() {
	step "Jolt"
	if ! go_version 1 26 || ! go run ./native/cmd/joltbuild; then
		jolt_failed=yes
	fi
	if [ "$wanted" = all ] && ! { jolt_ready && go run ./native/cmd/joltbuild -asserts; }; then
		asserts_failed=yes
	fi
}
