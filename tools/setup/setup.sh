#!/usr/bin/env bash
# Brings all that Tertius builds with, and may run again at any time: what is there is skipped.
#
# This file is the order of the steps and why each comes where it does. The work of each step is in its own file.
#	setup.sh        all that make demo, make test and make play need
#	setup.sh demo   the same without the second build of Jolt, which only tests use
#
# Ends with one line for each tool that could not be got. Exit code 1 when `make demo` cannot run without one of them.
#
# For tests, TERTIUS_SETUP_ROOT goes before every path of the system that is read or written (/etc, /usr).
set -u
wanted=${1:-all}
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
repository=$(cd "$here/../.." && pwd)
. "$here/say.sh"
. "$here/needs.sh"
. "$here/debian.sh"
. "$here/sources.sh"
. "$here/build.sh"

main() {
	cd "$repository" || exit 1
	find_missing             # probes, not package lists: a tool that came another way counts as there
	bring_packages           # before the driver, which may need the package index that this step refreshes
	bring_driver             # Vulkan's software driver from backports, where nothing newer is there
	bring_modules            # Go modules, before the first `go run`
	bring_jolt               # compiles, so it needs the packages and the modules
	find_missing             # again, for the report
	report
}

main "$@"
