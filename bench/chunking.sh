#!/usr/bin/env bash
# CoNLL-2000 chunking, whole processes on one core: training the averaged perceptron, tagging file
# to file, and how much two jobs gain. Needs $COSTRUCT_DATA with conll2000/ and GNU time (Debian:
# time).
#   bench/chunking.sh [BINARY]
set -euo pipefail
cd "$(dirname "$0")/.."
costruct=${1:-build/release/bin/costruct}
: "${COSTRUCT_DATA:?set it to the folder that holds conll2000/}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
xzcat "$COSTRUCT_DATA/conll2000/train.txt.xz" > "$work/train.txt"
xzcat "$COSTRUCT_DATA/conll2000/test.txt.xz" > "$work/test.txt"
for _ in $(seq 20); do cat "$work/test.txt"; done > "$work/test20.txt"
measured() {  # measured NAME COMMAND...: CPU seconds and peak memory of a command
  local name=$1; shift
  env time -f "$name: %U user + %S system s, %M KiB" taskset -c 0 "$@"
}

cat > "$work/chunking.json" <<'JSON'
{"problem": {"type": "sequence", "loss": "hamming"},
 "data": {"format": "conll", "columns": ["word", "pos", "label"], "train": "train.txt", "test": "test.txt",
          "features": [{"extractor": "token", "column": "word", "window": 2},
                       {"extractor": "token", "column": "pos", "window": 2}]},
 "learner": {"type": "perceptron", "epochs": 10, "average": true}}
JSON
measured train "$costruct" train "$work/chunking.json" --model "$work/model.safetensors" \
  --report "$work/report.json" 2> "$work/train.log" || true
grep -E '^train:' "$work/train.log"
"$costruct" evaluate --model "$work/model.safetensors" --data "$work/test.txt"

tokens=$(grep -c . "$work/test20.txt")
measured tag "$costruct" predict --model "$work/model.safetensors" --data "$work/test20.txt" \
  --output "$work/tags" 2> "$work/tag.log"
grep -E '^tag:' "$work/tag.log" | awk -v tokens="$tokens" \
  '{s = $2 + $5; print; printf "tagging: %d tokens, %.0f tokens per CPU second\n", tokens, tokens / s}'
