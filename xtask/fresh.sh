#!/usr/bin/env bash
# Runs the README's two commands as on a machine that has never seen raum: in a clean clone of the last commit, with an
# empty home folder and without anything that cargo, npm or pip have kept. `make fresh TEST='make web-test'` runs another
# second command. What fails leaves its folder behind.
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

# Asks until the command succeeds. Gives up after a while, or when the process has ended.
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
  # `make run` is a process group of its own: whatever is left of it ends here.
  if [ -n "${run:-}" ]; then kill -- "-$run" 2>/dev/null || true; fi
  if [ "$status" = 0 ]; then rm -rf "$folder"; else say "failed; see $folder" >&2; fi
}
trap end EXIT

clone() {
  [ -z "$(git -C "$root" status --porcelain)" ] || say 'what is not committed is left out'
  git clone --quiet "$root" "$folder/raum"
  git -C "$folder/raum" checkout --quiet --detach "$(git -C "$root" rev-parse HEAD)"
}

# Toolchains stay where they are; the rest of the home folder is new, but for how registries are reached.
move_home() {
  export HOME=$folder/home
  mkdir "$HOME"
  export RUSTUP_HOME=${RUSTUP_HOME:-$real_home/.rustup}
  if [ -d "$real_home/.pyenv" ]; then export PYENV_ROOT=${PYENV_ROOT:-$real_home/.pyenv}; fi
  local old_cargo=${CARGO_HOME:-$real_home/.cargo} file
  export CARGO_HOME=$HOME/.cargo
  for file in config config.toml; do keep "$old_cargo/$file" "$CARGO_HOME/$file"; done
  for file in .npmrc .config/pip/pip.conf .pip/pip.conf; do keep "$real_home/$file" "$HOME/$file"; done
  unset CARGO_TARGET_DIR XDG_CACHE_HOME XDG_CONFIG_HOME XDG_DATA_HOME
  export npm_config_cache=$HOME/.npm PIP_CACHE_DIR=$HOME/.cache/pip
  # Nothing of the make that called this one.
  unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES TEST
}

keep() { # FILE NEW
  [ -f "$1" ] || return 0
  mkdir -p "$(dirname "$2")"
  cp "$1" "$2"
  kept+=("$1")
}

say_what_is_not_new() {
  say 'not new, because a home folder and caches do not hold it:'
  printf '    %s\n' "Rust: $(rustc --version), in $RUSTUP_HOME" "Node: $(node --version)" "Python: $(python3 --version)" \
    "Chromium: $("$CHROMIUM" --version 2>/dev/null || echo none yet)" "Firefox: $("$FIREFOX" --version 2>/dev/null || echo none yet)" \
    'all other system packages' "configuration: ${kept[*]:-none}"
  env | grep -oE '^(CARGO|RUSTUP|PIP|npm_config|NPM_CONFIG)_[^=]*' | grep -vE '_HOME$|_cache$|_CACHE_DIR$' | sed 's/^/    variable: /' || true
}

try_run() {
  say 'make run'
  local begin=$SECONDS
  : >"$log"
  RAUM_LISTEN=127.0.0.1:0 setsid make run >"$log" 2>&1 &
  run=$!
  wait_for "$run" address >/dev/null || { tail -n 30 "$log"; fail 'make run did not start raum'; }
  wait_for "$run" is_ready || { tail -n 30 "$log"; fail 'make run is not ready'; }
  say "make run is ready at $(address) after $((SECONDS - begin)) s"
  # make has replaced its shell by the program.
  kill "$(ps -o pid= --ppid "$run")"
  wait "$run" || { tail -n 30 "$log"; fail 'make run did not end well'; }
  run=
}

try_test() {
  say "$test"
  local begin=$SECONDS
  # A command with arguments.
  $test || fail "$test failed after $((SECONDS - begin)) s"
  say "$test passed after $((SECONDS - begin)) s"
}

main() {
  kept=()
  clone
  move_home
  cd "$folder/raum"
  say_what_is_not_new
  try_run
  try_test
}

# All of it is read before it runs, so the script may change meanwhile.
main
exit
