#!/usr/bin/env bash
# Installs the packages of the peers, unless they are installed already: `bench/peers/install.sh`.
set -euo pipefail
cd "$(dirname "$0")"

if ! cmp --silent fastapi/requirements.txt fastapi/.venv/requirements.txt; then
  python3 -m venv --clear fastapi/.venv
  fastapi/.venv/bin/pip install --quiet --disable-pip-version-check --no-deps --requirement fastapi/requirements.txt
  # A copy, written when the installation has finished.
  cp fastapi/requirements.txt fastapi/.venv/requirements.txt
fi

for peer in ws-chess socketio ../jocly; do
  # npm writes the second file when `npm ci` has finished.
  if [ ! "$peer/node_modules/.package-lock.json" -nt "$peer/package-lock.json" ]; then
    (cd "$peer" && npm ci --no-audit --no-fund --silent && touch node_modules/.package-lock.json)
  fi
done
