#!/usr/bin/env bash
# Short matches of the engine, some minutes in all: `bench/matches.sh RAUM`. Few games show large differences only;
# docs/engine.md has the long ones. Jocly and Stockfish play if they are installed.
set -euo pipefail
cd "$(dirname "$0")/.."
raum=$1
threads=$(nproc)

play() {
  "$raum" match "$@" --concurrency "$threads"
}

for kind in space chess; do
  echo "-- $kind: the engine against its plain form, at equal nodes"
  play raum raum:plain --kind "$kind" --nodes 2000 --games 60
  echo "-- $kind: the first level against the greedy player"
  play raum:level=1 greedy --kind "$kind" --games 60
  for level in 2 3 4 5 6 7 8; do
    echo "-- $kind: level $level against the one below"
    play "raum:level=$level" "raum:level=$((level - 1))" --kind "$kind" --games 12
  done
done
echo "-- tic-tac-toe: the last level against random moves"
play raum:level=3 random --kind tictactoe --games 200

if [ -d bench/jocly/node_modules ]; then
  echo "-- space: Jocly at its level easy"
  play raum:movetime=100 'node bench/jocly/uci.mjs; option.Level=easy' --kind space --games 4
else
  echo "-- space: Jocly is not installed (bench/peers/install.sh)"
fi

stockfish=$(PATH=$PATH:/usr/games command -v stockfish || true)
if [ -n "$stockfish" ]; then
  echo "-- chess: Stockfish limited to 2200 Elo"
  play raum "$stockfish; option.UCI_LimitStrength=true; option.UCI_Elo=2200" --movetime 100 --games 10
else
  echo "-- chess: Stockfish is not installed"
fi
