# How setup talks: numbered steps, one line each, and indented lines below them.
step_number=0
steps_in_all=4

step() {
	step_number=$((step_number + 1))
	printf 'setup %d/%d  %s\n' "$step_number" "$steps_in_all" "$*"
}

say() {
	printf '           %s\n' "$*"
}

# apt_progress TOTAL reads what apt-get writes and shows how many of so many packages are fetched and set up: rewriting
# one line on a terminal, else a line for each quarter.
apt_progress() {
	local terminal=0
	[ -t 1 ] && terminal=1
	awk -v total="$1" -v terminal="$terminal" '
		function show(what, done) {
			if (terminal) printf "\r           %s %d/%d   ", what, done, total
			else if (int(4 * done / total) > quarter[what]) {
				quarter[what] = int(4 * done / total)
				printf "           %s %d/%d\n", what, done, total
			}
			fflush()
		}
		total == 0 { next }
		/^Get:/ { show("fetched", ++fetched) }
		/^Setting up / { show("set up", ++set) }
		END { if (terminal && fetched + set) printf "\n" }'
}
