#!/usr/bin/env bash
# How the cost of the structural SVM grows with the number of Spanish sentences and with the gap
# (one thread), and what two threads gain one_slack. Needs $COSTRUCT_DATA with conll2002-es/.
#   bench/structural_svm_growth.sh [BINARY]
set -euo pipefail
cd "$(dirname "$0")/.."
costruct=$(realpath "${1:-build/release/bin/costruct}")
: "${COSTRUCT_DATA:?set it to the folder that holds conll2002-es/}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
xzcat "$COSTRUCT_DATA/conll2002-es/esp.train.xz" > "$work/all.txt"
cat > "$work/spanish.json" <<'JSON'
{"problem": {"type": "sequence", "loss": "hamming"},
 "data": {"format": "conll", "columns": ["word", "pos", "label"], "train": "all.txt",
          "features": [{"extractor": "token", "column": "word", "window": 1},
                       {"extractor": "surface", "window": 1,
                        "clues": ["initial_uppercase", "initial_lowercase", "uppercase_at_position",
                                  "lowercase_at_position", "digit_dot_digit", "initial_token"]}]},
 "learner": {"type": "structural_svm", "C": 1}}
JSON
fit() {  # fit NAME THREADS ARGUMENTS...: trains and prints one line
  local name=$1 threads=$2
  shift 2
  OMP_NUM_THREADS=$threads "$costruct" train "$work/spanish.json" --model "$work/model" \
    --report "$work/report.json" "$@" 2> "$work/log" ||
    { cat "$work/log" >&2; exit 1; }
  python3 - "$work/report.json" "$name" <<'PYTHON'
import json, sys
r = json.load(open(sys.argv[1]))
print(f"{sys.argv[2]:<32} {r['train_seconds']:8.3f} s  {r['iterations']:4d} passes  {r['oracle_calls']:8d} decodings  "
      f"gap {r['objective']['gap']:.2e}")
PYTHON
}
for n in 100 300 1000 3000 8323; do
  for gap in 0.1 0.01 0.001; do fit "$n sentences, gap $gap" 1 --set data.limit=$n \
    --set learner.gap=$gap; done
done
for gap in 0.0001 0.00001; do fit "300 sentences, gap $gap" 1 --set data.limit=300 \
  --set learner.gap=$gap; done
for threads in 1 2 1 2; do
  fit "one_slack, 25 planes, $threads threads" $threads --set learner.solver=one_slack \
    --set learner.iteration_limit=25
done
