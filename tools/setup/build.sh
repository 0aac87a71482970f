# What the go command brings: the modules.

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
