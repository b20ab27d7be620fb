#!/usr/bin/env bash
# Installs a system package, or upgrades it: xtask/apt.sh PACKAGE
# Fails without apt, or without the rights to install.
set -euo pipefail

[ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || exit 1
export DEBIAN_FRONTEND=noninteractive

# Stale lists name packages that the mirrors have replaced. One broken source must not block the others.
apt-get update || echo "some package lists could not be refreshed: installing $1 from the existing ones" >&2
exec apt-get install -y "$1"
