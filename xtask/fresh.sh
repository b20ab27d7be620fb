#!/usr/bin/env bash
# Runs the README's two commands as on a new machine: in a clean clone of the last commit, with an empty home folder and
# empty caches of cargo, npm and pip. `make fresh TEST='make web-test'` replaces the second command. A failed run leaves
# its folder for inspection.
set -euo pipefail

root=$(git -C "$(dirname "$0")" rev-parse --show-toplevel)
test=${TEST:-make test}
minutes_max=60
folder=$(mktemp -d "${TMPDIR:-/tmp}/raum-fresh.XXXXXX")
log=$folder/run.log
real_home=$HOME

say() { printf '==> fresh: %s\n' "$1"; }
fail() {
  say "$1" >&2
  exit 1
}

# Polls until the command succeeds. Fails after a timeout, or when the process has ended.
wait_for() { # PID COMMAND...
  local pid=$1 end=$((SECONDS + minutes_max * 60))
  shift
  until "$@"; do
    kill -0 "$pid" 2>/dev/null || return 1
    [ "$SECONDS" -lt "$end" ] || return 1
    sleep 1
  done
}

address() { sed -n 's/^raum is at //p' "$log" | grep .; }
is_ready() { node -e 'fetch(process.argv[1] + "/readyz").then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))' "$(address)"; }

end() {
  local status=$?
  # `make run` has its own process group: this ends the rest of it.
  if [ -n "${run:-}" ]; then kill -- "-$run" 2>/dev/null || true; fi
  if [ "$status" = 0 ]; then rm -rf "$folder"; else say "failed; see $folder" >&2; fi
}
trap end EXIT

clone() {
  [ -z "$(git -C "$root" status --porcelain)" ] || say 'uncommitted changes are not included'
  git clone --quiet "$root" "$folder/raum"
  git -C "$folder/raum" checkout --quiet --detach "$(git -C "$root" rev-parse HEAD)"
}

# Keeps the toolchains and the configuration of package registries. The rest of the home folder is new.
move_home() {
  export HOME=$folder/home
  mkdir "$HOME"
  export RUSTUP_HOME=${RUSTUP_HOME:-$real_home/.rustup}
  if [ -d "$real_home/.pyenv" ]; then export PYENV_ROOT=${PYENV_ROOT:-$real_home/.pyenv}; fi
  local old_cargo=${CARGO_HOME:-$real_home/.cargo} file
  export CARGO_HOME=$HOME/.cargo
  for file in config config.toml; do copy_file "$old_cargo/$file" "$CARGO_HOME/$file"; done
  for file in .npmrc .config/pip/pip.conf .pip/pip.conf; do copy_file "$real_home/$file" "$HOME/$file"; done
  unset CARGO_TARGET_DIR XDG_CACHE_HOME XDG_CONFIG_HOME XDG_DATA_HOME
  export npm_config_cache=$HOME/.npm PIP_CACHE_DIR=$HOME/.cache/pip
  # Drop the variables of the make that runs this script.
  unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES TEST
}

copy_file() { # FILE NEW
  [ -f "$1" ] || return 0
  mkdir -p "$(dirname "$2")"
  cp "$1" "$2"
  copied+=("$1")
}

list_reused() {
  say 'reused from this machine:'
  printf '    %s\n' "Rust: $(rustc --version), in $RUSTUP_HOME" "Node: $(node --version)" "Python: $(python3 --version)" \
    "Chromium: $("$CHROMIUM" --version 2>/dev/null || echo none yet)" "Firefox: $("$FIREFOX" --version 2>/dev/null || echo none yet)" \
    'all other system packages' "configuration: ${copied[*]:-none}"
  env | grep -oE '^(CARGO|RUSTUP|PIP|npm_config|NPM_CONFIG)_[^=]*' | grep -vE '_HOME$|_cache$|_CACHE_DIR$' | sed 's/^/    variable: /' || true
}

try_run() {
  say 'make run'
  local begin=$SECONDS
  : >"$log"
  RAUM_LISTEN=127.0.0.1:0 setsid make run >"$log" 2>&1 &
  run=$!
  wait_for "$run" address >/dev/null || { tail -n 30 "$log"; fail 'make run did not start raum'; }
  wait_for "$run" is_ready || { tail -n 30 "$log"; fail 'make run did not become ready'; }
  say "make run is ready at $(address) after $((SECONDS - begin)) s"
  # The child of make is the program: it has replaced its shell.
  kill "$(ps -o pid= --ppid "$run")"
  wait "$run" || { tail -n 30 "$log"; fail 'make run did not exit cleanly'; }
  run=
}

try_test() {
  say "$test"
  local begin=$SECONDS
  # Unquoted: the command may have arguments.
  $test || fail "$test failed after $((SECONDS - begin)) s"
  say "$test passed after $((SECONDS - begin)) s"
}

main() {
  copied=()
  clone
  move_home
  cd "$folder/raum"
  list_reused
  try_run
  try_test
}

# A function, so that bash reads the whole script before running it and edits meanwhile do no harm.
main
exit
