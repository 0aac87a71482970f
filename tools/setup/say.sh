# How setup talks: numbered steps, one line each, and indented lines below them.
step_number=0
steps_in_all=3

step() {
	step_number=$((step_number + 1))
	printf 'setup %d/%d  %s\n' "$step_number" "$steps_in_all" "$*"
}

say() {
	printf '           %s\n' "$*"
}

# progress WHAT TOTAL counts the lines on its input: rewriting one line on a terminal, else a line for each quarter.
progress() {
	local terminal=0
	[ -t 1 ] && terminal=1
	awk -v what="$1" -v total="$2" -v terminal="$terminal" '
		{
			done++
			if (terminal) { printf "\r           %s %d/%d", what, done, total; fflush() }
			else if (total > 0 && int(4 * done / total) > quarter) {
				quarter = int(4 * done / total)
				printf "           %s %d/%d\n", what, done, total; fflush()
			}
		}
		END { if (terminal && done) printf "\n" }'
}
