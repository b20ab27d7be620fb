#!/usr/bin/env bash
# Ensures that the tests have a recent enough browser: xtask/browser.sh NAME VERSION PATH PACKAGE
# Installs or upgrades the package if the browser at /usr/bin/PACKAGE is missing or too old.
set -euo pipefail

name=$1 oldest=$2 path=$3 package=$4
variable=${name^^}
advice="install the newest $package, or set $variable=PATH"

# The major version of the browser: 0 if it is not installed, empty if it prints no version.
version() {
  [ -x "$path" ] || { echo 0; return; }
  { "$path" --version 2>/dev/null || true; } | sed -nE 's/^[A-Za-z ]+([0-9]+).*/\1/p' | head -n 1
}

found=$(version)
if [ "${found:-0}" -lt "$oldest" ] && [ "$path" = "/usr/bin/$package" ]; then
  echo "==> installing $package"
  # If apt fails, the checks below report what is missing.
  "$(dirname "$0")/apt.sh" "$package" || true
  found=$(version)
fi

if [ "$found" = 0 ]; then
  echo "raum's tests need $name, which is not at $path: $advice" >&2
  exit 1
elif [ -z "$found" ]; then
  echo "raum's tests need $name $oldest or newer: $path --version prints no version" >&2
  exit 1
elif [ "$found" -lt "$oldest" ]; then
  echo "raum's tests need $name $oldest or newer: found $found at $path. To upgrade, $advice" >&2
  exit 1
fi
