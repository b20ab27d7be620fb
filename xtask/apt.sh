#!/usr/bin/env bash
# Installs a system package, or upgrades it: xtask/apt.sh PACKAGE
# Fails where there is no apt, or where it may not install.
set -euo pipefail

[ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || exit 1
export DEBIAN_FRONTEND=noninteractive

# Old lists name packages that the mirrors have replaced since. One broken source must not hide the others.
apt-get update || echo "some package lists could not be refreshed: installing $1 from what is known" >&2
exec apt-get install -y "$1"
