#!/usr/bin/env bash
# The co-SVM as unlabeled sentences grow: CPU seconds of the fit, decodings, and token error on the
# test part of Spanish named entities, 40 labeled sentences of 10 to 40 tokens and 0 to 10,000
# unlabeled ones, two random views; beside it the structural SVM on the same 40. Needs
# $COSTRUCT_DATA.
#   bench/co_svm.sh [BINARY] [CU] [SIZE...]
set -euo pipefail
cd "$(dirname "$0")/.."
costruct=$(realpath "${1:-build/release/bin/costruct}")
Cu=${2:-0.01}
shift $(($# < 2 ? $# : 2))
sizes=("$@")
[ ${#sizes[@]} -gt 0 ] || sizes=(0 100 300 1000 3000 10000)
: "${COSTRUCT_DATA:?set it to the folder that holds conll2002-es/}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export OMP_NUM_THREADS=1

# The first 40 sentences of 10 to 40 tokens that bring all labels early are labeled; all others, of
# any length and with those of esp.testa, are the pool of unlabeled ones.
xzcat "$COSTRUCT_DATA"/conll2002-es/esp.train.xz "$COSTRUCT_DATA"/conll2002-es/esp.testa.xz |
  awk -v RS= -v ORS='\n\n' -v dir="$work" '
    { tokens = split($0, unused, "\n") }
    labeled < 40 && tokens >= 10 && tokens <= 40 { ++labeled; print > dir "/labeled.txt"; next }
    { print > dir "/pool.txt" }'
config() {  # config LEARNER SIZE
  awk -v RS= -v ORS='\n\n' -v n="$2" 'NR <= n' "$work/pool.txt" > "$work/unlabeled_$2.txt"
  local unlabeled=""
  [ "$2" = 0 ] || unlabeled="\"unlabeled\": \"unlabeled_$2.txt\","
  cat > "$work/config.json" <<JSON
{"problem": {"type": "sequence", "loss": "hamming"},
 "data": {"format": "conll", "columns": ["word", "pos", "label"], "train": "labeled.txt", $unlabeled
          "test": "conll2002-es/esp.testb.xz",
          "features": [{"extractor": "token", "column": "word", "window": 1, "group": "token"},
                       {"extractor": "surface", "window": 1, "group": "surface"}]},
 "views": {"split": "random", "count": 2}, "learner": $1}
JSON
}
measured() {  # measured NAME SIZE
  "$costruct" train "$work/config.json" --model "$work/model" \
    --report "$work/report.json" > /dev/null 2>&1
  python3 - "$1" "$2" "$work/report.json" <<'PYTHON'
import json, sys
name, size, report = sys.argv[1], sys.argv[2], json.load(open(sys.argv[3]))
rows = [row for row in report["history"] if "disagreement" in row]
print(f'{name:16} {size:>6} unlabeled  {report["train_seconds"]:8.2f} s  {report["oracle_calls"]:>9} decodings  '
      f'token error {100 * report["metrics"]["token_error"]:.2f} %  '
      + (f'views differ on {100 * rows[-1]["disagreement"]:.0f} %  ' if rows else "") + report["stopped_because"])
PYTHON
}
config '{"type": "structural_svm"}' 0
measured structural_svm 0
for size in "${sizes[@]}"; do
  config "{\"type\": \"co_svm\", \"Cu\": $Cu}" "$size"
  measured co_svm "$size"
done
