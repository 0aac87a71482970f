# Go modules.

# modules prints the folders of the workspace's modules, which go.work alone lists.
modules() {
	go list -m -f '{{.Dir}}'
}

# bring_modules downloads what the workspace needs, and what each module needs without it: the two may differ.
bring_modules() {
	step "Go modules"
	if ! go_version 1 26; then
		say "no Go 1.26 or newer on the search path; install it by hand"
		return
	fi
	if download . auto && modules | while IFS= read -r folder; do
		download "$folder" off || exit 1; done; then
		say "all there"
	fi
}

# download FOLDER GOWORK downloads what the module of the folder needs, or the workspace for GOWORK=auto.
download() {
	local log
	log=$(cd "$1" && if [ "$2" = off ]; then export GOWORK=off; fi && go mod download 2>&1) && return
	say "go mod download failed in $1: $log"
	return 1
}
