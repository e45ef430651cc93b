#!/usr/bin/env bash
# The conditional random field on Spanish named entities, whole process on one core: CPU seconds,
# peak memory, objective. The first 1,000 sentences; words and six surface clues at -1..1, all
# feature x label combinations, C = 1. Needs $COSTRUCT_DATA with conll2002-es/ and GNU time (Debian:
# time). Further options go to costruct, e.g. --set learner.gap=1e-6.
#   bench/crf.sh [BINARY [OPTION...]]
set -euo pipefail
cd "$(dirname "$0")/.."
costruct=${1:-build/release/bin/costruct}
: "${COSTRUCT_DATA:?set it to the folder that holds conll2002-es/}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
xzcat "$COSTRUCT_DATA/conll2002-es/esp.train.xz" |
  awk 'sentences < 1000 { print } /^[[:space:]]*$/ { ++sentences }' > "$work/train.txt"
cat > "$work/crf.json" <<'JSON'
{"problem": {"type": "sequence"},
 "data": {"format": "conll", "columns": ["word", "pos", "label"], "train": "train.txt",
          "features": [{"extractor": "token", "column": "word", "window": 1},
                       {"extractor": "surface", "column": "word", "window": 1,
                        "clues": ["initial_uppercase", "initial_lowercase", "uppercase_at_position",
                                  "lowercase_at_position", "digit_dot_digit", "initial_token"]}]},
 "learner": {"type": "crf", "C": 1}}
JSON
env time -f "%U user + %S system s, %M KiB" taskset -c 0 "$costruct" train "$work/crf.json" \
  --model "$work/model.safetensors" --report "$work/report.json" "${@:2}" 2> "$work/log"
tail -n 1 "$work/log"
grep -E '"(primal|dual|gap|iterations|stopped_because)"' "$work/report.json" | grep -v '{' |
  tr -s ' ' | tail -n 5
