#!/usr/bin/env bash
# Makes sure that the tests have a browser that is new enough: xtask/browser.sh NAME VERSION PATH PACKAGE
# Installs or upgrades the package if the browser at /usr/bin/PACKAGE is missing or too old.
set -euo pipefail

name=$1 oldest=$2 path=$3 package=$4
variable=${name^^}
advice="install the newest $package, or set $variable=PATH"

# The major version of the browser: 0 if there is none, nothing if it does not say.
version() {
  [ -x "$path" ] || { echo 0; return; }
  { "$path" --version 2>/dev/null || true; } | sed -nE 's/^[A-Za-z ]+([0-9]+).*/\1/p' | head -n 1
}

found=$(version)
if [ "${found:-0}" -lt "$oldest" ] && [ "$path" = "/usr/bin/$package" ]; then
  echo "==> installing $package"
  # Where apt cannot help, the checks below say what is missing.
  "$(dirname "$0")/apt.sh" "$package" || true
  found=$(version)
fi

if [ "$found" = 0 ]; then
  echo "raum's tests need $name, and it is not at $path: $advice" >&2
  exit 1
elif [ -z "$found" ]; then
  echo "raum's tests need $name $oldest or newer: $path --version prints no version" >&2
  exit 1
elif [ "$found" -lt "$oldest" ]; then
  echo "raum's tests need $name $oldest or newer: this is $found at $path. To get a newer one, $advice" >&2
  exit 1
fi
