#!/usr/bin/env bash
# How the cutting planes and the time of one_slack grow with the number of examples where C weighs
# their mean (C / n an example): 20 newsgroups and Spanish sentences. One thread. Needs
# $COSTRUCT_DATA. For income data see configs/one_slack_growth.json.
#   bench/one_slack_growth.sh [BINARY]
set -euo pipefail
cd "$(dirname "$0")/.."
costruct=$(realpath "${1:-build/release/bin/costruct}")
: "${COSTRUCT_DATA:?set it to the folder that holds the data sets}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat > "$work/spanish.json" <<'JSON'
{"problem": {"type": "sequence", "loss": "hamming_normalized"},
 "data": {"dataset": "conll2002-es", "window": 1},
 "learner": {"type": "structural_svm", "solver": "one_slack", "gap": 0.01}}
JSON
cat > "$work/20news.json" <<'JSON'
{"problem": {"type": "multiclass", "loss": "zero_one"},
 "data": {"dataset": "20news", "features": [{"extractor": "values", "weighting": "log", "normalize": "l2"}]},
 "learner": {"type": "structural_svm", "solver": "one_slack", "gap": 0.01}}
JSON
grow() {  # grow NAME C SIZES...: a line for each size, and the exponents
  local name=$1 C=$2
  shift 2
  for n in "$@"; do
    OMP_NUM_THREADS=1 "$costruct" train "$work/$name.json" --model "$work/model" \
      --report "$work/$n.json" \
      --set data.limit="$n" --set learner.C="$(python3 -c "print($C / $n)")" > /dev/null \
      2> "$work/log" || { cat "$work/log" >&2; exit 1; }
  done
  python3 - "$work" "$name" "$@" <<'PYTHON'
import json, math, sys
work, name, sizes = sys.argv[1], sys.argv[2], [int(n) for n in sys.argv[3:]]
planes, seconds = [], []
for n in sizes:
    r = json.load(open(f"{work}/{n}.json"))
    planes.append(r["iterations"])
    seconds.append(r["train_seconds"])
    print(f"{name:<10} {n:6d} examples  {planes[-1]:5d} planes  {seconds[-1]:8.3f} s  gap {r['objective']['gap']:.1e}")
def exponent(y):
    x, z = [math.log(n) for n in sizes], [math.log(v) for v in y]
    mx, mz = sum(x) / len(x), sum(z) / len(z)
    return sum((a - mx) * (b - mz) for a, b in zip(x, z)) / sum((a - mx) ** 2 for a in x)
print(f"{name:<10} exponents: planes {exponent(planes):.2f}, seconds {exponent(seconds):.2f}")
PYTHON
}
grow 20news 1000 500 1000 2000 4000
grow spanish 10 250 500 1000 2000
