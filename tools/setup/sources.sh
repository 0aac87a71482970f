# The Vulkan driver, from the suite bookworm-backports: Debian 12's own Mesa has no descriptor indexing in software.
# The suite lies on the same server as the rest of Debian 12, so its address is copied from the machine's own source.

suite=bookworm-backports

bring_driver() {
	local file added=
	step "Vulkan driver"
	if driver; then
		say "there: $(driver_name)"
		return
	elif ! known_system; then
		say "install by hand a driver with Vulkan 1.3; in software that is lavapipe of Mesa 25 or newer"
		return
	elif ! can_be_root; then
		say "neither root nor sudo; run as root: apt-get install -t $suite mesa-vulkan-drivers"
		return
	fi
	if ! has_suite; then
		if ! file=$(write_suite); then
			say "no source of Debian 12 was found to copy for $suite; add that suite by hand"
			return
		fi
		say "added $suite in $file"
		added=$file
		index_is_fresh=no
	fi
	refresh_index
	if install_packages -t "$suite" mesa-vulkan-drivers; then
		forget_summary
	elif [ -n "$added" ]; then
		say "mesa-vulkan-drivers did not come from $suite; removing $added again"
		as_root rm -f "$added"
	else
		say "mesa-vulkan-drivers did not come from $suite"
	fi
}

driver_name() {
	vulkan_summary
	awk -F' = ' '/deviceName/ { name = $2 } /driverInfo/ { info = $2 } END { print name ", " info }' <<<"$summary"
}

# apt_files EXTENSION prints the source files of apt with that extension.
apt_files() {
	local file
	for file in "$root"/etc/apt/sources."$1" "$root"/etc/apt/sources.list.d/*."$1"; do
		[ -r "$file" ] && echo "$file"
	done
	return 0
}

# stanzas prints the enabled stanzas of all deb822 files that offer binary packages, one to a line: the values of URIs,
# Suites, Components and Signed-By, parted by tabs. Signed-By may hold a whole key, whose lines are parted by \001.
stanzas() {
	local file
	apt_files sources | while IFS= read -r file; do
		awk '
			function words(value) { gsub(/\001/, " ", value); return value }
			function flush() {
				if (field["uris"] != "" && tolower(field["enabled"]) != "no" && (" " field["types"] " ") ~ / deb /)
					print words(field["uris"]) "\t" words(field["suites"]) "\t" words(field["components"]) "\t" field["signed-by"]
				split("", field)
				name = ""
			}
			{ sub(/\r$/, "") }
			/^#/ { next }
			/^[ \t]*$/ { flush(); next }
			/^[ \t]/ { line = $0; sub(/^[ \t]+/, "", line); field[name] = field[name] "\001" line; next }
			{
				at = index($0, ":")
				name = tolower(substr($0, 1, at - 1))
				value = substr($0, at + 1)
				gsub(/^[ \t]+|[ \t]+$/, "", value)
				field[name] = value
			}
			END { flush() }' "$file"
	done
}

# lines prints the one-line sources of binary packages: options with their brackets (or nothing), URI, suite and
# components, parted by tabs.
lines() {
	local file
	apt_files list | while IFS= read -r file; do
		awk '
			{ sub(/\r$/, ""); sub(/#.*/, "") }
			$1 != "deb" { next }
			{
				line = $0
				sub(/^[ \t]*deb[ \t]+/, "", line)
				options = ""
				if (match(line, /^\[[^]]*\]/)) {
					options = substr(line, 1, RLENGTH)
					line = substr(line, RLENGTH + 1)
				}
				n = split(line, word, /[ \t]+/)
				first = word[1] == "" ? 2 : 1
				components = ""
				for (i = first + 2; i <= n; i++) components = components (components == "" ? "" : " ") word[i]
				print options "\t" word[first] "\t" word[first + 1] "\t" components
			}' "$file"
	done
}

has_suite() {
	{
		stanzas | awk -F'\t' '{ print $2 }'
		lines | awk -F'\t' '{ print $3 }'
	} | tr ' ' '\n' | grep -qx "$suite"
}

# write_suite adds the suite beside the machine's own source of bookworm, in that source's form, and prints the file.
write_suite() {
	local folder=$root/etc/apt/sources.list.d text
	if text=$(suite_stanza); then
		write_as_root "$folder/tertius-backports.sources" "$text"
	elif text=$(suite_line); then
		write_as_root "$folder/tertius-backports.list" "$text"
	else
		return 1
	fi
}

# write_as_root FILE TEXT writes the file in one move, so that apt never sees half of it, and prints its name.
write_as_root() {
	as_root mkdir -p "$(dirname "$1")" &&
		printf '%s\n' "$2" | as_root tee "$1.new" >/dev/null &&
		as_root chmod 644 "$1.new" &&
		as_root mv "$1.new" "$1" &&
		echo "$1"
}

suite_stanza() {
	stanzas | awk -F'\t' -v suite="$suite" '
		(" " $2 " ") ~ / bookworm / && (" " $3 " ") ~ / main / {
			print "Types: deb"
			print "URIs: " $1
			print "Suites: " suite
			print "Components: main"
			gsub(/\001/, "\n ", $4)
			if ($4 != "") print "Signed-By: " $4
			found = 1
			exit
		}
		END { exit !found }'
}

suite_line() {
	lines | awk -F'\t' -v suite="$suite" '
		$3 == "bookworm" && (" " $4 " ") ~ / main / {
			print "deb " ($1 == "" ? "" : $1 " ") $2 " " suite " main"
			found = 1
			exit
		}
		END { exit !found }'
}
