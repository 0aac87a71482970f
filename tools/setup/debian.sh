# Debian packages: which are missing, and how they are installed.

root=${TERTIUS_SETUP_ROOT:-}
index_is_fresh=no

# known_system succeeds on Debian 12 with apt, the system that this script can install on.
known_system() {
	program apt-get && program dpkg-query && [ -r "$root/etc/os-release" ] &&
		(. "$root/etc/os-release" && [ "${ID:-}" = debian ] && [ "${VERSION_ID:-}" = 12 ])
}

system_name() {
	if [ -r "$root/etc/os-release" ]; then
		(. "$root/etc/os-release" && echo "${PRETTY_NAME:-${ID:-this system}}")
	else
		uname -s
	fi
}

# can_be_root succeeds when as_root can work: as root, or with a sudo that asks nothing or has a terminal to ask on.
can_be_root() {
	[ "$(id -u)" = 0 ] || { program sudo && { sudo -n true 2>/dev/null || [ -t 0 ]; }; }
}

as_root() {
	if [ "$(id -u)" = 0 ]; then
		"$@"
	else
		sudo "$@"
	fi
}

apt() {
	as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o DPkg::Lock::Timeout=120 -o Dpkg::Use-Pty=0 "$@"
}

# missing_packages prints the packages of the missing needs, each once, without those of bring_driver and bring_jolt.
missing_packages() {
	local line name level package rest
	for line in ${missing[@]+"${missing[@]}"}; do
		IFS='|' read -r name level package rest <<<"$line"
		case $package in
		- | mesa-vulkan-drivers) ;;
		*) echo "$package" ;;
		esac
	done | sort -u
}

bring_packages() {
	local packages package
	step "packages of the system"
	packages=$(missing_packages | tr '\n' ' ')
	if [ -z "$packages" ]; then
		say "all there"
	elif ! known_system; then
		say "this script installs on Debian 12 and this is $(system_name)"
		say "install by hand what these packages of Debian bring: $packages"
	elif ! can_be_root; then
		say "neither root nor sudo; run as root: apt-get install $packages"
	else
		say "missing: $packages"
		refresh_index
		# shellcheck disable=SC2086
		install_packages $packages || for package in $packages; do
			install_packages "$package" || say "apt-get could not install $package"
		done
		forget_summary
	fi
}

# refresh_index brings the package index up to date, once in a run unless a source was added.
refresh_index() {
	[ "$index_is_fresh" = yes ] && return
	say "refreshing the package index"
	apt update >/dev/null 2>&1 || say "apt-get update reported errors; going on with the index that is there"
	index_is_fresh=yes
}

# install_packages ARGUMENTS installs without recommended packages, with progress. When it fails, the end of what apt-get
# wrote is shown.
install_packages() {
	local log total code
	log=$(mktemp)
	total=$(apt -s --no-install-recommends install "$@" 2>/dev/null | grep -c '^Inst ')
	apt --no-install-recommends install "$@" 2>&1 | tee "$log" | apt_progress "$total"
	code=${PIPESTATUS[0]}
	[ "$code" = 0 ] || tail -n 5 "$log" | sed 's/^/           /'
	rm -f "$log"
	return "$code"
}
