#!/usr/bin/env bash
# Runs every benchmark that feeds docs/benchmarks.md, and writes it: `bench/all.sh TARGET`. A step that fails is named at
# the end, in the document and in the file `failed`, and the others still count.
#
# BENCH_SECONDS is the time of each phase, BENCH_STORED_ROOMS the number of rooms on disk, BENCH_STEPS selects some steps.
set -uo pipefail
cd "$(dirname "$0")/.."
bin=$(realpath "$1")/release
run=$1/bench
steps=${BENCH_STEPS:-rules peers load growth restart lobby page}
seconds=${BENCH_SECONDS:-10}

# The results of steps that are not selected stay.
[ -n "${BENCH_STEPS:-}" ] || rm -rf "$run"
mkdir -p "$run"
run=$(realpath "$run")
rm -f "$run/failed"

step() {
  local name=$1
  shift
  [[ " $steps " == *" $name "* ]] || return 0
  printf '==> %s\n' "$name"
  rm -f "$run/$name".*
  # The log stays beside the results.
  if ! "$@" 2>&1 | tee "$run/$name.log"; then
    echo "$name" >>"$run/failed"
  fi
}

page() {
  rm -f "$run/first-load.jsonl" "$run/views.jsonl"
  (cd e2e && RAUM=$bin/raum FIRST_LOAD_JSON=$run/first-load.jsonl npm run --silent first-load)
  (cd e2e && RAUM=$bin/raum VIEWS_JSON=$run/views.jsonl npm run --silent views)
  # Sizes do not need a browser.
  "$bin/raum-bench" page --first-load "$run/first-load.jsonl" --views "$run/views.jsonl" --json "$run/page.json"
}

step rules "$bin/raum-bench" rules --json "$run/rules.json"
step peers "$bin/raum-bench" peers --seconds "$seconds" --json "$run/peers.json"
step load "$bin/raum-bench" load --seconds "$seconds" --full-speed-seconds "$seconds" --json "$run/load.json"
step growth "$bin/raum-bench" growth --seconds "$seconds" --stored-rooms "${BENCH_STORED_ROOMS:-1000000}" --json "$run/growth.json"
step restart "$bin/raum-bench" restart --json "$run/restart.json"
step lobby "$bin/raum-bench" lobby --seconds "$seconds" --json "$run/lobby.json"
step page page

"$bin/raum-bench" report "$run" || echo report >>"$run/failed"
if [ -s "$run/failed" ]; then
  echo "failed, with logs in $run:" >&2
  cat "$run/failed" >&2
fi
